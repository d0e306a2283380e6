"""Bots: who can sit at a table, with which budget, and how strong it was measured to be."""

from flask import Response
from flask_smorest import Blueprint

from api.answers import unchanging
from api.documents import operation
from api.refusals import NoSuchBot
from services.ai.roster import offered

blp = Blueprint(
    "bots", __name__, url_prefix="/v1/bots", description="Bots: who can sit at a table, and how strong it is."
)


@blp.get("")
@operation("listBots", "Bots", etag=True)
def listing() -> Response:
    """All bots that are offered here, the weakest first."""
    return unchanging({"items": [bot.json_in_full() for bot in offered()]})


@blp.get("/<name>")
@operation("getBot", "Bot", ("no_such_bot",), etag=True)
def show(name: str) -> Response:
    """A bot: its budget and its strength in each game."""
    for bot in offered():
        if bot.name == name:
            return unchanging(bot.json_in_full())
    raise NoSuchBot(f"There is no bot {name!r}.", bots=[bot.name for bot in offered()])
