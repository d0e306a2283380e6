"""Moves: which ones are legal, and playing one."""

from typing import Any

from flask import Response, request
from flask_smorest import Blueprint

from api.answers import made, secret, tagged
from api.auth import Caller, seated
from api.context import context
from api.documents import BODY, DRY_RUN, IF_MATCH, KEY_HEADER, RETRIED, SEATED, VERSIONED, operation
from api.paging import cursor, page, place_of
from api.preconditions import idempotency_key, version_of
from api.reading import Reader
from api.refusals import BadQuery, CursorGone
from api.schemas.bodies import MovesQuery, PlayBody
from services.rules.sight import Sight

blp = Blueprint("moves", __name__, url_prefix="/v1/matches", description="Moves: ask for the legal ones, play one.")
blp.ARGUMENTS_PARSER = Reader()


@blp.get("/<match_id>/moves")
@operation("listMoves", "LegalMoves", (*SEATED, "invalid_query", "bad_cursor", "cursor_gone"), etag=True)
@seated
@blp.arguments(MovesQuery(), location="query")
def legal(query: dict[str, Any], match_id: str, caller: Caller) -> Response:
    """The legal moves of the seat, each with the body to post and a short label."""
    sight = context().services.matches.look(caller.app, match_id, caller.seat, caller.epoch)
    return tagged(sight.match.version, caller.seat, lambda: _legal(sight, query))


def _legal(sight: Sight, query: dict[str, Any]) -> dict[str, Any]:
    match, listed = sight.match, f"moves {sight.match.id} {sight.viewer} {query['type'] or ''}"
    version, start = place_of(listed, query["cursor"]) if query["cursor"] else (match.version, 0)
    if version != match.version:
        raise CursorGone("The match has moved on; begin again without a cursor.")
    found = sight.legal_moves()
    if query["type"] is not None:
        found = [each for each in found if each["move"]["type"] == query["type"]]
    end = start + query["limit"]
    return page(
        [
            {"body": {"move": each["move"], "version": match.version}, "label": each["label"]}
            for each in found[start:end]
        ],
        query["limit"],
        cursor(listed, match.version, end) if end < len(found) else None,
        match=match.id,
        version=match.version,
        your_turn=match.acts(sight.viewer),
        total=len(found),
    )


@blp.post("/<match_id>/moves")
@operation(
    "playMove",
    "View",
    (
        *SEATED, *BODY, *RETRIED, *VERSIONED,
        "bad_move", "not_started", "match_over", "not_your_turn", "away", "time_over", "illegal_move", "reveals_hidden",
        "invalid_query",
    ),
    headers=(KEY_HEADER, IF_MATCH, DRY_RUN),
)  # fmt: skip
@seated
@blp.arguments(PlayBody(), example={"move": {"type": "arboretum.plant", "card": "oak-7", "at": [0, -1]}, "version": 12})
def play(body: dict[str, Any], match_id: str, caller: Caller) -> Response:
    """Play a move that was made for this version of the match; the answer is the view after it."""
    matches, version, key = context().services.matches, version_of(caller, body["version"]), idempotency_key()
    if _dry_run():
        return secret(matches.dry_run(caller.app, match_id, caller.seat, caller.epoch, body["move"], version).view())
    return made(matches.play(caller.app, match_id, caller.seat, caller.epoch, body["move"], version, key))


def _dry_run() -> bool:
    """Whether the query asks for a dry run; read by hand, for most moves come without a query."""
    if not request.query_string:
        return False
    asked = request.args.to_dict(flat=False)
    said = asked.pop("dry_run", ["0"])
    if asked:
        raise BadQuery([{"parameter": name, "detail": "Unknown field."} for name in asked])
    if said not in (["0"], ["1"]):
        raise BadQuery([{"parameter": "dry_run", "detail": "Must be 0 or 1."}])
    return said == ["1"]
