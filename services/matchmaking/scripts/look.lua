-- KEYS[6] ticket.  ARGV[3] id.
-- The ticket as it stands; one whose time is over ends now, whether a sweeper runs or not.
local found = redis.call('HMGET', KEYS[6], 'state', 'deadline')
local ends = found[1] == 'waiting' and tonumber(found[2]) <= now
if ends then finish(KEYS[6], ARGV[3], 'expired', 'deadline') end
local stands = redis.call('HMGET', KEYS[6], 'state', 'reason', 'players', 'asks', 'version', 'created', 'updated', 'deadline',
  'bots', 'match', 'seats')
stands[#stands + 1] = ends and 1 or 0
return stands
