"""Applejack: what the tile in hand is worth on its fields, worked out without laying it."""

from collections.abc import Sequence

from ai.knowledge.applejack_prospects import (
    CROPS,
    FIRST,
    PAYS,
    SECOND,
    blossom_times,
    harvests_ahead,
    harvests_of,
    promise,
    prospects,
    waiting_hives,
    want,
)
from services.rules.games.applejack.components import (
    APPLES,
    BLOSSOMS,
    CELL,
    CELLS,
    HIVES,
    N_FIELDS,
    PASTURE,
    PERIOD,
    PLACES,
    PRICE,
    STEP,
)
from services.rules.games.applejack.moves import LAY_TILE, WAYS
from services.rules.games.applejack.orchard import MOST_PIPS, PASTURE_HONEY, area_of
from services.rules.games.applejack.scoring import VARIETY_BONUS
from services.rules.games.applejack.stand_in import N_COLOURS
from services.rules.games.applejack.state import State
from services.rules.kernel import ints, rule

NEVER = -1000.0
MOST = 8
"""Ways to lay a tile face up that are thought worth a search."""
UNIT = 100
"""Values are compared in hundredths of a point."""
MOST_AREAS = N_FIELDS + 6 + 1


@rule
def best_laying(
    s: State, p: int, ahead: list[int], stages: list[int], first: list[int], second: list[int], w: Sequence[float]
) -> float:
    """Points that the tile in hand adds to what is certain and to prospects, on its best field; or as pasture.

    `stages` and the numbers of waiting hives (`first`, `second`) are those of the orchard before.
    """
    tile, honey, turns = s.held, s.honey[p], s.n_free[p] - 1
    pasture = NEVER
    for i in range(s.n_free[p]):
        cell = CELL[s.free[p][i]]
        pasture = max(pasture, -w[FIRST] * first[cell] - w[SECOND] * second[cell])
    best = pasture + PASTURE_HONEY + want(honey, turns, w) - want(honey + PASTURE_HONEY, turns, w)
    if PRICE[tile] > honey:
        return best
    area, size = ints(N_COLOURS * CELLS), ints(N_COLOURS * MOST_AREAS)
    for colour in range(N_COLOURS):
        if APPLES[tile][colour] > 0:
            number_areas(s, p, colour, area, size)
    blossoms = BLOSSOMS[tile] * blossom_times(s) + want(honey, turns, w)
    for i in range(s.n_free[p]):
        cell = CELL[s.free[p][i]]
        worth = blossoms - w[FIRST] * first[cell] - w[SECOND] * second[cell]
        worth += apples_gain(s, cell, ahead, stages, area, size, w)
        for rotation in range(PERIOD[tile]):
            best = max(best, worth + hives_gain(s, p, cell, rotation, first, second, w))
    return best


@rule
def number_areas(s: State, p: int, colour: int, area: list[int], size: list[int]) -> None:
    """Write the number of its area, from 1, for each cell, 0 for none, and the apples of each area, of one colour."""
    cells, sizes = colour * CELLS, colour * MOST_AREAS
    for cell in range(CELLS):
        area[cells + cell] = 0
    n = 0
    rest = s.shown[p][colour]
    while rest:
        found = area_of(rest & -rest, rest)
        rest &= ~found
        n += 1
        size[sizes + n] = 0
        for i in range(N_FIELDS + 6):
            cell = PLACES[i]
            if found >> cell & 1:
                area[cells + cell] = n
                size[sizes + n] += APPLES[s.face[p][cell]][colour]


@rule
def apples_gain(
    s: State, cell: int, ahead: list[int], stages: list[int], area: list[int], size: list[int], w: Sequence[float]
) -> float:
    """Points that the apples of the tile in hand add on a cell, where they join the areas beside it."""
    tile, turns = s.held, s.n_free[s.turn] - 1
    gain = 0.0
    paid = pays = 0
    for colour in range(N_COLOURS):
        paid += stages[colour] == PAYS
        apples = APPLES[tile][colour]
        if apples > 0:
            joined = 0
            for d in range(6):
                near = area[colour * CELLS + cell + STEP[d]]
                if near > 0 and joined >> near & 1 == 0:
                    joined |= 1 << near
                    apples += size[colour * MOST_AREAS + near]
                    gain -= harvests_of_area(size[colour * MOST_AREAS + near], colour, ahead)
            gain += harvests_of_area(apples, colour, ahead)
            stage = max(stages[colour], min(apples, PAYS))
            if stage > stages[colour]:
                harvests = harvests_of(ahead, colour)
                gain += promise(stage, harvests, turns, w) - promise(stages[colour], harvests, turns, w)
                pays += stage == PAYS
    bonus: int = VARIETY_BONUS[paid + pays] - VARIETY_BONUS[paid]
    return gain + bonus


@rule
def harvests_of_area(apples: int, colour: int, ahead: list[int]) -> int:
    """Honey that an area of so many apples brings in all harvests to come."""
    honey = 0
    for k in range(MOST_PIPS):
        honey += ahead[MOST_PIPS * colour + k] * max(0, apples - k - 1)
    return honey


@rule
def hives_gain(
    s: State, p: int, cell: int, rotation: int, first: list[int], second: list[int], w: Sequence[float]
) -> float:
    """Points of turning the tile in hand so on a cell: income less price, hives that wait, the honey that is left."""
    tile = s.held
    price = PRICE[tile]
    honey, hope = s.honey[p] - price, 0.0
    for d in range(6):
        if HIVES[tile][rotation] >> d & 1:
            near = cell + STEP[d]
            if first[near] >= 0:
                hope += w[FIRST] * max(0, price - first[near])
                hope += w[SECOND] * max(0, min(price, first[near]) - second[near])
            elif s.hives[p][near] >> (d + 3) % 6 & 1:
                honey += min(price, PRICE[s.face[p][near]])
    earned: int = honey - s.honey[p]
    return earned + hope - want(honey, s.n_free[p] - 1, w)


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
    ahead, stages, first, second = ints(CROPS), ints(N_COLOURS), ints(CELLS), ints(CELLS)
    harvests_ahead(s, ahead)
    prospects(s, p, turns, ahead, stages, w)
    waiting_hives(s, p, first, second, w)
    area, size = ints(N_COLOURS * CELLS), ints(N_COLOURS * MOST_AREAS)
    for colour in range(N_COLOURS):
        if APPLES[tile][colour] > 0:
            number_areas(s, p, colour, area, size)
    pasture, least = 0, -NEVER
    blossoms = BLOSSOMS[tile] * blossom_times(s)
    for i in range(s.n_free[p]):
        place = s.free[p][i]
        cell = CELL[place]
        lost = w[FIRST] * first[cell] + w[SECOND] * second[cell]
        if lost < least:
            pasture, least = place, lost
        if PRICE[tile] <= s.honey[p]:
            worth = blossoms + apples_gain(s, cell, ahead, stages, area, size, w) - lost
            for turned in range(PERIOD[tile]):
                value = int(UNIT * (worth + hives_gain(s, p, cell, turned, first, second, w)))
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
