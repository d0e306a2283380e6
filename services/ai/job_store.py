"""Jobs in Redis: the only place that knows their keys and scripts.

A job is a hash in one of the 16 buckets of matches, one that belongs to a match in the bucket of that match; each
bucket has a sorted set `jobs`, those that must be looked at by time. What changes is told in the bucket's `feed`, as of
matches.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from services.rules.keys import match_key
from services.rules.notation import Json
from services.rules.packing import pack, unpack
from services.shared.ids import bucket, hash_tag
from services.shared.overdue import Overdue
from services.shared.reach import Client, direct
from services.shared.redis import Script

QUEUED, RUNNING, DONE, FAILED = "queued", "running", "done", "failed"
"""The states of a job."""
ENDED: Final = (DONE, FAILED)
UNSENT_SECONDS: Final = 2.0
SENT_SECONDS: Final = 60.0
"""When a job is looked at again if it is not sent, sent."""
LEASE_SECONDS: Final = 35.0
"""For which whoever began a part has it: longer than a task may take."""
MOST_TRIES: Final = 3
"""So often a part is begun before its job is given up."""
TOLD: Final = ("game", "question", "limits", "match", "seat", "version")
"""What is told of what was asked; the rest may be long."""
_GIVEN_UP: Final = orjson.dumps({"code": "gave_up", "text": f"{MOST_TRIES} attempts came to nothing."})


@dataclass(frozen=True, slots=True)
class Asked:
    """What a new job is to be."""

    kind: str
    asks: Json
    parts: int = 1
    keep_seconds: int = 0
    """For which it is kept after its last change; 0: as long as its match."""
    match: str = ""
    version: int = 0
    """At which its match must stand when the job is made; 0: at any."""
    counted: str = ""
    """The field of its match that counts such jobs."""

    @property
    def digest(self) -> str:
        """What makes two requests the same."""
        asked = orjson.dumps((self.kind, self.asks), option=orjson.OPT_SORT_KEYS)
        return hashlib.sha256(asked).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it stands."""

    app: str
    id: str
    kind: str
    asks: Json
    state: str
    version: int
    """Counts what has changed."""
    done: int
    total: int
    attempts: int
    created: float
    updated: float
    outcome: Json | None
    """The result of a job that is done, why it failed of one that has failed."""

    @property
    def ended(self) -> bool:
        """Whether nothing more will change."""
        return self.state in ENDED

    @property
    def tag(self) -> str:
        """Names this version of the job, also in a store that has lost its last writes and counts them again."""
        return f"{self.version}-{self.updated * 1e6:.0f}"

    def json(self) -> Json:
        """The job as it stands in the API."""
        return {
            "job": self.id,
            "kind": self.kind,
            "asks": {name: value for name, value in self.asks.items() if name in TOLD},
            "state": self.state,
            "version": self.version,
            "done": self.done,
            "total": self.total,
            "attempts": self.attempts,
            "created": self.created,
            "updated": self.updated,
            "result": self.outcome if self.state == DONE else None,
            "failure": self.outcome if self.state == FAILED else None,
        }


class Begun(NamedTuple):
    """A part that a worker has begun."""

    attempt: int
    kind: str
    asks: Json
    others: list[Json]
    """The results of all other parts, for the one that joins them."""


class Waiting(NamedTuple):
    """A job of which parts are to be sent."""

    app: str
    id: str
    kind: str
    parts: tuple[int, ...]


