"""Reviews: what the moves of a seat were worth, once the match is over."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api import jobs, watching
from api.auth import caller_of
from api.context import context
from api.documents import BODY, JOB, LOOKED, operation
from api.reading import Reader
from api.refusals import BadBody
from api.schemas.bodies import ReviewBody
from services.ai.jobs import REVIEW
from services.rules.contract import SPECTATOR

PATH = "/v1/reviews"
blp = Blueprint("reviews", __name__, url_prefix=PATH, description="Reviews: what moves were worth, after the end.")
blp.ARGUMENTS_PARSER = Reader()


@blp.post("")
@operation("askForReview", "ReviewJob", (*LOOKED, *BODY, "not_over", "no_such_seat", "no_such_job"), status=202)
@blp.arguments(ReviewBody(), example={"match": "im2pg7soadgg3gjhb7rsnrw43m", "seat": 0})
def ask(body: dict[str, Any]) -> Response:
    """Ask for the review of a seat's moves; there is one for each seat of a match, kept as long as the match."""
    caller = caller_of(body["match"])
    seat = caller.seat if body["seat"] is None else body["seat"]
    if seat == SPECTATOR:
        raise BadBody([{"pointer": "/seat", "detail": "Whose moves? Say the seat, or send the token of one."}])
    job = context().services.reviews.ask(caller.app, body["match"], seat, caller.seat, caller.epoch)
    return watching.accepted(job, PATH)


@blp.get("/<job_id>")
@operation("getReview", "ReviewJob", (*LOOKED, *JOB), etag=True)
def show(job_id: str) -> Response:
    """The review, or how far it is."""
    return watching.told(jobs.watch(job_id, REVIEW)())
