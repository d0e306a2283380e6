"""Click A Tree: how far the task strips that are left are fulfilled."""

from services.rules.games.click_a_tree.display import harvest_edges, landscape_edges
from services.rules.games.click_a_tree.geometry import CORNER, COUNT
from services.rules.games.click_a_tree.shapes import same_tree, tree_of, trees_around
from services.rules.games.click_a_tree.state import State
from services.rules.games.click_a_tree.strips import (
    CATEGORY_A,
    FIVE_COMPLETED,
    FLOWER,
    FOUR_TREES,
    ONE_ENCLOSED,
    RHOMBUS,
    ROW_OF_FOUR,
    THREE_HARVEST_TILES,
    TRIANGLE,
    TWO_ENCLOSED,
    TWO_OF_FOUR,
    TWO_TRIANGLES,
)
from services.rules.kernel import rule, table

PARTS = table(
    (
        (TRIANGLE, 9, 0, 0),
        (TWO_TRIANGLES, 2, 9, 0),
        (RHOMBUS, 4, 12, 0),
        (ROW_OF_FOUR, 4, 0, 12),
        (TWO_OF_FOUR, 0, 4, 4),
    )
)
"""What two neighbours, three around a corner, and three in a row, all of one tree, are worth to each strip."""


@rule
def half_made(s: State, p: int) -> float:
    """The strips left, each as the square of the share of it that lies: what is nearly done is sure to come."""
    return (of_one_tree(s, p) + of_any_trees(s, p) + of_harvest_tiles(s, p)) / 36.0


@rule
def of_one_tree(s: State, p: int) -> int:
    """Strips 1 to 5, in squares of sixths."""
    pair = corner = straight = total = 0
    for k in range(s.n_tile[p]):
        if s.tree[p][k] >= 0:
            same = same_tree(s, p, k)
            pair |= same > 0
            corner |= CORNER[same] > 0
            straight |= same & same >> 3 > 0
    for i in range(len(PARTS)):
        if s.left[p] & PARTS[i][0]:
            total += PARTS[i][1] * pair + PARTS[i][2] * corner + PARTS[i][3] * straight
    return total


@rule
def of_any_trees(s: State, p: int) -> int:
    """Strips 7 to 9, in squares of sixths; a row of six is more often met than sought."""
    left = s.left[p]
    around = group = 0
    for k in range(s.n_tile[p]):
        if s.tree[p][k] >= 0:
            if harvest_edges(s, p, k) == 0:
                around = max(around, COUNT[landscape_edges(s, p, k)])
            for category in range(2):
                if left & CATEGORY_A << category:
                    group = max(group, kinds_beside(s, p, k, 1 << category))
    return around * around * (left & FLOWER > 0) + 2 * group * group


@rule
def kinds_beside(s: State, p: int, k: int, category: int) -> int:
    """How many different trees of a category the k-th tile and its neighbours bear, if it is of the category."""
    trees = tree_of(s, p, k, category)
    if trees:
        for d in range(6):
            trees |= tree_of(s, p, s.beside[p][6 * k + d], category)
    return COUNT[trees]  # type: ignore[no-any-return]


@rule
def of_harvest_tiles(s: State, p: int) -> int:
    """Strips 11 to 15, in squares of sixths."""
    left = s.left[p]
    most = second = trees = beside = 0
    for k in range(s.n_tile[p]):
        if s.tree[p][k] < 0:
            harvest = harvest_edges(s, p, k)
            n = COUNT[landscape_edges(s, p, k) | harvest]
            second = max(second, min(n, most))
            most = max(most, n)
            beside |= harvest > 0
            if left & FOUR_TREES:
                trees = max(trees, trees_around(s, p, k))
    total = 2 * trees * trees
    if left & ONE_ENCLOSED:
        total += most * most
    if left & TWO_ENCLOSED:
        total += second * second
    if left & THREE_HARVEST_TILES:
        total += 9 * beside
    if left & FIVE_COMPLETED:
        total += s.n_complete[p] * s.n_complete[p]
    return total
