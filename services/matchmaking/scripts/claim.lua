-- KEYS[6] on: tickets.  ARGV[3] id of the match to be made, what it is to be (JSON), then the ids of the tickets.
-- All of them or none: a match is to be made of them, and nobody else may have them.
for i = 6, #KEYS do
  local found = redis.call('HMGET', KEYS[i], 'state', 'deadline')
  if found[1] ~= 'waiting' or tonumber(found[2]) <= now then return 0 end
end
for i = 6, #KEYS do
  redis.call('HSET', KEYS[i], 'state', 'claimed', 'match', ARGV[3])
  redis.call('HDEL', KEYS[1], ARGV[i - 1])
end
redis.call('HSET', KEYS[3], ARGV[3], ARGV[4])
return 1
