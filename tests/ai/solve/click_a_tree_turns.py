"""Positions of Click A Tree, and the best turn by trying every one of them in the rules."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from ai.knowledge.click_a_tree import playout
from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.scoring import reaches_a_line
from services.rules.games.click_a_tree.state import HARVEST, LAY, OVER, TAKE, State
from services.rules.kernel import Rng
from services.rules.notation import Json
from tests.support.games import a_value, rng

Worth = dict[str, int]
FEW_TURNS = (0b001001, 0b010101)
"""Harvest tiles that can be turned in three and in two ways: enough to try all pairs of places before."""


@dataclass(frozen=True)
class Sort:
    """A sort of positions of which every turn can be tried."""

    name: str
    fits: Callable[[State], bool]
    one_harvest_tile: bool = False
    """Only one harvest tile is open, as in the last round."""

    def __str__(self) -> str:
        """The id of a test."""
        return self.name


HARVESTS = Sort("harvest-tile", lambda s: s.phase == HARVEST)
ONE_TILE = Sort("one-tile", lambda s: s.phase == LAY and s.n_taken == 1, one_harvest_tile=True)
TILE_AND_HARVEST_TILES = Sort("tile-and-harvest-tiles", lambda s: s.phase == LAY and s.n_taken == 1)
TWO_TILES = Sort(
    "two-tiles", lambda s: s.phase == LAY and s.n_taken == 2 and s.n_free[s.turn] <= 12, one_harvest_tile=True
)
WHOLE_TURNS = Sort("whole-turn", lambda s: s.phase == TAKE and s.n_tile[s.turn] == 1, one_harvest_tile=True)


def positions(sort: Sort, n: int, random: Random) -> Iterator[tuple[State, Json, Worth]]:
    """So many positions, as their seat sees them, each with the options of its game and what things are worth."""
    while n > 0:
        options = {option.name: a_value(option, 2, random) for option in GAME.options}
        found = [state for state in game(options, random) if sort.fits(state)]
        for state in random.sample(found, min(len(found), n, 10)):
            if sort.one_harvest_tile:
                state.n_face_up[state.turn], state.face_up[state.turn] = 1, [random.choice(FEW_TURNS), -1]
            if random.random() < 0.5:
                me = state.turn
                state.value[me] = [random.randint(0, state.cap[me]) for _ in state.value[me]]
            n -= 1
            yield GAME.seen(state, state.turn), options, a_worth(random)


def game(options: Json, random: Random) -> Iterator[State]:
    """The states of a game that is played in a hurry."""
    chance, room = rng(random.random()), [0] * GAME.max_legal
    state = GAME.start(2, GAME.pack(options, 2), chance)
    while not GAME.is_over(state):
        yield state.clone()
        GAME.apply(state, playout(state, chance, room), chance)


def a_worth(random: Random) -> Worth:
    """What is asked for: mostly fruit, often more."""
    return {
        "fruit": random.choice((0, 1, 1, 3)),
        "strip": random.choice((0, 0, 2, 5)),
        "completed": random.choice((0, 0, 1, 4)),
        "line": random.choice((0, 10)),
    }


def value(before: State, after: State, worth: Worth) -> int:
    """What a turn is worth."""
    me = before.turn
    return (
        worth["fruit"] * sum(after.value[me])
        + worth["strip"] * (before.left[me] & ~after.left[me]).bit_count()
        + worth["completed"] * (after.n_complete[me] - before.n_complete[me])
        + worth["line"] * int(reaches_a_line(after, me))
    )


def ends(state: State) -> Iterator[State]:
    """Every state in which the rest of the turn may end."""
    for action in GAME.legal(state):
        after = lean_copy(state)
        GAME.apply(after, action, Rng())
        if after.turn != state.turn or after.phase == OVER:
            yield after
        else:
            yield from ends(after)


def best_by_trying(state: State, worth: Worth) -> int:
    """The value of the best turn."""
    return max(value(state, after, worth) for after in ends(state))


def lean_copy(state: State) -> State:
    """A copy in which only the seat to act has tables of its own, for speed."""
    new: State = object.__new__(State)
    fields = vars(new)
    fields.update(vars(state))
    for name, field in State.FIELDS.items():
        if field.shape:
            fields[name] = fields[name][:]
        if len(field.shape) > 1:
            fields[name][state.turn] = fields[name][state.turn][:]
    return new


def as_question(state: State, options: Json, worth: Worth) -> Json:
    """The question about a state, pasted from its view."""
    view = GAME.describe(state, state.turn)
    given = {name: choice for name, choice in options.items() if name != "strips"}
    return {**view, "seat": view["seats"][state.turn], "options": given, "worth": worth}
