"""The sweeper's part: tickets become matches, or end. Any number of sweepers may try; none is needed for longer.

A pass pairs the tickets of an app, claims each group in one atomic call, makes its match, and settles its tickets. The
claim names the match, so whoever finds one that was not settled makes the same match, or finds it made.
"""

import hashlib
import logging
import time
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from services.matchmaking.asking import options_json
from services.matchmaking.pairing import Group, pair
from services.matchmaking.players import Players
from services.matchmaking.ticket_store import CANCELLED, FILLED, MATCHED, Claim, TicketStore
from services.matchmaking.tickets import Tickets
from services.rules.clocks import clock_of
from services.rules.errors import Refused, RulesVersionUnknown
from services.rules.match import BOT, PERSON
from services.rules.matches import Matches
from services.rules.notation import Json
from services.rules.registry import GAMES
from services.rules.setup import Place, Setup
from services.shared.ids import derived_id
from services.shared.redis import AWAY

log = logging.getLogger(__name__)

LEASE_SECONDS: Final = 10.0
"""After which another sweeper goes on where one was killed."""
SHORTEST_REST: Final = 0.2
"""Between two passes; after a long one it is as long as the pass, so that others get half of the time at least."""
MOST_GROUPS: Final = 500
"""Groups of one pass: turns of bots wait for its end."""
PAIRED, BOTS, REFUSED = "paired", "bots", "refused"
"""Why a ticket has its match, or why none could be made."""


class Ended(NamedTuple):
    """What a pass has done: the tickets that have ended, and how."""

    app: str
    tickets: tuple[str, ...]
    state: str
    match: str = ""


class Matching:
    """Pairs tickets and makes their matches."""

    def __init__(
        self, store: TicketStore, tickets: Tickets, players: Players, matches: Matches, secrets: Sequence[bytes]
    ) -> None:
        """`secrets` name the matches."""
        self._store = store
        self._tickets = tickets
        self._players = players
        self._matches = matches
        self._secrets = secrets

    def sweep(self) -> Iterator[Ended]:
        """Do for each app what is to be done now, if nobody else does."""
        for app in self._store.apps():
            if self._store.lease(app, LEASE_SECONDS):
                began = time.monotonic()
                try:
                    yield from self._pass(app)
                finally:
                    self._store.rest(app, max(SHORTEST_REST, time.monotonic() - began))

    def _pass(self, app: str) -> Iterator[Ended]:
        for claim in self._store.claims(app):
            yield from self._make(app, claim)
        for player in self._players.store.erasing(app):
            self._tickets.forget(app, player)
        waiting, now = self._store.waiting(app), self._store.now(app)
        for ticket in waiting:
            if ticket.deadline <= now:
                self._store.look(app, ticket.id)  # which ends it
                yield Ended(app, (ticket.id,), "expired")
        for group in pair(waiting, now)[:MOST_GROUPS]:
            found = self._claim(app, group)
            if found:
                yield from self._make(app, found)

    def _claim(self, app: str, group: Group) -> Claim | None:
        """Take the tickets of a group; nothing if one of them has ended meanwhile."""
        ids = [ticket.id for ticket in group.tickets]
        match = derived_id(self._secrets[-1], "match of tickets", app, *ids)
        plan: Json = {
            "game": group.game,
            "tickets": ids,
            "seats": seats_by_lot(match, group),
            "options": options_json(GAMES[group.game], group.seats, group.options),
            "clock": group.clock.json(),
            "filled": group.bots > 0,
        }
        return Claim(match, plan) if self._store.claim(app, match, plan) else None

    def _make(self, app: str, claim: Claim) -> Iterator[Ended]:
        """Make the match of a claim, unless it is there, and settle its tickets."""
        plan, seats = claim.plan, dict[str, int]()
        for number, seat in enumerate(plan["seats"]):
            if "player" in seat:
                seats[seat["player"]] = number
                # Before there is a match, so that a player who is to be forgotten is found there.
                self._players.store.sit(app, seat["player"], claim.match)
        tickets, state = tuple(plan["tickets"]), FILLED if plan["filled"] else MATCHED
        if not self._there(app, claim):
            if self._store.settle(app, claim, CANCELLED, REFUSED, None):
                yield Ended(app, tickets, CANCELLED)
        elif self._store.settle(app, claim, state, BOTS if plan["filled"] else PAIRED, seats):
            yield Ended(app, tickets, state, claim.match)

    def _there(self, app: str, claim: Claim) -> bool:
        """Make the match of a claim, unless it is there; no if it cannot be made, now or ever."""
        try:
            self._matches.create(app, self._setup(app, claim.plan), f"match of tickets {claim.match}", claim.match)
        except RulesVersionUnknown:
            return True  # made by another release
        except Refused as refusal:
            log.warning("no match of tickets %s: %s", ", ".join(claim.plan["tickets"]), refusal.text)
            return False
        except AWAY:
            raise
        except Exception:  # a claim that breaks each pass would hold up all others
            log.exception("no match of tickets %s", ", ".join(claim.plan["tickets"]))
            return False
        return True

    def _setup(self, app: str, plan: Json) -> Setup:
        places = []
        for seat in plan["seats"]:
            if "player" in seat:
                player = self._players.store.load(app, seat["player"])
                places.append(Place(PERSON, player.name if player else "", player=seat["player"]))
            else:
                places.append(Place(BOT, bot=seat["bot"]))
        # Who meets strangers is rated, so nobody has hints.
        return Setup(plan["game"], tuple(places), plan["options"], hints=False, clock=clock_of(plan["clock"]))


def seats_by_lot(match: str, group: Group) -> list[Json]:
    """Who sits where: by lot, drawn with the id of the match, so that nobody starts for having waited longer."""
    seats: list[Json] = [{"player": player} for ticket in group.tickets for player in ticket.players]
    seats += [{"bot": group.bot} for _ in range(group.bots)]
    lots = [hashlib.sha256(f"{match} {number}".encode()).digest() for number in range(len(seats))]
    return [seat for _, seat in sorted(zip(lots, seats, strict=True), key=lambda drawn: drawn[0])]
