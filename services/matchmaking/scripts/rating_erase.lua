-- KEYS result log, ratings, board, erased players.  ARGV player, entry.  Once erased is erased.
-- The log tells it even if the player has no rating: whoever works ratings out from the log comes to the same place.
if redis.call('SADD', KEYS[4], ARGV[1]) == 0 then return 0 end
local length = redis.call('XLEN', KEYS[1])
if length > 0 then redis.call('XADD', KEYS[1], string.format('%d-0', length + 1), 'r', ARGV[2]) end
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
return 1
