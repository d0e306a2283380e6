-- KEYS match, due.  ARGV version, member, time in milliseconds.  A clock was looked at too soon: look again then.
if tonumber(redis.call('HGET', KEYS[1], 'version') or '0') ~= tonumber(ARGV[1]) then return 0 end
if redis.call('HGET', KEYS[1], 'task') ~= 'clock' then return 0 end
local time = redis.call('TIME')
if time[1] * 1000 + math.floor(time[2] / 1000) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[2], ARGV[3] / 1000, ARGV[2])
return 1
