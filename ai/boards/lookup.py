"""What can be asked about a final board, found by the slug of the game; of most games nothing can."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ai.modules import module_of
from services.rules.contract import Game
from services.rules.notation import Json


@dataclass(frozen=True, slots=True)
class Board:
    """A final board, and the exact question that has it laid anew with the same pieces."""

    question: str
    body: Json
    points: int
    """What the question would have as the value of the board as it was laid."""
    kept: int
    """Pieces that the question leaves where they lie: the first ones, where all would be too many."""
    anew: int
    """Pieces that may be laid anew, in any order."""


Steps = Sequence[tuple[Any, int]]
"""How a game was played: the states before each action, and the actions."""
FinalBoard = Callable[[Steps, Any, int], Board | None]
"""final_board(steps, state of the game that is over, seat)"""


def final_board(game: Game[Any], steps: Steps, end: Any, seat: int) -> Board | None:
    """The question about the final board of a seat, if the game has one and was played to its end."""
    module = module_of("ai.boards", game.slug)
    if module is None or not game.is_over(end):
        return None
    found: FinalBoard = module.final_board
    return found(steps, end, seat)
