"""What every game offers: the one door through which the service, the bots and the API see a game.

Inside the rules an *action* is an int; outside, its notation is a *move*, a small frozen dataclass. A *viewer* is a
seat or SPECTATOR. What leaves the server is made from `redact(state, viewer)`; whatever must act on a whole state
before a move is really played works on `redeal(redact(state, seat))`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from services.rules.errors import BadOption
from services.rules.kernel import Record, Rng
from services.rules.notation import Json, Move, read_move
from services.rules.options import Option

SPECTATOR = -1
"""The viewer who holds no seat."""

NO_ACTION = -1
"""What `encode` answers for a move that no action stands for here."""

S = TypeVar("S", bound=Record)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal: a stable code, a sentence for the player, the section of docs/games/<game>.md."""

    code: str
    text: str
    rule: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a viewer sees happen: a stable code `<game>.<what>`, an English line, and the parameters."""

    code: str
    text: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def json(self) -> Json:
        """The fact as it stands in events and histories."""
        return {"code": self.code, "text": self.text, **self.params}


@dataclass(frozen=True, eq=False)
class Game(Generic[S]):
    """A game as a table of functions; those under "core" may be compiled and take actions as ints.

    Laws, tested for every game: states are canonical (slots past a count are BLANK, unordered collections sorted); two
    states that differ only in what a viewer may not know redact to equal bytes; redact(redeal(redact(s))) equals
    redact(s); whose turn it is, whether the game is over and the legal actions of the seat to act depend only on what
    that seat sees; encode and decode are inverse over the legal actions; `deal` sets every field.
    """

    slug: str
    title: str
    seats: Sequence[int]
    """The numbers of seats it can be played with, rising."""
    rules_version: str
    """Changes whenever the replay of a log would."""
    State: type[S]
    """The record of a game; searches read its field `seats`, the number of seats."""
    options: tuple[Option, ...]
    moves: tuple[type[Move], ...]

    # Bounds of buffers; tests try to exceed them.
    max_legal: int
    """The most legal actions a seat can have."""
    max_action: int
    """Actions are 0 .. max_action - 1."""
    max_steps: int
    """The most actions of a whole game."""

    # Core: compiled inside searches.
    deal: Callable[[S, int, list[int], Rng], None]
    """deal(s, seats, options, rng): set up a new game; `options` as packed by `pack`."""
    to_act: Callable[[S], int]
    """The seat that must act; undefined once the game is over."""
    is_over: Callable[[S], bool]
    legal_actions: Callable[[S, list[int]], int]
    """legal_actions(s, out) -> n: write the legal actions of the seat to act, rising or in a fixed order."""
    is_legal: Callable[[S, int], bool]
    """The same question for one int, which may be any."""
    random_action: Callable[[S, Rng, list[int]], int]
    """random_action(s, rng, room): a uniformly random legal action; `room` has max_legal places."""
    apply: Callable[[S, int, Rng], None]
    """Play a legal action."""
    scores: Callable[[S, list[int]], None]
    """scores(s, out): points of each seat; of a game that is over."""
    ranking: Callable[[S, list[int], list[int]], None]
    """ranking(s, scores, out): place of each seat from 1, ties shared (1, 1, 3)."""
    redeal: Callable[[S, int, Rng], None]
    """redeal(s, seat, rng): give all that `seat` cannot know a random value that fits what it knows, in place."""
    score_span: tuple[int, int]
    """Scores usually lie between these; searches use it to normalise margins, nothing else."""

    # Service: plain Python only.
    redact: Callable[[S, int], None]
    """redact(s, viewer): blank what the viewer may not know, in place; nothing once the game is over."""
    rebuild: Callable[[S], None]
    """Make the derived fields again after `from_bytes`; `deal` has no need of it."""
    encode: Callable[[S, Any], int]
    """encode(s, move): the action that the move stands for, or NO_ACTION; it may be illegal."""
    decode: Callable[[S, int], Move]
    """decode(s, action): the notation of a legal action."""
    label: Callable[[S, int], str]
    """label(s, action): a short English text for a button."""
    explain: Callable[[S, Any], Refusal]
    """explain(s, move): why a move that is not legal is refused, for the seat to act."""
    describe: Callable[[S, int], Json]
    """describe(redacted state, viewer): the JSON view."""
    tell: Callable[[S, int, S, int], list[Fact]]
    """tell(before, action, after, viewer): what the viewer sees happen; both states are redacted for it."""
    reveals: Callable[[S, int], bool]
    """Whether playing the action shows its seat something that was hidden from it."""
    score_sheet: Callable[[Json, Mapping[str, Any]], Json] | None = None
    """score_sheet(position, options): score an end position of a real table; raises BadPosition or BadOption."""

    def pack(self, values: Mapping[str, Any], seats: int) -> list[int]:
        """Options as ints, defaults filled in; raises BadOption."""
        known = {option.name: option for option in self.options}
        for name in values:
            if name not in known:
                raise BadOption(name, f"{self.title} has no such option")
        return [o.pack(values[n] if n in values else o.default(seats), seats) for n, o in known.items()]

    def unpack(self, packed: Sequence[int], seats: int) -> Json:
        """Options as JSON, every one of them."""
        return {o.name: o.unpack(value, seats) for o, value in zip(self.options, packed, strict=True)}

    def start(self, seats: int, packed: list[int], rng: Rng) -> S:
        """A new game."""
        state = self.State()
        self.deal(state, seats, packed, rng)
        return state

    def legal(self, state: S) -> list[int]:
        """The legal actions of the seat to act."""
        room = [0] * self.max_legal
        return room[: self.legal_actions(state, room)]

    def seen(self, state: S, viewer: int) -> S:
        """A copy of the state that holds only what the viewer may know."""
        copy = state.clone()
        self.redact(copy, viewer)
        return copy

    def imagine(self, state: S, seat: int, rng: Rng) -> S:
        """A whole state that could be the true one for all that `seat` knows."""
        copy = self.seen(state, seat)
        self.redeal(copy, seat, rng)
        return copy

    def load(self, data: bytes) -> S:
        """The state that `to_bytes` wrote; raises struct.error."""
        state = self.State.from_bytes(data)
        self.rebuild(state)
        return state

    def result(self, state: S, seats: int) -> tuple[list[int], list[int]]:
        """(points, places) of each seat of a game that is over."""
        points, places = [0] * seats, [0] * seats
        self.scores(state, points)
        self.ranking(state, points, places)
        return points, places

    def move(self, data: Any) -> Move:
        """The move that a JSON value stands for; raises BadMove."""
        return read_move(self.moves, data)
