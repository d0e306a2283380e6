"""Applejack: what the tile in hand is worth on its fields, worked out without laying it."""

from collections.abc import Sequence

from ai.knowledge.applejack_ground import (
    AREA,
    MOST_AREAS,
    NOTES,
    PAID,
    PAYS,
    SIZE,
    STAGES,
    bonus_to_come,
    chance,
    survey,
    survey_areas,
)
from ai.knowledge.applejack_prospects import (
    BONUS_BELIEF,
    CROPS,
    FIRST,
    SECOND,
    blossom_times,
    harvests_ahead,
    harvests_of,
    promise,
    waiting_hives,
    want,
)
from services.rules.games.applejack.components import (
    APPLES,
    BLOSSOMS,
    CELL,
    CELLS,
    HIVES,
    PASTURE,
    PERIOD,
    PRICE,
    STEP,
)
from services.rules.games.applejack.moves import LAY_TILE, WAYS
from services.rules.games.applejack.orchard import MOST_PIPS, PASTURE_HONEY
from services.rules.games.applejack.scoring import VARIETY_BONUS
from services.rules.games.applejack.stand_in import N_COLOURS
from services.rules.games.applejack.state import State
from services.rules.kernel import ints, rule

NEVER = -1000.0
MOST = 8
"""Ways to lay a tile face up that are thought worth a search."""
UNIT = 100
"""Values are compared in hundredths of a point."""
FINE = 10000
"""What hives wait for is kept in such parts of a point."""


@rule
def best_laying(
    s: State, p: int, ahead: list[int], notes: list[int], first: list[int], second: list[int], w: Sequence[float]
) -> float:
    """Points that the tile in hand adds to what is certain and to prospects, on its best field; or as pasture.

    The notes (`survey`, `survey_areas`) and the numbers of waiting hives (`first`, `second`) are of the orchard before.
    """
    tile, honey, turns = s.held, s.honey[p], s.n_free[p] - 1
    pasture = NEVER
    for i in range(s.n_free[p]):
        cell = CELL[s.free[p][i]]
        pasture = max(pasture, -w[FIRST] * first[cell] - w[SECOND] * second[cell])
    best = pasture + PASTURE_HONEY + want(honey, turns, w) - want(honey + PASTURE_HONEY, turns, w)
    if PRICE[tile] > honey:
        return best
    blossoms, edges = BLOSSOMS[tile] * blossom_times(s) + want(honey, turns, w), ints(12)
    for i in range(s.n_free[p]):
        cell = CELL[s.free[p][i]]
        worth = blossoms - w[FIRST] * first[cell] - w[SECOND] * second[cell]
        worth += apples_gain(tile, turns, cell, ahead, notes, w)
        hive_edges(s, cell, first, second, w, edges)
        for rotation in range(PERIOD[tile]):
            best = max(best, worth + hives_gain(tile, rotation, honey, turns, edges, w))
    return best


@rule
def apples_gain(tile: int, turns: int, cell: int, ahead: list[int], notes: list[int], w: Sequence[float]) -> float:
    """Points that the apples of a tile add on a cell, where they join the areas beside it."""
    gain = 0.0
    pays = more = 0
    for colour in range(N_COLOURS):
        apples = APPLES[tile][colour]
        if apples > 0:
            before, joined = notes[STAGES + colour], 0
            for d in range(6):
                near = notes[AREA + colour * CELLS + cell + STEP[d]]
                if near > 0 and joined >> near & 1 == 0:
                    size = notes[SIZE + colour * MOST_AREAS + near]
                    joined |= 1 << near
                    apples += size
                    gain -= harvests_of_area(size, colour, ahead)
            gain += harvests_of_area(apples, colour, ahead)
            stage = max(before, min(apples, PAYS))
            if stage > before:
                harvests = harvests_of(ahead, colour)
                gain += promise(stage, harvests, turns, w) - promise(before, harvests, turns, w)
                pays += stage == PAYS
                more += chance(stage, turns) - chance(before, turns)
    bonus: int = VARIETY_BONUS[notes[PAID] + pays] - VARIETY_BONUS[notes[PAID]]
    return gain + bonus + w[BONUS_BELIEF] * (bonus_to_come(notes, more, pays) - bonus_to_come(notes, 0, 0))


