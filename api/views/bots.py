"""Bots: who can sit at a table."""

from flask import Response
from flask_smorest import Blueprint

from api.answers import plain
from api.documents import operation
from services.ai.roster import ROSTER

blp = Blueprint("bots", __name__, url_prefix="/v1/bots", description="Bots: who can sit at a table.")


@blp.get("")
@operation("listBots", "Bots")
def listing() -> Response:
    """All bots."""
    return plain({"items": [bot.json() for bot in ROSTER.values()]})
