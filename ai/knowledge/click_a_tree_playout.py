"""Click A Tree: how to play on in a hurry, from a leaf of a search to the point where the display is judged.

A glance at every action tells about how many fruits it brings or prepares, in tenths; what seems best is played.
"""

from ai.knowledge.click_a_tree_land import near, yields_at
from services.rules.games.click_a_tree.actions import (
    LAY_HARVEST,
    LAY_TILE,
    SKIP,
    TAKE_AT,
    cost,
    harvest_actions,
    random_action,
)
from services.rules.games.click_a_tree.components import FRUIT, FRUITS, MAX_FREE, TREE
from services.rules.games.click_a_tree.display import harvest_edges, landscape_edges, sickle_edges
from services.rules.games.click_a_tree.geometry import CORNER, COUNT
from services.rules.games.click_a_tree.state import FREE, HARVEST, HARVEST_TILE, LAY, TAKE, State
from services.rules.games.click_a_tree.strips import THREE_HARVEST_TILES, TWO_HARVEST_TILES
from services.rules.kernel import BLANK, Rng, below, ints, rule

MOST = 3
"""Actions of which a tree tries one first."""
GATHERED, GROWN, MATCHED, COMPLETED, OPENED, PAIRED, KEPT = 14, 4, 5, 8, 6, 40, 2
"""Tenths of a fruit: a fruit gathered, a territory larger by one, a neighbour of the same tree, a harvest tile
completed, a sickle left open, a harvest tile beside another one while a strip asks for it, a fruit that may pay."""


@rule
def playout(s: State, rng: Rng, out: list[int]) -> int:
    """What seems best; `out` is scratch, as for `random_action`."""
    return out[0] if best_few(s, out) > 0 else random_action(s, rng, out)


@rule
def propose(s: State, rng: Rng, out: list[int]) -> int:
    """One of the few actions that seem best."""
    n = best_few(s, out)
    return out[below(rng, n)] if n > 0 else random_action(s, rng, out)


@rule
def best_few(s: State, out: list[int]) -> int:
    """Write the actions that seem best, best first; return how many, 0 where none is looked at."""
    if s.phase == TAKE:
        return taking(s, s.turn, out)
    if s.phase == LAY:
        return laying(s, s.turn, out)
    if s.phase == HARVEST:
        return laying_harvest(s, s.turn, out)
    return 0


