"""The cards: ten species of trees, eight values each (components of the 2018 edition)."""

from services.rules.kernel import table

SPECIES = (
    "cassia",
    "blue-spruce",
    "cherry-blossom",
    "dogwood",
    "jacaranda",
    "maple",
    "oak",
    "royal-poinciana",
    "tulip-poplar",
    "willow",
)
VALUES = 8
CARDS = len(SPECIES) * VALUES
"""A card is the int species * VALUES + value - 1."""

SEATS = (2, 3, 4)
MAX_SEATS = 4
SPECIES_IN_PLAY = {2: 6, 3: 8, 4: 10}
HAND = 7
HAND_WITH_DRAWN = HAND + 2

MAX_TREES = 17
"""The longest game has 33 turns at 2 seats, 42 at 3 and 51 at 4: at most 17 trees a seat, and one discard a turn."""
MAX_PILE = MAX_TREES + 1
MAX_FREE = 2 * MAX_TREES + 2
"""Cells around n trees that touch each other: at most 2n + 2."""

SIDE = MAX_TREES + 2
CELLS = SIDE * SIDE
"""An arboretum has no border: it lies on a torus too wide for its trees to meet from behind."""
STEPS = table(((1, 0), (-1, 0), (0, 1), (0, -1)))


def _around(cell: int) -> tuple[int, ...]:
    x, y = cell % SIDE, cell // SIDE
    return tuple((y + dy) % SIDE * SIDE + (x + dx) % SIDE for dx, dy in STEPS)


NEIGHBOURS = table(_around(cell) for cell in range(CELLS))
"""NEIGHBOURS[cell][d]: the cell one of STEPS[d] away."""

NAMES = tuple(f"{species}-{value}" for species in SPECIES for value in range(1, VALUES + 1))
"""The public name of each card."""
CARD = {name: card for card, name in enumerate(NAMES)}
