"""The constraint solver of a game, found by its slug; OR-Tools is loaded with it and nowhere else."""

import importlib.util
from typing import Any

from ai.modules import module_of
from ai.solve.answers import Solver
from services.rules.contract import Game


def has_solver(game: Game[Any]) -> bool:
    """Whether plans can be made for the game here: OR-Tools installed, and a module of the game's own."""
    return importlib.util.find_spec("ortools") is not None and module_of("ai.solve", game.slug) is not None


def solver_of(game: Game[Any]) -> Solver:
    """The solver of a game that has one."""
    module = module_of("ai.solve", game.slug)
    assert module is not None, game.slug
    solver: Solver = module.SOLVER
    return solver