@rule
def glance(s: State, action: int) -> int:
    """What one action seems to bring: to take, lay or lay a harvest tile."""
    if action >= LAY_HARVEST:
        return harvest_laid(s, s.turn, (action - LAY_HARVEST) // MAX_FREE, FREE + (action - LAY_HARVEST) % MAX_FREE)
    if action >= LAY_TILE:
        tile, place = (action - LAY_TILE) // MAX_FREE, FREE + (action - LAY_TILE) % MAX_FREE
        yields = ints(FRUITS)
        yields_at(s, s.turn, place, yields)
        return COMPLETED * ripens(s, s.turn, place) + laid(s, s.turn, tile, place, yields)
    best = ints(FRUITS)
    at_best_places(s, s.turn, best)
    return taken(s, s.turn, action - TAKE_AT, best)


@rule
def enter(out: list[int], seems: list[int], n: int, action: int, value: int) -> int:
    """Enter an action among the n best so far, out[:n]; return how many these are. Of equals the first stays ahead."""
    if n == MOST and value <= seems[n - 1]:
        return n
    at = min(n, MOST - 1)
    while at > 0 and seems[at - 1] < value:
        out[at], seems[at] = out[at - 1], seems[at - 1]
        at -= 1
    out[at], seems[at] = action, value
    return min(n + 1, MOST)


# Landscape tiles -----------------------------------------------------------------------------------------------------


@rule
def taking(s: State, me: int, out: list[int]) -> int:
    """The best two tiles side by side, each at its best place."""
    seems, best = ints(MOST), ints(FRUITS)
    at_best_places(s, me, best)
    n, price = 0, cost(s, me)
    for fruit in range(FRUITS):
        if s.value[me][fruit] >= price:
            n = enter(out, seems, n, TAKE_AT + fruit, taken(s, me, fruit, best))
    return n


@rule
def taken(s: State, me: int, fruit: int, best: list[int]) -> int:
    """What the two tiles beside a cost marker bring, where each of the ring would bring so much at best."""
    after = s.ring_place[fruit]
    total: int = best[(after + FRUITS - 1) % FRUITS] + best[after] + KEPT * s.value[me][fruit]
    return total


@rule
def at_best_places(s: State, me: int, out: list[int]) -> None:
    """Write what each tile of the ring would bring at its best place."""
    yields = ints(FRUITS)
    for i in range(FRUITS):
        out[i] = 0
    for j in range(s.n_free[me]):
        yields_at(s, me, FREE + j, yields)
        ripe = COMPLETED * ripens(s, me, FREE + j)
        for i in range(FRUITS):
            if s.ring[i] != BLANK:
                out[i] = max(out[i], ripe + laid(s, me, s.ring[i], FREE + j, yields))


@rule
def laying(s: State, me: int, out: list[int]) -> int:
    """The best places of the tiles in hand."""
    seems, yields = ints(MOST), ints(FRUITS)
    n = 0
    for j in range(s.n_free[me]):
        yields_at(s, me, FREE + j, yields)
        ripe = COMPLETED * ripens(s, me, FREE + j)
        for i in range(s.n_taken):
            tile = s.taken[i]
            n = enter(out, seems, n, LAY_TILE + tile * MAX_FREE + j, ripe + laid(s, me, tile, FREE + j, yields))
    return n


@rule
def ripens(s: State, p: int, place: int) -> int:
    """How many harvest tiles a landscape tile on a free place would complete."""
    faced = sickle_edges(s, p, place)
    total = 0
    if faced:
        for d in range(6):
            if faced >> d & 1:
                k = near(s, p, place, d)
                total += COUNT[s.tile[p][k] - HARVEST_TILE & ~landscape_edges(s, p, k)] == 1
    return total


@rule
def laid(s: State, p: int, tile: int, place: int, yields: list[int]) -> int:
    """What a landscape tile brings on a free place, where territories would yield so much."""
    harvests = COUNT[sickle_edges(s, p, place)]
    total = 0
    for i in range(2):
        fruit = FRUIT[tile][i]
        if fruit != BLANK:
            total += GROWN * (yields[fruit] - 1)
            if harvests:
                total += GATHERED * min(harvests * yields[fruit], s.cap[p] - s.value[p][fruit])
    same = 0
    land = landscape_edges(s, p, place)
    for d in range(6):
        if land >> d & 1 and s.tree[p][near(s, p, place, d)] == TREE[tile]:
            same |= 1 << d
    matches: int = COUNT[same] + 2 * (CORNER[same] > 0)
    return total + MATCHED * matches


# Harvest tiles -------------------------------------------------------------------------------------------------------


@rule
def laying_harvest(s: State, me: int, out: list[int]) -> int:
    """The best places and turns of the open harvest tiles, of all that are legal; SKIP where none is."""
    seems, n = ints(MOST), 0
    for i in range(harvest_actions(s, me, out)):  # what is entered stands before what is still to be read
        action = out[i]
        if action == SKIP:
            return 1
        edges, place = (action - LAY_HARVEST) // MAX_FREE, FREE + (action - LAY_HARVEST) % MAX_FREE
        n = enter(out, seems, n, action, harvest_laid(s, me, edges, place))
    return n


@rule
def harvest_laid(s: State, p: int, edges: int, place: int) -> int:
    """What a harvest tile with these sickles brings on a free place."""
    land = landscape_edges(s, p, place)
    still_open = COUNT[edges & ~land]
    total: int = OPENED * still_open + COMPLETED * (still_open == 0)
    if harvest_edges(s, p, place) and s.left[p] & (TWO_HARVEST_TILES | THREE_HARVEST_TILES):
        total += PAIRED
    done = 0
    for d in range(6):
        if land & edges & 1 << d:
            k = near(s, p, place, d)
            for i in range(2):
                fruit = FRUIT[s.tile[p][k]][i]
                if fruit != BLANK:
                    territory = s.territory[p][2 * k + i]
                    if done >> territory & 1 == 0:
                        done |= 1 << territory
                        total += GATHERED * min(s.cap[p] - s.value[p][fruit], s.size[p][territory])
    return total
