"""Applejack: what an orchard is worth to a seat, and how to play on quickly and not badly.

Worth is what is certain (honey, and all harvests, blossoms and the final scoring to come, if nothing more were laid)
and what may grow: varieties on their way to four apples, hives that wait for a partner, turns that are left; less the
want of honey. A tile in hand counts as if it lay on its best field. Nothing here looks at the supply, the one thing
that nobody knows.

Playing on takes a glance at a few tiles and fields, as chance will have it.
"""

from ai.knowledge.applejack_laying import best_laying, promising_layings
from ai.knowledge.applejack_prospects import CROPS, certain, harvests_ahead, prospects, waiting_hives
from services.rules.games.applejack.components import (
    APPLES,
    BLOSSOMS,
    CELL,
    CELLS,
    MAX_SEATS,
    PASTURE,
    PERIOD,
    PRICE,
)
from services.rules.games.applejack.moves import DRAW, LAY_TILE, TAKE_TILE, WAYS, legal_actions
from services.rules.games.applejack.orchard import MOST_PIPS, PASTURE_HONEY, around, income
from services.rules.games.applejack.scoring import scores
from services.rules.games.applejack.stand_in import N_COLOURS
from services.rules.games.applejack.state import LAY, OVER, State
from services.rules.kernel import Rng, below, ints, rule

USUAL_ALONE = 80.0
"""About what `greedy` comes to alone."""
LOWEST = -1000.0
SWING = 20.0
"""Points ahead that are half way from an even game to a won one: final margins of equal bots differ by 25."""
SEARCH = {"flat": {"sift": 8, "turns": 2, "tries": 6}, "mcts": {"sift": 12, "explore": 0.3, "guide": 0}}
"""Against greedy, 60 games each at 2 seats: flat:500 66 % (40 to 46 % with one try and more turns), mcts:2000 58 %."""
BUDGETS = {"grower": {"iterations": 100}, "arborist": {"iterations": 500}, "ancient": {"iterations": 3_000}}

GLANCES = 3
"""Fields that are looked at."""
JOINED = 4
"""Honey that an apple is thought to bring beside others of its colour."""
EARLY = 4
"""Honey that each turn to come makes up for a tile that brings too little now."""

# Worth ---------------------------------------------------------------------------------------------------------------


@rule
def evaluate(s: State, me: int) -> float:
    """Points that a seat may expect above its best rival; alone, above the usual score."""
    points = ints(MAX_SEATS)
    ahead = ints(CROPS)
    if s.phase == OVER:
        scores(s, points)
    else:
        harvests_ahead(s, ahead)
    mine, rival = 0.0, LOWEST
    for p in range(s.seats):
        worth = 1.0 * points[p] if s.phase == OVER else expected_points(s, p, ahead)
        if p == me:
            mine = worth
        else:
            rival = max(rival, worth)
    return mine - (rival if s.seats > 1 else USUAL_ALONE)


@rule
def expected_points(s: State, p: int, ahead: list[int]) -> float:
    """The final points that a seat may expect; `ahead` as from `harvests_ahead`."""
    stages, first, second = ints(N_COLOURS), ints(CELLS), ints(CELLS)
    holds = s.phase == LAY and s.turn == p
    turns = s.n_free[p] - holds
    worth = certain(s, p, ahead) + prospects(s, p, turns, ahead, stages) + waiting_hives(s, p, first, second)
    return worth + best_laying(s, p, ahead, stages, first, second) if holds else worth


# Looking ahead -------------------------------------------------------------------------------------------------------


@rule
def promising(s: State, out: list[int]) -> int:
    """Write the legal actions worth a search, return how many: of more than a hundred ways to lay a tile, the best."""
    return promising_layings(s, out) if s.phase == LAY else legal_actions(s, out)


# Playing on ----------------------------------------------------------------------------------------------------------


@rule
def playout(s: State, rng: Rng, out: list[int]) -> int:
    """A sensible action of the seat to act, with some chance in it."""
    if s.phase == LAY:
        return a_laying(s, rng)
    n = legal_actions(s, out)
    best, action = -1, out[0]
    for i in range(n):
        interest = below(rng, 6) + (4 if out[i] == DRAW else appeal(s, out[i] - TAKE_TILE))
        if interest > best:
            best, action = interest, out[i]
    return action


@rule
def appeal(s: State, tile: int) -> int:
    """How much a tile is liked: by its apples, those of varieties that pay already above all, if it can be paid."""
    if PRICE[tile] > s.honey[s.turn]:
        return 0
    liked: int = 4 + 2 * BLOSSOMS[tile] - PRICE[tile]
    for colour in range(N_COLOURS):
        if APPLES[tile][colour] > 0:
            liked += APPLES[tile][colour] * (4 if s.crop[s.turn][MOST_PIPS * colour] > 0 else 2)
    return max(0, liked)


@rule
def a_laying(s: State, rng: Rng) -> int:
    """The best of a few random fields for the tile in hand; pasture if it cannot be paid or brings too little."""
    me, tile = s.turn, s.held
    place = s.free[me][below(rng, s.n_free[me])]
    if PRICE[tile] > s.honey[me]:
        return LAY_TILE + place * WAYS + PASTURE
    best, action = PASTURE_HONEY + PRICE[tile] - EARLY * (s.n_free[me] - 1), LAY_TILE + place * WAYS + PASTURE
    for glance in range(GLANCES):
        if glance > 0:
            place = s.free[me][below(rng, s.n_free[me])]
        worth = BLOSSOMS[tile] + JOINED * joined_apples(s, me, CELL[place], tile)
        rotation = below(rng, PERIOD[tile])
        earned = 0
        for turned in range(PERIOD[tile]):
            honey = income(s, me, place, tile, turned)
            if honey > earned:
                earned, rotation = honey, turned
        if worth + earned > best:
            best, action = worth + earned, LAY_TILE + place * WAYS + rotation
    return action


@rule
def joined_apples(s: State, p: int, cell: int, tile: int) -> int:
    """Apples of a tile that would lie beside others of their colour on this cell."""
    apples, near = 0, around(1 << cell)
    for colour in range(N_COLOURS):
        if APPLES[tile][colour] > 0 and near & s.shown[p][colour]:
            apples += APPLES[tile][colour]
    return apples
