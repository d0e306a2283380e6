-- KEYS rematch.  ARGV seat, id of the match that is to be made, seconds for which this is kept.
redis.call('HSETNX', KEYS[1], 'match', ARGV[2])
redis.call('HSET', KEYS[1], 'seat:' .. ARGV[1], 1)
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
