-- KEYS player.  ARGV epoch, digest of the idempotency key ('': none).
-- Void all tokens of the player. Answers the epoch of the new one; the same for whoever sends the same again with the
-- token that it has voided; -1 for any other void token.
local found = redis.call('HMGET', KEYS[1], 'epoch', 'turned')
if not found[1] then return -1 end
if found[1] == ARGV[1] then
  redis.call('HSET', KEYS[1], 'turned', ARGV[2])
  return redis.call('HINCRBY', KEYS[1], 'epoch', 1)
end
local again = ARGV[2] ~= '' and found[2] == ARGV[2] and tonumber(found[1]) == tonumber(ARGV[1]) + 1
return again and tonumber(found[1]) or -1
