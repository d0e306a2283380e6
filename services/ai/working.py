"""Doing jobs: for workers. A part is begun under a lease, done by whoever knows its kind, and its result kept."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from services.ai.jobs import Jobs
from services.rules.notation import Json
from services.shared.metrics import JOB_PARTS
from services.shared.redis import AWAY

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a job, to be done."""

    app: str
    job: str
    number: int
    asks: Json
    others: list[Json]
    """The results of all other parts, for the one that joins them."""


class Impossible(Exception):  # noqa: N818 - an answer, not an error of ours
    """No attempt can do the job; the text is for the user."""

    def __init__(self, code: str, text: str, **more: str) -> None:
        """A stable code, why, and what else the failure says."""
        super().__init__(text)
        self.failure: Json = {"code": code, "text": text, **more}


Doer = Callable[[Part], Json]
"""do(part): its result, the same whoever does it and however often; raises Impossible."""


class Working:
    """Does parts of jobs."""

    def __init__(self, jobs: Jobs, doers: Mapping[str, Doer]) -> None:
        """`doers` by the kind of job."""
        self._jobs = jobs
        self._doers = doers

    def work(self, app: str, job_id: str, number: int) -> bool:
        """Carry a task through; whether there was something to do."""
        store = self._jobs.store
        begun = store.begin(app, job_id, number)
        if begun is None:
            log.info("dropped: part %s of job %s is done, over, or done by another worker", number, job_id)
            return False
        end, part = "done", Part(app, job_id, number, begun.asks, begun.others)
        try:
            result = self._doers[begun.kind](part)
        except AWAY:
            raise
        except Impossible as reason:
            end = "impossible"
            store.fail(app, job_id, reason.failure)
        except Exception:
            log.exception("part %s of job %s failed in attempt %s", number, job_id, begun.attempt)
            end = "broke"
            if store.broke(app, job_id, number, begun.attempt):
                self._jobs.send_again(app, job_id, begun.kind, number)
        else:
            if store.done(app, job_id, number, result):
                joining = self._jobs.look(app, job_id).total - 1
                self._jobs.send(app, job_id, begun.kind, [joining])
        JOB_PARTS.labels(begun.kind, end).inc()
        return True
