"""Matches in Redis: the only place that knows their keys and scripts.

A match is a hash (the snapshot, a cache) and a stream (the log, the truth); each of 16 buckets has the sorted sets
`due` and `ended` (`services.rules.ended`) and a short stream `feed`. All keys of one call carry the bucket's hash tag,
so a call stays in one slot of a cluster (`services.shared.cluster`).
"""

import hashlib
import secrets as random_secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from services.rules.keys import hints_field, keys_of, match_key
from services.rules.match import OPEN, PLAYING, Entry, Match, replay
from services.rules.memory import Remembered
from services.rules.snapshots import dump_entry, dump_meta, entry_of, layout_of, match_of, stamp
from services.shared.metrics import LOST_RACES, MOVES
from services.shared.overdue import Overdue
from services.shared.reach import Client, direct
from services.shared.redis import Script

NO_KEY: Final = bytes(8)
FEED_LENGTH: Final = 4096
"""Entries kept in a feed, about: readers are live, and who comes late reads the log."""
RECENT: Final = 12
"""Entries that come with a match: three turns of four decisions."""
UNSENT_SECONDS: Final = 2.0
SENT_SECONDS: Final = 20.0
LEASE_SECONDS: Final = 10.0
GIVE_UP_SECONDS: Final = 60.0
"""When a match is looked at again if its task is not sent, sent, thought about; when a stand-in plays (decision 18)."""

UNSENT, THINKING, CLOCK_RUNS = "unsent", "thinking", "clock"
"""Why a match is due: the task of a bot's turn is to be sent, a worker thinks, the time of a person's turn is over."""
THOUGHT_SECONDS: Final = 15
"""For which it is kept how far a bot has come: longer than any thinks about one decision."""


class Request(NamedTuple):
    """What makes two requests the same: the digests of the idempotency key and of what is asked."""

    key: bytes
    digest: bytes

    @classmethod
    def of(cls, key: str, who: str, *what: Any) -> "Request":
        """The request of this key (may be empty) by this caller for this; callers do not share keys."""
        digest = hashlib.sha256(orjson.dumps((who, *what), option=orjson.OPT_SORT_KEYS)).digest()[:16]
        return cls(hashlib.sha256(f"{who} {key}".encode()).digest()[:8] if key else NO_KEY, digest)

    @classmethod
    def once(cls) -> "Request":
        """A request like no other: only its own repetition by the client of Redis is the same."""
        return cls(NO_KEY, random_secrets.token_bytes(16))


NOTHING_ASKED: Final = Request(NO_KEY, b"")


class Loaded(NamedTuple):
    """A match as it stands; `answered` is the version that carried this request out, 0: none did."""

    match: Match
    recent: Sequence[Entry]
    answered: int
    reused: bool


class Wake(NamedTuple):
    """Why a match is due after a commit, and when: so many seconds later, or at a time, whichever is later.

    An empty phase: it is not due.
    """

    phase: str = ""
    seconds: float = 0.0
    at: float = 0.0


NOT_DUE: Final = Wake()


class Times(NamedTuple):
    """Between which times of the store, in milliseconds, a commit counts; else it is early or late."""

    earliest: int | None = None
    latest: int | None = None


ANY_TIME: Final = Times()


class Keeping(NamedTuple):
    """For how many seconds after its last entry a match is kept: one that has ended, is being played, waits."""

    finished: float = 30 * 86400.0
    abandoned: float = 90 * 86400.0
    waiting: float = 48 * 3600.0


KEEPING: Final = Keeping()


class Outcome(NamedTuple):
    """What became of a commit: done, known (a twin was first), reused (the key), stale, early, late; which version."""

    status: str
    version: int
    at: float


class Thought(NamedTuple):
    """How far a bot has come with the decision of a version: iterations made, and to be made."""

    version: int
    iterations: int
    budget: int


class Due(NamedTuple):
    """A match that waits for a bot or for its clock, and what is to be done: send, wait, fallback or clock."""

    app: str
    id: str
    version: int
    verdict: str


