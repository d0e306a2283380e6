"""Games: which there are, what each is played with, and the score calculator."""

from collections.abc import Mapping
from typing import Any

import orjson
from flask import Response, request
from flask_smorest import Blueprint

from api.answers import plain
from api.documents import operation
from api.reading import body_json
from api.refusals import BadQuery, NoScoreSheet, NoSuchGame
from services.ai.roster import offered
from services.rules.contract import Game
from services.rules.errors import BadOption
from services.rules.notation import Json, move_schema
from services.rules.registry import GAMES

blp = Blueprint("games", __name__, url_prefix="/v1/games", description="Games: options, seats, moves, scores.")


@blp.get("")
@operation("listGames", "Games")
def listing() -> Response:
    """All games."""
    return plain({"items": [_line(game) for game in GAMES.values()]})


@blp.get("/<slug>")
@operation("getGame", "Game", ("no_such_game",))
def show(slug: str) -> Response:
    """A game: its options as JSON Schema, seats, move types and bots."""
    game = game_of(slug)
    about = {
        "options": options_schema(game),
        "moves": [move_schema(kind) for kind in game.moves],
        "bots": [bot.json() for bot in offered(slug)],
        "score_sheet": game.score_sheet is not None,
    }
    return plain(_line(game) | about)


@blp.post("/<slug>/score")
@operation(
    "scorePosition",
    "Score",
    ("no_such_game", "no_score_sheet", "bad_json", "repeated_name", "unsupported_media_type", "body_too_large",
     "bad_position", "bad_option", "invalid_query"),
)  # fmt: skip
def score(slug: str) -> Response:
    """Score an end position of a real table; the query may set options of the game (`?path_bonus=uniform`)."""
    asked = request.args.to_dict(flat=False)
    twice = [name for name, values in asked.items() if len(values) > 1]
    if twice:
        raise BadQuery([{"parameter": name, "detail": "given twice"} for name in twice])
    options = {name: _value(values[0]) for name, values in asked.items()}
    return plain(score_position(game_of(slug), body_json(), options))


def score_position(game: Game[Any], position: Any, options: Mapping[str, Any]) -> Json:
    """Score a position; raises NoScoreSheet, BadPosition, BadOption."""
    if game.score_sheet is None:
        raise NoScoreSheet(f"{game.title} has no score calculator.")
    names = {option.name for option in game.options}
    for name in options:
        if name not in names:
            raise BadOption(name, f"{game.title} has no such option")
    return game.score_sheet(position, options)


def options_schema(game: Game[Any]) -> Json:
    """JSON Schema of the options of a new match."""
    return {
        "type": "object",
        "properties": {option.name: option.schema() for option in game.options},
        "additionalProperties": False,
    }


def _value(text: str) -> Any:
    """The value that a text stands for: JSON if it is, else the text itself."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text


def _line(game: Game[Any]) -> Json:
    return {
        "game": game.slug, "title": game.title, "rules_version": game.rules_version, "seats": list(game.seats),
    }  # fmt: skip


def game_of(slug: str) -> Game[Any]:
    """The game of this slug; raises NoSuchGame."""
    game = GAMES.get(slug)
    if game is None:
        raise NoSuchGame(f"There is no game {slug!r}; GET /v1/games lists them.", games=list(GAMES))
    return game
