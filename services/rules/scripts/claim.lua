-- KEYS match, due.  ARGV member, seconds until looked at again, seconds after which a waiting task is given up.
-- The sweeper asks what is to be done for a match whose time has come: 'send', 'wait', 'fallback' or '' (nothing; then it
-- is no longer due, or another sweeper has it).
local time = redis.call('TIME')
local now = time[1] + time[2] / 1e6
local score = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not score or tonumber(score) > now then return {'', 0} end
local match = redis.call('HMGET', KEYS[1], 'version', 'task', 'since', 'tries')
if not match[1] or not match[2] then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return {'', 0}
end
redis.call('ZADD', KEYS[2], now + tonumber(ARGV[2]), ARGV[1])
local verdict = 'wait'
if match[2] == 'thinking' then
  verdict = tonumber(match[4]) > 1 and 'fallback' or 'send'
elseif now - tonumber(match[3]) >= tonumber(ARGV[3]) then
  verdict = 'fallback'
elseif match[2] == 'unsent' then
  verdict = 'send'
end
-- What is sent once more may be taken by any worker.
if verdict == 'send' and match[2] == 'thinking' then redis.call('HSET', KEYS[1], 'task', 'sent') end
return {verdict, tonumber(match[1])}
