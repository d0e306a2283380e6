"""Hints: good moves for the seat that is to act, and why."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api import jobs, watching
from api.auth import caller_of
from api.context import context
from api.documents import BODY, JOB, SEATED, operation
from api.reading import Reader
from api.schemas.bodies import HintBody
from services.ai.jobs import HINT

PATH = "/v1/hints"
blp = Blueprint("hints", __name__, url_prefix=PATH, description="Hints: good moves for the seat that is to act.")
blp.ARGUMENTS_PARSER = Reader()


@blp.post("")
@operation(
    "askForHint",
    "HintJob",
    (*SEATED, *BODY, "hints_off", "not_started", "match_over", "not_your_turn", "away", "stale_version", "no_such_job"),
    status=202,
)
@blp.arguments(HintBody(), example={"match": "im2pg7soadgg3gjhb7rsnrw43m", "version": 12})
def ask(body: dict[str, Any]) -> Response:
    """Ask for a hint, with the token of the seat that is to act; it stands at `Location` once a worker has it.

    There is one hint for each decision: whoever asks again gets the same one, and it is counted once.
    """
    caller = caller_of(body["match"])
    job = context().services.hints.ask(caller.app, body["match"], caller.seat, caller.epoch, body["version"])
    return watching.accepted(job, PATH)


@blp.get("/<job_id>")
@operation("getHint", "HintJob", (*SEATED, *JOB, "no_spectators"), etag=True)
def show(job_id: str) -> Response:
    """The hint, or how far it is; with the token of its seat."""
    return watching.told(jobs.watch(job_id, HINT)())
