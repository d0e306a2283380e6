-- KEYS job, due, feed.  ARGV member, part, seconds, most tries, what a job that is given up says.
-- A worker begins a part; one at a time, and not for ever. Answers which try it is, what is asked, and for the part that
-- joins the results of the others; or nothing, if there is nothing to do.
if not working() then return {} end
local job = get('total', 'done', 'kind', 'asks', 'r' .. ARGV[2])
local total, done, n = tonumber(job[1]), tonumber(job[2]), tonumber(ARGV[2])
local joins = n == total - 1
if n < 0 or n >= total or job[5] or (joins and done < total - 1) then return {} end
local tries, till = part(n)
if till > now then return {} end
if tries >= tonumber(ARGV[4]) then
  finish('failed', ARGV[5])
  return {}
end
hold(n, tries + 1, now + tonumber(ARGV[3]))
redis.call('HINCRBY', KEYS[1], 'attempts', 1)
due(now + tonumber(ARGV[3]))
if redis.call('HGET', KEYS[1], 'state') == 'queued' then
  redis.call('HSET', KEYS[1], 'state', 'running')
  tell()
end
local others = {}
if joins then
  for i = 0, total - 2 do others[i + 1] = redis.call('HGET', KEYS[1], 'r' .. i) end
end
return {tries + 1, job[3], job[4], others}
