"""Leaderboards: who plays a game best, page by page or around a player."""

from typing import Any, Final

from flask import Response
from flask_smorest import Blueprint

from api.answers import current
from api.auth import member_of, player_asking
from api.context import context
from api.documents import MATCH, TOKEN, operation
from api.paging import cursor, page, place_of
from api.reading import Reader
from api.refusals import NotListed
from api.schemas.bodies import BoardQuery
from api.views.games import game_of
from services.matchmaking.rating_store import Ranked, Stretch
from services.rules.notation import Json

BOTS: Final = "/v1/bots"
ME: Final = "me"
blp = Blueprint("leaderboards", __name__, url_prefix="/v1/leaderboards", description="Leaderboards: who plays best.")
blp.ARGUMENTS_PARSER = Reader()


@blp.get("/<slug>")
@operation(
    "getLeaderboard",
    "Leaderboard",
    (*TOKEN, *MATCH, "no_such_game", "not_listed", "invalid_query", "bad_cursor"),
    etag=True,
)
@blp.arguments(BoardQuery(), location="query")
def board(query: dict[str, Any], slug: str) -> Response:
    """The players of a game, the best first; people only, bots are ranked at `/v1/bots`."""
    ratings, game, app, limit = context().services.ratings, game_of(slug).slug, member_of(), query["limit"]
    listed = f"board {app} {game}"
    if query["around"] is None:
        place = place_of(listed, query["cursor"]) if query["cursor"] else None
        found = ratings.board(app, game, limit, (place[0], _name(place[1])) if place else None)
        return current(_page(found, game, limit, listed))
    around = ratings.around(app, game, limit, player_asking() if query["around"] == ME else query["around"])
    if around is None:
        raise NotListed("This player is not on the board.", least_games=ratings.least)
    return current(_page(around, game, limit, listed))


def _page(found: Stretch, game: str, limit: int, listed: str) -> dict[str, Any]:
    more = found.first + len(found.lines) < found.listed
    following = (
        cursor(listed, found.lines[-1].points, _number(found.lines[-1].player)) if found.lines and more else None
    )
    about = {"game": game, "listed": found.listed, "least_games": context().services.ratings.least, "bots": BOTS}
    return page([_line(line) for line in found.lines], limit, following, **about)


def _line(line: Ranked) -> Json:
    rating = line.known.people.json() | {"points": line.points}
    return {"rank": line.rank, "player": line.player, **rating}


def _number(player: str) -> int:
    """The id of a player as a number, for cursors hold numbers."""
    return int.from_bytes(player.encode())


def _name(number: int) -> str:
    """The id that a number stands for."""
    return number.to_bytes((number.bit_length() + 7) // 8).decode()
