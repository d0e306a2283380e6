"""Matches: create one, look at it, sit down, resign."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.answers import made, secret, seen
from api.auth import Caller, holder_if_any, seated, tenant, viewing
from api.context import context
from api.documents import (
    AS_PLAYER,
    BODY,
    IF_MATCH,
    KEY_HEADER,
    LOOKED,
    MATCH,
    RETRIED,
    SEATED,
    SEATING,
    VERSIONED,
    operation,
)
from api.preconditions import idempotency_key, version_of
from api.reading import Reader
from api.schemas.bodies import CreateBody, JoinBody, ResignBody
from services.rules.setup import Setup

blp = Blueprint("matches", __name__, url_prefix="/v1/matches", description="Matches: create, look, join, resign.")
blp.ARGUMENTS_PARSER = Reader()


@blp.post("")
@operation(
    "createMatch",
    "Created",
    (
        *BODY,
        *RETRIED,
        *AS_PLAYER,
        *SEATING,
        "cannot_be_rated",
        "seed_forbidden",
    ),
    status=201,
    headers=(KEY_HEADER,),
)
@blp.arguments(
    CreateBody(),
    example={
        "game": "arboretum",
        "seats": [{"kind": "person", "name": "Ada"}, {"kind": "bot", "bot": "sapling"}],
        "options": {"path_bonus": "uniform"},
        "clock": {"type": "bank", "seconds": 600, "increment": 10},
        "on_expiry": "bot",
        "stand_in": "sapling",
    },
)
def create(setup: Setup) -> Response:
    """Create a match and seat everybody in one request.

    The answer holds the tokens of the persons' seats; hand each to its player. The same `Idempotency-Key` lands on the
    same match, so the key must be one that nobody guesses. With the token of a player, that player takes the first seat
    for a person.
    """
    player = holder_if_any()
    sight, tokens = context().services.tables.create(tenant(player), player, setup, idempotency_key())
    answer = secret({"match": sight.match.id, "tokens": tokens, "view": sight.view()}, 201)
    answer.headers["Location"] = f"/v1/matches/{sight.match.id}"
    return answer


@blp.get("/<match_id>")
@operation("getMatch", "View", LOOKED, etag=True)
@viewing
def look(match_id: str, caller: Caller) -> Response:
    """Look at a match, as the seat of the token or as a spectator."""
    return seen(context().services.matches.look(caller.app, match_id, caller.seat, caller.epoch))


@blp.get("/<match_id>/bot")
@operation("getBotsTurn", "BotNow", LOOKED)
@viewing
def bots_turn(match_id: str, caller: Caller) -> Response:
    """The bot that is to act, and how far it has come with its decision; changes from moment to moment."""
    return secret(context().services.matches.bot_now(caller.app, match_id, caller.seat, caller.epoch))


@blp.get("/<match_id>/hints")
@operation("getHintsUsed", "HintsUsed", LOOKED)
@viewing
def hints_used(match_id: str, caller: Caller) -> Response:
    """How many hints each seat has asked for; all who may look at the match see it."""
    return secret(context().services.matches.hints_used(caller.app, match_id, caller.seat, caller.epoch))


@blp.post("/<match_id>/join")
@operation(
    "joinMatch",
    "Joined",
    (*BODY, *RETRIED, *AS_PLAYER, *MATCH, "no_such_seat", "seat_taken", "no_open_seat"),
    headers=(KEY_HEADER,),
)
@blp.arguments(JoinBody(), example={"name": "Grace", "seat": 1})
def join(body: dict[str, Any], match_id: str) -> Response:
    """Sit down on an open seat; the answer holds its token. A player who sits already is shown its seat."""
    player, tables = holder_if_any(), context().services.tables
    sight, token = tables.join(tenant(player), player, match_id, body["name"], body["seat"], idempotency_key())
    return secret({"seat": sight.viewer, "token": token, "view": sight.view()})


@blp.post("/<match_id>/resign")
@operation(
    "resign",
    "View",
    (*SEATED, *BODY, *RETRIED, *VERSIONED, "not_started", "match_over"),
    headers=(KEY_HEADER, IF_MATCH),
)
@seated
@blp.arguments(ResignBody(), example={"version": 12})
def resign(body: dict[str, Any], match_id: str, caller: Caller) -> Response:
    """Give up: with two seats the other wins; with more a bot plays on for the seat, which ends last."""
    version = version_of(caller, body["version"])
    matches = context().services.matches
    return made(matches.resign(caller.app, match_id, caller.seat, caller.epoch, version, idempotency_key()))
