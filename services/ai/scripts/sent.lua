-- KEYS job, due, feed.  ARGV member, seconds.  The broker has all parts that can be sent.
if not working() then return 0 end
redis.call('HSET', KEYS[1], 'again', now + tonumber(ARGV[2]), 'sends', 1)
redis.call('ZADD', KEYS[2], 'GT', now + tonumber(ARGV[2]), ARGV[1])
return 1
