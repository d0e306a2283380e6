"""How a match ends: the places of its seats, those who have gone behind all who stayed. Pure."""

from collections.abc import Sequence
from typing import Any

from services.rules.contract import Game
from services.rules.notation import Json


def final_result(game: Game[Any], state: Any, gone: Sequence[int], reason: str) -> Json:
    """The result as it is told, with scores if the game was played to its end.

    `gone`: by seat, the version at which its person resigned or left; 0: it stayed. The first to go is the last.
    """
    n = len(gone)
    scores: list[int] | None = None
    places = [1] * n
    if game.is_over(state):
        scores, places = game.result(state, n)

    def behind(me: int, other: int) -> bool:
        if gone[me] or gone[other]:
            return bool(gone[me]) and (not gone[other] or gone[other] > gone[me])
        return places[other] < places[me]

    final = [1 + sum(behind(me, other) for other in range(n)) for me in range(n)]
    return {"reason": reason, "scores": scores, "places": final}
