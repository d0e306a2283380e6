"""Jobs: work of seconds that is asked for now, done by workers and told of later. What web processes need of them.

A job has parts, each a task of its own that stays below the limits of a task; the last part joins the others. Workers
begin a part under a lease, so that a part whose worker has died is found by the sweeper and begun again, three times at
most: a job ends as done or as failed, and never runs for ever. Whoever does a part again does the same, and the first
result counts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from services.ai.errors import NoSuchJob
from services.ai.job_store import Asked, Job, JobStore
from services.rules.errors import KeyReused, Stale
from services.shared.ids import derived_id, new_id
from services.shared.queue import Queue
from services.shared.tasks import JOBS, REVIEWS, WORK

SOLVE: Final = "solve"
HINT: Final = "hint"
REVIEW: Final = "review"
QUEUE_OF: Final = {SOLVE: JOBS, HINT: JOBS, REVIEW: REVIEWS}
"""The queue of each kind of job."""


@dataclass(frozen=True, slots=True)
class ToSend:
    """Parts of a job that the sweeper has found unsent or unfinished."""

    app: str
    id: str
    parts: tuple[int, ...]


class Jobs:
    """Makes jobs, tells of them, and sends their parts to workers."""

    def __init__(self, store: JobStore, queue: Queue, secrets: Sequence[bytes], keep_seconds: int) -> None:
        """A job is kept for so long after its last change, unless it belongs to a match that has ended."""
        self.store = store
        self._queue = queue
        self._secrets = secrets
        self._keep_seconds = keep_seconds

    def solve(self, app: str, asks: dict[str, Any], key: str = "") -> Job:
        """Have a question answered; the same key lands on the same job. Raises KeyReused."""
        job_id = derived_id(self._secrets[-1], "job", app, key) if key else new_id()
        return self.ask(app, job_id, Asked(SOLVE, asks, keep_seconds=self._keep_seconds))

    def ask(self, app: str, job_id: str, asked: Asked) -> Job:
        """The job of this id, made and sent if there is none. Raises KeyReused, Stale."""
        status, version = self.store.ask(app, job_id, asked)
        if status == "reused":
            raise KeyReused("This idempotency key was used for another request.")
        if status == "stale":
            raise Stale(f"The match stands at version {version} now.", version=version)
        if status == "made":
            self.send(app, job_id, asked.kind, range(max(1, asked.parts - 1)))
        return self.look(app, job_id)

    def find(self, app: str, job_id: str) -> Job | None:
        """The job of this id, if there is one."""
        return self.store.load(app, job_id)

    def look(self, app: str, job_id: str, kind: str | None = None) -> Job:
        """The job as it stands; raises NoSuchJob, also for one of another kind."""
        job = self.store.load(app, job_id)
        if job is None or kind not in (None, job.kind):
            raise NoSuchJob("There is no such job, or it was kept long enough.")
        return job

    def send(self, app: str, job_id: str, kind: str, parts: Sequence[int]) -> None:
        """Send all parts of a job that can be done now; what cannot be sent is left to the sweeper."""
        sent = [self.send_again(app, job_id, kind, part) for part in parts]
        if all(sent):
            self.store.mark_sent(app, job_id)

    def send_again(self, app: str, job_id: str, kind: str, part: int) -> bool:
        """Send one part; whether the broker has it."""
        return self._queue.send(WORK, app, job_id, part, queue=QUEUE_OF[kind])

    def sweep(self) -> Iterator[ToSend]:
        """Send what is due: what was not sent, and what whoever began it has not done in time."""
        for app, job_id, kind, parts in self.store.due():
            for part in parts:
                self.send_again(app, job_id, kind, part)
            yield ToSend(app, job_id, parts)
