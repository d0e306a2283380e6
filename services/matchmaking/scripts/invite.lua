-- KEYS invitation, invitations of its host, lobby, lobby of its game.
-- ARGV code, host, digest of the request, match, seconds until it expires, whether it is listed.
local LISTED = 10000
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
local time = redis.call('TIME')
local expires = time[1] + ARGV[5]
redis.call('HSET', KEYS[1], 'host', ARGV[2], 'digest', ARGV[3], 'match', ARGV[4], 'listed', ARGV[6],
  'created', string.format('%d.%06d', time[1], time[2]), 'expires', expires)
redis.call('EXPIREAT', KEYS[1], expires)
if ARGV[6] == '1' then
  local last = redis.call('ZREVRANGE', KEYS[3], 0, 0, 'WITHSCORES')
  local place = math.max(time[1] * 1000000 + time[2], last[2] and tonumber(last[2]) + 1 or 0)
  redis.call('ZADD', KEYS[3], string.format('%d', place), ARGV[1])
  redis.call('ZADD', KEYS[4], string.format('%d', place), ARGV[1])
  for i = 3, 4 do redis.call('ZREMRANGEBYRANK', KEYS[i], 0, -LISTED - 1) end
end
return 1
