-- KEYS job, due, feed.  ARGV member, part, try, most tries, what the job says if this was the last one, seconds after
-- which the sweeper sends it again.
-- A try of a part has failed. Answers 1 if it is to be sent again.
if not working() then return 0 end
local tries = part(tonumber(ARGV[2]))
if tries ~= tonumber(ARGV[3]) then return 0 end
if tries >= tonumber(ARGV[4]) then
  finish('failed', ARGV[5])
  return 0
end
hold(tonumber(ARGV[2]), tries, now)
due(now + tonumber(ARGV[6]))
return 1
