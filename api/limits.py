"""How often one may ask: by player or address for what makes something, by app for moves.

What makes matches, players and tickets, and what tries codes, is counted in Redis (flask-limiter), the same in every
process. Moves are so frequent that a trip for each would cost more than it guards: they are counted in the process.
"""

import time
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, Final

from flask import Flask, Response, request
from flask_limiter import Limiter, RequestLimit

from api.auth import app_of, holder_if_any, tenant
from api.refusals import TooManyRequests
from services.rules.errors import Refused
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
        limiter = Limiter(_who, app=app, storage_uri=_storage(str(settings.redis_url)), strategy="fixed-window")
        for name, views in LIMITED.items():
            if most[name]:
                rule = f"{most[name]} per minute"
                _limit(app, limiter.shared_limit(rule, scope=name, on_breach=_breach(name)), views)
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


def _storage(redis_url: str) -> str:
    """The address as flask-limiter writes it."""
    return f"redis+{redis_url}" if redis_url.startswith("unix:") else redis_url


def _breach(name: str) -> Callable[[RequestLimit], Response | None]:
    def refuse(limit: RequestLimit) -> Response | None:
        raise _too_many(name, limit.limit.amount, MINUTE, max(1, limit.reset_at - int(time.time())))

    return refuse


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
