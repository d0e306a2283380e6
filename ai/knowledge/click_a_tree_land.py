"""Click A Tree: what the territories of a display yield, and where one more tile would lie."""

from services.rules.games.click_a_tree.components import FRUIT, FRUITS
from services.rules.games.click_a_tree.display import landscape_edges
from services.rules.games.click_a_tree.geometry import NEIGHBOURS
from services.rules.games.click_a_tree.state import State
from services.rules.kernel import BLANK, rule


@rule
def room_for(s: State, p: int, fruit: int) -> int:
    """The spaces that a fruit marker may yet climb, one more strip removed."""
    return s.cap[p] + 1 - s.value[p][fruit]


@rule
def largest_territories(s: State, p: int, out: list[int]) -> None:
    """Write the size of the largest territory of each fruit."""
    for fruit in range(FRUITS):
        out[fruit] = 0
    for k in range(s.n_tile[p]):
        if s.tree[p][k] >= 0:
            for i in range(2):
                fruit = FRUIT[s.tile[p][k]][i]
                if fruit != BLANK:
                    out[fruit] = max(out[fruit], s.size[p][s.territory[p][2 * k + i]])


@rule
def best_yield(s: State, p: int, yields: list[int]) -> int:
    """The most of these yields that a marker has room for."""
    most = 0
    for fruit in range(FRUITS):
        most = max(most, min(yields[fruit], room_for(s, p, fruit)))
    return most


@rule
def near(s: State, p: int, place: int, d: int) -> int:
    """What lies at edge d of any place."""
    return s.grid[p][NEIGHBOURS[s.cell[p][place]][d]]  # type: ignore[no-any-return]


@rule
def yields_at(s: State, p: int, place: int, out: list[int]) -> None:
    """Write what a tile laid on a free place would yield of each fruit that it bears."""
    for fruit in range(FRUITS):
        out[fruit] = 1
    counted = 0
    land = landscape_edges(s, p, place)
    for d in range(6):
        if land >> d & 1:
            k = near(s, p, place, d)
            for i in range(2):
                fruit = FRUIT[s.tile[p][k]][i]
                if fruit != BLANK and counted >> s.territory[p][2 * k + i] & 1 == 0:
                    counted |= 1 << s.territory[p][2 * k + i]
                    out[fruit] += s.size[p][s.territory[p][2 * k + i]]
