"""What every use-case of a match does: load it, commit one entry, tell those who listen."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from services.rules.clocks import NOBODY
from services.rules.errors import Early, KeyReused, NoSuchMatch, Stale, TimeOver
from services.rules.match import Entry, Match, without
from services.rules.memory import Memory
from services.rules.seating import admit_seat
from services.rules.sight import Sight
from services.rules.store import (
    ANY_TIME,
    CLOCK_RUNS,
    LEASE_SECONDS,
    NOT_DUE,
    NOTHING_ASKED,
    RECENT,
    THINKING,
    UNSENT,
    UNSENT_SECONDS,
    Loaded,
    Request,
    Store,
    Times,
    Wake,
)
from services.shared.tokens import Token

log = logging.getLogger(__name__)

SEAT_TOKEN: Final = "seat"  # noqa: S105 - the kind of token, not one


ATTEMPTS: Final = 8
"""A lost race of what is good for any version is tried again as often: each time somebody else was first."""


@dataclass(frozen=True, slots=True)
class Changed:
    """What listeners hear after a commit: the match, its new version, and the bot that is to act, if one is."""

    app: str
    id: str
    version: int
    seat: int | None
    bot: str


Listener = Callable[[Changed], None]


class Ledger:
    """Loads matches and writes entries; use-cases are built on it."""

    def __init__(
        self, store: Store, secrets: Sequence[bytes], listeners: Sequence[Listener] = (), memory: Memory | None = None
    ) -> None:
        """`secrets` sign tokens, the first one new ones; `memory` may be shared by those of one store."""
        self.store = store
        self.memory = memory or Memory()
        self._secrets = secrets
        self._listeners = listeners

    def token(self, match: Match, seat: int) -> str:
        """The token that says: I am this seat."""
        return Token(SEAT_TOKEN, match.app, f"{match.id}:{seat}", match.seats[seat].epoch).sign(self._secrets)

    def _find(self, app: str, match_id: str, request: Request = NOTHING_ASKED, expected: int = -1) -> Loaded | None:
        loaded = self.store.load(app, match_id, request, expected, self.memory.last(app, match_id))
        if loaded is not None:
            self.memory.keep(loaded.match, loaded.recent)
        return loaded

    def _load(self, app: str, match_id: str, request: Request = NOTHING_ASKED, expected: int = -1) -> Loaded:
        loaded = self._find(app, match_id, request, expected)
        if loaded is None:
            raise NoSuchMatch("There is no such match.")
        if loaded.reused:
            raise reused()
        return loaded

    def _of_seat(self, app: str, match_id: str, seat: int, epoch: int, version: int, request: Request) -> Loaded:
        """The match that this seat's request is about; raises Stale where it is for another version, and is new."""
        loaded = self._load(app, match_id, request, version)
        admit_seat(loaded.match, seat, epoch)
        if not loaded.answered and version != loaded.match.version:
            raise stale(loaded.match.version)
        return loaded

    def _answered(self, loaded: Loaded, viewer: int) -> Sight:
        """The answer of then, made again."""
        match = loaded.match
        if match.version == loaded.answered:
            return Sight(match, loaded.recent, viewer)
        then, recent = self.store.at(match.app, match.id, loaded.answered)
        return Sight(without(then, match.erased), recent, viewer)

    def _commit(  # noqa: PLR0913 - what a commit is made of
        self,
        before: Match | None,
        after: Match,
        entry: Entry,
        request: Request,
        viewer: int,
        recent: Sequence[Entry],
        *,
        mine: bool = False,
        times: Times = ANY_TIME,
    ) -> Sight:
        """Store it and tell the listeners; answers as a twin that was first would."""
        since = before.updated if before else 0.0
        status, version, at = self.store.commit(
            after, entry, request, wake_after(after, mine=mine), since=since, times=times
        )
        if status in _REFUSED:
            raise _REFUSED[status](version)
        if status == "known":
            return Sight(*self.store.at(after.app, after.id, version), viewer)
        after, entry = after.stored(at), entry.stored(at)
        if not mine:
            self._tell(changed(after))
        recent = (entry, *recent)[:RECENT]
        self.memory.keep(after, recent)
        return Sight(after, recent, viewer)

    def _tell(self, news: Changed) -> None:
        for listener in self._listeners:
            try:
                listener(news)
            except Exception:
                log.exception("a listener failed; what is due will be sent by the sweeper")


def changed(match: Match) -> Changed:
    """What listeners hear of a match."""
    return Changed(match.app, match.id, match.version, match.to_act, match.thinker)


def stale(version: int) -> Stale:
    """The refusal of what was made for another version than this, which is that of now."""
    return Stale(f"The match stands at version {version} now.", version=version)


def reused(*_: int) -> KeyReused:
    """The refusal of a key that was used for something else."""
    return KeyReused("This idempotency key was used for another request.")


def _late(_version: int) -> TimeOver:
    return TimeOver("The time of this turn is over.")


def _early(_version: int) -> Early:
    return Early("The time of this turn is not over yet.")


_REFUSED: Final[dict[str, Callable[[int], Exception]]] = {
    "stale": stale, "reused": reused, "late": _late, "early": _early,
}  # fmt: skip
"""What commits are refused with."""


def due_now(match: Match) -> Wake:
    """Why and when a match is due that is put back as it stands."""
    if match.thinker:
        return Wake(UNSENT)
    return NOT_DUE if match.deadline is None else Wake(CLOCK_RUNS, at=match.deadline / 1000)


def wake_after(after: Match, *, mine: bool = False) -> Wake:
    """Why and when the match is due next; `mine`: whoever played for the seat that is to act plays on."""
    if after.thinker:
        return Wake(THINKING, LEASE_SECONDS) if mine else Wake(UNSENT, UNSENT_SECONDS)
    if after.clocked == NOBODY:
        return NOT_DUE
    return Wake(CLOCK_RUNS, LEASE_SECONDS) if mine else Wake(CLOCK_RUNS, *after.due)
