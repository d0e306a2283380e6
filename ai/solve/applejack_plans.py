"""Applejack: the plan of a seat for its next turns in one world, found by the model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ortools.sat.python import cp_model

from ai.knowledge.applejack_ground import NOTES
from ai.knowledge.applejack_prospects import CROPS, certain, harvests_ahead, prospects, waiting_hives, want
from ai.solve.applejack_columns import Turn
from ai.solve.applejack_outlook import Outlook
from ai.solve.applejack_season import Laying, season_of
from ai.solve.applejack_worth import UNIT, USUAL, Worth
from ai.solve.limits import Limits
from ai.solve.solver import Solved, maximise
from services.rules.games.applejack.components import CELLS, FIELDS, N_FIELDS, NAMES, PASTURE
from services.rules.games.applejack.notation import Lay, Pasture, Take
from services.rules.games.applejack.state import LAY, State
from services.rules.notation import Json

TURNS: Final = 2
"""Turns of a plan, this one included."""
FIRST_FIELDS, FIELDS_TRIED, TILES_TRIED = 6, 4, 3
"""Fields thought of for each tile that can be laid now, and for each later; tiles thought of on a later turn."""


@dataclass(frozen=True, slots=True)
class Found:
    """The best plan that was found; points are final ones as expected."""

    layings: tuple[Laying, ...]
    value: float
    bound: float
    deterministic: bool
    work: float


def plan_turns(s: State, turns: Sequence[Sequence[int]], limits: Limits, first: Laying | None = None) -> Found | None:
    """The best plan of the seat to act for turns with these tiles to choose from, the first of them now.

    `first`: what it must begin with. None if the search finds nothing.
    """
    me = s.turn
    season = season_of(s, me, turns[: s.n_free[me]], 1)
    worth = Worth(season, s.n_free[me] - len(season.turns))
    model = cp_model.CpModel()
    laid = [_turn(model, worth, t, first if t == 0 else None) for t in range(len(season.turns))]
    model.maximize(Outlook(model, worth, laid).objective)
    solved = maximise(model, limits)
    if solved is None:
        return None
    base = _base(s, worth.turns)
    points = (base + solved.value / UNIT, base + solved.bound / UNIT)
    return Found(_layings(laid, solved), *points, solved.deterministic, solved.work)


def _turn(model: cp_model.CpModel, worth: Worth, t: int, first: Laying | None) -> Turn:
    tiles, fields = worth.season.turns[t], FIELDS_TRIED if t else FIRST_FIELDS
    if first is not None:
        tiles, fields = (first.tile,), N_FIELDS
    elif t > 0:
        tiles = tuple(sorted(tiles, key=lambda tile: (-_promise(worth, t, tile), tile))[:TILES_TRIED])
    return Turn(model, worth, t, tiles, fields, first)


def _promise(worth: Worth, t: int, tile: int) -> int:
    """What the apples and blossoms of a tile add where they add most."""
    apples = max(worth.apples_of(t, tile, place) for place in worth.orchard.free)
    return apples + UNIT * worth.blossoms(t, tile)


def _layings(turns: Sequence[Turn], solved: Solved) -> tuple[Laying, ...]:
    """The plan of a solution; a pasture is made of a tile that is not needed."""
    up = {turn.turn: c for turn in turns for c in turn.columns if solved.of(c.chosen)}
    used, found = {c.tile for c in up.values()}, list[Laying]()
    for turn in turns:
        if turn.turn in up:
            c = up[turn.turn]
            found.append(Laying(c.tile, c.place, c.rotation))
        else:
            tiles = turn.worth.season.turns[turn.turn]
            tile = next((tile for tile in tiles if tile not in used), tiles[0])
            used.add(tile)
            found.append(Laying(tile, next(p for p, way in turn.pastures.items() if solved.of(way)), PASTURE))
    return tuple(found)


def _base(s: State, turns: int) -> float:
    """The points that are expected if the turns of the plan pass and nothing is laid."""
    me, ahead = s.turn, [0] * CROPS
    harvests_ahead(s, ahead)
    hope = prospects(s, me, turns, ahead, [0] * NOTES, USUAL) + want(s.honey[me], turns, USUAL)
    waiting = waiting_hives(s, me, [0] * CELLS, [0] * CELLS, USUAL) if turns else 0.0
    return certain(s, me, ahead) + hope + waiting


def moves_of(s: State, layings: Sequence[Laying]) -> tuple[Json, ...]:
    """A plan as moves; the tile in hand need not be taken."""
    moves = list[Json]()
    for t, laying in enumerate(layings):
        at = FIELDS[laying.place]
        if t > 0 or s.phase != LAY:
            moves.append(Take(NAMES[laying.tile]).json())
        moves.append((Pasture(at) if laying.rotation == PASTURE else Lay(at, laying.rotation)).json())
    return tuple(moves)
