"""The final orchard of a seat: the tiles that were laid last, laid anew in their order, with the honey there was."""

from typing import Final

from ai.boards.lookup import Board, Steps
from services.rules.games.applejack.components import FIELDS, N_FIELDS, PASTURE
from services.rules.games.applejack.moves import LAY_TILE, WAYS
from services.rules.games.applejack.scoring import scores
from services.rules.games.applejack.state import LAY, State
from services.rules.games.applejack.view import describe, tile_json
from services.rules.notation import Json

MOST_ANEW: Final = 5
"""So many tiles are laid anew: of more the solver hardly proves what is best."""


def final_board(steps: Steps, end: State, seat: int) -> Board | None:
    """The question `best-orchard` about the last tiles of the seat; none alone, where honey lies in the middle."""
    if end.seats == 1:
        return None
    anew = [step for step in steps if step[0].turn == seat and step[0].phase == LAY][-MOST_ANEW:]
    points = [0] * end.seats
    scores(end, points)
    view = describe(anew[0][0], seat)
    known = [_laid(state.held, action) for state, action in anew]
    body = {
        "orchard": {name: view["seats"][seat][name] for name in ("honey", "board", "tiles")},
        "tiles": [one["tile"] for one in known],
        "seats": end.seats,
        "coming": [{name: each[name] for name in each if name != "pays"} for each in view["coming"]],
        "known": known,
    }
    return Board("best-orchard", body, points[seat], N_FIELDS - len(anew), len(anew))


def _laid(tile: int, action: int) -> Json:
    """A tile as it was laid."""
    place, rotation = divmod(action - LAY_TILE, WAYS)
    at, name = list(FIELDS[place]), tile_json(tile)["tile"]
    if rotation == PASTURE:
        return {"at": at, "tile": name, "pasture": True}
    return {"at": at, "tile": name, "pasture": False, "rotation": rotation}
