"""Tree Society: what the exact question `best-turn` looks like, in the words of the JSON view."""

from typing import Final

from services.rules.games.tree_society.components import (
    CARD_NAMES,
    CARDS,
    FRUIT_NAMES,
    FRUITS,
    LEVELS,
    N_FRUITS,
    PLACES,
    ROW,
)
from services.rules.notation import Json

LEVELS_IF_NOT_TOLD: Final = 4
MOST_LEVELS: Final = 6
MOST_FRUITS: Final = 12
MOST_WORTH: Final = 100
WORTH: Final = {"point": 2, "coin": 1, "banner": 0}

DESCRIPTION: Final = """\
The best turn of a seat that is about to sell, from its own board and what lies in sight: which fruit card to sell, how
to use its action, extra sales, which levels to build in which order and with which reductions, what to discard. The
value is counted after resting (fruit card taken, coins checked): `worth.point` for each point as things stand,
`worth.coin` for each coin and `worth.banner` for each banner of completed cards; a coin is worth half a point if not
told otherwise. At most `levels` levels are built. A plan never counts on a deck: a fruit card that is taken is not
replaced, nothing comes of revealing, and of a row that is replaced only the top row's dropping counts. So the value is
sure, and the plan can be played whatever the decks bring; choices that it does not use are forfeited. Resting itself
is left out of the plan: any fruit card will do. Members of a view that do not matter here may stay in the question."""


def _list(items: Json, most: int) -> Json:
    return {"type": "array", "items": items, "maxItems": most}


def _record(required: tuple[str, ...], **properties: Json) -> Json:
    """An object which may have more members than these."""
    return {"type": "object", "properties": properties, "required": list(required)}


def _number(least: int, most: int, description: str) -> Json:
    return {"type": "integer", "minimum": least, "maximum": most, "description": description}


_CARD: Final = {"type": "string", "enum": list(CARD_NAMES)}
_FRUIT: Final = {"type": "string", "enum": list(FRUIT_NAMES)}
_SLOTS: Final = {
    "type": "array",
    "items": {"anyOf": [_record(("card",), card=_CARD), {"type": "null"}]},
    "minItems": ROW,
    "maxItems": ROW,
}
SCHEMA: Final[Json] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "seat": _record(
            ("purse", "chest", "fruits", "ongoing", "completed"),
            purse=_number(0, 99, "Coins in the purse."),
            chest=_number(0, 99, "Coins in the chest."),
            fruits=_list(_FRUIT, MOST_FRUITS) | {"minItems": 1},
            sold={"type": "object", "propertyNames": _FRUIT, "additionalProperties": _number(0, 9, "Cards sold.")},
            ongoing=_list(_record(("card", "level"), card=_CARD, level=_number(1, LEVELS - 1, "Its level.")), PLACES),
            completed=_list(_record(("card",), card=_CARD), CARDS),
        ),
        "fruit_market": _list(_FRUIT, N_FRUITS),
        "market": _record(("top", "bottom"), top=_SLOTS, bottom=_SLOTS),
        "visible": {
            "type": "object",
            "properties": {fruit: _number(0, 75, "Face-up cards of this fruit.") for fruit in FRUITS},
            "required": list(FRUITS),
        },
        "levels": _number(1, MOST_LEVELS, "So many levels may be built at most.") | {"default": LEVELS_IF_NOT_TOLD},
        "worth": {
            "type": "object",
            "properties": {name: _number(0, MOST_WORTH, "") | {"default": worth} for name, worth in WORTH.items()},
            "additionalProperties": False,
        },
    },
    "required": ["seat", "fruit_market", "market", "visible"],
}
EXAMPLE: Final[Json] = {
    "seat": {
        "purse": 2,
        "chest": 0,
        "fruits": ["apple-sell", "apple-less", "grape-chest-2"],
        "sold": {"cherry-row": 1},
        "ongoing": [{"card": "architects-9", "level": 1}, {"card": "bankers-20", "level": 2}],
        "completed": [{"card": "writers-44"}],
    },
    "fruit_market": ["apple-take", "cherry-chest-2", "grape-sell", "orange-less", "orange-row"],
    "market": {
        "top": [{"card": "merchants-35"}, None, {"card": "architects-7"}],
        "bottom": [{"card": "writers-49"}, {"card": "bankers-16"}, {"card": "merchants-30"}],
    },
    "visible": {"apple": 4, "cherry": 1, "grape": 3, "blueberry": 0, "orange": 2},
    "levels": 3,
    "worth": {"point": 2, "coin": 1, "banner": 0},
}
