-- KEYS match, log, due, feed, ends, ended.
-- ARGV expected version, key, digest, entry, meta, layout, state, member, task phase ('': nothing is due), seconds after
-- which and time before which it is not due, feed length, time of the last entry, times in milliseconds before which and
-- from which on it must not be done ('': any), seconds for which the match is kept, whether the match has
-- ended and counts for ratings.
-- Either all of it happens or nothing: the next entry of the log, the match after it, what is due, what is told.
local status, known = carried_out(KEYS[1], KEYS[2], tonumber(ARGV[1]), ARGV[2], ARGV[3])
if status then return {status, known, ''} end
local stands = redis.call('HMGET', KEYS[1], 'version', 'updated')
local version = tonumber(stands[1] or '0')
if version ~= tonumber(ARGV[1]) or (stands[2] or '') ~= ARGV[13] then return {'stale', version, ''} end

local time = redis.call('TIME')
local now, seconds = string.format('%d.%06d', time[1], time[2]), time[1] + time[2] / 1e6
local milliseconds = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[14] ~= '' and milliseconds < tonumber(ARGV[14]) then return {'early', version, ''} end
if ARGV[15] ~= '' and milliseconds >= tonumber(ARGV[15]) then return {'late', version, ''} end
version = version + 1
redis.call('XADD', KEYS[2], string.format('%d-0', version), 'e', ARGV[4], 't', now, 'k', ARGV[2], 'd', ARGV[3])
local keys = redis.call('HGET', KEYS[1], 'keys') or ''
redis.call('HSET', KEYS[1], 'version', version, 'updated', now, 'keys', keys .. ARGV[2],
  'meta', ARGV[5], 'layout', ARGV[6], 'state', ARGV[7])
if version == 1 then redis.call('HSET', KEYS[1], 'created', now) end
if ARGV[9] == '' then
  redis.call('HDEL', KEYS[1], 'task', 'since', 'tries')
  redis.call('ZREM', KEYS[3], ARGV[8])
else
  redis.call('HSET', KEYS[1], 'task', ARGV[9], 'since', now, 'tries', ARGV[9] == 'thinking' and 1 or 0)
  redis.call('ZADD', KEYS[3], math.max(seconds + tonumber(ARGV[10]), tonumber(ARGV[11])), ARGV[8])
end
redis.call('ZADD', KEYS[5], seconds + tonumber(ARGV[16]), ARGV[8])
if ARGV[17] == '1' then redis.call('ZADD', KEYS[6], seconds, ARGV[8]) end
redis.call('XADD', KEYS[4], 'MAXLEN', '~', ARGV[12], '*', 'm', ARGV[8], 'v', version)
return {'done', version, now}
