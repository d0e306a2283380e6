-- Shared head of the scripts about tickets; KEYS[1] to [5] are the tickets that wait, what players hold, the claims, the
-- apps and the feed; ARGV[1] is the app, ARGV[2] the seconds for which a ticket is kept once it has ended.
-- A ticket is a hash. `waiting` becomes `claimed` when a match is to be made of it, and ends as one of the other states.
local time = redis.call('TIME')
local now = time[1] + time[2] / 1e6
local FEED_LENGTH = 4096

local function stamp(at)
  return string.format('%.6f', at)
end

local function tell(ticket, id)
  local version = redis.call('HINCRBY', ticket, 'version', 1)
  redis.call('HSET', ticket, 'updated', string.format('%d.%06d', time[1], time[2]))
  redis.call('XADD', KEYS[5], 'MAXLEN', '~', FEED_LENGTH, '*', 'm', ARGV[1] .. '/' .. id, 'v', version)
end

-- The ticket has ended: its players are free to ask anew.
local function finish(ticket, id, state, reason)
  local held = redis.call('HMGET', ticket, 'game', 'players')
  for player in string.gmatch(held[2], '%S+') do
    redis.call('HDEL', KEYS[2], player .. '/' .. held[1])
    if redis.call('HINCRBY', KEYS[2], player, -1) <= 0 then redis.call('HDEL', KEYS[2], player) end
  end
  redis.call('HDEL', KEYS[1], id)
  redis.call('HSET', ticket, 'state', state, 'reason', reason)
  redis.call('EXPIRE', ticket, ARGV[2])
  tell(ticket, id)
end
