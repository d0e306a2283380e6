"""The constraint solver of a game, found by its slug; OR-Tools is loaded with it and nowhere else."""

import importlib
import importlib.util
from functools import cache
from typing import Any

from ai.solve.answers import Solver
from services.rules.contract import Game


def has_solver(game: Game[Any]) -> bool:
    """Whether plans can be made for the game here: a module of its own, and OR-Tools installed."""
    installed = importlib.util.find_spec("ortools") is not None
    return installed and importlib.util.find_spec(f"{__package__}.{game.slug}") is not None


@cache
def solver_of(game: Game[Any]) -> Solver:
    """The solver of a game that has one."""
    found: Solver = importlib.import_module(f"{__package__}.{game.slug}").SOLVER
    return found
