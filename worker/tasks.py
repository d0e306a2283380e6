"""The tasks of a worker."""

import logging

from celery import Celery, Task

from services.gauges import sent_at
from services.shared import logs
from services.shared.redis import AWAY
from services.shared.tasks import THINK, WORK
from worker.wiring import Workshop

log = logging.getLogger(__name__)


def register(app: Celery, workshop: Workshop) -> None:
    """Give the app every task there is."""

    @app.task(name=THINK, bind=True)
    def think(self: Task[..., None], owner: str, match_id: str, version: int, seat: int) -> None:
        """Play a bot's turn; what a lost Redis breaks off stays due."""
        if [type(each) for each in (owner, match_id, version, seat)] != [str, str, int, int]:
            log.error("dropped: %r is no bot's turn", (owner, match_id, version, seat))
            return
        sent = _begin(self, app=owner, match=match_id, version=version)
        try:
            workshop.thinking.think(owner, match_id, version, seat, sent)
        except AWAY as error:
            log.warning("Redis is away, match %s stays due at version %s: %s", match_id, version, error)

    @app.task(name=WORK, bind=True)
    def work(self: Task[..., None], owner: str, job_id: str, part: int) -> None:
        """Do a part of a job; what a lost Redis breaks off is begun again."""
        if [type(each) for each in (owner, job_id, part)] != [str, str, int]:
            log.error("dropped: %r is no part of a job", (owner, job_id, part))
            return
        _begin(self, app=owner, job=job_id)
        try:
            workshop.working.work(owner, job_id, part)
        except AWAY as error:
            log.warning("Redis is away, part %s of job %s is begun again later: %s", part, job_id, error)


def _begin(task: Task[..., None], **ids: str | int) -> float:
    """Log with these ids from here on, as part of the request that asked for it; when the task was sent."""
    headers = vars(task.request)
    logs.resume(headers, **ids)
    return sent_at(headers)
