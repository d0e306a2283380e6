"""What is past its time in a sorted set of every bucket, by the clock of the server that has it."""

import secrets
from collections.abc import Iterator
from typing import Final

from services.shared.ids import BUCKETS, hash_tag
from services.shared.redis import Commands, Script

_PAST: Final = """-- KEYS members by time.  ARGV the most.
local time = redis.call('TIME')
local now = string.format('%d.%06d', time[1], time[2])
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])"""

_LONGEST: Final = """-- KEYS members by time.  The microseconds for which the first one has been past its time.
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
if not first[1] then return 0 end
local time = redis.call('TIME')
return math.floor((time[1] + time[2] / 1e6 - first[2]) * 1e6)"""


class Overdue:
    """Members `<app>/<id>` of one kind of sorted set, which each bucket has."""

    def __init__(self, direct: Commands, kind: str) -> None:
        """`kind`: the name of the sorted set within its bucket."""
        self._kind = kind
        self._past, self._longest = Script(direct, _PAST), Script(direct, _LONGEST)

    def found(self, limit: int) -> Iterator[tuple[str, str]]:
        """(app, id) of what is past its time, bucket by bucket, so many of each at most."""
        first = secrets.randbelow(BUCKETS)  # sweepers begin in different places and seldom meet
        for number in (*range(first, BUCKETS), *range(first)):
            for member in self._past((self._key(number),), limit):
                app, _, name = member.decode().partition("/")
                yield app, name

    def longest(self) -> float:
        """For how many seconds the oldest one has been past its time."""
        return max(0, *(int(self._longest((self._key(number),))) for number in range(BUCKETS))) / 1e6

    def _key(self, number: int) -> str:
        return f"{hash_tag(number)}:{self._kind}"
