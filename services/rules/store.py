"""Matches in Redis: the only place that knows their keys and scripts.

A match is a hash (the snapshot, a cache) and a stream (the log, the truth); each of 16 buckets has the sorted sets
`due` and `ended` (`services.rules.ended`) and a short stream `feed`. All keys of one call carry the bucket's hash tag,
so a call stays in one slot of a cluster.
"""

import hashlib
import secrets as random_secrets
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson
import redis

from services.rules.match import Entry, Match, Seat, Truth, replay
from services.rules.memory import Remembered
from services.rules.notation import Json
from services.rules.packing import pack, unpack
from services.rules.registry import GAMES
from services.shared.ids import BUCKETS, bucket, hash_tag
from services.shared.redis import Direct, Script

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

UNSENT, THINKING = "unsent", "thinking"
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


class Outcome(NamedTuple):
    """What became of a commit: done, known (a twin was first), reused (the key), or stale; and the version meant."""

    status: str
    version: int
    at: float


class Thought(NamedTuple):
    """How far a bot has come with the decision of a version: iterations made, and to be made."""

    version: int
    iterations: int
    budget: int


class Due(NamedTuple):
    """A match that waits for a bot, and what is to be done: send, wait or fallback."""

    app: str
    id: str
    version: int
    verdict: str


