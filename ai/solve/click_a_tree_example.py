"""Click A Tree: a question `best-turn` from a match of two seats, in its fourth round."""

from typing import Final

from services.rules.notation import Json

EXAMPLE: Final[Json] = {
    "phase": "take",
    "ring": [
        {"fruit": "orange", "tiles": [{"tile": 67}, {"tile": 25}]},
        {"fruit": "avocado", "tiles": [{"tile": 25}, {"tile": 87}]},
        {"fruit": "cocoa", "tiles": [{"tile": 87}, {"tile": 3}]},
        {"fruit": "mango", "tiles": [{"tile": 3}, {"tile": 76}]},
        {"fruit": "banana", "tiles": [{"tile": 76}, {"tile": 88}]},
        {"fruit": "pineapple", "tiles": [{"tile": 88}, {"tile": 15}]},
        {"fruit": "papaya", "tiles": [{"tile": 15}, {"tile": 67}]},
    ],
    "seat": {
        "display": [
            {"at": [0, 0], "tile": 91},
            {"at": [0, -1], "tile": 9},
            {"at": [-1, 0], "tile": 27},
            {"at": [0, 1], "sickles": [0, 3, 4]},
            {"at": [1, -1], "tile": 94},
            {"at": [1, -2], "tile": 114},
            {"at": [0, -2], "sickles": [0, 1]},
            {"at": [-1, -2], "tile": 98},
            {"at": [-1, 1], "tile": 33},
            {"at": [1, -3], "sickles": [1, 3, 4]},
        ],
        "harvest_tiles": {"open": [[0, 1, 2], [0, 2, 3]]},
        "track": {"avocado": 1, "mango": 1, "papaya": 3, "cocoa": 2, "banana": 1, "pineapple": 0, "orange": 1},
        "strips_left": [1, 2, 3, 4, 7, 12, 14],
    },
    "worth": {"fruit": 1, "line": 20},
}
