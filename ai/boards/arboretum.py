"""The final arboretum of a seat: the cards that were planted last, planted anew for the species that it may score."""

from typing import Final

from ai.boards.lookup import Board, Steps
from services.rules.games.arboretum.components import HAND_WITH_DRAWN
from services.rules.games.arboretum.options import PATH_BONUS
from services.rules.games.arboretum.state import State
from services.rules.games.arboretum.view import describe

MOST_ANEW: Final = HAND_WITH_DRAWN
"""The question takes no more cards."""


def final_board(steps: Steps, s: State, seat: int) -> Board:  # noqa: ARG001 - the end says all
    """The question `best-paths` about what the seat planted."""
    view = describe(s, seat)
    trees = view["seats"][seat]["trees"]
    kept = max(0, len(trees) - MOST_ANEW)
    body = {
        "trees": trees[:kept],
        "cards": [tree["card"] for tree in trees[kept:]],
        "species": [name for name, seats in view["rights"].items() if seat in seats],
        "path_bonus": PATH_BONUS.values[s.path_bonus],
        "known": trees[kept:],
    }
    return Board("best-paths", body, view["scores"][seat], kept, len(trees) - kept)
