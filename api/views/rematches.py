"""Rematches: to play again with the same people."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.answers import secret
from api.auth import Caller, caller_of, seated
from api.context import context
from api.documents import BODY, SEATED, operation
from api.reading import Reader
from api.schemas.wishes import RematchBody

blp = Blueprint("rematches", __name__, url_prefix="/v1/rematches", description="Rematches: to play again.")
blp.ARGUMENTS_PARSER = Reader()
CODES = (*SEATED, "not_over", "no_spectators", "bot_not_offered", "unknown_bot")


@blp.post("")
@operation("agreeToRematch", "Rematch", (*CODES, *BODY))
@blp.arguments(RematchBody(), example={"match": "im2pg7soadgg3gjhb7rsnrw43m"})
def agree(body: dict[str, Any]) -> Response:
    """Ask for a rematch with the token of your seat, or agree to one; when all have, it is there.

    There is one rematch of a match, however many ask.
    """
    caller = caller_of(body["match"])
    found = context().services.rematches.agree(caller.app, body["match"], caller.seat, caller.epoch)
    return secret(found.json())


@blp.get("/<match_id>")
@operation("getRematch", "Rematch", CODES)
@seated
def show(match_id: str, caller: Caller) -> Response:
    """Who has agreed to play this match again; once all have, the new match and the token of your seat there."""
    return secret(context().services.rematches.look(caller.app, match_id, caller.seat, caller.epoch).json())
