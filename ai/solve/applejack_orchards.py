"""Applejack: the exact question `best-orchard`."""

from collections.abc import Sequence
from typing import Final

from ai.solve.answers import GREEDY, SOLVER, Answer, BadQuestion, Question
from ai.solve.applejack_model import OrchardModel
from ai.solve.applejack_replay import bonus_of, greedy_plan, never_more, orchard_with, play_turn, replay, ways_to_lay
from ai.solve.applejack_season import Harvest, Laying, Season, gathered, orchard_of
from ai.solve.limits import Limits
from ai.solve.solver import maximise
from services.rules.games.applejack.components import FIELDS, MAX_SEATS, N_FIELDS, NAMES, PASTURE, PERIOD, TILE
from services.rules.games.applejack.harvest import ROUNDS
from services.rules.games.applejack.notation import FIELD, Lay, Pasture
from services.rules.games.applejack.scoring import final_crop, varieties
from services.rules.games.applejack.stand_in import COLOURS, N_COLOURS
from services.rules.games.applejack.state import State
from services.rules.notation import Json

BOARDS: Final = ("A", "B1", "B2", "B3", "B4")
MOST_COMING: Final = 100
LEAST: Final = -1000

_AT: Final = {"enum": [list(at) for at in FIELDS], "description": "A field: [q, r]."}
_TILE: Final = {"enum": list(NAMES)}
_LAID: Final = {
    "type": "object",
    "properties": {
        "at": _AT,
        "tile": _TILE,
        "pasture": {"type": "boolean"},
        "rotation": {"type": "integer", "minimum": 0, "maximum": 5},
    },
    "required": ["at", "tile", "pasture"],
    "if": {"properties": {"pasture": {"const": False}}},
    "then": {"required": ["rotation"]},
}
_COMING: Final = {
    "type": "object",
    "properties": {
        "after": {"type": "integer", "minimum": 0, "maximum": 200, "description": "Moves of the die before it."},
        "pips": {"type": "integer", "minimum": 1, "maximum": ROUNDS},
        "colour": {"enum": list(COLOURS)},
        "blossoms": {"const": True},
    },
    "required": ["after", "pips"],
    "oneOf": [{"required": ["colour"]}, {"required": ["blossoms"]}],
}
SCHEMA: Final[Json] = {
    "type": "object",
    "properties": {
        "orchard": {
            "type": "object",
            "description": "A seat of a match view; what is not named here is not read.",
            "properties": {
                "honey": {"type": "integer", "minimum": 0, "maximum": 1000},
                "board": {"enum": list(BOARDS)},
                "tiles": {"type": "array", "items": _LAID, "maxItems": N_FIELDS - 1},
            },
            "required": ["honey", "board", "tiles"],
        },
        "tiles": {
            "type": "array",
            "description": "The tiles to be laid, in this order.",
            "items": _TILE,
            "minItems": 1,
            "maxItems": N_FIELDS,
            "uniqueItems": True,
        },
        "seats": {
            "type": "integer",
            "description": "Moves of the die from one tile to the next.",
            "minimum": 1,
            "maximum": MAX_SEATS,
        },
        "coming": {
            "type": "array",
            "description": "Harvests and blossoms to come, as in a match view; the final scoring is always added.",
            "items": _COMING,
            "maxItems": MOST_COMING,
        },
        "known": {
            "type": "array",
            "description": "The tiles as they could be laid: a plan to start from; the answer is no worse.",
            "items": _LAID,
            "maxItems": N_FIELDS,
        },
    },
    "required": ["orchard", "tiles", "seats", "coming"],
    "additionalProperties": False,
}

DESCRIPTION: Final = (
    "The most points that an orchard can come to with these tiles. They are laid in their order, the first one now, "
    "each face up, if the honey in hand pays for it, or as pasture. After the first tile the die moves: harvests and "
    "blossoms that come after fewer moves than there are seats are paid, and so on between all tiles; those that come "
    "later than the last tile are paid after it, then the final scoring. Nothing else brings honey or costs any. The "
    "plan names each move and the sheet of the final scoring."
)

EXAMPLE: Final[Json] = {
    "orchard": {
        "honey": 14,
        "board": "A",
        "tiles": [
            {"at": [2, 0], "pasture": False, "rotation": 0, "tile": "tile-36"},
            {"at": [1, 0], "pasture": False, "rotation": 2, "tile": "tile-66"},
            {"at": [0, 1], "pasture": True, "tile": "tile-87"},
        ],
    },
    "tiles": ["tile-35", "tile-68", "tile-86"],
    "seats": 2,
    "coming": [
        {"after": 0, "pips": 2, "colour": "orange"},
        {"after": 3, "pips": 2, "colour": "dark-green"},
        {"after": 6, "pips": 2, "blossoms": True},
    ],
}


