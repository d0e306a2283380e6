-- Shared head of the scripts below; KEYS[1] is a job, KEYS[2] the jobs that are due, KEYS[3] the feed, ARGV[1] the name
-- under which the last two know the job.
-- A job is a hash. Of each part that was begun and is not done it holds `p<n>`: how often it was begun, and until when
-- whoever did so has it (0: nobody). Of each part that is done it holds `r<n>`, the result. The last part joins the
-- others and waits for them; its result is that of the job.
local time = redis.call('TIME')
local now = time[1] + time[2] / 1e6
local FEED_LENGTH = 4096

local function get(...)
  return redis.call('HMGET', KEYS[1], ...)
end

local function working()
  local state = redis.call('HGET', KEYS[1], 'state')
  return state == 'queued' or state == 'running'
end

local function part(n)
  local held = redis.call('HGET', KEYS[1], 'p' .. n)
  if not held then return 0, 0 end
  local tries, till = string.match(held, '^(%d+) (%S+)$')
  return tonumber(tries), tonumber(till)
end

local function hold(n, tries, till)
  redis.call('HSET', KEYS[1], 'p' .. n, string.format('%d %.6f', tries, till))
end

local function due(at)
  redis.call('ZADD', KEYS[2], 'LT', at, ARGV[1])
end

-- Something has changed that is told: a new version, heard by those who wait for it.
local function tell()
  local version = redis.call('HINCRBY', KEYS[1], 'version', 1)
  redis.call('HSET', KEYS[1], 'updated', string.format('%d.%06d', time[1], time[2]))
  redis.call('XADD', KEYS[3], 'MAXLEN', '~', FEED_LENGTH, '*', 'm', ARGV[1], 'v', version)
end

-- The job has ended, as done or as failed, with this as its outcome; it is kept for a while, or as long as its match.
local function finish(state, outcome)
  redis.call('HSET', KEYS[1], 'state', state, 'outcome', outcome)
  local total = tonumber(redis.call('HGET', KEYS[1], 'total'))
  for n = 0, total - 1 do
    redis.call('HDEL', KEYS[1], 'p' .. n)
    if state == 'done' then redis.call('HDEL', KEYS[1], 'r' .. n) end
  end
  local keep = tonumber(redis.call('HGET', KEYS[1], 'keep'))
  if keep > 0 then redis.call('EXPIRE', KEYS[1], keep) end
  redis.call('ZREM', KEYS[2], ARGV[1])
  tell()
end
