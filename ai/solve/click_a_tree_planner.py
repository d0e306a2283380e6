"""Click A Tree: plans for the rest of the turn of the seat to act.

Nothing that is hidden matters before the turn is over: refills and the next harvest tile come too late for it. So the
imagined worlds are not needed; what follows the turn is judged by the knowledge of the game, which looks at no stack.

* `take`: one model for each pair of tiles, the most promising at a glance first, as long as there is work left; pairs
  for which none is left are played on at a glance.
* `lay`: one model; then the same without the first steps found, for others to compare.
* `harvest`: one action is left, so all are tried.
* `choose` (option two_fruit): both fruits are tried; what is left of the turn after them is planned as above.

A plan is found as the best of its model; plans are ranked by the worth of the display after them, as
`ai.knowledge.click_a_tree` judges it. In the model a tile lies beside one that lies already, never beside another tile
of the turn alone: that makes it five times as quick, and hardly ever worse.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Final

from ai.solve.answers import GREEDY, SOLVER, Planned, Step
from ai.solve.click_a_tree_board import Board, Deal, board_of
from ai.solve.click_a_tree_goals import Goals, goals_of
from ai.solve.click_a_tree_model import model_of
from ai.solve.click_a_tree_turn import at_a_glance, glance_of, played
from ai.solve.click_a_tree_worth import SCALE, expected, strive
from ai.solve.limits import Limits
from ai.solve.solver import Solved, maximise
from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.actions import TAKE_AT
from services.rules.games.click_a_tree.state import CHOOSE, CHOSEN_FRUIT, HARVEST, OVER, TAKE, State
from services.rules.kernel import Rng
from services.rules.notation import Json

SHARES: Final = 3
"""The model of one pair of tiles may have this part of all work at most,"""
USUAL_WORK: Final = 0.12
"""or this, which is enough for most."""
TRIED: Final = 24
"""Harvest placements that are tried where fruits are chosen at sickles."""
FIRST_STEPS: Final = 3
"""Places for the first tile that are compared."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The rest of a turn."""

    actions: tuple[int, ...]
    worth: float
    """Of what is there after it, as the knowledge of the game judges it."""
    solved: Solved | None = None

    def after(self, action: int) -> "Plan":
        """The plan with an action before it."""
        return replace(self, actions=(action, *self.actions))


@dataclass(slots=True)
class Purse:
    """What is left of the limits of a decision."""

    limits: Limits
    models: list[Solved | None] = field(default_factory=list)
    started: float = field(default_factory=perf_counter)

    @property
    def work(self) -> float:
        """What has been spent; a model without an answer has taken a share at least."""
        return sum(self.share if solved is None else solved.work for solved in self.models)

    @property
    def share(self) -> float:
        """What one model is given where there are many."""
        return min(self.limits.work, max(self.limits.work / SHARES, USUAL_WORK))

    @property
    def seconds(self) -> float:
        """What the clock leaves."""
        return self.limits.seconds - (perf_counter() - self.started)

    def is_open(self) -> bool:
        """Whether another model may be solved: always the first one."""
        return not self.models or (self.limits.work - self.work >= self.share / 2 and self.seconds > 0)

    def solve(self, goals: Goals, work: float) -> Solved | None:
        """The best solution of a model that may take so much work, paid for."""
        limits = Limits(work, max(self.seconds, self.limits.seconds / 100), self.limits.seed)
        self.models.append(maximise(goals.turn.model, limits))
        return self.models[-1]


def planner(state: State, worlds: Sequence[State], limits: Limits) -> Planned:  # noqa: ARG001 - see above
    """The rest of the turn, for the seat to act."""
    purse = Purse(limits)
    plans = sorted(_plans(state, purse), key=lambda plan: -plan.worth)
    best = plans[0]
    found = [solved for solved in purse.models if solved is not None]
    value = best.worth if best.solved is None else best.solved.value / SCALE
    bound = max([value, *(solved.bound / SCALE for solved in found)])
    by_all = all(plan.solved is not None for plan in plans) or not purse.models
    firsts = {plan.actions[0]: plan.worth for plan in reversed(plans)}
    return Planned(
        steps=tuple(Step(action, firsts[action]) for action in dict.fromkeys(plan.actions[0] for plan in plans)),
        plan=tuple(_told(state, best.actions)),
        value=value,
        bound=bound,
        optimal=by_all and value == bound,
        deterministic=all(solved.deterministic for solved in found) and purse.seconds > 0,
        source=GREEDY if purse.models and best.solved is None else SOLVER,
        work=purse.work,
    )


