-- KEYS[6] on: tickets.  ARGV[3] reason, then their ids.
-- Cancel those that still wait; answers how many of them have, or are to have, a match, and how many were cancelled.
local paired, cancelled = 0, 0
for i = 6, #KEYS do
  local state = redis.call('HGET', KEYS[i], 'state')
  if state == 'waiting' then
    finish(KEYS[i], ARGV[i - 2], 'cancelled', ARGV[3])
    cancelled = cancelled + 1
  elseif state == 'claimed' or state == 'matched' or state == 'filled' then
    paired = paired + 1
  end
end
return {paired, cancelled}
