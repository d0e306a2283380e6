"""What a bot plays that plans: the first step of the best plan over a few imagined worlds."""

from time import perf_counter

from ai.search.runs import Candidate, Run, first_look
from ai.solve.lookup import has_solver, solver_of
from ai.solve.solver import Limits
from services.rules.kernel import below

SEEDS = 1 << 30
"""The solver's seeds are smaller."""


def planned(run: Run) -> list[Candidate]:
    """The first steps of the plans, best first; what a first look finds in a game for which none can be made."""
    game, bot = run.engine.game, run.bot
    if not has_solver(game):
        return first_look(run)
    seat = game.to_act(run.state)
    worlds = [game.imagine(run.state, seat, run.rng) for _ in range(bot.plans)]
    limits = Limits(bot.work, max(0.0, run.deadline - perf_counter()), below(run.rng, SEEDS))
    found = solver_of(game).planner(run.state, worlds, limits)
    run.short |= not found.deterministic
    return [Candidate(step.action, bot.plans, step.value) for step in found.steps]
