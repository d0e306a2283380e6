-- KEYS ended.  ARGV member, seconds.  Take a match that waits for its rating; nobody else does for so long.
local time = redis.call('TIME')
local now = time[1] + time[2] / 1e6
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not score or tonumber(score) > now then return 0 end
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
return 1
