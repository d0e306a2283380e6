"""Ratings: how well a player plays each game, against people and against bots."""

from flask import Response
from flask_smorest import Blueprint

from api.answers import current
from api.auth import member_of
from api.context import context
from api.documents import TOKEN, operation
from api.views.leaderboards import BOTS

blp = Blueprint("ratings", __name__, url_prefix="/v1/players", description="Ratings: how well a player plays.")


@blp.get("/<player>/ratings")
@operation("getRatings", "Ratings", (*TOKEN, "store_away"), etag=True)
def show(player: str) -> Response:
    """A player's ratings in each game that the player was rated in."""
    found = context().services.ratings.of(member_of(), player)
    games = {
        game: {
            "rating": known.people.json() | {"rank": rank} if known.people.games else None,
            "versus_bots": known.bots.json() if known.bots.games else None,
        }
        for game, (known, rank) in found.items()
    }
    return current({"player": player, "games": games, "bots": BOTS})
