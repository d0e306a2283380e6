"""A stand-in for the printed components, whose lists are not public: made by rule, balanced, tuned by play.

docs/games/applejack.md tells the rule, and what is known of the published game; the rows are those of a component file.
"""

from typing import Any

COLOURS = ("brown", "pink", "light-green", "red", "orange", "dark-green", "yellow")
"""The varieties in the order of the score pad; only the name of the last green is ours."""
N_COLOURS = len(COLOURS)

CLASSES: tuple[tuple[tuple[int, ...], ...], ...] = (
    ((0,), (0,)),
    ((0, 0), (0, 0), (0, 1), (0, 2), (0, 3)),
    ((0, 0, 1), (0, 0, 2), (0, 0, 3), (0, 0, 0)),
    ((0, 0, 1, 1), (0, 0, 2, 4)),
)
"""The tiles of each colour with one to four apples; an apple is a step from that colour in the order of colours."""

EXTRAS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((0, 1), (0, 2), (1, 1), (1, 2), (2, 1), (0, 3), (0, 1)),
    ((0, 1), (0, 2), (1, 1), (1, 2), (0, 3), (0, 1), (1, 1)),
    ((0, 1), (0, 2), (1, 1), (0, 3), (1, 2), (0, 1), (1, 1)),
    ((0, 1), (0, 2), (0, 1), (1, 1), (0, 1), (0, 2), (0, 1)),
)
"""(blossoms, hives) of the tiles of each class, taken in turn."""
BLOSSOM_TILES = ((2, 1), (1, 1), (3, 1), (2, 2), (1, 1), (2, 1), (3, 1), (2, 2), (1, 1))
"""(blossoms, hives) of the tiles without apples."""

PATTERNS: tuple[tuple[tuple[int, ...], ...], ...] = (
    ((0,), (0,), (0,)),
    ((0, 3), (0, 2), (0, 1)),
    ((0, 2, 4), (0, 1, 3), (0, 2, 3)),
)
"""Edges of one, two and three hives, taken in turn."""

RING = (8, 6, 4, 3, 5, 7)
"""Corner hives of side A, clockwise from the right-hand corner: opposite ones sum to 11."""

SPACES = {1: 8, 2: 14, 3: 21, 4: 28}
"""Spaces of a round by number of seats."""
APPLES_ON_A_TRACK = 2 * N_COLOURS


def _tile(apples: tuple[int, ...], blossoms: int, hives: int, number: int) -> dict[str, Any]:
    return {
        "apples": [COLOURS[colour] for colour in apples],
        "blossoms": blossoms,
        "price": 2 * len(apples) + blossoms + hives,
        "hives": list(PATTERNS[hives - 1][number % 3]),
    }


def _tiles() -> list[dict[str, Any]]:
    made = []
    for rows, extras in zip(CLASSES, EXTRAS, strict=True):
        for colour in range(N_COLOURS):
            for slot, steps in enumerate(rows):
                apples = tuple((colour + step) % N_COLOURS for step in steps)
                blossoms, hives = extras[(colour + slot) % len(extras)]
                made.append(_tile(apples, blossoms, hives, colour + slot))
    return made + [_tile((), blossoms, hives, i) for i, (blossoms, hives) in enumerate(BLOSSOM_TILES)]


def _own_corners(board: int) -> list[int | str]:
    """Side B of a board, 1 to 4: the ring turned by as many steps, apples on two opposite corners."""
    corners: list[int | str] = [RING[(i - board) % 6] for i in range(6)]
    corners[(board - 1) % 6] = COLOURS[(2 * board - 2) % N_COLOURS]
    corners[(board + 2) % 6] = COLOURS[(2 * board - 1) % N_COLOURS]
    return corners


def _track(seats: int) -> list[list[str]]:
    """Apples crossed on each move of a round but the last, which goes over the bridge."""
    moves: list[list[str]] = [[] for _ in range(SPACES[seats] - 1)]
    for j in range(N_COLOURS if seats == 1 else APPLES_ON_A_TRACK):
        moves[_move_of_apple(j, seats)].append(COLOURS[j % N_COLOURS])
    return moves


def _move_of_apple(j: int, seats: int) -> int:
    if seats == 1:
        return j
    if seats == 2:
        return j if j < 3 else j - 1  # the published board has a move over a light green and a red apple
    return (2 * j + 1) * (SPACES[seats] - 1) // (2 * APPLES_ON_A_TRACK)


ROWS: dict[str, Any] = {
    "tiles": _tiles(),
    "corners": {"A": list(RING), "B": [_own_corners(board) for board in (1, 2, 3, 4)]},
    "track": {str(seats): _track(seats) for seats in SPACES},
}
