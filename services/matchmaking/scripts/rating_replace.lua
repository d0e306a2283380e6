-- KEYS result log, ratings, board, new ratings, new board.  ARGV length of the log that the new ones were worked out from.
if redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
for i = 2, 3 do
  if redis.call('EXISTS', KEYS[i + 2]) == 1 then
    redis.call('RENAME', KEYS[i + 2], KEYS[i])
    redis.call('PERSIST', KEYS[i])
  else
    redis.call('DEL', KEYS[i])
  end
end
return 1
