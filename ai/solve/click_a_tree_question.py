"""Click A Tree: the exact question `best-turn`."""

from typing import Any, Final

from ai.solve.answers import GREEDY, SOLVER, Answer, BadQuestion, Question
from ai.solve.click_a_tree_board import board_of
from ai.solve.click_a_tree_example import EXAMPLE
from ai.solve.click_a_tree_goals import Goals, crossed, goals_of
from ai.solve.click_a_tree_model import model_of, total
from ai.solve.click_a_tree_position import PHASES, state_of
from ai.solve.click_a_tree_turn import at_a_glance, played
from ai.solve.limits import Limits
from ai.solve.solver import maximise
from services.rules.components import record, whole
from services.rules.errors import BadOption, ComponentsError
from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.components import (
    FRUIT_NAMES,
    FRUITS,
    LANDSCAPE_TILES,
    MAX_TILES,
    STRIPS,
    STRIPS_IN_PLAY,
    TAKEN,
    TOP,
)
from services.rules.games.click_a_tree.scoring import reaches_a_line
from services.rules.games.click_a_tree.state import State
from services.rules.games.click_a_tree.view import strips_of
from services.rules.kernel import Rng
from services.rules.notation import Json

WORTH: Final = {"fruit": 1, "strip": 0, "completed": 0, "line": 0}
"""What the question asks for unless it says otherwise: the sum of the fruit markers."""
MOST_WORTH: Final = 1_000
OPTIONS: Final = {option.name: option for option in GAME.options if option.name != "strips"}


def solve(question: Json, limits: Limits) -> Answer:
    """The best rest of a turn; raises BadQuestion, TooLarge."""
    s, worth = _read(question)
    goals = goals_of(model_of(s, board_of(s)))
    goals.turn.model.maximize(
        worth["fruit"] * total(goals.values)
        + worth["strip"] * goals.strips
        + worth["completed"] * goals.completed[-1]
        + (worth["line"] * crossed(goals) if worth["line"] else 0)
    )
    solved = maximise(goals.turn.model, limits)
    if solved is None:
        actions, after = at_a_glance(s)
        plan, value = _plan(s, actions, after), _value(s, after, worth)
        return Answer(plan, value, _most(goals, worth), deterministic=True, source=GREEDY, work=limits.work)
    actions, after = played(goals, solved)
    # Counted in the rules: a search that was cut may leave a gain unclaimed that its plan brings all the same.
    plan, value = _plan(s, actions, after), _value(s, after, worth)
    return Answer(plan, value, solved.bound, solved.deterministic, SOLVER, solved.work)


def _read(question: Any) -> tuple[State, dict[str, int]]:
    try:
        s = state_of(question, question.get("options", {}) if isinstance(question, dict) else {})
        return s, _worth(question.get("worth", {}))
    except ComponentsError as error:
        raise BadQuestion(error.pointer, str(error)) from None
    except BadOption as error:
        raise BadQuestion(error.pointer, error.text) from None


def _worth(given: Any) -> dict[str, int]:
    weights = record(given, "/worth", (), tuple(WORTH))
    return {name: whole(weights.get(name, n), f"/worth/{name}", 0, MOST_WORTH) for name, n in WORTH.items()}


def _value(before: State, after: State, worth: dict[str, int]) -> int:
    """What a turn is worth, counted in the rules."""
    me = before.turn
    return (
        worth["fruit"] * sum(after.value[me])
        + worth["strip"] * len(strips_of(before.left[me] & ~after.left[me]))
        + worth["completed"] * (after.n_complete[me] - before.n_complete[me])
        + worth["line"] * reaches_a_line(after, me)
    )


def _most(goals: Goals, worth: dict[str, int]) -> int:
    """No turn is worth more: every marker at the top, every strip removed, every harvest tile completed."""
    s, board = goals.turn.state, goals.turn.board
    strips = len(strips_of(s.left[s.turn]))
    tiles = len(board.harvest) + 1 - s.n_complete[s.turn]
    return worth["fruit"] * TOP * FRUITS + worth["strip"] * strips + worth["completed"] * tiles + worth["line"]


