"""The task strips: which of them the display fulfils through the tile just laid.

All of these conditions last once they are met, and every fulfilled strip is removed at once; so it is enough to look at
what contains or borders the new tile.
"""

from services.rules.kernel import rule, table

from .display import harvest_edges
from .geometry import CORNER
from .shapes import (
    END,
    FIRST_RHOMBUS,
    FIRST_ROW,
    FIRST_TRIANGLE,
    in_group_of_four,
    in_rhombus,
    longest_row,
    same_tree,
    trees_around,
    two_apart,
)
from .state import HARVEST_TILE, State

(
    TRIANGLE,
    TWO_TRIANGLES,
    RHOMBUS,
    ROW_OF_FOUR,
    TWO_OF_FOUR,
    SIX_IN_A_ROW,
    FLOWER,
    CATEGORY_A,
    CATEGORY_B,
    TWO_HARVEST_TILES,
    THREE_HARVEST_TILES,
    ONE_ENCLOSED,
    TWO_ENCLOSED,
    FIVE_COMPLETED,
    FOUR_TREES,
) = (1 << i for i in range(15))
"""The strips 1 to 15, each as its bit in a set of strips."""

NAMES = (
    "triangle",
    "two triangles",
    "rhombus",
    "row of four",
    "two rhombuses or two rows of four",
    "six in a row",
    "seven-tile flower",
    "category A",
    "category B",
    "two harvest tiles",
    "three harvest tiles",
    "one harvest tile enclosed",
    "two harvest tiles enclosed",
    "five completed harvest tiles",
    "four tree types around a harvest tile",
)
"""NAMES[n - 1]: what strip n asks for."""


TWICE = table(
    (
        (TRIANGLE, TWO_TRIANGLES, FIRST_TRIANGLE, FIRST_RHOMBUS),
        (RHOMBUS, TWO_OF_FOUR, FIRST_RHOMBUS, FIRST_ROW),
        (ROW_OF_FOUR, TWO_OF_FOUR, FIRST_ROW, END),
    )
)
"""(strip for one shape, strip for two of them, the shapes from .. to) of each kind of shape."""


@rule
def fulfilled(s: State, p: int, k: int) -> int:
    """The strips on the track, but the one for completed harvest tiles, that the display fulfils with its k-th tile."""
    left = s.left[p]
    if s.tile[p][k] >= HARVEST_TILE:
        met = by_harvest_tile(s, p, k)
    else:
        met = by_same_tree(s, p, k, left) | by_category(s, p, k, left)
        if left & SIX_IN_A_ROW and longest_row(s, p, k, True) >= 6:
            met |= SIX_IN_A_ROW
        if s.flower[p]:
            met |= FLOWER
        if left & FOUR_TREES and near_four_trees(s, p, k):
            met |= FOUR_TREES
    if s.n_enclosed[p] >= 1:
        met |= ONE_ENCLOSED
    if s.n_enclosed[p] >= 2:
        met |= TWO_ENCLOSED
    return met & left


@rule
def by_same_tree(s: State, p: int, k: int, left: int) -> int:
    """Strips 1 to 5: shapes of one tree with the k-th tile; asked only for the strips left."""
    same = same_tree(s, p, k)
    met = 0
    if CORNER[same]:
        met |= TRIANGLE
        if left & (RHOMBUS | TWO_OF_FOUR) and in_rhombus(s, p, k, same):
            met |= RHOMBUS
    if same and left & (ROW_OF_FOUR | TWO_OF_FOUR) and longest_row(s, p, k, False) >= 4:
        met |= ROW_OF_FOUR
    for i in range(3):
        if met & TWICE[i][0] and left & TWICE[i][1] and two_apart(s, p, k, TWICE[i][2], TWICE[i][3]):
            met |= TWICE[i][1]
    return met


@rule
def by_category(s: State, p: int, k: int, left: int) -> int:
    """Strips 8 and 9: connected groups of a category with the k-th tile."""
    met = 0
    for category in range(2):
        if left & CATEGORY_A << category and in_group_of_four(s, p, k, 1 << category):
            met |= CATEGORY_A << category
    return met


@rule
def by_harvest_tile(s: State, p: int, k: int) -> int:
    """Strips 10, 11 and 15: what lies around the k-th tile, a harvest tile."""
    met = 0
    beside = harvest_edges(s, p, k)
    if beside:
        met |= TWO_HARVEST_TILES
    if CORNER[beside]:
        met |= THREE_HARVEST_TILES
    if trees_around(s, p, k) >= 4:
        met |= FOUR_TREES
    return met


@rule
def near_four_trees(s: State, p: int, k: int) -> bool:
    """Strip 15: whether a harvest tile beside the k-th tile has four different trees around it."""
    beside = harvest_edges(s, p, k)
    for d in range(6):
        if beside >> d & 1 and trees_around(s, p, s.beside[p][6 * k + d]) >= 4:
            return True
    return False
