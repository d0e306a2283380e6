"""Click A Tree: the task strips as patterns: which one or two landscape tiles, laid where, would fulfil them.

A pattern is a shape somewhere on the plane whose cells bear landscape tiles already, but for one or two. Strips of
harvest tiles that are enclosed or completed are no patterns: the model counts what surrounds each harvest tile.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from ai.solve.click_a_tree_board import BOTH, Board, trees_beside
from services.rules.games.click_a_tree.components import SIGN, TREE, TREES
from services.rules.games.click_a_tree.geometry import NEIGHBOURS, edges_of
from services.rules.games.click_a_tree.strips import (
    CATEGORY_A,
    CATEGORY_B,
    FLOWER,
    FOUR_TREES,
    RHOMBUS,
    ROW_OF_FOUR,
    SIX_IN_A_ROW,
    TRIANGLE,
    TWO_OF_FOUR,
    TWO_TRIANGLES,
)

TRIANGLES: Final = ((0, 2), (1, 3))
RHOMBUSES: Final = ((0, 2, 0), (1, 3, 1), (2, 4, 2))
ROWS: Final = ((0, 0, 0), (1, 1, 1), (2, 2, 2))
LONG_ROWS: Final = tuple((d,) * 5 for d in range(3))
"""Shapes as the steps from cell to cell."""
ENOUGH_TREES: Final = 4
ANY: Final = (-1, 0)

Kind = tuple[int, int]
"""What a tile must be: of a tree (-1: of any), and of a category (0: of any)."""
Spot = tuple[Kind, int]
"""A kind of tile on a cell."""


@dataclass(slots=True)
class Ways:
    """How landscape tiles can fulfil a strip."""

    single: set[Spot] = field(default_factory=set)
    """One tile is enough."""
    double: dict[Spot, set[Spot]] = field(default_factory=lambda: defaultdict(set))
    """Two tiles together: each spot with all that go with it."""

    def add(self, missing: Iterable[Spot]) -> None:
        """One more way: all these tiles."""
        spots = tuple(missing)
        if len(spots) == 1:
            self.single.add(spots[0])
        elif len(spots) == BOTH:
            self.double[spots[0]].add(spots[1])
            self.double[spots[1]].add(spots[0])


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of one tree on the plane: its cells, and the spots where tiles are missing."""

    cells: frozenset[int]
    missing: frozenset[Spot]


def is_of(tile: int, kind: Kind, sign_by: int) -> bool:
    """Whether a landscape tile is of a kind."""
    tree, category = kind
    return tree in (-1, TREE[tile]) and (category == 0 or SIGN[sign_by][tile] & category > 0)


def ways_of(board: Board, left: int, sign_by: int) -> dict[int, Ways]:
    """For each strip among `left` that one or two landscape tiles can fulfil: how."""
    cells = {*board.land, *board.reach(BOTH - 1)}
    ways: dict[int, Ways] = defaultdict(Ways)
    _one_tree(board, left, cells, ways)
    for strip, shapes in ((SIX_IN_A_ROW, _placed(LONG_ROWS, cells)), (FLOWER, _flowers(cells))):
        if left & strip:
            for shape in shapes:
                ways[strip].add((ANY, cell) for cell in shape if cell not in board.land)
    for strip, category in ((CATEGORY_A, 1), (CATEGORY_B, 2)):
        if left & strip:
            for missing in _groups(board, cells, category, sign_by):
                ways[strip].add(missing)
    if left & FOUR_TREES:
        for missing in _around_harvest_tiles(board):
            ways[FOUR_TREES].add(missing)
    return ways


# Shapes of one tree --------------------------------------------------------------------------------------------------


def _one_tree(board: Board, left: int, cells: set[int], ways: dict[int, Ways]) -> None:
    for forms, one, two in (
        (TRIANGLES, TRIANGLE, TWO_TRIANGLES),
        (RHOMBUSES, RHOMBUS, TWO_OF_FOUR),
        (ROWS, ROW_OF_FOUR, TWO_OF_FOUR),
    ):
        if left & (one | two):
            shapes = list(_shapes(board, cells, forms))
            if left & one:
                for shape in shapes:
                    ways[one].add(shape.missing)
            if left & two:
                _two_apart(shapes, ways[two])


