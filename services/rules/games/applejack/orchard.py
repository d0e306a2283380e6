"""An orchard: laying a tile, what its hives earn, and the areas its apples make."""

from services.rules.kernel import BLANK, remove, rule

from .components import APPLES, BLOSSOMS, CELL, HIVES, N_FIELDS, PASTURE, PLACES, PRICE, STEP, WIDE
from .stand_in import N_COLOURS
from .state import State

PASTURE_HONEY = 2
MOST_PIPS = 3


@rule
def lay(s: State, p: int, place: int, rotation: int) -> None:
    """Lay the tile in hand on a free field: pay its price, then collect from its hives; or turn it to the pasture."""
    tile = s.held
    s.held = BLANK
    s.tile[p][place], s.rotation[p][place] = tile, rotation
    s.n_free[p] = remove(s.free[p], s.n_free[p], place)
    if rotation == PASTURE:
        s.honey[p] += PASTURE_HONEY
    else:
        s.honey[p] += income(s, p, place, tile, rotation) - PRICE[tile]
        show(s, p, place, tile, rotation)


@rule
def income(s: State, p: int, place: int, tile: int, rotation: int) -> int:
    """Honey that the hives of a tile bring on a field: the lower number of each pair of hives edge to edge."""
    cell, mine = CELL[place], HIVES[tile][rotation]
    honey = 0
    for d in range(6):
        if mine >> d & 1:
            near = cell + STEP[d]
            if s.hives[p][near] >> (d + 3) % 6 & 1:
                honey += min(PRICE[tile], PRICE[s.face[p][near]])
    return honey


@rule
def show(s: State, p: int, place: int, tile: int, rotation: int) -> None:
    """Let a cell show a tile: its hives, its blossoms, its apples, which join the areas beside them."""
    cell = CELL[place]
    s.face[p][cell], s.hives[p][cell] = tile, HIVES[tile][rotation]
    s.blossoms[p] += BLOSSOMS[tile]
    for colour in range(N_COLOURS):
        apples = APPLES[tile][colour]
        if apples > 0:
            join(s, p, cell, colour, apples)
            s.shown[p][colour] |= 1 << cell


@rule
def join(s: State, p: int, cell: int, colour: int, apples: int) -> None:
    """Change the crop of a colour: the areas beside a cell are one from now on, together with its apples."""
    near = around(1 << cell) & s.shown[p][colour]
    whole = apples
    while near:
        area = area_of(near & -near, s.shown[p][colour])
        near &= ~area
        size = apples_in(s, p, colour, area)
        count_area(s, p, colour, size, -1)
        whole += size
    count_area(s, p, colour, whole, 1)


@rule
def count_area(s: State, p: int, colour: int, size: int, sign: int) -> None:
    """Add what an area brings at each number of pips to the crop of its colour, or take it away."""
    for pips in range(1, MOST_PIPS + 1):
        if size > pips:
            s.crop[p][3 * colour + pips - 1] += sign * (size - pips)


@rule
def around(cells: int) -> int:
    """The cells (bits) that touch some of these, and these."""
    row = cells | cells << 1 | cells >> 1
    return row | cells << WIDE | cells >> WIDE | cells << (WIDE - 1) | cells >> (WIDE - 1)


@rule
def area_of(cells: int, shown: int) -> int:
    """The cells (bits) that hang together with these over cells that are shown."""
    area = cells
    wider = around(area) & shown
    while wider != area:
        area = wider
        wider = around(area) & shown
    return area


@rule
def apples_in(s: State, p: int, colour: int, area: int) -> int:
    """Apples of a colour on the cells (bits) of an area."""
    n = 0
    for i in range(N_FIELDS + 6):
        cell = PLACES[i]
        if area >> cell & 1:
            n += APPLES[s.face[p][cell]][colour]
    return n


def areas(s: State, p: int, colour: int) -> list[int]:
    """The sizes of the areas of a colour, the largest first."""
    sizes, rest, face = [], s.shown[p][colour], s.face[p]
    while rest:
        area = area_of(rest & -rest, rest)
        rest &= ~area
        size = 0
        while area:
            cell = area.bit_length() - 1
            area -= 1 << cell
            size += APPLES[face[cell]][colour]
        sizes.append(size)
    return sorted(sizes, reverse=True)
