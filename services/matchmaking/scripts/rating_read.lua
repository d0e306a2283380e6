-- KEYS result log, rated matches, ratings, erased players.  ARGV match, players ...
-- Answers the number under which the match was rated (0: it was not), the length of the log, and for each player the
-- rating ('': none) and whether it was erased; from one moment.
local players = {}
for i = 2, #ARGV do
  players[i - 1] = {redis.call('HGET', KEYS[3], ARGV[i]) or '', redis.call('SISMEMBER', KEYS[4], ARGV[i])}
end
return {tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0'), redis.call('XLEN', KEYS[1]), players}
