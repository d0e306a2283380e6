"""What the people who set up a match may choose."""

from dataclasses import dataclass
from typing import Any

from services.rules.errors import BadOption
from services.rules.notation import Json
from services.rules.options import Choice, Option

from .components import STRIPS, STRIPS_IN_PLAY

FIRST_GAME = (1, 2, 3, 4, 7, 8, 10, 12, 14)
"""The task strips advised for a first game."""
RANDOM = 0
"""Packed: the strips are drawn when the game is dealt."""


@dataclass(frozen=True)
class Strips(Option):
    """Nine different task strips by number, or "random"."""

    def schema(self) -> Json:
        """The JSON Schema of a value."""
        numbers = {
            "type": "array",
            "items": {"enum": list(range(1, STRIPS + 1))},
            "uniqueItems": True,
            "minItems": STRIPS_IN_PLAY,
            "maxItems": STRIPS_IN_PLAY,
        }
        return {"anyOf": [numbers, {"const": "random"}], "default": list(FIRST_GAME), "description": self.description}

    def default(self, seats: int) -> list[int]:  # noqa: ARG002 - the same for any number of seats
        """The strips advised for a first game."""
        return list(FIRST_GAME)

    def pack(self, value: Any, seats: int) -> int:  # noqa: ARG002
        """The strips as bits, bit n - 1 for strip n, or RANDOM; raises BadOption."""
        if value == "random":
            return RANDOM
        if not isinstance(value, list) or not all(type(n) is int and 1 <= n <= STRIPS for n in value):
            raise BadOption(self.name, f'must be "random" or a list of numbers from 1 to {STRIPS}')
        if len(value) != STRIPS_IN_PLAY or len(set(value)) != STRIPS_IN_PLAY:
            raise BadOption(self.name, f"must be {STRIPS_IN_PLAY} different numbers")
        return sum(1 << n - 1 for n in value)

    def unpack(self, packed: int, seats: int) -> list[int] | str:  # noqa: ARG002
        """The numbers, rising, or "random"."""
        return [n for n in range(1, STRIPS + 1) if packed >> n - 1 & 1] or "random"


OPTIONS = (
    Strips("strips", "The nine task strips of the game, the same for everybody"),
    Choice(
        "sign_by",
        "What decides the sign A, B or AB of a landscape tile: tile (printed on each tile) or tree (one for each tree)",
        ("tile", "tree"),
    ),
    Choice(
        "two_fruit",
        "Harvest of a tile with two fruits: both of them at each sickle, or the one its owner chooses for that sickle",
        ("both", "choose"),
    ),
    Choice(
        "double_sickle",
        "A landscape tile laid at the sickles of several harvest tiles is harvested each time, or once",
        ("each", "once"),
    ),
)
"""In the order in which `deal` takes them."""
