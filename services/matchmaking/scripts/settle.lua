-- KEYS[6] on: tickets.  ARGV[3] id of the match, state, reason, where each player sits (JSON), then the ids of the tickets.
-- What was claimed has ended in a match that is there (or could not be made): tell it, once.
for i = 6, #KEYS do
  local found = redis.call('HMGET', KEYS[i], 'state', 'match')
  if found[1] == 'claimed' and found[2] == ARGV[3] then
    if ARGV[6] == '' then
      redis.call('HDEL', KEYS[i], 'match')
    else
      redis.call('HSET', KEYS[i], 'seats', ARGV[6])
    end
    finish(KEYS[i], ARGV[i + 1], ARGV[4], ARGV[5])
  end
end
return redis.call('HDEL', KEYS[3], ARGV[3])
