"""Patterns in a display: rows, shapes of one tree, groups; all of them exact."""

from services.rules.kernel import rule, table

from .components import SIGN
from .geometry import CORNER, COUNT
from .state import State

SHAPES = table(((0, 2, -1), (1, 3, -1), (0, 2, 0), (1, 3, 1), (2, 4, 2), (0, 0, 0), (1, 1, 1), (2, 2, 2)))
"""Shapes in each orientation, as the steps from tile to tile; -1 is no step."""
FIRST_TRIANGLE, FIRST_RHOMBUS, FIRST_ROW, END = 0, 2, 5, 8


@rule
def same_tree(s: State, p: int, k: int) -> int:
    """The edges of the k-th tile that border the same tree."""
    edges = 0
    for d in range(6):
        if s.tree[p][s.beside[p][6 * k + d]] == s.tree[p][k]:
            edges |= 1 << d
    return edges


@rule
def in_rhombus(s: State, p: int, k: int, same: int) -> bool:
    """Whether the k-th tile is part of a rhombus of one tree: at a blunt corner or at a pointed one."""
    corner = CORNER[same]
    if corner & (corner << 1 | corner >> 5):
        return True
    for d in range(6):
        if corner >> d & 1:
            beyond = s.beside[p][6 * s.beside[p][6 * k + d] + (d + 5) % 6]
            if s.tree[p][beyond] == s.tree[p][k]:
                return True
    return False


@rule
def longest_row(s: State, p: int, k: int, any_tree: bool) -> int:
    """Landscape tiles in the longest straight row through the k-th tile, of its tree or of any trees."""
    longest = 0
    for d in range(3):
        longest = max(longest, 1 + run(s, p, k, d, any_tree) + run(s, p, k, d + 3, any_tree))
    return longest


@rule
def run(s: State, p: int, k: int, d: int, any_tree: bool) -> int:
    """Landscape tiles without a gap from the k-th tile on in direction d, of its tree or of any trees."""
    n = 0
    near = s.beside[p][6 * k + d]
    while s.tree[p][near] >= 0 and (any_tree or s.tree[p][near] == s.tree[p][k]):
        n += 1
        near = s.beside[p][6 * near + d]
    return n


@rule
def shape_at(s: State, p: int, k: int, shape: int) -> int:
    """The tiles of a shape that begins at the k-th tile, as bits; 0 unless all of them bear one tree."""
    tree = s.tree[p][k]
    tiles = 1 << k
    at = k
    for i in range(3):
        d = SHAPES[shape][i]
        if d >= 0:
            at = s.beside[p][6 * at + d]
            if tree < 0 or s.tree[p][at] != tree:
                return 0
            tiles |= 1 << at
    return tiles


@rule
def two_apart(s: State, p: int, k: int, first: int, end: int) -> bool:
    """Whether two of these shapes, one of them with the k-th tile, have no tile in common."""
    for i in range(s.n_tile[p]):
        if s.tree[p][i] == s.tree[p][k]:
            for shape in range(first, end):
                tiles = shape_at(s, p, i, shape)
                if tiles >> k & 1 and another_apart(s, p, tiles, first, end):
                    return True
    return False


@rule
def another_apart(s: State, p: int, tiles: int, first: int, end: int) -> bool:
    """Whether there is one of these shapes without any of the tiles."""
    for i in range(s.n_tile[p]):
        if tiles >> i & 1 == 0:
            for shape in range(first, end):
                other = shape_at(s, p, i, shape)
                if other and other & tiles == 0:
                    return True
    return False


@rule
def tree_of(s: State, p: int, k: int, category: int) -> int:
    """The tree of the k-th tile as a bit, 0 unless it is of the category."""
    if s.tree[p][k] >= 0 and SIGN[s.sign_by][s.tile[p][k]] & category:
        return 1 << s.tree[p][k]
    return 0


@rule
def in_group_of_four(s: State, p: int, k: int, category: int) -> bool:
    """Whether the k-th tile and three others of the category hang together and bear four different trees."""
    one = tree_of(s, p, k, category)
    if one:
        for a in range(6):
            second = s.beside[p][6 * k + a]
            two = tree_of(s, p, second, category)
            if two & ~one and two_more(s, p, k, second, one | two, category):
                return True
    return False


@rule
def two_more(s: State, p: int, first: int, second: int, trees: int, category: int) -> bool:
    """Whether two more tiles with two more trees can join a pair: both beside it, or one behind the other."""
    near = 0
    for b in range(12):
        near |= tree_of(s, p, s.beside[p][6 * (first if b < 6 else second) + b % 6], category)
    near &= ~trees
    if near & (near - 1):
        return True
    for b in range(12):
        third = s.beside[p][6 * (first if b < 6 else second) + b % 6]
        if tree_of(s, p, third, category) & near:
            for c in range(6):
                if tree_of(s, p, s.beside[p][6 * third + c], category) & ~(trees | near):
                    return True
    return False


@rule
def trees_around(s: State, p: int, k: int) -> int:
    """How many different trees border the k-th tile."""
    trees = 0
    for d in range(6):
        tree = s.tree[p][s.beside[p][6 * k + d]]
        if tree >= 0:
            trees |= 1 << tree
    return COUNT[trees]  # type: ignore[no-any-return]
