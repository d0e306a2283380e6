"""The harvest: sickles, yields, completed harvest tiles."""

from services.rules.kernel import BLANK, rule

from .components import END_OF_DAY_TILES, FRUIT
from .display import landscape_edges, sickle_edges
from .state import HARVEST_TILE, ONCE, State


@rule
def at_sickles(s: State, p: int, k: int) -> int:
    """The edges of the k-th tile at which a harvest takes place when it is laid."""
    if s.tile[p][k] < HARVEST_TILE:
        return sickle_edges(s, p, k)
    return s.tile[p][k] - HARVEST_TILE & landscape_edges(s, p, k)


@rule
def harvested(s: State, p: int, k: int, d: int) -> int:
    """The landscape tile that is harvested at edge d of the k-th tile."""
    if s.tile[p][k] < HARVEST_TILE:
        return k
    return s.beside[p][6 * k + d]


@rule
def choices(s: State, p: int, k: int) -> int:
    """The edges of the k-th tile, just laid, at which a tile with two fruits is harvested."""
    edges = 0
    at = at_sickles(s, p, k)
    for d in range(6):
        if at >> d & 1 and FRUIT[s.tile[p][harvested(s, p, k, d)]][1] != BLANK:
            edges |= 1 << d
    return edges


@rule
def harvest(s: State, p: int, k: int) -> None:
    """Carry out every harvest of the k-th tile, just laid."""
    at = at_sickles(s, p, k)
    if at == 0:
        return
    done = 0
    for d in range(6):
        if at >> d & 1:
            near = harvested(s, p, k, d)
            for i in range(2):
                fruit = FRUIT[s.tile[p][near]][i]
                if fruit != BLANK and (s.chosen[d] == BLANK or s.chosen[d] == fruit):
                    territory = s.territory[p][2 * near + i]
                    if done >> territory & 1 == 0:
                        s.value[p][fruit] = min(s.cap[p], s.value[p][fruit] + s.size[p][territory])
                    if s.tile[p][k] >= HARVEST_TILE or s.double_sickle == ONCE:
                        done |= 1 << territory


@rule
def is_complete(s: State, p: int, k: int) -> bool:
    """Whether every sickle of the k-th tile, a harvest tile, borders a landscape tile."""
    return s.tile[p][k] - HARVEST_TILE & ~landscape_edges(s, p, k) == 0


@rule
def completed_by(s: State, p: int, k: int) -> int:
    """How many harvest tiles the k-th tile, just laid, completes."""
    if s.tile[p][k] >= HARVEST_TILE:
        return 1 if is_complete(s, p, k) else 0
    n = 0
    faced = sickle_edges(s, p, k)
    if faced:
        for d in range(6):
            if faced >> d & 1 and is_complete(s, p, s.beside[p][6 * k + d]):
                n += 1
    return n


@rule
def line(number: int, n_complete: int) -> int:
    """The value that `number` fruit markers must reach, after so many completed harvest tiles; 0: covered.

    Each completed harvest tile lays an end-of-day tile and moves the topmost marker that can move: 7, 6, 5, 7, 6, 5 ...
    """
    moves = min(n_complete, END_OF_DAY_TILES)
    if number == 2:
        return 10
    if number == 3:
        return 9 if moves >= 3 else 0
    return 14 - number - (moves + number - 5) // 3
