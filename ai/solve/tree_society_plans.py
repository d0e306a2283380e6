"""Tree Society: lines, each a plan for the rest of the turn as actions, and what comes of them.

The model proposes one line, the evaluation of `ai.knowledge` others, action by action. All are judged by playing on
from their ends to the end of the game, with the same chance for each: what the model leaves out (the cards to come, the
rivals, how long the game lasts) is in there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean

from ortools.sat.python import cp_model

from ai.knowledge.tree_society import evaluate, playout
from ai.knowledge.tree_society_worth import UNIT, rounds_left
from ai.solve.limits import Limits
from ai.solve.solver import Solved, maximise
from ai.solve.tree_society_builds import Builds, Item
from ai.solve.tree_society_coins import Coins
from ai.solve.tree_society_fruits import Fruits
from ai.solve.tree_society_later import WEIGHED, Later
from ai.solve.tree_society_points import Points
from ai.solve.tree_society_read import actions_of
from services.rules.games.tree_society.actions import MAX_LEGAL
from services.rules.games.tree_society.components import COST, LEVELS, MARKET, ROW
from services.rules.games.tree_society.legal import is_legal, legal_actions
from services.rules.games.tree_society.moves import apply, is_over, sale_value
from services.rules.games.tree_society.notation import decode
from services.rules.games.tree_society.scoring import ranking, scores
from services.rules.games.tree_society.state import CHOICE, SALE, State
from services.rules.kernel import BLANK, Rng, seed
from services.rules.notation import Json

STAGES = 3
"""Levels that a line of the model builds; more are thought of again after the first."""
WINDFALL = 3
"""Coins beyond the first sale with which a turn is reckoned: those of extra sales and effects, and discounts."""
WIN = 4.0
"""Points that a win is worth beside its margin."""


@dataclass(slots=True)
class Line:
    """A plan for the rest of the turn."""

    actions: list[int]
    """In order; they may stop before the turn ends."""
    margins: list[float] = field(default_factory=list)
    """What came of it in each game that was played on."""

    @property
    def value(self) -> float:
        """Points ahead of the best rival at the end, a win counting as some more."""
        return fmean(self.margins)


def chance(number: int, nth: int, part: int) -> Rng:
    """A generator for one use."""
    rng = Rng()
    seed(rng, number, nth, part)
    return rng


# Lines ---------------------------------------------------------------------------------------------------------------


def solve(s: State, limits: Limits) -> tuple[Solved, list[int]] | None:
    """The line of the model, and its worth in hundredths of points; None if none was found in time."""
    model = cp_model.CpModel()
    builds = Builds(model, s, STAGES, within_means(s))
    fruits = Fruits(builds)
    coins = Coins(builds, fruits)
    turns = rounds_left(s, WEIGHED)
    worth = Later(builds, fruits, coins, turns).worth if turns > 0 else UNIT * Points(builds, fruits, coins).points
    model.maximize(worth)
    solved = maximise(model, limits)
    return None if solved is None else (solved, actions_of(builds, fruits, solved, chance(limits.seed, 0, 0)))


def within_means(s: State) -> list[Item]:
    """The levels that the seat to act may come to build this turn, given its coins."""
    me = s.turn
    sales = [sale_value(s, me, kind) for kind in s.fruits[me][: s.n_fruits[me]]] if s.phase == SALE else []
    coins = s.purse[me] + max(sales, default=0) + WINDFALL
    revealed = s.revealed[: s.n_revealed] if s.phase == CHOICE else []
    found = []
    for card in [*s.ongoing[me][: s.n_ongoing[me]], *s.market[:MARKET], *revealed]:
        paid = 1 if card in s.market[:ROW] else 0
        for step in range(s.level[card], LEVELS) if card != BLANK else ():
            paid += max(0, COST[card * LEVELS + step] - s.level_less[me][step])
            if paid <= coins:
                found.append(Item(card, step))
    return found


def ranked(s: State, rng: Rng) -> list[int]:
    """The legal actions as the evaluation ranks what they lead to, best first."""
    me, room = s.turn, [0] * MAX_LEGAL
    judged = []
    for action in room[: legal_actions(s, room)]:
        after = s.clone()
        apply(after, action, rng.clone())
        judged.append((-evaluate(after, me, WEIGHED), action))
    return [action for _, action in sorted(judged)]


def carried_on(s: State, first: list[int], rng: Rng) -> list[int]:
    """The line that begins so and goes on as the evaluation has it, until the turn ends."""
    s, me, actions, rng = s.clone(), s.turn, list(first), rng.clone()
    for action in first:
        apply(s, action, rng)
    while not is_over(s) and s.turn == me:
        actions.append(ranked(s, rng)[0])
        apply(s, actions[-1], rng)
    return actions


# What comes of a line ------------------------------------------------------------------------------------------------


def judge(lines: Sequence[Line], worlds: Sequence[State], games: int, number: int) -> None:
    """Play on from each line in so many games, the same for all, in one world after the other."""
    for nth in range(games):
        for line in lines:
            line.margins.append(outcome(worlds[nth % len(worlds)], line.actions, number, nth))


def outcome(world: State, actions: list[int], number: int, nth: int) -> float:
    """Points ahead of the best rival if the line is followed as far as chance lets it be, then games are played out."""
    s, me, rng, room = world.clone(), world.turn, chance(number, nth, 1), [0] * MAX_LEGAL
    for action in actions:
        if is_over(s) or s.turn != me or not is_legal(s, action):
            break
        apply(s, action, rng)
    rng = chance(number, nth, 2)
    while not is_over(s):
        apply(s, playout(s, rng, room), rng)
    points, places = [0] * s.seats, [0] * s.seats
    scores(s, points)
    ranking(s, points, places)
    rivals = [each for p, each in enumerate(points) if p != me]
    return points[me] - max(rivals) + (WIN if places[me] == 1 else 0.0)


def moves_of(s: State, actions: list[int], number: int) -> tuple[Json, ...]:
    """The moves of a line, as far as chance lets it be followed."""
    s, rng, moves = s.clone(), chance(number, 0, 0), list[Json]()
    for action in actions:
        if is_over(s) or not is_legal(s, action):
            break
        moves.append(decode(s, action).json())
        apply(s, action, rng)
    return tuple(moves)
