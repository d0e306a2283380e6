"""The JSON view of the table; everybody sees the same."""

from collections.abc import Iterator

from services.rules.kernel import BLANK
from services.rules.notation import Json

from .components import (
    AFTER,
    BEFORE,
    BLOSSOMS,
    CORNER_APPLE,
    CORNER_HIVE,
    CORNERS,
    END,
    FIELDS,
    HIVES,
    LENGTH,
    MIDDLE,
    MIDDLE_SPACE,
    N_FIELDS,
    N_TILES,
    N_TROUGHS,
    NAMES,
    NOTHING,
    NOWHERE,
    PASTURE,
    PLACES,
    PRICE,
    TILES,
)
from .harvest import ROUNDS
from .notation import PHASES
from .orchard import MOST_PIPS, areas
from .scoring import SOLO_OUTSTANDING, SOLO_TARGET, VARIETY_BONUS, final_crop, ranking, scores, varieties
from .stand_in import COLOURS
from .state import OVER, RESTOCK, TAKE, State, unseen


def describe(s: State, viewer: int) -> Json:  # noqa: ARG001 - everybody sees the same
    """The table as everybody sees it."""
    points = [0] * s.seats
    scores(s, points)
    view: Json = {
        "phase": PHASES[s.phase],
        "to_act": None if s.phase == OVER else s.turn,
        "held": None if s.held == BLANK else tile_json(s.held),
        "offer": _offer(s),
        "die": {"space": s.space, "pips": s.pips},
        "moves_left": sum(1 for _ in _moves_to_come(s)),
        "track": _track(s),
        "troughs": [_tiles(s, k) for k in range(N_TROUGHS)],
        "supply": _supply(s),
        "coming": list(_coming(s)),
        "seats": [_seat(s, p, points[p]) for p in range(s.seats)],
    }
    if s.seats == 1:
        view["middle"] = _tiles(s, MIDDLE)
        view["goal"] = {"target": SOLO_TARGET, "outstanding": SOLO_OUTSTANDING}
    if s.phase == OVER:
        places = [0] * s.seats
        ranking(s, points, places)
        view["scores"], view["places"] = points, places
    return view


EDGES = tuple([edge for edge in range(6) if hives >> edge & 1] for hives in range(64))


def tile_json(tile: int, rotation: int = 0) -> Json:
    """A tile, its hives as they lie."""
    row = TILES[tile]
    return {
        "tile": NAMES[tile],
        "apples": row["apples"],
        "blossoms": row["blossoms"],
        "price": row["price"],
        "hives": EDGES[HIVES[tile][rotation]],
    }


def _tiles(s: State, k: int) -> list[Json]:
    return [tile_json(tile) for tile in s.trough[k][: s.n_trough[k]]]


def _offer(s: State) -> Json:
    """What the seat to act may take."""
    if s.phase not in {TAKE, RESTOCK}:
        return {"troughs": [], "tiles": [], "draw": False}
    troughs = [k for k in s.offer if k != NOWHERE]
    tiles = [tile for k in troughs for tile in s.trough[k][: s.n_trough[k]]]
    if s.phase == TAKE and s.cottage[s.turn] != BLANK:
        tiles.append(s.cottage[s.turn])
    return {
        "troughs": [k for k in troughs if k != MIDDLE],
        "tiles": [NAMES[tile] for tile in tiles],
        "draw": s.n_supply > 0,
    }


def _supply(s: State) -> Json:
    """How many tiles, and what is on them together: those that lie nowhere in the open."""
    room = [0] * N_TILES
    tiles = room[: unseen(s, room)]
    apples = dict.fromkeys(COLOURS, 0)
    for tile in tiles:
        for name in TILES[tile]["apples"]:
            apples[name] += 1
    return {
        "count": s.n_supply,
        "apples": apples,
        "blossoms": sum(BLOSSOMS[tile] for tile in tiles),
        "tiles": [NAMES[tile] for tile in tiles],
    }


# The track -----------------------------------------------------------------------------------------------------------


