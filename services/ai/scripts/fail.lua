-- KEYS job, due, feed.  ARGV member, why.  No attempt could do it.
if not working() then return 0 end
finish('failed', ARGV[2])
return 1
