"""The rules once more, slowly and without any shared code: on coordinates, from what everybody sees."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

Json = dict[str, Any]
Cell = tuple[int, int]
Shape = frozenset[Cell]

WAYS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def step(cell: Cell, d: int, n: int = 1) -> Cell:
    """The cell n steps away in a direction."""
    return cell[0] + n * WAYS[d % 6][0], cell[1] + n * WAYS[d % 6][1]


def around(cell: Cell) -> list[Cell]:
    """The six neighbours."""
    return [step(cell, d) for d in range(6)]


@dataclass(frozen=True)
class Landscape:
    """A landscape tile."""

    tree: str
    fruits: tuple[str, ...]
    sign: str


Sickles = frozenset[int]
"""A harvest tile as it lies."""


@dataclass
class Display:
    """The tiles of a seat."""

    land: dict[Cell, Landscape] = field(default_factory=dict)
    harvest: dict[Cell, Sickles] = field(default_factory=dict)

    def cells(self) -> set[Cell]:
        """Everywhere a tile lies."""
        return {*self.land, *self.harvest}

    def free(self) -> set[Cell]:
        """Free cells that border a tile."""
        return {near for cell in self.cells() for near in around(cell)} - self.cells()

    def territory(self, cell: Cell, fruit: str) -> Shape:
        """The connected landscape tiles with a fruit, from one of them on."""
        found, edge = {cell}, [cell]
        while edge:
            for near in around(edge.pop()):
                if near in self.land and fruit in self.land[near].fruits and near not in found:
                    found.add(near)
                    edge.append(near)
        return frozenset(found)

    def sickles_at(self, cell: Cell) -> list[int]:
        """The directions in which a harvest tile lies that holds a sickle against this cell."""
        return [d for d in range(6) if (d + 3) % 6 in self.harvest.get(step(cell, d), ())]

    def complete(self) -> set[Cell]:
        """Harvest tiles all of whose sickles border a tile."""
        return {c for c, sickles in self.harvest.items() if all(step(c, d) in self.cells() for d in sickles)}

    def fits(self, cell: Cell, sickles: Iterable[int]) -> bool:
        """Rules A, B and C for a harvest tile."""
        faced = [step(cell, d) for d in sickles]
        return (
            cell in self.free()
            and not self.sickles_at(cell)
            and not any(near in self.harvest for near in faced)
            and any(near in self.land for near in faced)
        )


# Strips --------------------------------------------------------------------------------------------------------------


def triangles(tiles: dict[Cell, Landscape]) -> list[Shape]:
    """Three tiles of one tree, each two of them neighbours."""
    found = []
    for a, tile in tiles.items():
        for b, c in combinations([near for near in around(a) if near in tiles], 2):
            if c in around(b) and tile.tree == tiles[b].tree == tiles[c].tree:
                found.append(frozenset((a, b, c)))
    return list(set(found))


def rhombuses(tiles: dict[Cell, Landscape]) -> list[Shape]:
    """Two triangles with a common side."""
    pairs = combinations(triangles(tiles), 2)
    return list({a | b for a, b in pairs if len(a & b) == 2})


def rows(tiles: dict[Cell, Landscape], n: int, *, one_tree: bool) -> list[Shape]:
    """Straight rows of n tiles."""
    found = []
    for cell in tiles:
        for d in range(3):
            row = [step(cell, d, i) for i in range(n)]
            if all(c in tiles for c in row) and (not one_tree or len({tiles[c].tree for c in row}) == 1):
                found.append(frozenset(row))
    return found


def two_apart(shapes: list[Shape]) -> bool:
    """Whether two of the shapes have no tile in common: every pair is tried."""
    return any(a.isdisjoint(b) for a, b in combinations(shapes, 2))


def groups(tiles: dict[Cell, Landscape], category: str) -> Iterator[Shape]:
    """Connected fours of a category with four different trees."""
    mine = {cell for cell, tile in tiles.items() if category in tile.sign}
    grown = {frozenset([cell]) for cell in mine}
    for _ in range(3):
        grown = {g | {near} for g in grown for cell in g for near in around(cell) if near in mine and near not in g}
        grown = {g for g in grown if len({tiles[c].tree for c in g}) == len(g)}
    return iter(grown)


def fulfilled(display: Display, completed: int) -> set[int]:
    """The numbers of all strips that a display fulfils."""
    land, harvest, taken = display.land, display.harvest, display.cells()
    enclosed = [cell for cell in harvest if all(near in taken for near in around(cell))]
    beside = [(a, b) for a, b in combinations(harvest, 2) if b in around(a)]
    answers = {
        1: bool(triangles(land)),
        2: two_apart(triangles(land)),
        3: bool(rhombuses(land)),
        4: bool(rows(land, 4, one_tree=True)),
        5: two_apart(rhombuses(land)) or two_apart(rows(land, 4, one_tree=True)),
        6: bool(rows(land, 6, one_tree=False)),
        7: any(all(near in land for near in around(cell)) for cell in land),
        8: any(groups(land, "A")),
        9: any(groups(land, "B")),
        10: bool(beside),
        11: any(c in around(a) and c in around(b) for a, b in beside for c in harvest),
        12: len(enclosed) >= 1,
        13: len(enclosed) >= 2,
        14: completed >= 5,
        15: any(len({land[near].tree for near in around(cell) if near in land}) >= 4 for cell in harvest),
    }
    return {n for n, met in answers.items() if met}


# Lines ---------------------------------------------------------------------------------------------------------------


def lines(completed: int) -> dict[int, int]:
    """The value at each line that counts: the markers moved one by one, as on the board."""
    at = {5: 9, 6: 8, 7: 7}
    for _ in range(min(13, completed)):
        marker = next(n for n in (5, 6, 7) if at[n] - 1 not in at.values() and at[n] > 2)
        at[marker] -= 1
    return {2: 10, **({3: 9} if at[5] < 9 else {}), **at}


def past_a_line(values: Iterable[int], completed: int) -> bool:
    """Whether enough markers are past a line."""
    values = list(values)
    return any(sum(v >= value for v in values) >= number for number, value in lines(completed).items())


# A seat's turn -------------------------------------------------------------------------------------------------------


@dataclass
class Seat:
    """A seat as the referee keeps it."""

    display: Display
    track: dict[str, int]
    left: set[int]
    completed: int = 0
    reached: bool = False

    @property
    def cap(self) -> int:
        """The highest space of the track without a strip."""
        return 10 - len(self.left)

    def remove(self, numbers: set[int]) -> None:
        """Take fulfilled strips off the track."""
        self.left -= numbers

    def bring_in(self, fruit: str, n: int) -> None:
        """A yield; what finds no space is lost."""
        self.track[fruit] = min(self.cap, self.track[fruit] + n)

    def lay(self, cell: Cell, tile: Landscape | Sickles) -> None:
        """Lay a tile and remove strips by shape."""
        if isinstance(tile, Landscape):
            self.display.land[cell] = tile
        else:
            self.display.harvest[cell] = tile
        self.remove(fulfilled(self.display, 0))

    def waiting(self, cell: Cell) -> dict[int, Cell]:
        """By edge of the tile just laid: the landscape tile that is harvested there."""
        if cell in self.display.land:
            return dict.fromkeys(self.display.sickles_at(cell), cell)
        return {d: step(cell, d) for d in self.display.harvest[cell] if step(cell, d) in self.display.land}

    def harvest(self, cell: Cell, chosen: dict[int, str], *, once: bool) -> None:
        """All harvests of the tile just laid, then completions and their strip."""
        done: set[tuple[str, Shape]] = set()
        for d, near in sorted(self.waiting(cell).items()):
            for fruit in [chosen[d]] if d in chosen else self.display.land[near].fruits:
                territory = (fruit, self.display.territory(near, fruit))
                if territory not in done:
                    self.bring_in(fruit, len(territory[1]))
                if once or cell in self.display.harvest:
                    done.add(territory)
        self.completed = len(self.display.complete())
        self.remove(fulfilled(self.display, self.completed) & {14})
