-- KEYS[6] player, external ids, players to be forgotten.  ARGV[3] id, epoch of its token.
-- What is known of the player is gone from here on; matches that show its name are seen to by whoever reads the last key.
if redis.call('HGET', KEYS[6], 'epoch') ~= ARGV[4] then return 0 end
local external = redis.call('HGET', KEYS[6], 'external')
if external ~= '' then redis.call('HDEL', KEYS[7], external) end
redis.call('DEL', KEYS[6])
redis.call('HSET', KEYS[6], 'erased', stamp(now))
redis.call('SADD', KEYS[8], ARGV[3])
redis.call('SADD', KEYS[4], ARGV[1])
return 1
