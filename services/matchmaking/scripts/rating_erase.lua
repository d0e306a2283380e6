-- KEYS result log, ratings, board, erased players.  ARGV player, entry.  Once erased is erased.
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
  redis.call('XADD', KEYS[1], string.format('%d-0', redis.call('XLEN', KEYS[1]) + 1), 'r', ARGV[2])
  redis.call('HDEL', KEYS[2], ARGV[1])
  redis.call('ZREM', KEYS[3], ARGV[1])
end
return redis.call('SADD', KEYS[4], ARGV[1])