def _told(state: State, actions: Iterable[int]) -> Iterator[Json]:
    s = state.clone()
    for action in actions:
        yield GAME.decode(s, action).json()
        GAME.apply(s, action, Rng())


def _plans(state: State, purse: Purse) -> list[Plan]:
    """Plans to compare, one at least."""
    if state.phase in {CHOOSE, HARVEST}:
        return [_played_out(state, action, purse) for action in _to_try(state)]
    if state.phase == TAKE:
        return _takings(state, purse)
    return _layings(state, near(board_of(state)), purse) or [_judged(state, action) for action in GAME.legal(state)]


def _to_try(state: State) -> list[int]:
    """The legal actions; where choices after a harvest tile would be many, the best at a glance."""
    legal = GAME.legal(state)
    if state.phase == HARVEST and state.two_fruit == CHOSEN_FRUIT:
        return sorted(legal, key=lambda action: -glance_of(state, action))[:TRIED]
    return legal


def _judged(state: State, action: int) -> Plan:
    """An action alone."""
    s = state.clone()
    GAME.apply(s, action, Rng())
    return Plan((action,), expected(s, state.turn))


def _played_out(state: State, action: int, purse: Purse) -> Plan:
    """An action that may leave choices, or more to plan."""
    s = state.clone()
    GAME.apply(s, action, Rng())
    if s.turn != state.turn or s.phase in {OVER, TAKE}:
        return Plan((action,), expected(s, state.turn))
    if s.phase in {CHOOSE, HARVEST} or not purse.is_open():
        rest = max((_played_out(s, one, purse) for one in _to_try(s)), key=lambda plan: plan.worth)
    else:
        rest = max(_plans(s, purse), key=lambda plan: plan.worth)
    return rest.after(action)


# Two tiles and a harvest tile ----------------------------------------------------------------------------------------


def near(board: Board) -> Board:
    """The board without the cells that only tiles of this turn would border."""
    return replace(board, rings=(board.rings[0], *(() for _ in board.rings[1:])))


def _takings(state: State, purse: Purse) -> list[Plan]:
    """A plan for each pair of tiles."""
    board = near(board_of(state))
    glances = sorted((_glanced(state, deal) for deal in board.deals), key=lambda plan: -plan.worth)
    by_fruit = {deal.fruit: deal for deal in board.deals}
    plans = []
    for glance in glances:
        plan = None
        if purse.is_open():
            one = replace(board, deals=(by_fruit[glance.actions[0] - TAKE_AT],))
            plan = _best(_striving(state, one), purse, min(purse.share, purse.limits.work - purse.work))
        plans.append(plan or glance)
    return plans


def _glanced(state: State, deal: Deal) -> Plan:
    s, action = state.clone(), TAKE_AT + deal.fruit
    GAME.apply(s, action, Rng())
    actions, after = at_a_glance(s)
    return Plan((action, *actions), expected(after, state.turn))


def _layings(state: State, board: Board, purse: Purse) -> list[Plan]:
    """A few plans with different first steps, as far as the work allows; none if the search finds none."""
    goals, plans = _striving(state, board), list[Plan]()
    while len(plans) < FIRST_STEPS and purse.is_open():
        plan = _best(goals, purse, purse.limits.work - purse.work)
        if plan is None:
            break
        plans.append(plan)
        solved = purse.models[-1]
        assert solved is not None
        first = next(laying for laying in goals.turn.layings[0] if solved.of(laying.var))
        same = [x.var for x in goals.turn.on[0][first.cell] if x.tile == first.tile]
        goals.turn.model.add(sum(same) == 0)
    return plans


def _striving(state: State, board: Board) -> Goals:
    goals = goals_of(model_of(state, board))
    strive(goals)
    return goals


def _best(goals: Goals, purse: Purse, work: float) -> Plan | None:
    """The best plan of a model, if the search finds one."""
    solved = purse.solve(goals, work)
    if solved is None:
        return None
    actions, after = played(goals, solved)
    return Plan(tuple(actions), expected(after, goals.turn.state.turn), solved)
