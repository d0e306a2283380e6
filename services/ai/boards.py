"""The best board that a seat could have had with the same pieces, by the solver of the game: for the end of reviews."""

from typing import Any, Final

from ai.boards.lookup import Steps, final_board
from ai.solve.limits import Limits, TooLarge
from ai.solve.lookup import has_solver, solver_of
from services.rules.contract import Game
from services.rules.notation import Json

WORK: Final = 3.0
SECONDS: Final = 15.0


def best_board(game: Game[Any], steps: Steps, end: Any, seat: int) -> Json | None:
    """How far the final board is from the best one; nothing where the solver of the game has no such question."""
    board = final_board(game, steps, end, seat)
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
        "gap": answer.value - board.points,
        "answer": answer.json(),
    }
