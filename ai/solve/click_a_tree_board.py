"""Click A Tree: the display of the seat to act as the model of a turn reads it."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from services.rules.games.click_a_tree.actions import cost
from services.rules.games.click_a_tree.components import FRUIT, FRUITS, TREE
from services.rules.games.click_a_tree.display import harvest_edges, landscape_edges, sickle_edges
from services.rules.games.click_a_tree.geometry import NEIGHBOURS, edges_of
from services.rules.games.click_a_tree.notation import pair
from services.rules.games.click_a_tree.state import FREE, HARVEST_TILE, LAY, TAKE, State
from services.rules.kernel import BLANK

BOTH: Final = 2
"""Landscape tiles of a whole turn."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Landscape tiles that may be laid in this turn, and at which cost marker they are taken (BLANK: in hand)."""

    tiles: tuple[int, ...]
    fruit: int
    pays: bool


@dataclass(slots=True)
class Territory:
    """The landscape tiles with a fruit that hang together."""

    fruit: int
    size: int = 0
    faces: dict[int, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    """For each cell without a tile beside it: the edges of the cell at which it lies, each with the number (0 or 1) of
    the fruit on the tile there."""


@dataclass(frozen=True, slots=True)
class Board:
    """What lies, and which cells tiles of this turn may reach."""

    deals: tuple[Deal, ...]
    slots: int
    """Landscape tiles still to be laid."""
    land: dict[int, int]
    """The landscape tile of each cell that bears one."""
    harvest: dict[int, int]
    """The edges with sickles of each harvest tile, by cell."""
    rings: tuple[tuple[int, ...], ...]
    """The free cells, then those that only a tile laid in this turn would border, then one further."""
    bits: dict[int, tuple[int, int, int]]
    """(edges at landscape tiles, at harvest tiles, at sickles of neighbours) of each free cell."""
    territories: dict[int, tuple[Territory, ...]]
    """Of each fruit."""

    def edges(self, cell: int) -> tuple[int, int, int]:
        """(edges at landscape tiles, at harvest tiles, at sickles of neighbours) of a cell without a tile."""
        return self.bits.get(cell, (0, 0, 0))

    def reach(self, slot: int) -> Iterator[int]:
        """The cells on which the tile after `slot` others of this turn may come to lie."""
        for ring in self.rings[: slot + 1]:
            yield from ring

    def tiles(self) -> list[int]:
        """Every landscape tile that may be laid."""
        return sorted({tile for deal in self.deals for tile in deal.tiles})

    def beside(self, cell: int, fruit: int) -> list[Territory]:
        """The territories of a fruit that border a cell without a tile."""
        return [territory for territory in self.territories[fruit] if cell in territory.faces]

    def yields(self, cell: int, fruit: int) -> int:
        """What a tile with the fruit would yield here, once."""
        return 1 + sum(territory.size for territory in self.beside(cell, fruit))

    def linked(self, cell: int, fruit: int) -> set[int]:
        """The cells from which a tile with the fruit would hang together with one here."""
        cells = set(NEIGHBOURS[cell])
        for territory in self.beside(cell, fruit):
            cells.update(territory.faces)
        return cells - {cell}

    def joined(self, first: int, second: int, fruit: int) -> int:
        """What the second of two tiles with the fruit that hang together would yield more than alone."""
        seconds = self.beside(second, fruit)
        return 1 + sum(t.size for t in self.beside(first, fruit) if all(t is not other for other in seconds))


def board_of(s: State) -> Board:
    """The board of the seat to act."""
    me = s.turn
    n = s.n_tile[me]
    tiles = dict(zip(s.cell[me][:n], s.tile[me][:n], strict=True))
    land = {cell: tile for cell, tile in tiles.items() if tile < HARVEST_TILE}
    places = range(FREE, FREE + s.n_free[me])
    deals = _deals(s)
    slots = len(deals[0].tiles)
    return Board(
        deals,
        slots,
        land,
        {cell: tile - HARVEST_TILE for cell, tile in tiles.items() if tile >= HARVEST_TILE},
        _rings([s.cell[me][place] for place in places], set(tiles), slots),
        {s.cell[me][k]: (landscape_edges(s, me, k), harvest_edges(s, me, k), sickle_edges(s, me, k)) for k in places},
        _territories(s, me, set(tiles)),
    )


def _deals(s: State) -> tuple[Deal, ...]:
    if s.phase != TAKE:
        return (Deal(tuple(s.taken[: s.n_taken]) if s.phase == LAY else (), BLANK, pays=False),)
    price = cost(s, s.turn)
    open_to_me = [fruit for fruit in range(FRUITS) if s.value[s.turn][fruit] >= price]
    return tuple(Deal(tuple(sorted(pair(s, fruit))), fruit, pays=price > 0) for fruit in open_to_me)


def _rings(free: list[int], taken: set[int], slots: int) -> tuple[tuple[int, ...], ...]:
    rings, seen = [tuple(free)], taken | set(free)
    for _ in range(slots):
        ring = sorted({near for cell in rings[-1] for near in NEIGHBOURS[cell]} - seen)
        rings.append(tuple(ring))
        seen.update(ring)
    return tuple(rings)


def _territories(s: State, me: int, taken: set[int]) -> dict[int, tuple[Territory, ...]]:
    found: dict[int, Territory] = {}
    for k in range(s.n_tile[me]):
        for i in range(2):
            number = s.territory[me][2 * k + i]
            if number != BLANK:
                territory = found.setdefault(number, Territory(FRUIT[s.tile[me][k]][i]))
                territory.size += 1
                for d, near in enumerate(NEIGHBOURS[s.cell[me][k]]):
                    if near not in taken:
                        territory.faces[near].append(((d + 3) % 6, i))
    return {fruit: tuple(t for t in found.values() if t.fruit == fruit) for fruit in range(FRUITS)}


def fruits_of(tile: int) -> tuple[int, ...]:
    """The fruits of a landscape tile."""
    return tuple(fruit for fruit in FRUIT[tile] if fruit != BLANK)


def trees_beside(board: Board, cell: int) -> set[int]:
    """The trees of the landscape tiles around a cell."""
    return {TREE[board.land[near]] for near in NEIGHBOURS[cell] if near in board.land}


def missing_around(board: Board, cell: int, edges: int) -> list[int]:
    """The cells without a landscape tile at these edges of a cell."""
    return [NEIGHBOURS[cell][d] for d in edges_of(edges) if NEIGHBOURS[cell][d] not in board.land]
