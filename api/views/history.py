"""Histories: what a viewer saw happen, and how the match looked then."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.answers import seen, tagged
from api.auth import Caller, viewing
from api.context import context
from api.documents import LOOKED, operation
from api.paging import cursor, page, place_of
from api.reading import Reader
from api.schemas.bodies import HistoryQuery, StepQuery
from services.rules.matches import Told

blp = Blueprint("history", __name__, url_prefix="/v1/matches", description="Histories: replay a match step by step.")
blp.ARGUMENTS_PARSER = Reader()


@blp.get("/<match_id>/history")
@operation(
    "listHistory",
    "History",
    (*LOOKED, "invalid_query", "bad_cursor", "no_such_version", "not_over", "no_such_seat"),
    etag=True,
)
@viewing
@blp.arguments(HistoryQuery(), location="query")
def history(query: dict[str, Any], match_id: str, caller: Caller) -> Response:
    """What the viewer saw happen, oldest first; once the match is over, also what any seat saw."""
    listed = f"history {match_id}"
    after = place_of(listed, query["cursor"])[0] if query["cursor"] else query["after"]
    told = context().services.matches.history(
        caller.app, match_id, caller.seat, caller.epoch, after, query["limit"], query["as_seat"]
    )
    return tagged(told.match.version, told.viewer, lambda: _page(told, listed, query["limit"]))


def _page(told: Told, listed: str, limit: int) -> dict[str, Any]:
    match, last = told.match, told.events[-1]["version"] if told.events else told.match.version
    following = cursor(listed, last) if last < match.version else None
    return page(told.events, limit, following, match=match.id, version=match.version, over=match.over)


@blp.get("/<match_id>/history/<int:version>")
@operation("getStep", "View", (*LOOKED, "invalid_query", "no_such_version", "not_over", "no_such_seat"), etag=True)
@viewing
@blp.arguments(StepQuery(), location="query")
def step(query: dict[str, Any], match_id: str, version: int, caller: Caller) -> Response:
    """The match as the viewer saw it at a version; once it is over, also as any seat saw it."""
    matches = context().services.matches
    return seen(matches.look_back(caller.app, match_id, version, caller.seat, caller.epoch, query["as_seat"]))
