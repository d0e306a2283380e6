-- KEYS job, due, feed.  ARGV member, part, result, seconds after which the sweeper sends the part that joins.
-- A part is done. Of two workers who did it the first one counts. Answers 1 if it is time to send the part that joins.
if not working() then return 0 end
local n = ARGV[2]
if redis.call('HSETNX', KEYS[1], 'r' .. n, ARGV[3]) == 0 then return 0 end
redis.call('HDEL', KEYS[1], 'p' .. n)
local done, total = redis.call('HINCRBY', KEYS[1], 'done', 1), tonumber(redis.call('HGET', KEYS[1], 'total'))
if done == total then
  finish('done', ARGV[3])
  return 0
end
tell()
if done < total - 1 then return 0 end
redis.call('HSET', KEYS[1], 'again', now + tonumber(ARGV[4]), 'sends', 0)
due(now + tonumber(ARGV[4]))
return 1
