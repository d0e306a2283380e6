-- KEYS match, ends, ended.  ARGV member, seconds after which it is asked again if the sweeper dies.
-- The sweeper asks whether a match is to be put away, and as which version of which time; '' if it is not, or
-- not before it is rated.
local time = redis.call('TIME')
local now = time[1] + time[2] / 1e6
local score = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not score or tonumber(score) > now then return {'', ''} end
local match = redis.call('HMGET', KEYS[1], 'version', 'updated')
if not match[1] then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return {'', ''}
end
redis.call('ZADD', KEYS[2], now + tonumber(ARGV[2]), ARGV[1])
if redis.call('ZSCORE', KEYS[3], ARGV[1]) then return {'', ''} end
return match
