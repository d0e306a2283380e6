"""The hexagonal plane on which every display lies, and sets of edges as six bits.

A cell has axial coordinates (q, r). Edges and directions run from 0 to 5, clockwise where r grows downward on the
screen; edge d of a tile faces its neighbour in direction d.
"""

from services.rules.kernel import BLANK, table

from .components import MAX_TILES

SIDE = MAX_TILES + 2
CELLS = SIDE * SIDE
"""A display has no border: it lies on a torus too wide for its tiles to meet from behind."""
STEPS = table(((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)))
ALL_EDGES = 63


def cell_of(q: int, r: int) -> int:
    """The cell of the torus at true coordinates."""
    return r % SIDE * SIDE + q % SIDE


def _around(cell: int) -> tuple[int, ...]:
    return tuple(cell_of(cell % SIDE + q, cell // SIDE + r) for q, r in STEPS)


NEIGHBOURS = table(_around(cell) for cell in range(CELLS))
"""NEIGHBOURS[cell][d]: the cell one of STEPS[d] away."""


def turned(edges: int) -> int:
    """A set of edges after a turn by one edge clockwise."""
    return (edges << 1 | edges >> 5) & ALL_EDGES


def _turns(edges: int) -> list[int]:
    found = [edges]
    while (following := turned(found[-1])) != edges:
        found.append(following)
    return sorted(found)


_ALL_TURNS = [_turns(edges) for edges in range(ALL_EDGES + 1)]

KIND = table(turns[0] for turns in _ALL_TURNS)
"""KIND[edges]: the lowest of the sets that turning makes of it, which stands for them all."""
N_TURNS = table(len(turns) for turns in _ALL_TURNS)
TURNS = table(turns + [BLANK] * (6 - len(turns)) for turns in _ALL_TURNS)
"""TURNS[edges][i], i < N_TURNS[edges]: the different sets that turning makes of it, rising."""
COUNT = table(edges.bit_count() for edges in range(ALL_EDGES + 1))
CORNER = table(edges & turned(edges) for edges in range(ALL_EDGES + 1))
"""CORNER[edges]: the edges in it whose neighbour before them is in it too; 0 if no two are side by side."""


def edges_of(bits: int) -> list[int]:
    """The edges of a set, rising."""
    return [d for d in range(6) if bits >> d & 1]
