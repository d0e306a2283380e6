-- KEYS match, due.  ARGV member, seconds after which an unsent task is sent again, after which a sent one is looked at
-- again, for which a stand-in may think, after which a waiting task is given up.
-- The sweeper asks what is to be done for a match whose time has come: 'send', 'wait', 'fallback', 'clock' (a person's) or
-- '' (nothing; then it is no longer due, or another sweeper has it). Whatever it is, the match is due again if the sweeper
-- dies before it is done.
local time = redis.call('TIME')
local now = time[1] + time[2] / 1e6
local score = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not score or tonumber(score) > now then return {'', 0} end
local match = redis.call('HMGET', KEYS[1], 'version', 'task', 'since', 'tries')
local version, task = match[1], match[2]
if not version or not task then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return {'', 0}
end
if task == 'clock' then
  redis.call('ZADD', KEYS[2], now + tonumber(ARGV[4]), ARGV[1])
  return {'clock', tonumber(version)}
end
local given_up = tonumber(match[3]) + tonumber(ARGV[5])
local lapsed = task == 'thinking'
local verdict, again
if now >= given_up or (lapsed and tonumber(match[4]) > 1) then
  verdict, again = 'fallback', now + tonumber(ARGV[4])
elseif lapsed or task == 'unsent' then
  verdict, again = 'send', now + tonumber(ARGV[2])
else
  verdict, again = 'wait', math.min(now + tonumber(ARGV[3]), given_up)
end
-- A lapsed task is unsent again: any worker may take it, and nobody has sent it until `sent` says so.
if lapsed and verdict == 'send' then redis.call('HSET', KEYS[1], 'task', 'unsent') end
redis.call('ZADD', KEYS[2], again, ARGV[1])
return {verdict, tonumber(version)}
