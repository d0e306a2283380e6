"""Who is at the table: leave and return, free a seat, hand one on, and who played it."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.answers import made, secret, tagged
from api.auth import Caller, seated, viewing
from api.context import context
from api.documents import BODY, IF_MATCH, KEY_HEADER, LOOKED, RETRIED, SEATED, VERSIONED, operation
from api.preconditions import idempotency_key, version_of
from api.reading import Reader
from api.schemas.bodies import FreeBody, LeaveBody, NothingBody
from services.rules.errors import NotYourSeat

blp = Blueprint("presence", __name__, url_prefix="/v1/matches", description="Who is at the table, and who played.")
blp.ARGUMENTS_PARSER = Reader()


@blp.post("/<match_id>/leave")
@operation(
    "leave",
    "View",
    (*SEATED, *BODY, *RETRIED, *VERSIONED, "not_started", "match_over", "time_over", "away", "too_often"),
    headers=(KEY_HEADER, IF_MATCH),
)
@seated
@blp.arguments(LeaveBody(), example={"version": 12})
def leave(body: dict[str, Any], match_id: str, caller: Caller) -> Response:
    """Let the stand-in of the match play for the seat until its person returns."""
    version = version_of(caller, body["version"])
    presence = context().services.presence
    return made(presence.leave(caller.app, match_id, caller.seat, caller.epoch, version, idempotency_key()))


@blp.post("/<match_id>/return")
@operation(
    "comeBack",
    "View",
    (*SEATED, *BODY, *RETRIED, "not_started", "match_over", "time_over", "not_away", "stale_version"),
    headers=(KEY_HEADER,),
)
@seated
@blp.arguments(NothingBody(), example={})
def come_back(body: dict[str, Any], match_id: str, caller: Caller) -> Response:  # noqa: ARG001 - nothing stands in it
    """Take the seat back from the bot, whatever that is about to do; good at any version."""
    presence = context().services.presence
    return made(presence.come_back(caller.app, match_id, caller.seat, caller.epoch, idempotency_key()))


@blp.post("/<match_id>/seats/<int:seat>/free")
@operation(
    "freeSeat",
    "View",
    (
        *SEATED, *BODY, *RETRIED, *VERSIONED,
        "match_started", "not_your_seat", "no_such_seat", "nobody_sits", "too_often",
    ),
    headers=(KEY_HEADER, IF_MATCH),
)  # fmt: skip
@seated
@blp.arguments(FreeBody(), example={"version": 2})
def free(body: dict[str, Any], match_id: str, seat: int, caller: Caller) -> Response:
    """Free a seat before the match begins, and void its token: one's own, or as the host (who created it) any other."""
    version, key = version_of(caller, body["version"]), idempotency_key()
    presence = context().services.presence
    return made(presence.free(caller.app, match_id, caller.seat, caller.epoch, seat, version, key))


@blp.post("/<match_id>/seats/<int:seat>/token")
@operation(
    "handOnSeat",
    "HandedOn",
    (*SEATED, *BODY, *RETRIED, "not_your_seat", "match_over", "key_needed", "too_often", "stale_version"),
    headers=(KEY_HEADER,),
)
@seated
@blp.arguments(NothingBody(), example={})
def hand_on(body: dict[str, Any], match_id: str, seat: int, caller: Caller) -> Response:  # noqa: ARG001 - the same
    """A new token for the seat, for another device or another person; the old one is void.

    The key is needed: should the answer be lost, the old token and the same key get the same new token again.
    """
    if seat != caller.seat:
        raise NotYourSeat("This is the token of another seat.")
    sight, token = context().services.presence.hand_on(caller.app, match_id, seat, caller.epoch, idempotency_key())
    return secret({"seat": seat, "token": token, "view": sight.view()})


@blp.get("/<match_id>/seats/<int:seat>")
@operation("getSpans", "Spans", (*LOOKED, "no_such_seat"), etag=True)
@viewing
def spans(match_id: str, seat: int, caller: Caller) -> Response:
    """Who played the seat: its person, a bot, a stand-in or the clock, moves in a row at a time."""
    match, found = context().services.presence.played_by(caller.app, match_id, seat, caller.seat, caller.epoch)
    told = {"match": match.id, "version": match.version, "seat": seat, "spans": found}
    return tagged(match.version, caller.seat, lambda: told)
