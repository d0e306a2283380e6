"""Ways to make states, options and moves of any game."""

import copy
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import Field, dataclass, fields
from functools import cache
from random import Random
from typing import Any, NoReturn

import pytest
from hypothesis import strategies as st

from services.rules.contract import SPECTATOR, Game
from services.rules.kernel import Record, Rng, rng_from
from services.rules.notation import Json, Move
from services.rules.options import Option
from services.rules.registry import GAMES

DEFAULTS = 0
"""The seed whose table plays with the default options; the others draw theirs."""

SAMPLE = 24
"""How many states of a game are kept for tests."""


@dataclass(frozen=True)
class Table:
    """A game to be played at random: which, by how many, and the seed of everything."""

    slug: str
    seats: int
    seed: int = DEFAULTS

    def __str__(self) -> str:
        """The id of a test."""
        return f"{self.slug}-{self.seats}-seed{self.seed}"

    @property
    def game(self) -> Game[Any]:
        """Its rules."""
        return GAMES[self.slug]

    @property
    def viewers(self) -> list[int]:
        """Everybody who may look."""
        return [*range(self.seats), SPECTATOR]

    def options(self) -> list[int]:
        """The packed options: the defaults at seed 0, drawn ones at others."""
        return self.game.pack({} if self.seed == DEFAULTS else self.choices(), self.seats)

    def choices(self) -> Json:
        """Options drawn by the seed."""
        random = Random(f"{self} options")
        return {option.name: a_value(option, self.seats, random) for option in self.game.options}

    def start(self) -> Record:
        """The state after dealing."""
        state: Record = self.game.start(self.seats, self.options(), rng("deal", self))
        return state

    def play(self) -> Iterator[tuple[Record, int]]:
        """A random game: each (state, action played there), then (final state, -1)."""
        game, state = self.game, self.start()
        choose, chance = rng("choose", self), rng("chance", self)
        room = [0] * game.max_legal
        for _ in range(game.max_steps + 1):
            if game.is_over(state):
                break
            action = game.random_action(state, choose, room)
            yield state.clone(), action
            game.apply(state, action, chance)
        yield state, -1

    def states(self, n: int = SAMPLE // 2) -> list[Record]:
        """Own copies of at most SAMPLE states of the game that is not over, spread from the first to the last."""
        states = _sample(self)[:-1]
        return [states[i].clone() for i in _spread(len(states), n)]

    def end(self) -> Record:
        """A copy of the final state."""
        return _sample(self)[-1].clone()


@cache
def _sample(table: Table) -> list[Record]:
    played = [state for state, _ in table.play()]
    return [played[i] for i in _spread(len(played) - 1, SAMPLE)] + played[-1:]


def _spread(length: int, n: int) -> list[int]:
    return sorted({i * (length - 1) // (n - 1) for i in range(n)})


def also_slow(found: Iterable[Table]) -> list[Any]:
    """Tables of a test to which only `make test-all` comes."""
    return [pytest.param(table, marks=pytest.mark.slow) for table in found]


def tables_of_fewest() -> list[Table]:
    """Every game at its smallest number of seats, with the default options."""
    return [Table(slug, game.seats[0]) for slug, game in GAMES.items()]


def tables(*seeds: int) -> list[Table]:
    """Every game at every number of seats, once a seed."""
    return [Table(slug, seats, seed) for slug, game in GAMES.items() for seats in game.seats for seed in seeds]


def rng(*key: object) -> Rng:
    """A generator named by any words."""
    return rng_from(hashlib.sha256(" ".join(map(str, key)).encode()).digest())


def some_legal(game: Game[Any], state: Record, n: int, random: Random) -> list[int]:
    """At most n of the legal actions."""
    legal = game.legal(state)
    return legal if len(legal) <= n else random.sample(legal, n)


def everything(state: Record) -> Json:
    """All fields of a state, the derived ones too."""
    return {name: getattr(state, name) for name in state.FIELDS}


def soil(state: Record) -> None:
    """Leave rubbish in every field of a state."""
    for name, field in state.FIELDS.items():
        if not field.shape:
            setattr(state, name, 3)
        elif len(field.shape) == 1:
            setattr(state, name, [3] * field.shape[0])
        else:
            setattr(state, name, [[3] * field.shape[1] for _ in range(field.shape[0])])


class Watched(list[Any]):
    """A list that nobody may change, not even for a moment."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise AssertionError("a question changed the state that it was asked about")

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = extend = insert = pop = remove = clear = sort = reverse = _refuse


def frozen(state: Record) -> Record:
    """The same state, of which nothing may be changed but copies."""
    kind: Any = type(state)
    shown: Record = object.__new__(_frozen(kind))
    for name, value in vars(state.clone()).items():
        rows = [Watched(each) if isinstance(each, list) else each for each in value] if isinstance(value, list) else 0
        vars(shown)[name] = Watched(rows) if isinstance(rows, list) else value
    return shown


@cache
def _frozen(kind: Any) -> Any:
    def clone(self: Record) -> Record:
        copy: Record = kind.clone(self)
        object.__setattr__(copy, "__class__", kind)
        return copy

    return type(f"Frozen{kind.__name__}", (kind,), {"clone": clone, "__setattr__": Watched._refuse})  # noqa: SLF001 - ours


def a_value(option: Option, seats: int, random: Random) -> object:
    """A value that the option takes, drawn from its schema."""
    schema = option.schema()
    schema = random.choice(schema["anyOf"]) if "anyOf" in schema else schema
    if schema.get("type") == "array":
        size = len(option.default(seats))
        return random.sample(schema["items"]["enum"], size)
    return fitting(schema, random)


def fitting(schema: Json, random: Random) -> object:
    """A value that fits one of the simple schemas of options and parts of moves."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return random.choice(schema["enum"])
    if schema["type"] == "boolean":
        return random.random() < 0.5
    if schema["type"] == "integer":
        return random.randint(schema["minimum"], schema["maximum"])
    size = random.randint(schema.get("minItems", 0), schema.get("maxItems", 4))
    return [fitting(schema["items"], random) for _ in range(size)]


def any_move(kind: type[Move], random: Random) -> Json:
    """A well-formed move of a kind as JSON, most likely not a legal one."""
    parts = {f.name: fitting(f.metadata["schema"], random) for f in fields(kind) if not _left_out(f, random)}
    return {"type": kind.type, **parts}


def _left_out(part: Field[Any], random: Random) -> bool:
    return part.default is None and random.random() < 0.5


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
"""Any JSON value, and the numbers that JSON should not have."""


@st.composite
def spoilt(draw: st.DrawFn, good: st.SearchStrategy[Json]) -> object:
    """A good JSON object with anything put into one of its places, or one of them taken away."""
    whole = copy.deepcopy(draw(good))
    places = list(_places(whole))
    inside, at = places[draw(st.integers(0, len(places) - 1))]
    if draw(st.booleans()):
        inside[at] = draw(anything)
    else:
        del inside[at]
    return whole


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every (object or list, key or index) in a JSON value."""
    for at in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, at
        yield from _places(value[at])