def solve(question: Json, limits: Limits) -> Answer:
    """The best orchard; raises BadQuestion, TooLarge."""
    start = _orchard(question)
    season = _season(question, start)
    made = OrchardModel(season)
    plan = max(_known(question, start, season), greedy_plan(start, season), key=lambda one: _points(start, season, one))
    for turn, laying in zip(made.layout.turns, plan, strict=True):
        turn.hint(made.model, laying)
    solved = maximise(made.model, limits, thorough=True)
    end = start.clone()
    value = replay(end, season, plan)
    if solved is None:
        return Answer(_told(plan, end, value), value, never_more(start, season), True, GREEDY, limits.work)
    better, after = made.layout.layings(solved), start.clone()
    points, source = replay(after, season, better), SOLVER
    if points < value:
        better, after, points, source = plan, end, value, GREEDY
    bound = max(points, min(solved.bound, never_more(start, season)))
    return Answer(_told(better, after, points), points, bound, solved.deterministic, source, solved.work)


def _told(plan: Sequence[Laying], end: State, value: int) -> Json:
    """A plan in the public notation, with the sheet of its final scoring."""
    moves = []
    for one in plan:
        at = FIELDS[one.place]
        move = Pasture(at) if one.rotation == PASTURE else Lay(at, one.rotation)
        moves.append({"tile": NAMES[one.tile], "move": move.json()})
    crop, bonus, blossoms = 2 * final_crop(end, 0), bonus_of(end), end.blossoms[0]
    sheet = {"crop": crop, "varieties": varieties(end, 0), "bonus": bonus, "blossoms": blossoms}
    return {"moves": moves, "final": {**sheet, "honey": value - crop - bonus - blossoms, "total": value}}


def _points(start: State, season: Season, plan: Sequence[Laying]) -> int:
    """What a plan comes to; less than any other, if it is none."""
    return replay(start.clone(), season, plan) if plan else LEAST


# Reading a question --------------------------------------------------------------------------------------------------


def _orchard(question: Json) -> State:
    """The orchard as it stands; raises BadQuestion."""
    orchard, tiles, taken = question["orchard"], set[str](), set[int]()
    laid = []
    for i, one in enumerate(orchard["tiles"]):
        place, at = FIELD[tuple(one["at"])], f"/orchard/tiles/{i}"
        if place in taken:
            raise BadQuestion(f"{at}/at", "two tiles lie on this field")
        if one["tile"] in tiles:
            raise BadQuestion(f"{at}/tile", f"{one['tile']} lies there twice")
        taken.add(place)
        tiles.add(one["tile"])
        laid.append(_laid(one, place))
    for i, name in enumerate(question["tiles"]):
        if name in tiles:
            raise BadQuestion(f"/tiles/{i}", f"{name} has been laid already")
        tiles.add(name)
    if len(question["tiles"]) > N_FIELDS - len(laid):
        raise BadQuestion("/tiles", f"there are {N_FIELDS - len(laid)} free fields for {len(question['tiles'])} tiles")
    return orchard_with(BOARDS.index(orchard["board"]), orchard["honey"], laid)


def _laid(one: Json, place: int) -> Laying:
    tile = TILE[one["tile"]]
    return Laying(tile, place, PASTURE if one["pasture"] else one["rotation"] % PERIOD[tile])


def _known(question: Json, start: State, season: Season) -> tuple[Laying, ...]:
    """The plan that is known; empty if none is. Raises BadQuestion."""
    known, now = question.get("known", []), start.clone()
    if known and len(known) != len(season.turns):
        raise BadQuestion("/known", f"it lays {len(known)} of {len(season.turns)} tiles")
    plan = []
    for turn, one in enumerate(known):
        laying = _laid(one, FIELD[tuple(one["at"])])
        if laying.tile != season.turns[turn][0]:
            raise BadQuestion(f"/known/{turn}/tile", f"then {NAMES[season.turns[turn][0]]} is to be laid")
        if laying not in ways_to_lay(now, laying.tile):
            raise BadQuestion(f"/known/{turn}", "the field is not free, or the tile cannot be paid")
        play_turn(now, season, turn, laying)
        plan.append(laying)
    return tuple(plan)


def _season(question: Json, start: State) -> Season:
    """What is to come to the orchard."""
    turns = tuple((TILE[name],) for name in question["tiles"])
    last, harvests, blossoms = len(turns) - 1, list[Harvest](), [(len(turns) - 1, 1)]
    for one in question["coming"]:
        after = min(one["after"] // question["seats"], last)
        if "colour" in one:
            harvests.append(Harvest(COLOURS.index(one["colour"]), one["pips"], after))
        else:
            blossoms.append((after, one["pips"]))
    harvests += [Harvest(colour, ROUNDS, last, 2) for colour in range(N_COLOURS)]
    return Season(orchard_of(start, 0), turns, gathered(harvests), tuple(blossoms))


BEST_ORCHARD: Final = Question("best-orchard", DESCRIPTION, SCHEMA, EXAMPLE, solve)
