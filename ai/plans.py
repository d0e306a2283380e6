"""The plan of a game's planner for one decision, where there is one; OR-Tools is loaded when it is asked for first."""

import importlib.util
from typing import TYPE_CHECKING, Any, Final

from ai.choose import rng_of
from services.rules.contract import Game

if TYPE_CHECKING:
    from ai.solve.answers import Planned

SCENARIOS: Final = 3
WORK: Final = 0.3
SECONDS: Final = 3.0


def plan_of(game: Game[Any], state: Any, number: int) -> "Planned | None":
    """What the planner makes of the state as the seat to act sees it; None where the game has no planner here."""
    if importlib.util.find_spec("ortools") is None:
        return None
    from ai.solve.lookup import has_solver, solver_of  # noqa: PLC0415 - see above
    from ai.solve.solver import Limits  # noqa: PLC0415 - the same

    if not has_solver(game):
        return None
    rng, seat = rng_of(number), game.to_act(state)
    worlds = [game.imagine(state, seat, rng) for _ in range(SCENARIOS)]
    return solver_of(game).planner(state, worlds, Limits(WORK, SECONDS, number % 2**31))
