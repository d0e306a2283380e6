"""Exact questions, answered: for workers, which load the solver of a game when it is asked first."""

from typing import Final

from ai.solve.answers import BadQuestion
from ai.solve.limits import Limits, TooLarge
from ai.solve.lookup import has_solver, solver_of
from services.ai.working import Impossible, Part
from services.rules.notation import Json
from services.rules.registry import GAMES

WALL_SECONDS: Final = 15.0
"""For a machine that is far too slow for the work that was allowed; below the limits of a task."""


def solve(part: Part) -> Json:
    """The answer to a question; raises Impossible."""
    asks = part.asks
    game = GAMES[asks["game"]]
    if not has_solver(game):
        raise Impossible("no_solver", f"The worker cannot solve questions about {game.title}.")
    question = solver_of(game).questions[asks["question"]]
    limits = Limits(asks["limits"]["work"], WALL_SECONDS, asks["limits"]["seed"])
    try:
        return question.solve(asks["body"], limits).json()
    except BadQuestion as bad:
        raise Impossible("bad_question", str(bad), pointer=f"/question{bad.pointer}") from None
    except TooLarge as large:
        raise Impossible("too_large", str(large)) from None
