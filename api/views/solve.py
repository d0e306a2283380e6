"""Exact questions: which there are, asking one, and its answer."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api import jobs, watching
from api.answers import unchanging
from api.auth import DEFAULT_APP
from api.context import context
from api.documents import BODY, JOB, KEY_HEADER, RETRIED, operation
from api.preconditions import idempotency_key
from api.reading import Reader
from api.refusals import BadQuestion, NoSuchQuestion
from api.schemas.bodies import SolveBody
from api.views.games import game_of
from services.ai.jobs import SOLVE
from services.ai.questions import misfits, question_of, questions

PATH = "/v1/solve"
blp = Blueprint("solve", __name__, url_prefix=PATH, description="Exact answers, with a bound that is proven.")
blp.ARGUMENTS_PARSER = Reader()


@blp.get("")
@operation("listQuestions", "Questions", etag=True)
def listing() -> Response:
    """All questions that can be asked, each with its JSON Schema and an example."""
    items = [{"game": game, "questions": known} for game, known in questions().items() if known]
    return unchanging({"items": items})


@blp.post("/<slug>/<name>")
@operation(
    "solve",
    "SolveJob",
    (*BODY, *RETRIED, "no_such_game", "no_such_question", "bad_question", "no_such_job"),
    status=202,
    headers=(KEY_HEADER,),
)
@blp.arguments(SolveBody())
def solve(body: dict[str, Any], slug: str, name: str) -> Response:
    """Ask an exact question about a game; its answer stands at `Location` once a worker has it."""
    question = question_of(game_of(slug).slug, name)
    if question is None:
        known = [each["name"] for each in questions().get(slug, [])]
        raise NoSuchQuestion(f"{name!r} cannot be asked about {slug}; GET /v1/solve lists what can.", questions=known)
    unfit = misfits(question, body["question"])
    if unfit:
        raise BadQuestion([each | {"pointer": f"/question{each['pointer']}"} for each in unfit])
    asks = {"game": slug, "question": name, "body": body["question"], "limits": body["limits"]}
    return watching.accepted(context().services.jobs.solve(DEFAULT_APP, asks, idempotency_key()), PATH)


@blp.get("/<job_id>")
@operation("getAnswer", "SolveJob", JOB, etag=True)
def answer(job_id: str) -> Response:
    """The answer to a question, or how far it is."""
    return watching.told(jobs.watch(job_id, SOLVE)())