def _plan(before: State, actions: list[int], after: State) -> Json:
    """The moves, and what they bring."""
    me, s, moves = before.turn, before.clone(), []
    for action in actions:
        moves.append(GAME.decode(s, action).json())
        GAME.apply(s, action, Rng())
    return {
        "moves": moves,
        "track": dict(zip(FRUIT_NAMES, after.value[me], strict=True)),
        "strips": strips_of(before.left[me] & ~after.left[me]),
        "completed": after.n_complete[me] - before.n_complete[me],
        "crosses_a_line": bool(reaches_a_line(after, me)),
    }


# How it is asked -----------------------------------------------------------------------------------------------------

_TILE: Final[Json] = {
    "type": "object",
    "description": "A landscape tile; its number tells all of it.",
    "properties": {"tile": {"type": "integer", "minimum": 1, "maximum": LANDSCAPE_TILES}},
    "required": ["tile"],
}
_AT: Final[Json] = {
    "type": "array",
    "items": {"type": "integer", "minimum": -MAX_TILES, "maximum": MAX_TILES},
    "minItems": 2,
    "maxItems": 2,
}
_SICKLES: Final[Json] = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0, "maximum": 5},
    "minItems": 1,
    "maxItems": 6,
    "uniqueItems": True,
}
_LAID: Final[Json] = {
    "type": "object",
    "properties": {"at": _AT, "tile": _TILE["properties"]["tile"], "sickles": _SICKLES},
    "required": ["at"],
    "anyOf": [{"required": ["tile"]}, {"required": ["sickles"]}],
}
_MARKER: Final[Json] = {
    "type": "object",
    "properties": {
        "fruit": {"enum": list(FRUIT_NAMES)},
        "tiles": {"type": "array", "items": _TILE, "minItems": 2, "maxItems": 2},
    },
    "required": ["fruit", "tiles"],
}
_SEAT: Final[Json] = {
    "type": "object",
    "description": "The seat to act, as in `seats` of a view; what it has completed is counted from its display.",
    "properties": {
        "display": {
            "type": "array",
            "items": _LAID,
            "minItems": 1,
            "maxItems": MAX_TILES,
            "description": "The tiles in an order in which they could have been laid.",
        },
        "harvest_tiles": {
            "type": "object",
            "properties": {"open": {"type": "array", "items": _SICKLES, "minItems": 1, "maxItems": 2}},
            "required": ["open"],
        },
        "track": {
            "type": "object",
            "properties": {name: {"type": "integer", "minimum": 0, "maximum": TOP} for name in FRUIT_NAMES},
            "required": list(FRUIT_NAMES),
        },
        "strips_left": {
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": STRIPS},
            "maxItems": STRIPS_IN_PLAY,
            "uniqueItems": True,
        },
    },
    "required": ["display", "harvest_tiles", "track", "strips_left"],
}
SCHEMA: Final[Json] = {
    "type": "object",
    "properties": {
        "phase": {"enum": list(PHASES)},
        "ring": {
            "type": "array",
            "items": _MARKER,
            "minItems": FRUITS,
            "maxItems": FRUITS,
            "description": "Phase take: the cost markers clockwise, each with the tiles before and after it.",
        },
        "taken": {"type": "array", "items": _TILE, "maxItems": TAKEN, "description": "Phase lay: the tiles in hand."},
        "seat": _SEAT,
        "options": {"type": "object", "properties": {name: option.schema() for name, option in OPTIONS.items()}},
        "worth": {
            "type": "object",
            "description": "Points for each fruit on the track, strip removed, harvest tile completed, and for a line.",
            "properties": {
                name: {"type": "integer", "minimum": 0, "maximum": MOST_WORTH, "default": n}
                for name, n in WORTH.items()
            },
            "additionalProperties": False,
        },
    },
    "required": ["phase", "seat"],
    "allOf": [
        {"if": {"properties": {"phase": {"const": "take"}}}, "then": {"required": ["ring"]}},
        {"if": {"properties": {"phase": {"const": "lay"}}}, "then": {"required": ["taken"]}},
    ],
}
BEST_TURN: Final = Question(
    "best-turn",
    "The best rest of a turn of the seat to act, from all that lies open: tiles to take, where to lay them, and the"
    " harvest tile. Its value is the sum of the seven fruit markers after the turn; `worth` gives other weights to"
    " them, and points for each strip that the turn removes, for each harvest tile that it completes, and for a line"
    " that is crossed when it ends.",
    SCHEMA,
    EXAMPLE,
    solve,
)
