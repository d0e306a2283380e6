-- KEYS result log, rated matches, ratings, board, erased players.
-- ARGV length of the log that the ratings were worked out from, match, entry, then for each player: id, rating, points
-- on the board ('': not listed).
-- Either all of it happens or nothing: the entry, the ratings that follow from it, the board.
-- A match that was rated meanwhile has made the log longer.
if redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
for i = 4, #ARGV, 3 do
  if redis.call('SISMEMBER', KEYS[5], ARGV[i]) == 1 then return 0 end
end
local number = tonumber(ARGV[1]) + 1
redis.call('XADD', KEYS[1], string.format('%d-0', number), 'r', ARGV[3])
redis.call('HSET', KEYS[2], ARGV[2], number)
for i = 4, #ARGV, 3 do
  redis.call('HSET', KEYS[3], ARGV[i], ARGV[i + 1])
  if ARGV[i + 2] == '' then
    redis.call('ZREM', KEYS[4], ARGV[i])
  else
    redis.call('ZADD', KEYS[4], ARGV[i + 2], ARGV[i])
  end
end
return number
