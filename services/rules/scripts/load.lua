-- KEYS match, log.  ARGV expected version (-1: none), key, digest, how many of the last entries.
-- Answers the match, whether this request was carried out already, and the last entries; from one moment.
local status, version = carried_out(KEYS[1], KEYS[2], tonumber(ARGV[1]), ARGV[2], ARGV[3])
local fields = redis.call('HMGET', KEYS[1], 'version', 'created', 'updated', 'meta', 'layout', 'state')
return {fields, status or '', version or 0, redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', ARGV[4])}
