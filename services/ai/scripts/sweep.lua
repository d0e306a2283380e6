-- KEYS job, due, feed.  ARGV member, seconds after which parts that nobody has begun are sent once more.
-- The sweeper asks which parts are to be sent: those that whoever began them has not done in time, and now and then those
-- that nobody has begun; each time after twice as long, so that a backlog does not multiply itself.
local score = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not score or tonumber(score) > now then return {} end
if not working() then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return {}
end
local job = get('total', 'done', 'again', 'sends', 'kind')
local total, done, again, sends = tonumber(job[1]), tonumber(job[2]), tonumber(job[3]), tonumber(job[4])
local waited = again <= now
if waited then
  again = now + tonumber(ARGV[2]) * 2 ^ math.min(sends, 6)
  redis.call('HSET', KEYS[1], 'again', again, 'sends', sends + 1)
end
local found, next = {job[5]}, again
for n = 0, total - 1 do
  local ready = n < total - 1 or done == total - 1
  if ready and redis.call('HEXISTS', KEYS[1], 'r' .. n) == 0 then
    local tries, till = part(n)
    if till > now then
      next = math.min(next, till)
    elseif till > 0 or waited then
      found[#found + 1] = n
      if till > 0 then hold(n, tries, 0) end
    end
  end
end
redis.call('ZADD', KEYS[2], next, ARGV[1])
return found
