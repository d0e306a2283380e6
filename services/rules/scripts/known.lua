-- Shared head of the scripts below: was this request carried out already, and as which version?
-- `keys` holds 8 bytes an entry, the digest of its idempotency key (zeros: it had none), so that the place tells the
-- version; the digest of the request itself stands in the log entry as `d`.
local NO_KEY = string.rep('\0', 8)

local function entry_field(log, version, name)
  local id = string.format('%d-0', version)
  local found = redis.call('XRANGE', log, id, id)[1]
  if not found then return false end
  for i = 1, #found[2], 2 do
    if found[2][i] == name then return found[2][i + 1] end
  end
  return false
end

-- Returns 'known' or 'reused' and the version, or nil.
local function carried_out(match, log, expected, key, digest)
  if key ~= NO_KEY then
    local keys = redis.call('HGET', match, 'keys') or ''
    local at = string.find(keys, key, 1, true)
    while at and (at - 1) % 8 ~= 0 do at = string.find(keys, key, at + 1, true) end
    if not at then return nil end
    local version = (at - 1) / 8 + 1
    return entry_field(log, version, 'd') == digest and 'known' or 'reused', version
  end
  -- Without a key: the same seat, version and body is the same request.
  local made = expected + 1
  if expected >= 0 and entry_field(log, made, 'd') == digest and entry_field(log, made, 'k') == NO_KEY then
    return 'known', made
  end
  return nil
end
