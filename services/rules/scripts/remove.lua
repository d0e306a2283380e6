-- KEYS match, log, due, ends, thought.  ARGV member, version, time of the last entry.
-- A match that stands as it was put away is deleted; one that has moved on stays.
local match = redis.call('HMGET', KEYS[1], 'version', 'updated')
if match[1] ~= ARGV[2] or match[2] ~= ARGV[3] then return 0 end
redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[5])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[4], ARGV[1])
return 1
