"""Tickets in Redis: the only place that knows their fields and scripts.

Each change is one atomic call over keys of one slot: whoever else tries the same finds it done.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import orjson

from services.matchmaking.asking import waiting
from services.matchmaking.keys import apps_keys, hall, lease_key, player_key, ticket_key
from services.matchmaking.pairing import Ticket
from services.matchmaking.player_store import SCRIPTS
from services.rules.notation import Json
from services.shared.metrics import TICKETS_ENDED
from services.shared.reach import Client, direct
from services.shared.redis import Script

WAITING, CLAIMED, MATCHED, FILLED, EXPIRED, CANCELLED = (
    "waiting", "claimed", "matched", "filled", "expired", "cancelled"
)  # fmt: skip
"""The states of a ticket; claimed is told as waiting: its match is being made."""
SEATED: Final = (MATCHED, FILLED)


@dataclass(frozen=True, slots=True)
class Held:
    """A ticket as it stands."""

    app: str
    id: str
    state: str
    reason: str
    players: tuple[str, ...]
    game: str
    asks: Json
    version: int
    """Counts what has changed."""
    created: float
    updated: float
    deadline: float
    bots_at: float | None
    match: str
    seats: dict[str, int]
    """Where each player sits in the match."""

    @property
    def ended(self) -> bool:
        """Whether nothing more will change."""
        return self.state not in {WAITING, CLAIMED}

    @property
    def tag(self) -> str:
        """Names this version of the ticket, also in a store that has lost its last writes and counts them again."""
        return f"{self.version}-{self.updated * 1e6:.0f}"


class Limits(NamedTuple):
    """How many tickets may wait at once."""

    of_player: int
    of_app: int


class Claim(NamedTuple):
    """A match that is to be made, and of what."""

    match: str
    plan: Json


class TicketStore:
    """Tickets in one Redis."""

    def __init__(self, client: Client, keep_seconds: int, limits: Limits) -> None:
        """A ticket is kept for so long once it has ended."""
        self._direct = direct(client)
        self._keep = keep_seconds
        self._limits = limits
        head = (SCRIPTS / "hall.lua").read_text()
        self._clock = Script(self._direct, "-- KEYS any of who is asked.\nreturn redis.call('TIME')")
        names = ("wait", "look", "cancel", "claim", "settle")
        self._scripts = {name: Script(self._direct, head + (SCRIPTS / f"{name}.lua").read_text()) for name in names}

    def wait(
        self,
        app: str,
        ticket: str,
        digest: str,
        asks: bytes,
        times: tuple[int, int | None],
        party: Sequence[tuple[str, int]],
    ) -> tuple[str, int]:
        """made, known or reused; or revoked, double, many (and which member of the party), or full.

        `times`: seconds until it expires, and until bots fill it; `party`: players and the epochs of their tokens.
        """
        game = orjson.loads(asks)["game"]
        keys = (ticket_key(app, ticket), *(player_key(app, player) for player, _ in party))
        until, bots = times
        flat = [each for member in party for each in member]
        status, number = self._run(
            "wait", app, keys, ticket, digest, game, asks, until, "" if bots is None else bots, *self._limits, *flat
        )
        return status.decode(), number

    def look(self, app: str, ticket: str) -> Held | None:
        """The ticket as it stands; one whose time is over has ended."""
        found = self._run("look", app, (ticket_key(app, ticket),), ticket)
        if found[0] is None:
            return None
        state, reason, players, asks, version, created, updated, deadline, bots, match, seats, ends = found
        if ends:
            TICKETS_ENDED.labels(EXPIRED, reason.decode()).inc()
        known = orjson.loads(asks)
        return Held(
            app, ticket, state.decode(), reason.decode(), tuple(players.decode().split()), known["game"], known["asks"],
            int(version), float(created), float(updated), float(deadline), float(bots) if bots else None,
            match.decode() if match else "", orjson.loads(seats) if seats else {},
        )  # fmt: skip

    def cancel(self, app: str, tickets: Sequence[str], reason: str) -> int:
        """Cancel those that wait; how many of them have, or are to have, a match."""
        paired, cancelled = self._run("cancel", app, [ticket_key(app, each) for each in tickets], reason, *tickets)
        TICKETS_ENDED.labels(CANCELLED, reason).inc(cancelled)
        return int(paired)

    def held(self, app: str, player: str, games: Sequence[str]) -> list[str]:
        """The tickets with which a player waits."""
        fields = [f"{player}/{game}" for game in games]
        return [found.decode() for found in self._direct.send("HMGET", hall(app).holds, *fields) if found]

    # Pairing ---------------------------------------------------------------------------------------------------------

    def apps(self) -> list[str]:
        """The apps that have, or had, tickets."""
        return sorted(app.decode() for key in apps_keys() for app in self._direct.send("SMEMBERS", key))

    def lease(self, app: str, seconds: float) -> bool:
        """Begin to pair the tickets of an app; no if somebody does."""
        return bool(self._direct.send("SET", lease_key(app), "1", "NX", "PX", int(seconds * 1000)))

    def rest(self, app: str, seconds: float) -> None:
        """Let nobody pair for so long."""
        self._direct.send("PEXPIRE", lease_key(app), max(1, int(seconds * 1000)))

    def now(self, app: str) -> float:
        """Seconds since 1970 by the clock of the Redis that has the tickets of an app."""
        seconds, micros = self._clock((hall(app).waiting,))
        return int(seconds) + int(micros) / 1e6

    def waiting(self, app: str) -> list[Ticket]:
        """All tickets that wait."""
        found: dict[bytes, bytes] = self._direct.send("HGETALL", hall(app).waiting)
        return [waiting(name.decode(), kept) for name, kept in found.items()]

    def claim(self, app: str, match: str, plan: Json) -> bool:
        """Take all tickets of the plan for a match that is to be made, or none of them."""
        tickets = plan["tickets"]
        keys = [ticket_key(app, each) for each in tickets]
        return bool(self._run("claim", app, keys, match, orjson.dumps(plan), *tickets))

    def claims(self, app: str) -> list[Claim]:
        """What was claimed and is not settled yet."""
        found: dict[bytes, bytes] = self._direct.send("HGETALL", hall(app).claims)
        return [Claim(match.decode(), orjson.loads(plan)) for match, plan in found.items()]

    def settle(self, app: str, claim: Claim, state: str, reason: str, seats: dict[str, int] | None) -> bool:
        """End the tickets of a claim; whether nobody has before."""
        tickets = claim.plan["tickets"]
        keys = [ticket_key(app, each) for each in tickets]
        told = "" if seats is None else orjson.dumps(seats)
        first = bool(self._run("settle", app, keys, claim.match, state, reason, told, *tickets))
        if first:
            TICKETS_ENDED.labels(state, reason).inc(len(tickets))
        return first

    def _run(self, name: str, app: str, keys: Sequence[str], *more: str | bytes | float) -> Any:
        return self._scripts[name]((*hall(app), *keys), app, self._keep, *more)
