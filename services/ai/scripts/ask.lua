-- KEYS job, due, feed, match.
-- ARGV member, kind, digest, what is asked, parts, seconds for which it is kept (0: as long as the match), seconds after
-- which it is sent by the sweeper, version at which the match must stand ('': any), field of the match that counts ('').
-- A new job, or the one that was made of the same request before; one that failed and is kept for ever begins again.
local known = get('digest', 'state', 'keep')
if known[1] then
  if known[1] ~= ARGV[3] then return {'reused', 0} end
  if known[2] ~= 'failed' or known[3] ~= '0' then return {'known', 0} end
  redis.call('HSET', KEYS[1], 'state', 'queued', 'again', now + tonumber(ARGV[7]), 'sends', 0)
  redis.call('HDEL', KEYS[1], 'outcome')
  due(now + tonumber(ARGV[7]))
  tell()
  return {'made', 0}
end
if ARGV[8] ~= '' then
  local version = redis.call('HGET', KEYS[4], 'version')
  if version ~= ARGV[8] then return {'stale', tonumber(version or '0')} end
end
if ARGV[9] ~= '' then redis.call('HINCRBY', KEYS[4], ARGV[9], 1) end
redis.call('HSET', KEYS[1], 'kind', ARGV[2], 'digest', ARGV[3], 'asks', ARGV[4], 'total', ARGV[5], 'keep', ARGV[6],
  'state', 'queued', 'done', 0, 'attempts', 0, 'sends', 0, 'again', now + tonumber(ARGV[7]),
  'created', string.format('%d.%06d', time[1], time[2]))
local keep = tonumber(ARGV[6])
if keep > 0 then
  redis.call('EXPIRE', KEYS[1], keep)
else
  local left = redis.call('PTTL', KEYS[4])
  if left > 0 then redis.call('PEXPIRE', KEYS[1], left) end
end
due(now + tonumber(ARGV[7]))
tell()
return {'made', 0}
