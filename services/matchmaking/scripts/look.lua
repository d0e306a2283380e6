-- KEYS[6] ticket.  ARGV[3] id.
-- The ticket as it stands; one whose time is over ends now, whether a sweeper runs or not.
local found = redis.call('HMGET', KEYS[6], 'state', 'deadline')
if found[1] == 'waiting' and tonumber(found[2]) <= now then finish(KEYS[6], ARGV[3], 'expired', 'deadline') end
return redis.call('HMGET', KEYS[6], 'state', 'reason', 'players', 'asks', 'version', 'created', 'updated', 'deadline',
  'bots', 'match', 'seats')
