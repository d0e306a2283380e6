"""Plans for one decision: asked for by bots that plan, and by whoever advises a seat."""

from time import perf_counter
from typing import Any, Final

from ai.search.runs import Candidate, Run, first_look
from ai.solve.answers import Planned
from ai.solve.limits import Limits
from ai.solve.lookup import has_solver, solver_of
from services.rules.contract import Game
from services.rules.kernel import Rng, below

SEEDS: Final = 1 << 30
"""The solver's seeds are smaller."""


def plan_of(game: Game[Any], state: Any, worlds: int, work: float, seconds: float, rng: Rng) -> Planned | None:
    """What the planner makes of the state as the seat to act sees it; None where the game has no planner here."""
    if not has_solver(game):
        return None
    seat = game.to_act(state)
    imagined = [game.imagine(state, seat, rng) for _ in range(worlds)]
    return solver_of(game).planner(state, imagined, Limits(work, seconds, below(rng, SEEDS)))


def planned(run: Run) -> list[Candidate]:
    """The first steps of the plans, best first; what a first look finds in a game for which none can be made."""
    bot, left = run.bot, max(0.0, run.deadline - perf_counter())
    found = plan_of(run.engine.game, run.state, bot.plans, bot.work, left, run.rng)
    if found is None:
        return first_look(run)
    run.short |= not found.deterministic
    return [Candidate(step.action, bot.plans, step.value) for step in found.steps]
