-- KEYS match, due.  ARGV version, member, seconds.  The broker has the task of this version.
if tonumber(redis.call('HGET', KEYS[1], 'version') or '0') ~= tonumber(ARGV[1]) then return 0 end
if redis.call('HGET', KEYS[1], 'task') ~= 'unsent' then return 0 end
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], 'task', 'sent')
redis.call('ZADD', KEYS[2], time[1] + time[2] / 1e6 + tonumber(ARGV[3]), ARGV[2])
return 1
