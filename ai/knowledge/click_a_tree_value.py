"""Click A Tree: what is counted of a seat between two turns, from which `pomona fit` learns its share of the win."""

from ai.knowledge.click_a_tree_land import best_yield, largest_territories, room_for, yields_at
from ai.knowledge.click_a_tree_strips import half_made
from services.rules.games.click_a_tree.components import FRUITS
from services.rules.games.click_a_tree.display import sickle_edges
from services.rules.games.click_a_tree.geometry import COUNT
from services.rules.games.click_a_tree.harvest import line
from services.rules.games.click_a_tree.scoring import NUMBERS
from services.rules.games.click_a_tree.state import FREE, State
from services.rules.kernel import ints, rule

STRIP, CHEAP_STRIP = 6.0, 2.0
"""Fruits that a strip below a line counts for among what is missing there, dearly and cheaply."""
FAR = 1000.0
"""More than is ever missing."""


@rule
def features(s: State, p: int, out: list[float]) -> int:
    """Write what is counted of a seat; return how many numbers that is. All are of the order of 1."""
    markers(s, p, out, 0)
    lines(s, p, out, 8)
    territories(s, p, out, 15)
    sickles(s, p, out, 18)
    least, made = out[8], half_made(s, p)
    out[22], out[23] = made, s.cap[p] / 10.0
    out[24], out[25] = s.n_complete[p] / 10.0, s.n_free[p] / 100.0
    yet = 1.0 * ((p - s.start) % s.seats >= (s.turn - s.start) % s.seats)
    out[26], out[27], out[28] = yet, 1.0 * (s.turn == p), yet / (1.0 + 5.0 * least)
    out[29], out[30] = 1.0 * s.reached[p], s.reached[p] * out[7]
    late = s.round / 10.0
    out[31], out[32], out[33] = late * out[7], late * least, late * made
    out[34], out[35] = late * out[15], late * out[20]
    return 36


@rule
def markers(s: State, p: int, out: list[float], at: int) -> None:
    """Write the fruit markers, highest first, and their sum."""
    for fruit in range(FRUITS):
        out[at + fruit] = 0.0
    total = 0.0
    for fruit in range(FRUITS):
        value = s.value[p][fruit] / 10.0
        total += value
        i = fruit
        while i > 0 and out[at + i - 1] < value:
            out[at + i] = out[at + i - 1]
            i -= 1
        out[at + i] = value
    out[at + FRUITS] = total


@rule
def lines(s: State, p: int, out: list[float], at: int) -> None:
    """Write what is missing at the nearest line and at the second nearest one; `out` holds the markers."""
    least = second = cheap = FAR
    fruit = strips = 0.0
    for i in range(len(NUMBERS)):
        need = line(NUMBERS[i], s.n_complete[p])
        if need > 0:
            below = 1.0 * max(0, need - s.cap[p])
            lack = 0.0
            for k in range(NUMBERS[i]):
                lack += max(0.0, need - 10.0 * out[k])
            cheap = min(cheap, lack + CHEAP_STRIP * below)
            missing = lack + STRIP * below
            second = min(second, max(least, missing))
            if missing < least:
                least, fruit, strips = missing, lack, below
    out[at], out[at + 1], out[at + 2] = least / 10.0, second / 10.0, cheap / 10.0
    out[at + 3], out[at + 4] = fruit / 10.0, strips / 10.0
    out[at + 5], out[at + 6] = 1.0 / (1.0 + least), 1.0 / (4.0 + least)


@rule
def territories(s: State, p: int, out: list[float], at: int) -> None:
    """Write how much the largest territories would yield: all of them, the best and the second best."""
    largest = ints(FRUITS)
    largest_territories(s, p, largest)
    total = top = second = 0
    for fruit in range(FRUITS):
        grown = min(largest[fruit], room_for(s, p, fruit))
        total += grown
        second = max(second, min(top, grown))
        top = max(top, grown)
    out[at], out[at + 1], out[at + 2] = total / 10.0, top / 10.0, second / 10.0


@rule
def sickles(s: State, p: int, out: list[float], at: int) -> None:
    """Write how many free places open sickles face, by how many sickles, and what these would yield: all and best."""
    yields = ints(FRUITS)
    places = faced = promised = most = 0
    for place in range(FREE, FREE + s.n_free[p]):
        harvests = COUNT[sickle_edges(s, p, place)]
        if harvests > 0:
            yields_at(s, p, place, yields)
            best = harvests * best_yield(s, p, yields)
            places += 1
            faced += harvests
            promised += best
            most = max(most, best)
    out[at], out[at + 1] = places / 10.0, faced / 10.0
    out[at + 2], out[at + 3] = promised / 10.0, most / 10.0
