-- KEYS invitation, invitations of its host.  ARGV code, digest of the request, seconds until it expires, the most of a host.
local known = redis.call('HGET', KEYS[1], 'digest')
if known then return known == ARGV[2] and 'known' or 'reused' end
local time = redis.call('TIME')
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', time[1])
if redis.call('ZSCORE', KEYS[2], ARGV[1]) then return 'new' end
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[4]) then return 'many' end
redis.call('ZADD', KEYS[2], time[1] + ARGV[3], ARGV[1])
redis.call('EXPIRE', KEYS[2], ARGV[3], 'GT')
if redis.call('TTL', KEYS[2]) < 0 then redis.call('EXPIRE', KEYS[2], ARGV[3]) end
return 'new'
