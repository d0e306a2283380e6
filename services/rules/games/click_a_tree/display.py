"""A display: tiles on a plane, what surrounds each place, and the territories of its fruits."""

from services.rules.kernel import BLANK, rule, table

from .components import FRUIT, MAX_FREE, MAX_LANDSCAPE, MAX_SEATS, MAX_TILES, TOP, TREE
from .geometry import ALL_EDGES, CELLS, NEIGHBOURS, SIDE, STEPS
from .state import FREE, HARVEST_TILE, NOTHING, PLACES, WILD, State

LANDSCAPE = -1


def _marks(edges: int) -> list[int]:
    return [(1 if edges == LANDSCAPE else 1 << 6 | (edges >> d & 1) << 12) << (d + 3) % 6 for d in range(6)]


MARK = table([*map(_marks, range(ALL_EDGES + 1)), _marks(LANDSCAPE)])
"""MARK[edges][d]: what a harvest tile, or LANDSCAPE, adds to `around` of its neighbour in direction d."""


@rule
def landscape_edges(s: State, p: int, place: int) -> int:
    """The edges of a place that border landscape tiles."""
    return s.around[p][place] & ALL_EDGES


@rule
def harvest_edges(s: State, p: int, place: int) -> int:
    """The edges of a place that border harvest tiles."""
    return s.around[p][place] >> 6 & ALL_EDGES


@rule
def sickle_edges(s: State, p: int, place: int) -> int:
    """The edges of a place that a sickle of the neighbour faces."""
    return s.around[p][place] >> 12


@rule
def enclosed(s: State, p: int, k: int) -> bool:
    """Whether tiles lie on all six sides of the k-th tile."""
    return landscape_edges(s, p, k) | harvest_edges(s, p, k) == ALL_EDGES


@rule
def clear_display(s: State, p: int) -> None:
    """A display without tiles: the first one has a single place, the origin."""
    s.n_tile[p] = s.n_territory[p] = s.n_enclosed[p] = s.flower[p] = s.n_free[p] = 0
    for k in range(MAX_TILES):
        s.tile[p][k] = s.tree[p][k] = BLANK
        s.q[p][k] = s.r[p][k] = 0
    s.tree[p][NOTHING] = BLANK
    for i in range(6 * MAX_TILES):
        s.beside[p][i] = NOTHING
    for i in range(2 * MAX_TILES):
        s.territory[p][i] = BLANK
    for i in range(2 * MAX_LANDSCAPE):
        s.size[p][i] = 0
    for place in range(PLACES):
        s.cell[p][place] = BLANK
        s.around[p][place] = 0
    for cell in range(CELLS):
        s.grid[p][cell] = WILD
    add_free(s, p, 0)


@rule
def add_free(s: State, p: int, cell: int) -> int:
    """A cell borders its first tile; return its place."""
    place = FREE + s.n_free[p]
    s.n_free[p] += 1
    s.grid[p][cell] = place
    s.cell[p][place] = cell
    return place


@rule
def occupy(s: State, p: int, k: int, cell: int) -> None:
    """The k-th tile takes the place of a free cell; the last free place moves into the gap."""
    place = s.grid[p][cell]
    s.grid[p][cell] = k
    s.cell[p][k] = cell
    s.around[p][k] = s.around[p][place]
    s.n_free[p] -= 1
    last = FREE + s.n_free[p]
    if place != last:
        s.cell[p][place] = s.cell[p][last]
        s.around[p][place] = s.around[p][last]
        s.grid[p][s.cell[p][place]] = place
    s.cell[p][last] = BLANK
    s.around[p][last] = 0


@rule
def lay(s: State, p: int, tile: int, cell: int) -> int:
    """Lay a tile on a free cell; return its index. The first tile lies at the origin."""
    k = s.n_tile[p]
    s.n_tile[p] = k + 1
    s.tile[p][k] = tile
    occupy(s, p, k, cell)
    kind = max(tile - HARVEST_TILE, LANDSCAPE)
    for d in range(6):
        place = s.grid[p][NEIGHBOURS[cell][d]]
        if place == WILD:
            place = add_free(s, p, NEIGHBOURS[cell][d])
        s.around[p][place] |= MARK[kind][d]
        if place < FREE:
            join(s, p, k, d, place)
            s.q[p][k], s.r[p][k] = s.q[p][place] - STEPS[d][0], s.r[p][place] - STEPS[d][1]
    if tile >= HARVEST_TILE:
        s.n_enclosed[p] += enclosed(s, p, k)
        return k
    s.tree[p][k] = TREE[tile]
    for i in range(2):
        if FRUIT[tile][i] != BLANK:
            settle(s, p, k, i, FRUIT[tile][i])
    if landscape_edges(s, p, k) == ALL_EDGES:
        s.flower[p] = 1
    return k


