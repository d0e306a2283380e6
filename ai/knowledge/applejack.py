"""Applejack: what an orchard is worth to a seat, and how to play on quickly and not badly.

Worth is what is certain (honey, and all harvests, blossoms and the final scoring to come, if nothing more were laid)
and what may grow: varieties on their way to four apples, hives that wait for a partner, turns that are left; less the
want of honey. A tile in hand counts as if it lay on its best field. Nothing here looks at the supply, the one thing
that nobody knows.

Games are played on tile by tile, as `greedy` does, but with the bonus for varieties in view, and what a tile brings is
worked out without laying it.
"""

from ai.knowledge.applejack_ground import NOTES, survey, survey_areas
from ai.knowledge.applejack_laying import MOST, best_laying, promising_layings, rank_layings
from ai.knowledge.applejack_prospects import (
    CROPS,
    RIVAL,
    USED,
    WEIGHTS,
    certain,
    harvests_ahead,
    prospects,
    waiting_hives,
)
from services.rules.games.applejack.components import (
    CELLS,
    MAX_SEATS,
)
from services.rules.games.applejack.moves import DRAW, TAKE_TILE, legal_actions
from services.rules.games.applejack.scoring import scores
from services.rules.games.applejack.state import LAY, OVER, State
from services.rules.kernel import BLANK, Rng, below, ints, rule

__all__ = ["SEARCH", "SWING", "WEIGHTS", "evaluate", "playout", "promising"]

USUAL_ALONE = 80.0
"""About what `greedy` comes to alone."""
LOWEST = -1000.0
SWING = 20.0
"""Points ahead that are half way from an even game to a won one: final margins of equal bots differ by 25."""
SEARCH = {"flat": {"sift": 12, "turns": 16, "weights": USED}, "mcts": {"sift": 12, "explore": 0.3, "guide": 0}}
"""Against greedy at 2 seats flat:1000 won 90 % of 200 games (seed 1) with sixteen turns played on; with eight, which
are better as long as playouts are few, 83 % of 160 (seed 901)."""

GLANCES = 3
"""Tiles of the supply by which drawing blind is judged."""

# Worth ---------------------------------------------------------------------------------------------------------------


@rule
def evaluate(s: State, me: int, w: list[float]) -> float:
    """Points that a seat may expect above its best rival; alone, above the usual score."""
    points = ints(MAX_SEATS)
    ahead = ints(CROPS)
    if s.phase == OVER:
        scores(s, points)
    else:
        harvests_ahead(s, ahead)
    mine, rival = 0.0, LOWEST
    for p in range(s.seats):
        worth = 1.0 * points[p] if s.phase == OVER else expected_points(s, p, ahead, w)
        if p == me:
            mine = worth
        else:
            rival = max(rival, worth)
    return mine - (w[RIVAL] * rival if s.seats > 1 else USUAL_ALONE)


@rule
def expected_points(s: State, p: int, ahead: list[int], w: list[float]) -> float:
    """The final points that a seat may expect; `ahead` as from `harvests_ahead`."""
    notes, first, second = ints(NOTES), ints(CELLS), ints(CELLS)
    holds = s.phase == LAY and s.turn == p
    turns = s.n_free[p] - holds
    worth = certain(s, p, ahead) + prospects(s, p, turns, ahead, notes, w) + waiting_hives(s, p, first, second, w)
    if not holds:
        return worth
    survey_areas(s, p, notes)
    return worth + best_laying(s, p, ahead, notes, first, second, w)


# Looking ahead -------------------------------------------------------------------------------------------------------


@rule
def promising(s: State, out: list[int]) -> int:
    """Write the legal actions worth a search, return how many: of more than a hundred ways to lay a tile, the best."""
    return promising_layings(s, out, USED) if s.phase == LAY else legal_actions(s, out)


# Playing on ----------------------------------------------------------------------------------------------------------


@rule
def playout(s: State, rng: Rng, out: list[int]) -> int:
    """The action that looks best to the seat to act; what may be drawn blind is judged by a few tiles of the supply."""
    if s.phase == LAY:
        values = ints(MOST + 1)
        n = rank_layings(s, out, values, USED)
        return out[0] if values[0] >= values[n - 1] else out[n - 1]
    n = legal_actions(s, out)
    if n == 1:
        return out[0]
    return a_taking(s, rng, out, n)


@rule
def a_taking(s: State, rng: Rng, out: list[int], n: int) -> int:
    """Which of the actions out[:n] takes the tile that adds most on its best field."""
    me = s.turn
    ahead, notes, first, second = ints(CROPS), ints(NOTES), ints(CELLS), ints(CELLS)
    harvests_ahead(s, ahead)
    survey(s, me, s.n_free[me] - 1, notes)
    survey_areas(s, me, notes)
    waiting_hives(s, me, first, second, USED)
    highest, action = LOWEST, out[0]
    for i in range(n):
        if out[i] == DRAW:
            worth = 0.0
            for _ in range(GLANCES):
                s.held = s.supply[below(rng, s.n_supply)]
                worth += best_laying(s, me, ahead, notes, first, second, USED) / GLANCES
        else:
            s.held = out[i] - TAKE_TILE
            worth = best_laying(s, me, ahead, notes, first, second, USED)
        if worth > highest:
            highest, action = worth, out[i]
    s.held = BLANK
    return action
