"""Good moves for a seat: what the search and the planner would play, what it leads to, and why."""

from dataclasses import dataclass
from typing import Any, Final

from ai.choose import Decision, choose, rng_of
from ai.outlook import Outlook, outlooks
from ai.reasons.lookup import reasons_for
from ai.search.budgets import bot_of
from ai.search.engine import Engine
from ai.solve.answers import Planned
from ai.solve.decide import plan_of
from services.rules.contract import Fact, Game

ADVISER: Final = "arborist"
"""The level that thinks about hints."""
SEARCH_SECONDS: Final = 3.0
SCENARIOS: Final = 3
"""Imagined worlds for which the planner plans,"""
WORK: Final = 0.3
"""what it may spend, in the solver's deterministic time,"""
PLAN_SECONDS: Final = 3.0
"""and by the clock."""
GAMES: Final = {True: 200, False: 24}
"""Imagined games of each move, compiled and plain."""
PLAY_SECONDS: Final = 3.0
BY_SEARCH: Final = 3
BY_PLANNER: Final = 2
"""So many moves of each are told."""


@dataclass(frozen=True, slots=True)
class Advised:
    """A move that is worth a thought."""

    action: int
    by: tuple[str, ...]
    """search, planner or both; `only`: there is no other one."""
    outlook: Outlook
    reasons: list[Fact]


@dataclass(frozen=True, slots=True)
class Advice:
    """Moves in the order in which the search prefers them, and what the two came to."""

    moves: list[Advised]
    decision: Decision
    plan: Planned | None


def advise(game: Game[Any], state: Any, number: int, engine: Engine) -> Advice:
    """Advice for the seat to act, from the state as it sees it; nothing else is known here, so nothing can leak."""
    decision = choose(game, state, bot_of(ADVISER, game), number, SEARCH_SECONDS, engine)
    plan = plan_of(game, state, SCENARIOS, WORK, PLAN_SECONDS, rng_of(number)) if decision.candidates else None
    by = proposed(decision, plan)
    found = outlooks(engine, state, list(by), number, GAMES[engine.compiled], PLAY_SECONDS)
    moves = [
        Advised(each.action, by[each.action], each, reasons_for(game, state, each.action, number)) for each in found
    ]
    return Advice(moves, decision, plan)


def proposed(decision: Decision, plan: Planned | None) -> dict[int, tuple[str, ...]]:
    """The actions to be told, as the search ranks them, and who proposes each."""
    ranked = [candidate.action for candidate in decision.candidates]
    if not ranked:
        return {decision.action: ("only",)}
    steps = [] if plan is None else [step.action for step in plan.steps[:BY_PLANNER]]
    first = ranked[:BY_SEARCH]
    order = [action for action in ranked if action in first or action in steps]
    order += [action for action in steps if action not in order]
    told = {action: (("search",) if action in first else ()) for action in order}
    return {action: (*by, "planner") if action in steps else by for action, by in told.items()}