@rule
def join(s: State, p: int, k: int, d: int, near: int) -> None:
    """Two tiles border each other: the new k-th one and its neighbour in direction d."""
    s.beside[p][6 * k + d] = near
    s.beside[p][6 * near + (d + 3) % 6] = k
    if s.tree[p][near] < 0:
        s.n_enclosed[p] += enclosed(s, p, near)
    elif landscape_edges(s, p, near) == ALL_EDGES:
        s.flower[p] = 1


# Territories ---------------------------------------------------------------------------------------------------------


@rule
def settle(s: State, p: int, k: int, i: int, fruit: int) -> None:
    """Add the i-th fruit of the k-th tile to the territories of this fruit around it, which become one."""
    mine = BLANK
    for d in range(6):
        near = s.beside[p][6 * k + d]
        if s.tree[p][near] >= 0:
            for j in range(2):
                if FRUIT[s.tile[p][near]][j] == fruit:
                    other = s.territory[p][2 * near + j]
                    if mine == BLANK:
                        mine = other
                    elif other != mine:
                        merge(s, p, other, mine)
    if mine == BLANK:
        mine = s.n_territory[p]
        s.n_territory[p] += 1
    s.territory[p][2 * k + i] = mine
    s.size[p][mine] += 1


@rule
def merge(s: State, p: int, gone: int, kept: int) -> None:
    """Two territories of one fruit become one."""
    for i in range(2 * s.n_tile[p]):
        if s.territory[p][i] == gone:
            s.territory[p][i] = kept
    s.size[p][kept] += s.size[p][gone]
    s.size[p][gone] = 0


# A snapshot holds the tiles and their coordinates --------------------------------------------------------------------


def rebuild(s: State) -> None:
    """Make the derived fields again, as laying the tiles one by one would."""
    for p in range(MAX_SEATS):
        s.cap[p] = TOP - s.left[p].bit_count() if p < s.seats else 0
        _rebuild_places(s, p)
        _rebuild_territories(s, p)


def _rebuild_places(s: State, p: int) -> None:
    n, tiles = s.n_tile[p], s.tile[p]
    cells = [r % SIDE * SIDE + q % SIDE for q, r in zip(s.q[p][:n], s.r[p][:n], strict=True)]
    around = [0] * CELLS
    around[0] = 1 << 30  # the first tile's cell is free before any tile borders it
    free = [0]
    for tile, here in zip(tiles, cells, strict=False):
        place, moved = free.index(here), free.pop()
        if moved != here:
            free[place] = moved
        for near, marks in zip(NEIGHBOURS[here], MARK[max(tile - HARVEST_TILE, LANDSCAPE)], strict=True):
            if not around[near]:
                free.append(near)
            around[near] |= marks
    around[0] ^= 1 << 30
    index = dict(zip(cells, range(n), strict=True))
    beside = [index.get(near, NOTHING) for here in cells for near in NEIGHBOURS[here]]
    grid = [WILD] * CELLS
    for k, here in enumerate(cells):
        grid[here] = k
    for place, here in enumerate(free, FREE):
        grid[here] = place
    s.grid[p], s.n_free[p] = grid, len(free)
    s.beside[p] = beside + [NOTHING] * (6 * (MAX_TILES - n))
    s.cell[p] = cells + [BLANK] * (MAX_TILES - n) + free + [BLANK] * (MAX_FREE - len(free))
    s.around[p] = [around[cell] if cell >= 0 else 0 for cell in s.cell[p]]
    s.tree[p] = [TREE[tile] if tile < HARVEST_TILE else BLANK for tile in tiles[:n]] + [BLANK] * (MAX_TILES + 1 - n)
    full = [k for k in range(n) if enclosed(s, p, k)]
    s.n_enclosed[p] = sum(1 for k in full if s.tree[p][k] < 0)
    s.flower[p] = int(any(s.tree[p][k] >= 0 and landscape_edges(s, p, k) == ALL_EDGES for k in full))


def _rebuild_territories(s: State, p: int) -> None:
    size = [0] * (2 * MAX_LANDSCAPE)
    for territory in s.territory[p][: 2 * s.n_tile[p]]:
        if territory >= 0:
            size[territory] += 1
    s.size[p] = size
