-- KEYS player, external ids.  ARGV id, digest of the request, name, locale, external id ('': none).
-- A new player, the one whom the same request has made, or the one who has the external id already.
local found = redis.call('HMGET', KEYS[1], 'digest', 'epoch', 'erased')
if found[3] then return {'gone', ARGV[1]} end
if found[1] then return {found[1] == ARGV[2] and 'known' or 'reused', ARGV[1]} end
if ARGV[5] ~= '' then
  local other = redis.call('HGET', KEYS[2], ARGV[5])
  if other then return {'met', other} end
  redis.call('HSET', KEYS[2], ARGV[5], ARGV[1])
end
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], 'digest', ARGV[2], 'epoch', 0, 'name', ARGV[3], 'locale', ARGV[4], 'external', ARGV[5],
  'created', string.format('%d.%06d', time[1], time[2]))
return {'made', ARGV[1]}
