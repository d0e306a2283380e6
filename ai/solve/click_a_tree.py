"""Click A Tree: the planner, and the exact question `best-turn`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ai.knowledge.click_a_tree import evaluate
from ai.solve.answers import GREEDY, SOLVER as BY_SOLVER, Planned, Solver, Step
from ai.solve.click_a_tree_board import board_of
from ai.solve.click_a_tree_goals import goals_of
from ai.solve.click_a_tree_model import model_of
from ai.solve.click_a_tree_turn import played
from ai.solve.click_a_tree_worth import SCALE, strive
from ai.solve.solver import Limits, Solved, TooLarge, maximise
from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.state import CHOOSE, OVER, TAKE, State
from services.rules.kernel import Rng
from services.rules.notation import Json


@dataclass(frozen=True, slots=True)
class Plan:
    """The rest of a turn."""

    actions: tuple[int, ...]
    worth: float
    """Of the state after it, as the knowledge of the game judges it."""
    solved: Solved | None


def plan_rest(s: State, board, limits: Limits) -> Plan | None:
    goals = goals_of(model_of(s, board))
    strive(goals)
    solved = maximise(goals.turn.model, limits)
    if solved is None:
        return None
    actions, after = played(goals, solved)
    return Plan(tuple(actions), evaluate(after, s.turn), solved)


def planner(state: State, worlds: Sequence[State], limits: Limits) -> Planned:
    me = state.turn
    plans = []
    if state.phase in (1, 3) or state.phase == TAKE:
        board = board_of(state)
        board = replace(board, rings=(board.rings[0],) + ((),) * (len(board.rings) - 1))
        boards = [replace(board, deals=(deal,)) for deal in board.deals]
        for b in boards:
            plan = plan_rest(state, b, Limits(limits.work / len(boards), limits.seconds, limits.seed))
            if plan: plans.append(plan)
    if not plans:
        for a in GAME.legal(state):
            t = state.clone(); GAME.apply(t, a, Rng())
            plans.append(Plan((a,), evaluate(t, me), None))
    plans.sort(key=lambda p: -p.worth)
    work = sum(p.solved.work for p in plans if p.solved)
    best = plans[0].solved
    return Planned(tuple(Step(p.actions[0], p.worth) for p in plans), (), plans[0].worth, 0.0, False, True, "solver" if best else "greedy", work)


SOLVER = Solver(planner, {})
