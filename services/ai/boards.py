"""The best board that a seat could have had with the same pieces, by the solver of the game: for the end of reviews."""

import importlib.util
from typing import Any, Final

from ai.boards.lookup import final_board
from services.rules.contract import Game
from services.rules.notation import Json

WORK: Final = 3.0
SECONDS: Final = 15.0


def best_board(game: Game[Any], state: Any, seat: int) -> Json | None:
    """How far the final board is from the best one; nothing where the solver of the game has no such question."""
    if importlib.util.find_spec("ortools") is None:
        return None
    from ai.solve.lookup import has_solver, solver_of  # noqa: PLC0415 - loads OR-Tools
    from ai.solve.solver import Limits, TooLarge  # noqa: PLC0415 - the same

    board = final_board(game, state, seat)
    if board is None or not has_solver(game) or board.question not in solver_of(game).questions:
        return None
    try:
        answer = solver_of(game).questions[board.question].solve(board.body, Limits(WORK, SECONDS))
    except TooLarge:
        return None
    return {
        "question": board.question,
        "kept": board.kept,
        "anew": board.anew,
        "points": board.points,
        "gap": max(0, answer.value - board.points),
        "answer": answer.json(),
    }