class Store:
    """Matches in one Redis."""

    def __init__(self, client: Client, keeping: Keeping = KEEPING) -> None:
        """Use this client; it answers bytes. `keeping`: when matches may be put away."""
        self._keeping = keeping
        self._direct = direct(client)
        self._due = Overdue(self._direct, "due")
        folder = Path(__file__).parent / "scripts"
        head = (folder / "known.lua").read_text()
        plain = {name: (folder / f"{name}.lua").read_text() for name in ("sent", "lease", "claim", "rest")}
        keyed = {name: head + (folder / f"{name}.lua").read_text() for name in ("load", "commit")}
        self._scripts = {name: Script(self._direct, text) for name, text in (plain | keyed).items()}

    def ready(self) -> bool:
        """Whether Redis answers and has the scripts; loads them where it has not."""
        for send in self._direct.masters():
            known = send("SCRIPT", "EXISTS", *(script.sha for script in self._scripts.values()))
            for script, there in zip(self._scripts.values(), known, strict=True):
                if not there:
                    send("SCRIPT", "LOAD", script.text)
        return True

    def load(
        self,
        app: str,
        match_id: str,
        request: Request = NOTHING_ASKED,
        expected: int = -1,
        remembered: Remembered | None = None,
    ) -> Loaded | None:
        """The match as it stands now, and whether this request was carried out already.

        What is remembered comes back where the match still stands so, and is not read again.
        """
        keys = keys_of(app, match_id)
        known = (remembered[0].version, stamp(remembered[0].updated)) if remembered else ("", "")
        fields, status, version, recent = self._scripts["load"](
            (keys.match, keys.log), expected, request.key, request.digest, RECENT, *known
        )
        if fields and fields[0] is None:
            return None
        if remembered and not fields:
            match, entries = remembered
        else:
            match = self._match(app, match_id, fields)
            entries = [entry_of(name, pairs) for name, pairs in recent]
        return Loaded(match, entries, version if status else 0, status == b"reused")

    def commit(
        self,
        after: Match,
        entry: Entry,
        request: Request,
        wake: Wake = NOT_DUE,
        *,
        since: float = 0.0,
        times: Times = ANY_TIME,
    ) -> Outcome:
        """Write the entry and the match after it, if the match still stands where it did before; one atomic call.

        `since`: the time of the last entry, which tells the version from another of the same number in a store that has
        lost its last writes. `times`: what the clock of the match allows.
        """
        keys = keys_of(after.app, after.id)
        status, version, at = self._scripts["commit"](
            (*keys[:5], keys.ended),
            entry.version - 1,
            request.key,
            request.digest,
            dump_entry(entry),
            dump_meta(after),
            layout_of(after),
            after.state.to_bytes(),
            keys.member,
            *wake,
            FEED_LENGTH,
            stamp(since) if since else "",
            *("" if each is None else each for each in times),
            self.kept_for(after),
            int(after.over and after.rated),
        )
        outcome = Outcome(status.decode(), version, float(at or 0))
        _count(after.game.slug, entry, outcome.status)
        return outcome

    def kept_for(self, match: Match) -> float:
        """Seconds for which the match is kept if nothing more happens; a turn may take as long as its clock says."""
        if match.status == OPEN:
            return self._keeping.waiting
        if match.status == PLAYING:
            return max(self._keeping.abandoned, 2 * match.clock.longest_turn / 1000)
        return self._keeping.finished

    def entries(self, app: str, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Entries of the log behind version `after`, in order."""
        start = f"({after}-0" if after else "-"
        count = () if limit is None else ("COUNT", limit)
        found = self._direct.send("XRANGE", keys_of(app, match_id).log, start, "+", *count)
        return [entry_of(name, fields) for name, fields in found]

    def at(self, app: str, match_id: str, version: int) -> tuple[Match, list[Entry]]:
        """The match as it stood at a version, replayed from its log, and the last entries of then, newest first."""
        log = self.entries(app, match_id, limit=version)
        return replay(app, match_id, log), log[-1 : -1 - RECENT : -1]

    # What is due ---------------------------------------------------------------------------------------------------

    def mark_sent(self, app: str, match_id: str, version: int) -> None:
        """The broker has the task of this version."""
        keys = keys_of(app, match_id)
        self._scripts["sent"]((keys.match, keys.due), version, keys.member, SENT_SECONDS)

    def lease(self, app: str, match_id: str, version: int) -> bool:
        """Start to think about this version; no if the match has moved on or another worker thinks."""
        keys = keys_of(app, match_id)
        return bool(self._scripts["lease"]((keys.match, keys.due), version, keys.member, LEASE_SECONDS))

    def rest(self, app: str, match_id: str, version: int, at: int) -> bool:
        """Let a match whose clock runs rest until a time in milliseconds; no if that is past, or it has moved on."""
        keys = keys_of(app, match_id)
        return bool(self._scripts["rest"]((keys.match, keys.due), version, keys.member, at))

    def due(self, limit: int = 100) -> Iterator[Due]:
        """Claim what is due in every bucket; each claim is one atomic call, so any number of sweepers may try."""
        for app, match_id in self._due.found(limit):
            keys = keys_of(app, match_id)
            verdict, version = self._scripts["claim"](
                (keys.match, keys.due), keys.member, UNSENT_SECONDS, SENT_SECONDS, LEASE_SECONDS, GIVE_UP_SECONDS
            )
            if verdict:
                yield Due(app, match_id, version, verdict.decode())

    # How far a bot has come -----------------------------------------------------------------------------------------

    def note(self, app: str, match_id: str, thought: Thought) -> None:
        """Keep for a while how far a bot has come; no part of the match, so it changes no version."""
        self._direct.send("SET", keys_of(app, match_id).thought, orjson.dumps(tuple(thought)), "EX", THOUGHT_SECONDS)

    def thought(self, app: str, match_id: str) -> tuple[bool, Thought | None]:
        """Whether a worker thinks about the match now, and how far it had come when it said so last."""
        keys = keys_of(app, match_id)
        task = self._direct.send("HGET", keys.match, "task")
        noted = self._direct.send("GET", keys.thought)
        return task == THINKING.encode(), Thought(*orjson.loads(noted)) if noted else None

    # Beside the match ------------------------------------------------------------------------------------------------

    def hints(self, app: str, match_id: str, seats: int) -> list[int]:
        """How many hints each seat has asked for; counted beside the match, so it changes no version."""
        names = [hints_field(seat) for seat in range(seats)]
        return [int(each or 0) for each in self._direct.send("HMGET", match_key(app, match_id), *names)]

    def _match(self, app: str, match_id: str, fields: list[bytes]) -> Match:
        return match_of(app, match_id, fields) or self.at(app, match_id, int(fields[0]))[0]


def _count(game: str, entry: Entry, status: str) -> None:
    if status == "stale":
        LOST_RACES.labels(game).inc()
    elif status == "done" and entry.type == "played":
        MOVES.labels(game, entry.by.partition(":")[0]).inc()
