-- KEYS match, ended.  ARGV member, what the match is to remember ('': nothing).  Its rating is done with.
if ARGV[2] ~= '' and redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'rated', ARGV[2]) end
return redis.call('ZREM', KEYS[2], ARGV[1])
