"""Tree Society: a planner for the turn, and the exact question `best-turn`.

The model is the rest of the turn in its order: the sale, the fruit action, extra sales, levels with their reductions,
effects, what is discarded or saved (`tree_society_builds`, `_fruits`, `_coins`). What remains after it is worth what
`ai.knowledge` says (`tree_society_later`); in the last turn points alone count. The best line of the model is then held
against lines that begin with what the evaluation of `ai.knowledge` ranks highest, by playing on from each to the end of
the game, in the same worlds with the same chance (`tree_society_plans`).

Not in the model, and so left to the evaluation and to playing on: which fruit card to take in the draft, when resting
or of those revealed, and what taking, swapping, replacing and revealing bring beside what the model knows for sure.
"""

from collections.abc import Sequence

from ai.knowledge.tree_society_worth import UNIT
from ai.solve import answers
from ai.solve.answers import Planned, Solver, Step
from ai.solve.limits import Limits
from ai.solve.solver import Solved
from ai.solve.tree_society_best_turn import BEST_TURN
from ai.solve.tree_society_plans import Line, carried_on, chance, judge, moves_of, ranked, solve
from services.rules.games.tree_society.state import DRAFT, State
from services.rules.notation import Json

ALTERNATIVES = 3
"""First actions that the evaluation proposes."""
MODEL_SHARE = 0.4
"""Share of the work that the model may have; the rest is for playing on."""
GAME_WORK = 0.0015
"""What playing on once counts as, in the solver's time."""
FEWEST_GAMES = 4


def planner(state: State, worlds: Sequence[State], limits: Limits) -> Planned:
    """Weigh what the seat to act may do; values are points ahead of the best rival at the end, a win counting more.

    `value` and `bound` are those of the model: points that its line, or any, is worth by its own measure. An action
    that is not among the steps looks worse to model and evaluation alike. Without a line of the model, as in the draft,
    the evaluation alone proposes, and `value` is what playing on says.
    """
    share = Limits(limits.work * MODEL_SHARE, limits.seconds, limits.seed)
    found = solve(state, share) if state.phase != DRAFT else None
    begun = proposals(state, found, limits.seed)
    spent = found[0].work if found else share.work if state.phase != DRAFT else 0.0
    games = max(FEWEST_GAMES, int(limits.work * (1 - MODEL_SHARE) / GAME_WORK / len(begun)))
    judge(begun, worlds, games, limits.seed)
    best = max(begun, key=lambda line: line.value)
    work = spent + games * len(begun) * GAME_WORK
    return answer(steps_of(begun), moves_of(state, best.actions, limits.seed), found[0] if found else None, work)


def lines(state: State, limits: Limits) -> tuple[list[tuple[int, ...]], bool]:
    """The lines that are worth playing on."""
    found = solve(state, limits) if state.phase != DRAFT else None
    proposed = [tuple(line.actions) for line in proposals(state, found, limits.seed)]
    return proposed, found is None or found[0].deterministic


def proposals(state: State, found: tuple[Solved, list[int]] | None, number: int) -> list[Line]:
    """The line of the model, then those of the evaluation; each goes on to the end of the turn."""
    rng = chance(number, 0, 0)
    begun = [found[1]] if found else []
    begun += [[action] for action in ranked(state, rng)[:ALTERNATIVES]]
    whole = (tuple(carried_on(state, actions, rng)) for actions in begun)
    return [Line(list(actions)) for actions in dict.fromkeys(whole)]


def steps_of(judged: Sequence[Line]) -> tuple[Step, ...]:
    """The first actions of the lines, each with the value of its best line, best first."""
    values: dict[int, float] = {}
    for line in sorted(judged, key=lambda line: -line.value):
        values.setdefault(line.actions[0], line.value)
    return tuple(Step(action, value) for action, value in values.items())


def answer(steps: tuple[Step, ...], plan: tuple[Json, ...], solved: Solved | None, work: float) -> Planned:
    """What the planner says."""
    if solved is None:
        value = steps[0].value
        return Planned(steps, plan, value, value, optimal=False, deterministic=True, source=answers.GREEDY, work=work)
    value, bound = solved.value / UNIT, solved.bound / UNIT
    return Planned(steps, plan, value, bound, solved.optimal, solved.deterministic, answers.SOLVER, work)


SOLVER = Solver(planner, {BEST_TURN.name: BEST_TURN}, lines)