class JobStore:
    """Jobs in one Redis."""

    def __init__(self, client: Client) -> None:
        """Use this client; it answers bytes."""
        self._direct = direct(client)
        self._due = Overdue(self._direct, "jobs")
        folder = Path(__file__).parent / "scripts"
        head = (folder / "job.lua").read_text()
        names = ("ask", "begin", "done", "broke", "fail", "sent", "sweep")
        self._scripts = {name: Script(self._direct, head + (folder / f"{name}.lua").read_text()) for name in names}

    def ask(self, app: str, job_id: str, asked: Asked) -> tuple[str, int]:
        """made, known (as it was made before), reused (for something else) or stale, with the version of the match."""
        keys = _keys(app, job_id)
        status, version = self._scripts["ask"](
            (keys.job, keys.due, keys.feed, match_key(app, asked.match) if asked.match else keys.job),
            keys.member,
            asked.kind,
            asked.digest,
            orjson.dumps(asked.asks),
            asked.parts,
            asked.keep_seconds,
            UNSENT_SECONDS,
            asked.version or "",
            asked.counted,
        )
        return status.decode(), version

    def load(self, app: str, job_id: str) -> Job | None:
        """The job as it stands now."""
        names = ("kind", "asks", "state", "version", "done", "total", "attempts", "created", "updated", "outcome")
        kind, asks, state, *numbers, created, updated, outcome = self._direct.send(
            "HMGET", _keys(app, job_id).job, *names
        )
        if kind is None:
            return None
        version, done, total, attempts = map(int, numbers)
        return Job(
            app, job_id, kind.decode(), orjson.loads(asks), state.decode(), version, done, total, attempts,
            float(created), float(updated), _loaded(outcome),
        )  # fmt: skip

    def mark_sent(self, app: str, job_id: str) -> None:
        """The broker has all parts that can be done."""
        self._run("sent", app, job_id, SENT_SECONDS)

    def begin(self, app: str, job_id: str, part: int) -> Begun | None:
        """Begin a part; nothing if it is done, somebody else has it, or it was begun in vain too often."""
        found = self._run("begin", app, job_id, part, LEASE_SECONDS, MOST_TRIES, _GIVEN_UP)
        if not found:
            return None
        attempt, kind, asks, others = found
        return Begun(attempt, kind.decode(), orjson.loads(asks), [orjson.loads(unpack(other)) for other in others])

    def done(self, app: str, job_id: str, part: int, result: Json) -> bool:
        """Keep the result of a part, if it is the first one; whether the part that joins is to be sent."""
        return bool(self._run("done", app, job_id, part, pack(orjson.dumps(result)), UNSENT_SECONDS))

    def broke(self, app: str, job_id: str, part: int, attempt: int) -> bool:
        """An attempt has failed; whether there is to be another one."""
        return bool(self._run("broke", app, job_id, part, attempt, MOST_TRIES, _GIVEN_UP, UNSENT_SECONDS))

    def fail(self, app: str, job_id: str, failure: Json) -> None:
        """End the job: no attempt could do it."""
        self._run("fail", app, job_id, orjson.dumps(failure))

    def delete(self, app: str, job_id: str) -> None:
        """Delete the job; nothing is due for it any more."""
        keys = _keys(app, job_id)
        self._direct.send("UNLINK", keys.job)
        self._direct.send("ZREM", keys.due, keys.member)

    def due(self, limit: int = 100) -> Iterator[Waiting]:
        """Claim what is due in every bucket; each claim is one atomic call, so any number of sweepers may try."""
        for app, job_id in self._due.found(limit):
            found = self._run("sweep", app, job_id, SENT_SECONDS)
            if found[1:]:
                yield Waiting(app, job_id, found[0].decode(), tuple(found[1:]))

    def _run(self, name: str, app: str, job_id: str, *more: str | bytes | float) -> Any:
        keys = _keys(app, job_id)
        return self._scripts[name]((keys.job, keys.due, keys.feed), keys.member, *more)


class Keys(NamedTuple):
    """The keys of a job and its bucket, and the name under which the bucket knows the job."""

    job: str
    due: str
    feed: str
    member: str


@lru_cache(1024)
def _keys(app: str, job_id: str) -> Keys:
    tag, name = hash_tag(bucket(job_id)), f"{app}/{job_id}"
    return Keys(f"{tag}:job:{name}", f"{tag}:jobs", f"{tag}:feed", name)


def _loaded(outcome: bytes | None) -> Json | None:
    """A result is packed, a failure, which scripts may write, is not."""
    if outcome is None:
        return None
    found: Json = orjson.loads(outcome if outcome.startswith(b"{") else unpack(outcome))
    return found
