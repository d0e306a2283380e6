-- KEYS[6] ticket, then the player hash of each member.
-- ARGV[3] id, digest, game, what is asked (JSON), seconds until it expires, seconds until bots fill it ('': never), the
-- most tickets of a player, of an app, then of each member its id and the epoch of its token.
-- A new ticket, or the one that the same request has made.
local ticket, id, game = KEYS[6], ARGV[3], ARGV[5]
local known = redis.call('HGET', ticket, 'digest')
if known then return {known == ARGV[4] and 'known' or 'reused', 0} end
local players = {}
for i = 7, #KEYS do
  local player, epoch = ARGV[11 + (i - 7) * 2], ARGV[12 + (i - 7) * 2]
  if redis.call('HGET', KEYS[i], 'epoch') ~= epoch then return {'revoked', i - 7} end
  if redis.call('HEXISTS', KEYS[2], player .. '/' .. game) == 1 then return {'double', i - 7} end
  if tonumber(redis.call('HGET', KEYS[2], player) or '0') >= tonumber(ARGV[9]) then return {'many', i - 7} end
  players[#players + 1] = player
end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[10]) then return {'full', 0} end
local deadline = stamp(now + ARGV[7])
local bots = ARGV[8] == '' and '' or stamp(now + ARGV[8])
for _, player in ipairs(players) do
  redis.call('HSET', KEYS[2], player .. '/' .. game, id)
  redis.call('HINCRBY', KEYS[2], player, 1)
end
redis.call('HSET', ticket, 'digest', ARGV[4], 'state', 'waiting', 'reason', 'waiting', 'game', game,
  'players', table.concat(players, ' '), 'asks', ARGV[6], 'created', stamp(now), 'deadline', deadline, 'bots', bots)
redis.call('HSET', KEYS[1], id, stamp(now) .. ' ' .. deadline .. ' ' .. (bots == '' and '-' or bots) .. ' ' .. ARGV[6])
redis.call('SADD', KEYS[4], ARGV[1])
tell(ticket, id)
return {'made', 0}