def _track(s: State) -> Json:
    """The spaces of a round, each with the apples on the move from it."""
    return {
        "end": END[s.seats],
        "spaces": [
            {
                "seat": space % s.seats,
                "troughs": _troughs_beside(s, space),
                "apples": [COLOURS[colour] for colour in _crossed(s, space)],
            }
            for space in range(LENGTH[s.seats])
        ],
    }


def _troughs_beside(s: State, space: int) -> list[int]:
    """The two troughs; none on the middle space of the solo board, which has its own tiles."""
    if s.seats == 1 and space == MIDDLE_SPACE:
        return []
    return [BEFORE[s.seats][space], AFTER[s.seats][space]]


def _crossed(s: State, space: int) -> list[int]:
    """The colours that ripen on the move from a space."""
    return [colour for colour in s.apple[2 * space : 2 * space + 2] if colour != BLANK]


def _moves_to_come(s: State) -> Iterator[tuple[int, int]]:
    """(space, pips) before each move of the die until the game ends."""
    space, pips = s.space, s.pips
    while s.phase != OVER and (pips < ROUNDS or space < END[s.seats]):
        yield space, pips
        space += 1
        if space == LENGTH[s.seats]:
            space, pips = 0, pips + 1


def _coming(s: State) -> Iterator[Json]:
    """What each harvest and blossom scoring to come would pay each seat, if the orchards stayed as they are."""
    for turns, (space, pips) in enumerate(_moves_to_come(s)):
        for colour in _crossed(s, space):
            pays = [s.crop[p][3 * colour + pips - 1] for p in range(s.seats)]
            yield {"after": turns, "pips": pips, "colour": COLOURS[colour], "pays": pays}
        if space == LENGTH[s.seats] - 1 and s.seats > 1:
            yield {"after": turns, "pips": pips, "blossoms": True, "pays": [pips * n for n in s.blossoms[: s.seats]]}


# An orchard ----------------------------------------------------------------------------------------------------------


def _seat(s: State, p: int, points: int) -> Json:
    crop, kinds = final_crop(s, p), varieties(s, p)
    return {
        "seat": p,
        "honey": s.honey[p],
        "blossoms": s.blossoms[p],
        "board": f"B{s.board[p]}" if s.board[p] else "A",
        "corners": [_corner(s, p, i) for i in range(6)],
        "cottage": None if s.cottage[p] == BLANK else tile_json(s.cottage[p]),
        "tiles": [_laid(s, p, place) for place in range(N_FIELDS) if s.tile[p][place] != BLANK],
        "free": [list(FIELDS[place]) for place in s.free[p][: s.n_free[p]]],
        "crops": {name: _crop(s, p, i) for i, name in enumerate(COLOURS)},
        "final": {
            "crop": 2 * crop,
            "varieties": kinds,
            "bonus": VARIETY_BONUS[kinds],
            "blossoms": s.blossoms[p],
            "honey": s.honey[p],
            "total": points,
        },
    }


def _corner(s: State, p: int, i: int) -> Json:
    """What lies beyond edge i of a corner field."""
    face = s.face[p][PLACES[N_FIELDS + i]]
    q, r = CORNERS[i]
    return {
        "field": [q * 2 // 3, r * 2 // 3],
        "edge": i,
        "hive": PRICE[face] if face > CORNER_HIVE else None,
        "apple": COLOURS[face - CORNER_APPLE] if NOTHING < face <= CORNER_HIVE else None,
    }


def _laid(s: State, p: int, place: int) -> Json:
    tile, rotation = s.tile[p][place], s.rotation[p][place]
    at = list(FIELDS[place])
    if rotation == PASTURE:
        return {"at": at, "pasture": True, "tile": NAMES[tile]}
    return {"at": at, "pasture": False, "rotation": rotation, **tile_json(tile, rotation)}


def _crop(s: State, p: int, colour: int) -> Json:
    """The areas of a colour, and what they bring at one, two and three pips."""
    return {"areas": areas(s, p, colour), "pays": s.crop[p][3 * colour : 3 * colour + MOST_PIPS]}