def _shapes(board: Board, cells: set[int], forms: tuple[tuple[int, ...], ...]) -> Iterator[Shape]:
    """Shapes of one tree that lack two tiles at most."""
    for form in _placed(forms, cells):
        trees = {TREE[board.land[cell]] for cell in form if cell in board.land}
        missing = [cell for cell in form if cell not in board.land]
        if len(trees) == 1 and len(missing) <= BOTH:
            kind = (trees.pop(), 0)
            yield Shape(frozenset(form), frozenset((kind, cell) for cell in missing))


def _two_apart(shapes: list[Shape], way: Ways) -> None:
    """Two of the shapes without a common cell, which lack two tiles at most together."""
    by_lack = [[shape for shape in shapes if len(shape.missing) == n] for n in range(BOTH + 1)]
    whole, nearly = by_lack[0], by_lack[1]
    for shape in (*nearly, *by_lack[2]):
        if any(shape.cells.isdisjoint(other.cells) for other in whole):
            way.add(shape.missing)
    for one, other in combinations(nearly, 2):
        if one.cells.isdisjoint(other.cells):
            way.add(one.missing | other.missing)


def _placed(forms: tuple[tuple[int, ...], ...], cells: set[int]) -> Iterator[tuple[int, ...]]:
    """Every place of the forms on these cells alone."""
    for start in sorted(cells):
        for form in forms:
            shape = [start]
            for d in form:
                if (near := NEIGHBOURS[shape[-1]][d]) not in cells:
                    break
                shape.append(near)
            else:
                yield tuple(shape)


# Shapes of many trees ------------------------------------------------------------------------------------------------


def _flowers(cells: set[int]) -> Iterator[tuple[int, ...]]:
    for cell in sorted(cells):
        if cells.issuperset(NEIGHBOURS[cell]):
            yield (cell, *NEIGHBOURS[cell])


def _groups(board: Board, cells: set[int], category: int, sign_by: int) -> Iterator[tuple[Spot, ...]]:
    """What groups of four trees of a category lack, two tiles at most."""
    trees = {cell: TREE[tile] for cell, tile in board.land.items() if SIGN[sign_by][tile] & category}
    near = {cell: [n for n in NEIGHBOURS[cell] if n in trees or (n in cells and n not in board.land)] for cell in cells}
    grown = {frozenset([cell]) for cell in trees}
    for _ in range(ENOUGH_TREES - 1):
        grown = {
            group | {cell} for group in grown for old in group for cell in near[old] if _may_join(group, cell, trees)
        }
    for group in grown:
        borne = {trees[cell] for cell in group if cell in trees}
        others = [(tree, category) for tree in range(TREES) if tree not in borne]
        yield from _filled(sorted(cell for cell in group if cell not in trees), others)


def _may_join(group: frozenset[int], cell: int, trees: dict[int, int]) -> bool:
    """Whether a group stays one of different trees that lacks two tiles at most."""
    if cell in group:
        return False
    if cell in trees:
        return all(trees.get(other) != trees[cell] for other in group)
    return sum(other not in trees for other in group) < BOTH


def _filled(missing: list[int], kinds: list[Kind]) -> Iterator[tuple[Spot, ...]]:
    """Every way to lay different kinds on one or two cells."""
    if len(missing) == 1:
        yield from (((kind, missing[0]),) for kind in kinds)
    elif len(missing) == BOTH:
        first, second = missing
        yield from (((a, first), (b, second)) for a in kinds for b in kinds if a != b)


def _around_harvest_tiles(board: Board) -> Iterator[tuple[Spot, ...]]:
    """What harvest tiles that lie lack to four trees around them, two tiles at most."""
    for cell in board.harvest:
        trees = trees_beside(board, cell)
        lack = ENOUGH_TREES - len(trees)
        others = [(tree, 0) for tree in range(TREES) if tree not in trees]
        free = [NEIGHBOURS[cell][d] for d in edges_of(63) if NEIGHBOURS[cell][d] in board.bits]
        if lack in {1, BOTH}:
            for missing in combinations(free, lack):
                yield from _filled(list(missing), others)
