-- KEYS match, due.  ARGV version, member, seconds.  A worker starts to think; one at a time.
if tonumber(redis.call('HGET', KEYS[1], 'version') or '0') ~= tonumber(ARGV[1]) then return 0 end
local time = redis.call('TIME')
local now = time[1] + time[2] / 1e6
local task = redis.call('HGET', KEYS[1], 'task')
if not task or task == 'clock' then return 0 end
if task == 'thinking' and tonumber(redis.call('ZSCORE', KEYS[2], ARGV[2]) or '0') > now then return 0 end
redis.call('HSET', KEYS[1], 'task', 'thinking')
redis.call('HINCRBY', KEYS[1], 'tries', 1)
redis.call('ZADD', KEYS[2], now + tonumber(ARGV[3]), ARGV[2])
return 1