@rule
def harvests_of_area(apples: int, colour: int, ahead: list[int]) -> int:
    """Honey that an area of so many apples brings in all harvests to come."""
    honey = 0
    for k in range(MOST_PIPS):
        honey += ahead[MOST_PIPS * colour + k] * max(0, apples - k - 1)
    return honey


@rule
def hive_edges(s: State, cell: int, first: list[int], second: list[int], w: Sequence[float], out: list[int]) -> None:
    """Write what a hive of the tile in hand would bring over each edge of a cell.

    Honey, and at 6 + edge what it waits for there, in parts of a point (FINE).
    """
    p, price, better, other = s.turn, PRICE[s.held], int(FINE * w[FIRST] + 0.5), int(FINE * w[SECOND] + 0.5)
    for d in range(6):
        near = cell + STEP[d]
        out[d] = out[6 + d] = 0
        if first[near] >= 0:
            out[6 + d] = better * max(0, price - first[near])
            out[6 + d] += other * max(0, min(price, first[near]) - second[near])
        elif s.hives[p][near] >> (d + 3) % 6 & 1:
            out[d] = min(price, PRICE[s.face[p][near]])


@rule
def hives_gain(tile: int, rotation: int, honey: int, turns: int, edges: list[int], w: Sequence[float]) -> float:
    """Points of turning a tile so on a cell: income less price, hives that wait, and the honey that is left."""
    earned: int = -PRICE[tile]
    hope = 0
    hives, d = HIVES[tile][rotation], 0
    while hives:
        if hives & 1:
            earned += edges[d]
            hope += edges[6 + d]
        hives >>= 1
        d += 1
    return earned + hope / FINE - want(honey + earned, turns, w)


# The best of all -----------------------------------------------------------------------------------------------------


@rule
def promising_layings(s: State, out: list[int], w: Sequence[float]) -> int:
    """Write the MOST best ways to lay the tile in hand face up, if it can be paid, then the best pasture; how many."""
    values = ints(MOST + 1)
    return rank_layings(s, out, values, w)


@rule
def rank_layings(s: State, out: list[int], values: list[int], w: Sequence[float]) -> int:
    """The same, with the points that each adds, in units; as in `best_laying`, want of honey before is left out."""
    p, tile, turns, n = s.turn, s.held, s.n_free[s.turn] - 1, 0
    ahead, notes, first, second = ints(CROPS), ints(NOTES), ints(CELLS), ints(CELLS)
    harvests_ahead(s, ahead)
    survey(s, p, turns, notes)
    survey_areas(s, p, notes)
    waiting_hives(s, p, first, second, w)
    pasture, least = 0, -NEVER
    blossoms, edges = BLOSSOMS[tile] * blossom_times(s), ints(12)
    for i in range(s.n_free[p]):
        place = s.free[p][i]
        cell = CELL[place]
        lost = w[FIRST] * first[cell] + w[SECOND] * second[cell]
        if lost < least:
            pasture, least = place, lost
        if PRICE[tile] <= s.honey[p]:
            worth = blossoms + apples_gain(tile, turns, cell, ahead, notes, w) - lost
            hive_edges(s, cell, first, second, w, edges)
            for turned in range(PERIOD[tile]):
                value = int(UNIT * (worth + hives_gain(tile, turned, s.honey[p], turns, edges, w)))
                n = keep_best(out, values, n, LAY_TILE + place * WAYS + turned, value)
    out[n] = LAY_TILE + pasture * WAYS + PASTURE
    values[n] = int(UNIT * (PASTURE_HONEY - least - want(s.honey[p] + PASTURE_HONEY, turns, w)))
    return n + 1


@rule
def keep_best(out: list[int], values: list[int], n: int, action: int, value: int) -> int:
    """Put an action among the best so far, of falling value; how many there are then, MOST at most."""
    if n == MOST:
        if value <= values[n - 1]:
            return n
        n -= 1
    at = n
    while at > 0 and values[at - 1] < value:
        out[at], values[at] = out[at - 1], values[at - 1]
        at -= 1
    out[at], values[at] = action, value
    return n + 1
