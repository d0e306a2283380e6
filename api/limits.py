"""How often one may ask: by player or address for what makes something, by app for moves.

What makes matches, players and tickets, and what tries codes, is counted in Redis, the same in every process, by the
library that flask-limiter is made of: its hooks around every request take a twelfth of the CPU of a move, and moves
have no such limit. They are so frequent that a trip for each would cost more than it guards: they are counted in the
process.
"""

import time
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, Final

from flask import Flask, request
from limits import RateLimitItemPerMinute
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter, RateLimiter

from api.auth import app_of, holder_if_any, tenant
from api.refusals import TooManyRequests
from services.rules.errors import Refused
from services.shared.reach import direct, reach, scan
from services.shared.redis import AWAY, Commands, Script
from services.shared.settings import Settings

NEW, JOIN, PROFILE, MOVES = "new", "join", "profile", "moves"
"""The limits, as a refusal names them."""
LIMITED: Final = {
    NEW: ("matches.create", "players.create", "tickets.ask", "invitations.invite", "rematches.agree"),
    JOIN: ("matches.join", "invitations.accept", "invitations.show"),
    PROFILE: (
        "players.show",
        "players.change",
        "players.erase",
        "players.turn",
        "players.revoke",
        "players.consent",
        "players.matches",
        "tickets.cancel",
        "invitations.withdraw",
    ),
}
"""The views that each limit counts, all of one together."""
MINUTE: Final = 60
"""Seconds in which it counts."""


def install(app: Flask, settings: Settings) -> None:
    """Put limits on the views that have one by these settings."""
    most = {NEW: settings.limit_new, JOIN: settings.limit_join, PROFILE: settings.limit_profile}
    if any(most.values()):
        counter = FixedWindowRateLimiter(Counters(direct(reach(str(settings.redis_url)))))
        for name, views in LIMITED.items():
            if most[name]:
                _limit(app, _counted(counter, name, most[name]), views)
    if settings.limit_moves:
        _limit(app, Pace(settings.limit_moves).guard, ("moves.play",))


def _limit(app: Flask, limit: Callable[[Any], Any], views: tuple[str, ...]) -> None:
    for view in views:
        if view in app.view_functions:
            app.view_functions[view] = limit(app.view_functions[view])


def _who() -> str:
    """Whoever asks: a player, or all strangers of one address."""
    try:
        player = holder_if_any()
    except Refused:
        player = None  # the token is another one, or none of ours: the view will say so
    return f"{tenant(player)} {player.player if player else request.remote_addr}"


_HIT: Final = """-- KEYS counter.  ARGV seconds after which it is gone, how much is counted.
local found = redis.call('INCRBY', KEYS[1], ARGV[2])
if found == tonumber(ARGV[2]) then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return found"""


class Counters(Storage):
    """Where calls are counted: in our Redis, whatever it is, through our clients.

    Those of the library read addresses in their own way, and one of them must reach its cluster to be made.
    """

    STORAGE_SCHEME = None

    def __init__(self, redis: Commands) -> None:
        """Connects at the first call that is counted."""
        super().__init__()
        self._redis, self._hit = redis, Script(redis, _HIT)

    @property
    def base_exceptions(self) -> tuple[type[Exception], ...]:
        """What is raised while nothing can be counted."""
        return AWAY

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count a call; how many there were."""
        return int(self._hit((_counter(key),), expiry, amount))

    def get(self, key: str) -> int:
        """How many calls there were."""
        return int(self._redis.send("GET", _counter(key)) or 0)

    def get_expiry(self, key: str) -> float:
        """When they are forgotten, in seconds since 1970."""
        return time.time() + max(int(self._redis.send("TTL", _counter(key))), 0)

    def check(self) -> bool:
        """Whether calls can be counted."""
        return all(send("PING") for send in self._redis.masters())

    def clear(self, key: str) -> None:
        """Forget the calls of one counter."""
        self._redis.send("UNLINK", _counter(key))

    def reset(self) -> int:
        """Forget all calls; of how many counters."""
        return sum(self._redis.send("UNLINK", key) for key in set(scan(self._redis, _counter("*"))))


def _counter(key: str) -> str:
    return f"LIMITS:{key}"


def _counted(counter: RateLimiter, name: str, most: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """What lets a view be called so often a minute; raises TooManyRequests."""
    item = RateLimitItemPerMinute(most)

    def counting(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def counted(*args: Any, **more: Any) -> Any:
            who = _who()
            if not counter.hit(item, name, who):
                ends = counter.get_window_stats(item, name, who).reset_time
                raise _too_many(name, most, MINUTE, max(1, round(ends - time.time())))
            return view(*args, **more)

        return counted

    return counting


class Pace:
    """So many calls a second of each app in this process; what was not used for a second is lost."""

    def __init__(self, most: int) -> None:
        """`most` a second."""
        self._most = most
        self._left: dict[str, tuple[float, float]] = {}
        self._lock = Lock()

    def guard(self, view: Callable[..., Any]) -> Callable[..., Any]:
        """The view, for those who keep the pace; raises TooManyRequests."""

        @wraps(view)
        def paced(*args: Any, **more: Any) -> Any:
            if not self.take(app_of(), time.monotonic()):
                raise _too_many(MOVES, self._most, 1, 1)
            return view(*args, **more)

        return paced

    def take(self, app: str, now: float) -> bool:
        """Whether the app may make one more call."""
        with self._lock:
            left, since = self._left.get(app, (float(self._most), now))
            left = min(float(self._most), left + (now - since) * self._most)
            self._left[app] = (left - 1 if left >= 1 else left), now
            return left >= 1


def _too_many(name: str, most: int, seconds: int, wait: int) -> TooManyRequests:
    text = f"More than {most} requests of this kind in {seconds} s."
    return TooManyRequests(text, limit=name, most=most, seconds=seconds, retry_after=wait)
