"""Jobs: who may look at one."""

from collections.abc import Callable

from api.auth import app_of, caller_of, ticket_holder
from api.context import context
from services.ai.errors import NoSuchJob
from services.ai.job_store import Job
from services.ai.jobs import HINT
from services.rules.contract import SPECTATOR
from services.rules.errors import NotForSpectators

Look = Callable[[], Job]


def watch(job_id: str, kind: str | None = None, ticket: str | None = None) -> Look:
    """How whoever asks now may look at the job, again and again; each look raises what refuses it.

    The answer to a question is for whoever knows the id of its job. What belongs to a match is for those who may look
    at the match, and a hint for its seat alone.
    """
    services, app = context().services, app_of(ticket)
    match = services.jobs.look(app, job_id, kind).asks.get("match")
    caller = None if match is None else ticket_holder(ticket, match) if ticket else caller_of(match)

    def look() -> Job:
        job = services.jobs.look(app, job_id, kind)
        if caller is not None:
            if job.kind == HINT and caller.seat == SPECTATOR:
                raise NotForSpectators("A hint is for its seat: send its token.")
            services.matches.look(app, str(match), caller.seat, caller.epoch)
            if job.kind == HINT and caller.seat != job.asks["seat"]:
                raise NoSuchJob("There is no such job, or it was kept long enough.")
        return job

    return look
