"""Click A Tree: how to play on in a hurry, from a leaf of a search to the point where the display is judged."""

from services.rules.games.click_a_tree.actions import LAY_HARVEST, LAY_TILE, SKIP, TAKE_AT, random_action
from services.rules.games.click_a_tree.components import FRUIT, FRUITS, MAX_FREE, TREE
from services.rules.games.click_a_tree.display import harvest_edges, landscape_edges, sickle_edges
from services.rules.games.click_a_tree.geometry import COUNT, NEIGHBOURS
from services.rules.games.click_a_tree.state import CHOOSE, FREE, State
from services.rules.games.click_a_tree.strips import THREE_HARVEST_TILES, TWO_HARVEST_TILES
from services.rules.kernel import BLANK, Rng, rule

GUESSES = 3
"""Actions that are looked at; the one that seems best is played."""


@rule
def playout(s: State, rng: Rng, out: list[int]) -> int:
    """The best of a few random actions, as far as a glance tells; `out` is scratch, as for `random_action`."""
    best = random_action(s, rng, out)
    if s.phase == CHOOSE or best == SKIP:
        return best
    most = glance(s, best)
    for _ in range(GUESSES - 1):
        action = random_action(s, rng, out)
        seems = glance(s, action)
        if seems > most:
            best, most = action, seems
    return best


@rule
def glance(s: State, action: int) -> int:
    """About how many fruits an action brings or prepares."""
    if action >= LAY_HARVEST:
        edges, j = (action - LAY_HARVEST) // MAX_FREE, (action - LAY_HARVEST) % MAX_FREE
        return harvest_tile_brings(s, s.turn, edges, FREE + j)
    if action >= LAY_TILE:
        tile, j = (action - LAY_TILE) // MAX_FREE, (action - LAY_TILE) % MAX_FREE
        return landscape_tile_brings(s, s.turn, tile, FREE + j)
    fruit = action - TAKE_AT
    after = s.ring_place[fruit]
    before = (after + FRUITS - 1) % FRUITS
    return s.value[s.turn][fruit] + wanted(s, s.turn, s.ring[before]) + wanted(s, s.turn, s.ring[after])


@rule
def wanted(s: State, p: int, tile: int) -> int:
    """How many spaces the markers of a tile's fruits may climb."""
    total = 0
    for i in range(2):
        fruit = FRUIT[tile][i]
        if fruit != BLANK:
            total += s.cap[p] + 1 - s.value[p][fruit]
    return total


@rule
def landscape_tile_brings(s: State, p: int, tile: int, place: int) -> int:
    """Fruit at the sickles that face a place, and what the tile has in common with its neighbours."""
    total: int = 2 * COUNT[sickle_edges(s, p, place)]
    weight = 1 + total
    land = landscape_edges(s, p, place)
    for d in range(6):
        if land >> d & 1:
            k = s.grid[p][NEIGHBOURS[s.cell[p][place]][d]]
            total += 2 * (s.tree[p][k] == TREE[tile])
            for i in range(2):
                fruit = FRUIT[s.tile[p][k]][i]
                if fruit != BLANK and (fruit == FRUIT[tile][0] or fruit == FRUIT[tile][1]):
                    total += weight * s.size[p][s.territory[p][2 * k + i]]
    return total


@rule
def harvest_tile_brings(s: State, p: int, edges: int, place: int) -> int:
    """Fruit at the sickles of a harvest tile, more if that completes it or brings it beside another one."""
    land = landscape_edges(s, p, place)
    total = 3 * (edges & ~land == 0)
    if harvest_edges(s, p, place) and s.left[p] & (TWO_HARVEST_TILES | THREE_HARVEST_TILES):
        total += 5
    for d in range(6):
        if land & edges & 1 << d:
            k = s.grid[p][NEIGHBOURS[s.cell[p][place]][d]]
            for i in range(2):
                fruit = FRUIT[s.tile[p][k]][i]
                if fruit != BLANK:
                    room = s.cap[p] - s.value[p][fruit]
                    total += 2 * min(room, s.size[p][s.territory[p][2 * k + i]])
    return total
