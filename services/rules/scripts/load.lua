-- KEYS match, log.  ARGV expected version (-1: none), key, digest, how many of the last entries, version and time of the
-- last entry as the caller remembers the match ('': it does not).
-- Answers the match, whether this request was carried out already, and the last entries; from one moment. A match that
-- stands as it is remembered is not sent again.
local status, version = carried_out(KEYS[1], KEYS[2], tonumber(ARGV[1]), ARGV[2], ARGV[3])
local stands = redis.call('HMGET', KEYS[1], 'version', 'updated')
if stands[1] == ARGV[5] and stands[2] == ARGV[6] then return {{}, status or '', version or 0, {}} end
local fields = redis.call('HMGET', KEYS[1], 'version', 'created', 'updated', 'meta', 'layout', 'state')
return {fields, status or '', version or 0, redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', ARGV[4])}
