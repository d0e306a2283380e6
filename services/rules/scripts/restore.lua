-- KEYS match, log, due, feed, ends.
-- ARGV member, version, created, updated, meta, layout, state, keys, task phase ('': nothing is due), time at which it is
-- due, seconds for which the match is kept, feed length; then of each entry of the log what it says, its time, and the
-- digests of its key and its request.
-- A match out of the archive, unless it is there.
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
local time = redis.call('TIME')
local now = time[1] + time[2] / 1e6
redis.call('UNLINK', KEYS[2])
for i = 13, #ARGV, 4 do
  local id = string.format('%d-0', (i - 13) / 4 + 1)
  redis.call('XADD', KEYS[2], id, 'e', ARGV[i], 't', ARGV[i + 1], 'k', ARGV[i + 2], 'd', ARGV[i + 3])
end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'created', ARGV[3], 'updated', ARGV[4], 'meta', ARGV[5],
  'layout', ARGV[6], 'state', ARGV[7], 'keys', ARGV[8])
if ARGV[9] ~= '' then
  redis.call('HSET', KEYS[1], 'task', ARGV[9], 'since', string.format('%.6f', now), 'tries', 0)
  redis.call('ZADD', KEYS[3], ARGV[10], ARGV[1])
end
redis.call('ZADD', KEYS[5], now + tonumber(ARGV[11]), ARGV[1])
redis.call('XADD', KEYS[4], 'MAXLEN', '~', ARGV[12], '*', 'm', ARGV[1], 'v', ARGV[2])
return 1
