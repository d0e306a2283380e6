-- KEYS a player's matches.  ARGV match, how many are kept.
-- Note that the player sits down there. Each match has a place of its own in the order, so that pages miss none.
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
local time = redis.call('TIME')
local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
local place = math.max(time[1] * 1000000 + time[2], last[2] and tonumber(last[2]) + 1 or 0)
redis.call('ZADD', KEYS[1], string.format('%d', place), ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -ARGV[2] - 1)
return 1
