-- KEYS board, ratings.  ARGV where to begin, how many, points, player.
-- Where: 'top'; 'after' who had these points when the page before was made; 'around' the player of now, in the middle.
-- Answers how many are listed, the place of the first from 0, its rank, and for each: player, points, rating. Nothing if
-- the player in the middle is not listed.
local board, limit = KEYS[1], tonumber(ARGV[2])
local listed, first = redis.call('ZCARD', board), 0

-- Who has the same points stands in falling order of ids; halve the stretch until the place behind the id is found.
local function behind(points, player)
  local low = redis.call('ZCOUNT', board, '(' .. points, '+inf')
  local high = low + redis.call('ZCOUNT', board, points, points)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if redis.call('ZREVRANGE', board, middle, middle)[1] < player then high = middle else low = middle + 1 end
  end
  return low
end

if ARGV[1] == 'after' then
  first = behind(ARGV[3], ARGV[4])
elseif ARGV[1] == 'around' then
  local place = redis.call('ZREVRANK', board, ARGV[4])
  if not place then return {} end
  first = math.max(0, math.min(place - math.floor((limit - 1) / 2), listed - limit))
end
local found = redis.call('ZREVRANGE', board, first, first + limit - 1, 'WITHSCORES')
local lines = {}
for i = 1, #found, 2 do
  lines[#lines + 1] = {found[i], found[i + 1], redis.call('HGET', KEYS[2], found[i])}
end
local rank = found[2] and redis.call('ZCOUNT', board, '(' .. found[2], '+inf') + 1 or 0
return {listed, first, rank, lines}
