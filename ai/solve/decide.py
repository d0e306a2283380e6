"""Plans for one decision: asked for by bots that plan, and by whoever advises a seat."""

from time import perf_counter
from typing import Any, Final

from ai.search.runs import Candidate, Run, alike, each_once, first_look, is_certain, ranking
from ai.solve.answers import Lines, Planned
from ai.solve.limits import Limits
from ai.solve.lookup import has_solver, solver_of
from services.rules.contract import Game
from services.rules.kernel import Rng, below

SEEDS: Final = 1 << 30
"""The solver's seeds are smaller."""
GAMES: Final = 256
"""So often a compiled search plays on from each line at most."""


def plan_of(game: Game[Any], state: Any, worlds: int, work: float, seconds: float, rng: Rng) -> Planned | None:
    """What the planner makes of the state as the seat to act sees it; None where the game has no planner here."""
    if not has_solver(game):
        return None
    seat = game.to_act(state)
    imagined = [game.imagine(state, seat, rng) for _ in range(worlds)]
    return solver_of(game).planner(state, imagined, Limits(work, seconds, below(rng, SEEDS)))


def planned(run: Run) -> list[Candidate]:
    """The first steps of the plans, best first; what a first look finds in a game for which none can be made."""
    game, bot = run.engine.game, run.bot
    lines = solver_of(game).lines if has_solver(game) else None
    if lines is not None:
        if run.engine.compiled:
            return played_on(run, lines)
        run.short = True
    found = plan_of(game, run.state, bot.plans, bot.work, _left(run), run.rng)
    if found is None:
        return first_look(run)
    run.short |= not found.deterministic
    return [Candidate(step.action, bot.plans, step.value) for step in found.steps]


def played_on(run: Run, propose: Lines) -> list[Candidate]:
    """The first steps of lines as they fare when games go on from them as `flat` plays on, the same for all."""
    lines, deterministic = propose(run.state, Limits(run.bot.work, _left(run), below(run.rng, SEEDS)))
    known = run.engine.known.search.get("flat", {})
    how = {name: known[name] for name in ("turns", "margin") if name in known}
    plans, rows = run.engine.put(run.plan(lines=len(lines), **how)), list[list[float]]()
    while len(rows) < GAMES and not alike(lines) and not is_certain(rows) and run.in_time():
        rows += run.rewards(lines, plans, 1)
    run.short |= not deterministic or not run.in_time()
    return each_once([candidate for candidate, _ in ranking(lines, rows)])


def _left(run: Run) -> float:
    """Seconds before the clock ends the decision."""
    return max(0.0, run.deadline - perf_counter())
