"""Jobs as they are told: who may see one, at once, or as it changes."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Final

import orjson
from flask import Response

from api.answers import secret
from api.auth import app_of, caller_of, ticket_holder
from api.context import context
from api.preconditions import is_known
from api.reading import JSON
from api.streams import HEARTBEAT, HEARTBEAT_SECONDS, RETRY, event_stream, message
from services.ai.errors import NoSuchJob
from services.ai.job_store import Job
from services.ai.jobs import HINT
from services.rules.contract import SPECTATOR
from services.rules.errors import NotForSpectators, Refused
from services.rules.feed import Listener

AGAIN_SECONDS: Final = "1"
"""`Retry-After` of a job that has not ended."""
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


def accepted(job: Job, path: str) -> Response:
    """What was asked for is being done, or done: where to look for it, and how it stands."""
    answer = secret(job.json(), 202)
    answer.headers["Location"] = f"{path}/{job.id}"
    return _again(answer, job)


def told(job: Job) -> Response:
    """The job as it stands, with its ETag; 304 if the client has it."""
    tag = f'"{job.tag}-{context().build}"'
    headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization", "ETag": tag}
    if is_known(tag):
        return _again(Response(status=304, headers=headers), job)
    return _again(Response(orjson.dumps(job.json()), 200, headers, content_type=JSON), job)


def stream(look: Look, after: int, *, resumed: bool) -> Response:
    """Tell the job whenever it has changed; `resumed`: the client is an EventSource that comes back."""
    job = look()
    if resumed and job.ended and after == job.version:
        return Response(status=204)  # tells an EventSource not to come back
    held = ExitStack()
    listener = held.enter_context(context().feed.listen(job.app, job.id))
    return event_stream(_events(look, listener, after), held)


def poll(look: Look, after: int, seconds: float) -> Response:
    """Answer with the job once it has changed behind version `after`."""
    until, job = time.monotonic() + seconds, look()
    with context().feed.listen(job.app, job.id) as listener:
        while True:
            job = look()
            left = until - time.monotonic()
            if job.version > after or job.ended or left <= 0:
                return _again(secret(job.json()), job)
            listener.wait(left)


def _events(look: Look, listener: Listener, after: int) -> Iterator[bytes]:
    """The text of the stream; it ends with the job."""
    yield RETRY
    while True:
        try:
            job = look()
        except Refused as refusal:
            yield message("closed", after, {"code": refusal.code, "detail": refusal.text})
            return
        if job.version > after:
            after = job.version
            yield message("", after, job.json())
        if job.ended:
            yield message("end", after, {"version": after, "state": job.state})
            return
        if not listener.wait(HEARTBEAT_SECONDS):
            yield HEARTBEAT


def _again(answer: Response, job: Job) -> Response:
    if not job.ended:
        answer.headers["Retry-After"] = AGAIN_SECONDS
    return answer