class Store:
    """Matches in one Redis."""

    def __init__(self, client: redis.Redis) -> None:
        """Use this client; it answers bytes."""
        self._redis: Any = client  # its types allow for every client there is
        self._direct = Direct(client)
        folder = Path(__file__).parent / "scripts"
        head = (folder / "known.lua").read_text()
        plain = {name: (folder / f"{name}.lua").read_text() for name in ("sent", "lease", "claim")}
        keyed = {name: head + (folder / f"{name}.lua").read_text() for name in ("load", "commit")}
        self._scripts = {name: Script(self._direct, text) for name, text in (plain | keyed).items()}

    def ready(self) -> bool:
        """Whether Redis answers and has the scripts; loads them where it has not."""
        known = self._redis.script_exists(*(script.sha for script in self._scripts.values()))
        for script, there in zip(self._scripts.values(), known, strict=True):
            if not there:
                self._redis.script_load(script.text)
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
        keys = _keys(app, match_id)
        known = (remembered[0].version, _stamp(remembered[0].updated)) if remembered else ("", "")
        fields, status, version, recent = self._scripts["load"](
            (keys.match, keys.log), expected, request.key, request.digest, RECENT, *known
        )
        if fields and fields[0] is None:
            return None
        if remembered and not fields:
            match, entries = remembered
        else:
            match = self._match(app, match_id, fields)
            entries = [_entry(name, pairs) for name, pairs in recent]
        return Loaded(match, entries, version if status else 0, status == b"reused")

    def commit(
        self,
        after: Match,
        entry: Entry,
        request: Request,
        wake: str = "",
        wake_seconds: float = 0.0,
        *,
        since: float = 0.0,
    ) -> Outcome:
        """Write the entry and the match after it, if the match still stands where it did before; one atomic call.

        `wake`: the phase in which a bot's turn begins (UNSENT, THINKING), or nothing. `since`: the time of the last
        entry, which tells the version from another of the same number in a store that has lost its last writes.
        """
        keys = _keys(after.app, after.id)
        status, version, at = self._scripts["commit"](
            (*keys[:4], keys.ended),
            entry.version - 1,
            request.key,
            request.digest,
            _dump_entry(entry),
            _dump_meta(after),
            _layout(after),
            after.state.to_bytes(),
            keys.member,
            wake,
            wake_seconds,
            FEED_LENGTH,
            _stamp(since) if since else "",
            int(after.over and after.rated),
        )
        return Outcome(status.decode(), version, float(at or 0))

    def entries(self, app: str, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Entries of the log behind version `after`, in order."""
        start = f"({after}-0" if after else "-"
        count = () if limit is None else ("COUNT", limit)
        found = self._direct.send("XRANGE", _keys(app, match_id).log, start, "+", *count)
        return [_entry(name, fields) for name, fields in found]

    def at(self, app: str, match_id: str, version: int) -> tuple[Match, list[Entry]]:
        """The match as it stood at a version, replayed from its log, and the last entries of then, newest first."""
        log = self.entries(app, match_id, limit=version)
        return replay(app, match_id, log), log[-1 : -1 - RECENT : -1]

    # What is due ---------------------------------------------------------------------------------------------------

    def mark_sent(self, app: str, match_id: str, version: int) -> None:
        """The broker has the task of this version."""
        keys = _keys(app, match_id)
        self._scripts["sent"]((keys.match, keys.due), version, keys.member, SENT_SECONDS)

    def lease(self, app: str, match_id: str, version: int) -> bool:
        """Start to think about this version; no if the match has moved on or another worker thinks."""
        keys = _keys(app, match_id)
        return bool(self._scripts["lease"]((keys.match, keys.due), version, keys.member, LEASE_SECONDS))

    def due(self, limit: int = 100) -> Iterator[Due]:
        """Claim what is due in every bucket; each claim is one atomic call, so any number of sweepers may try."""
        seconds, micros = self._redis.time()
        first = random_secrets.randbelow(BUCKETS)  # sweepers begin in different places and seldom meet
        for number in (*range(first, BUCKETS), *range(first)):
            waiting = self._redis.zrangebyscore(f"{hash_tag(number)}:due", "-inf", seconds + micros / 1e6, 0, limit)
            for member in waiting:
                app, match_id = member.decode().split("/")
                keys = _keys(app, match_id)
                verdict, version = self._scripts["claim"](
                    (keys.match, keys.due), member, UNSENT_SECONDS, SENT_SECONDS, LEASE_SECONDS, GIVE_UP_SECONDS
                )
                if verdict:
                    yield Due(app, match_id, version, verdict.decode())

    # How far a bot has come -----------------------------------------------------------------------------------------

    def note(self, app: str, match_id: str, thought: Thought) -> None:
        """Keep for a while how far a bot has come; no part of the match, so it changes no version."""
        self._direct.send("SET", _keys(app, match_id).thought, orjson.dumps(tuple(thought)), "EX", THOUGHT_SECONDS)

    def thought(self, app: str, match_id: str) -> tuple[bool, Thought | None]:
        """Whether a worker thinks about the match now, and how far it had come when it said so last."""
        keys = _keys(app, match_id)
        task = self._direct.send("HGET", keys.match, "task")
        noted = self._direct.send("GET", keys.thought)
        return task == THINKING.encode(), Thought(*orjson.loads(noted)) if noted else None

    # Beside the match ------------------------------------------------------------------------------------------------

    def hints(self, app: str, match_id: str, seats: int) -> list[int]:
        """How many hints each seat has asked for; counted beside the match, so it changes no version."""
        names = [hints_field(seat) for seat in range(seats)]
        return [int(each or 0) for each in self._direct.send("HMGET", match_key(app, match_id), *names)]

    def _match(self, app: str, match_id: str, fields: list[bytes]) -> Match:
        version, created, updated, meta, layout, state = fields
        facts = orjson.loads(meta)
        game = GAMES.get(facts["game"])
        if game is None or layout.decode() != f"{game.rules_version} {game.State.LAYOUT}":
            return self.at(app, match_id, int(version))[0]
        return Match(
            app=app,
            id=match_id,
            game=game,
            rules_version=facts["rules_version"],
            options=facts["options"],
            seats=tuple(Seat(*seat) for seat in facts["seats"]),
            seed=bytes.fromhex(facts["seed"]),
            seeded=facts["seeded"],
            spectators=facts["spectators"],
            status=facts["status"],
            truth=Truth(game, game.load(state)),
            version=int(version),
            created=float(created),
            updated=float(updated),
            result=facts["result"],
            hints=facts.get("hints", True),
            rated=facts.get("rated", False),
        )


class Keys(NamedTuple):
    """The keys of a match and its bucket, and the name under which the bucket knows the match."""

    match: str
    log: str
    due: str
    feed: str
    member: str
    thought: str
    ended: str


@lru_cache(1024)
def _keys(app: str, match_id: str) -> Keys:
    tag = hash_tag(bucket(match_id))
    name = f"{app}/{match_id}"
    match, log, thought = (f"{tag}:{kind}:{name}" for kind in ("match", "log", "thought"))
    return Keys(match, log, f"{tag}:due", f"{tag}:feed", name, thought, f"{tag}:ended")


def hints_field(seat: int) -> str:
    """Where the hints of a seat are counted in the hash of its match."""
    return f"hints:{seat}"


def match_key(app: str, match_id: str) -> str:
    """The hash of a match, for what is kept beside it in the same slot."""
    return _keys(app, match_id).match


def ended_keys(app: str, match_id: str) -> tuple[str, str, str]:
    """The hash of a match, the set of its bucket in which it waits for its rating, and its name in there."""
    keys = _keys(app, match_id)
    return keys.match, keys.ended, keys.member


def feed_keys() -> list[str]:
    """The feeds of all buckets: entries `m` (app/match id) and `v` (version)."""
    return [f"{hash_tag(number)}:feed" for number in range(BUCKETS)]


def _stamp(at: float) -> str:
    """A time as the store writes it."""
    return f"{at:.6f}"


def _layout(match: Match) -> str:
    return f"{match.rules_version} {match.game.State.LAYOUT}"


def _dump_meta(match: Match) -> bytes:
    meta: Json = {
        "game": match.game.slug,
        "rules_version": match.rules_version,
        "options": match.options,
        "seats": [[seat.kind, seat.name, seat.bot, seat.epoch, seat.resigned, seat.player] for seat in match.seats],
        "seed": match.seed.hex(),
        "seeded": match.seeded,
        "spectators": match.spectators,
        "status": match.status,
        "result": match.result,
        "hints": match.hints,
        "rated": match.rated,
    }
    return orjson.dumps(meta)


def _dump_entry(entry: Entry) -> bytes:
    """The entry without version and time, packed: a log is most of what a match weighs."""
    fields: Json = {"type": entry.type, "seat": entry.seat, "by": entry.by, "body": entry.body}
    if entry.facts:
        fields["facts"] = entry.facts
    if entry.own:
        fields["own"] = {str(seat): facts for seat, facts in entry.own.items()}
    return pack(orjson.dumps(fields))


def _entry(name: bytes, pairs: list[bytes]) -> Entry:
    fields = dict(zip(pairs[::2], pairs[1::2], strict=True))
    stored = orjson.loads(unpack(fields[b"e"]))
    return Entry(
        version=int(name.split(b"-")[0]),
        type=stored["type"],
        seat=stored["seat"],
        by=stored["by"],
        body=stored["body"],
        facts=stored.get("facts", []),
        own={int(seat): facts for seat, facts in stored.get("own", {}).items()},
        at=float(fields[b"t"]),
    )
