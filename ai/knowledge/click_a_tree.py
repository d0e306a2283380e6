"""Click A Tree: what a display is worth to its seat, and how to play on from it in a hurry.

Whoever crosses a line first wins, so a seat is worth its fruit less what it still lacks to the nearest line, and a
little for what its display promises: territories, open sickles, task strips half made. Nothing here looks at a stack,
at the ring or at open harvest tiles, some of which may only be imagined.
"""

from ai.knowledge.click_a_tree_land import best_yield, largest_territories, near, room_for, yields_at
from ai.knowledge.click_a_tree_playout import playout, propose
from ai.knowledge.click_a_tree_strips import half_made
from ai.knowledge.click_a_tree_value import features
from services.rules.games.click_a_tree.components import FRUIT, FRUITS, MAX_SEATS, ROUNDS, TREE
from services.rules.games.click_a_tree.display import landscape_edges, sickle_edges
from services.rules.games.click_a_tree.geometry import CORNER, COUNT
from services.rules.games.click_a_tree.harvest import line
from services.rules.games.click_a_tree.scoring import NUMBERS, scores
from services.rules.games.click_a_tree.state import FREE, OVER, TAKE, State
from services.rules.kernel import BLANK, ints, rule

__all__ = ["SEARCH", "SWING", "WEIGHTS", "evaluate", "features", "own", "playout", "propose"]

SWING = 12.0
"""Points ahead that make half of the way from an even game to a won one."""
SEARCH = {
    "flat": {"sift": 12, "turns": 2, "beam": 24, "learned": True, "margin": 0.0},
    "mcts": {"sift": 16, "guide": 90, "widen": 0.3},
}
"""See docs/benchmarks.md for what each of these was measured against."""
CROSSED = 40.0
"""Points that a line crossed is worth."""
WEIGHTS = {
    "rivals": 0.7,  # what the best rival has and may hope for
    "step": 1.0,  # of each fruit that a line still asks for
    "strip": 6.0,  # a strip that still lies below that line, in fruits asked for
    "land": 0.35,  # of each fruit that the largest territory of its kind would yield
    "sickle": 0.3,  # of each fruit that an open sickle would yield with the best tile
    "tile": 1.4,  # of each fruit that a tile in hand would bring at its best place
    "match": 0.5,  # of each neighbour of the same tree that a tile in hand would find there
    "made": 2.0,  # a strip that is all but fulfilled
    "done": 0.8,  # a completed harvest tile
}
"""Beside the fruit on the track, which counts 1."""
RIVALS, STEP, STRIP, LAND, SICKLE, TILE, MATCH, MADE, DONE = range(len(WEIGHTS))

USUAL = 50.0
"""Alone: the usual sum."""
GROWTH = 3.0
"""Alone: fruit that each turn to come promises."""
LIFT = 4.0
"""Alone: each space of the track that is free for markers."""
PACE = 4.0
"""Alone: how much of what is missing a turn makes up."""
SLACK = 16.0
"""Alone: how far what is missing must be within reach for a line to be three quarters safe."""


@rule
def evaluate(s: State, me: int, w: list[float]) -> float:
    """Points that a seat may expect above its best rival, a crossed line counted; alone, above the usual sum."""
    if s.phase == OVER:
        return final_margin(s, me)
    if s.seats == 1:
        return alone(s, w) - USUAL
    rival = -1000.0
    for p in range(s.seats):
        if p != me:
            rival = max(rival, worth(s, p, w))
    return worth(s, me, w) - w[RIVALS] * rival


@rule
def final_margin(s: State, me: int) -> float:
    """Points ahead of the best rival when the game is over, a crossed line counted; alone, above the usual sum."""
    points = ints(MAX_SEATS)
    scores(s, points)
    rival = USUAL if s.seats == 1 else 0.0
    for p in range(s.seats):
        if p != me:
            rival = max(rival, points[p] + CROSSED * s.reached[p])
    return 1.0 * points[me] + CROSSED * s.reached[me] - rival


@rule
def worth(s: State, p: int, w: list[float]) -> float:
    """What a seat has and may hope for, against others."""
    crossed = CROSSED * s.reached[p] + w[DONE] * s.n_complete[p]
    return fruit_of(s, p) + crossed - w[STEP] * missing(s, p, w) + promised(s, p, w)


@rule
def own(s: State, me: int, w: list[float]) -> float:
    """What tells apart the actions of one seat: nothing that it does changes what its rivals have."""
    return evaluate(s, me, w) if s.seats == 1 or s.phase == OVER else worth(s, me, w)


@rule
def alone(s: State, w: list[float]) -> float:
    """The sum that a lone seat may come to, a line crossed counted as often as it will be: it need not be soon."""
    lacking = missing(s, 0, w)
    turns = 1.0 * (ROUNDS - s.round + (s.phase == TAKE))
    if lacking == 0.0:
        return fruit_of(s, 0) + CROSSED
    spare = PACE * turns - lacking
    chance = 0.5 + 0.5 * spare / (SLACK + abs(spare))
    return fruit_of(s, 0) + LIFT * s.cap[0] + promised(s, 0, w) + GROWTH * turns + CROSSED * chance


@rule
def fruit_of(s: State, p: int) -> int:
    """The sum of a seat's markers."""
    total = 0
    for fruit in range(FRUITS):
        total += s.value[p][fruit]
    return total


@rule
def missing(s: State, p: int, w: list[float]) -> float:
    """What a seat lacks to the nearest line: fruit, and the strips below it."""
    values = ints(FRUITS)
    for fruit in range(FRUITS):
        i = fruit
        while i > 0 and values[i - 1] < s.value[p][fruit]:
            values[i] = values[i - 1]
            i -= 1
        values[i] = s.value[p][fruit]
    least = 1000.0
    for i in range(len(NUMBERS)):
        need = line(NUMBERS[i], s.n_complete[p])
        if need > 0:
            lacking = w[STRIP] * max(0, need - s.cap[p])
            for k in range(NUMBERS[i]):
                lacking += max(0, need - values[k])
            least = min(least, lacking)
    return least


# What a display promises ---------------------------------------------------------------------------------------------


@rule
def promised(s: State, p: int, w: list[float]) -> float:
    """What territories, open sickles, strips half made and tiles in hand are worth."""
    total = w[MADE] * half_made(s, p)
    largest = ints(FRUITS)
    largest_territories(s, p, largest)
    for fruit in range(FRUITS):
        total += w[LAND] * min(largest[fruit], room_for(s, p, fruit))
    yields = ints(FRUITS)
    n = s.n_taken if s.turn == p else 0
    first = second = 0.0
    for place in range(FREE, FREE + s.n_free[p]):
        harvests = COUNT[sickle_edges(s, p, place)]
        if harvests > 0 or n > 0:
            yields_at(s, p, place, yields)
            if harvests > 0:
                total += w[SICKLE] * best_yield(s, p, yields)
            if n > 0:
                first = max(first, brings(s, p, s.taken[0], place, harvests, yields, w))
            if n > 1:
                second = max(second, brings(s, p, s.taken[1], place, harvests, yields, w))
    return total + first + second


@rule
def brings(s: State, p: int, tile: int, place: int, harvests: int, yields: list[int], w: list[float]) -> float:
    """What a landscape tile would bring on a free place that so many sickles face."""
    total = 0.0
    for i in range(2):
        fruit = FRUIT[tile][i]
        if fruit != BLANK:
            total += w[TILE] * harvests * min(yields[fruit], room_for(s, p, fruit)) + w[LAND] * (yields[fruit] - 1)
    same = 0
    land = landscape_edges(s, p, place)
    for d in range(6):
        if land >> d & 1 and s.tree[p][near(s, p, place, d)] == TREE[tile]:
            same |= 1 << d
    matches: int = COUNT[same] + 2 * (CORNER[same] > 0)
    return total + w[MATCH] * matches
