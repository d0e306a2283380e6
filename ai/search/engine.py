"""An engine: the searches of one game, and the boxes and buffers that they take. This is the plain one."""

from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property
from typing import Any, TypeVar

from ai.knowledge.lookup import knowledge_of
from ai.search.duels import Duels, make_duels
from ai.search.ismcts import Search, make_search
from ai.search.one_world import OneWorld, make_one_world
from ai.search.random_game import RandomGames, make_random_games
from ai.search.room import MOST_NODES, MOST_WEIGHTS, Desk, Node, Plan, Room, room_for
from ai.search.samples import Samples, make_samples
from ai.search.turns import Turns, make_turns
from services.rules.contract import Game
from services.rules.kernel import Record, Rng

R = TypeVar("R", bound=Record)
F = TypeVar("F", bound=Callable[..., Any])


class Engine:
    """The searches of a game as plain Python; `ai.compiled` makes the other engine from this one."""

    compiled = False

    def __init__(self, game: Game[Any]) -> None:
        """An engine for one game."""
        self.game = game
        self.known = knowledge_of(game)
        self._tree: list[Node] = []

    def bind(self, function: F) -> F:
        """The function in this engine's mode."""
        return function

    def twin(self) -> "Engine":
        """An engine with the same searches and buffers of its own, so that both can think at once."""
        _ = self.search, self.one_world, self.turns, self.random_games  # made once, shared
        made = copy(self)
        made._tree = []  # noqa: SLF001 - its own class
        vars(made).pop("room", None)
        return made

    def boxes(self, kind: type[R], n: int) -> list[R]:
        """`n` blank records."""
        return kind.box(n)

    def put(self, record: R) -> list[R]:
        """A box that holds a copy of a record."""
        return [record.clone()]

    def desk(self, state: Record) -> Desk:
        """What a search about a state works on."""
        world, box, spare = (self.boxes(self.game.State, 1) for _ in range(3))
        return self.put(state), world, box, spare

    def ints(self, values: Sequence[int]) -> list[int]:
        """A buffer that holds these values."""
        return list(values)

    def floats(self, n: int) -> list[float]:
        """A buffer of `n` floats."""
        return [0.0] * n

    def state_bytes(self, box: list[Any]) -> bytes:
        """What `to_bytes` makes of the state in a box."""
        made: bytes = box[0].to_bytes()
        return made

    @cached_property
    def search(self) -> Search:
        """Tree search; see `ai.search.ismcts`."""
        return self.bind(make_search(self.game, self.known))

    @cached_property
    def one_world(self) -> OneWorld:
        """Candidates side by side in one world; see `ai.search.one_world`."""
        return self.bind(make_one_world(self.game, self.known))

    @cached_property
    def turns(self) -> Turns:
        """Whole turns; see `ai.search.turns`."""
        return self.bind(make_turns(self.game, self.known))

    @cached_property
    def samples(self) -> Samples:
        """Games to learn from; see `ai.search.samples`. No bot needs it, so it is not made ready ahead."""
        return self.bind(make_samples(self.game, self.known))

    @cached_property
    def random_games(self) -> RandomGames:
        """Random games; see `ai.search.random_game`."""
        return self.bind(make_random_games(self.game))

    @cached_property
    def duels(self) -> Duels:
        """Games between weights of the playout, for a game whose playout has any; see `ai.search.duels`."""
        return self.bind(make_duels(self.game, self.known))

    @cached_property
    def room(self) -> list[Room]:
        """The buffers of this engine's searches, one search at a time."""
        return self.boxes(room_for(self.game), 1)

    def tree(self, n: int) -> list[Node]:
        """At least `n` nodes (MOST_NODES at most), used again by every search."""
        n = min(n, MOST_NODES)
        if len(self._tree) < n:
            self._tree = self.boxes(Node, n)
        return self._tree

    def warm_up(self) -> None:
        """Call every search once in a small way, so that none has to be made ready later."""
        game = self.game
        seats = game.seats[0]
        options = self.ints(game.pack({}, seats))
        self.random_games(self.boxes(game.State, 1), self.boxes(Rng, 1), 0, 1, seats, options, self.room)
        state = game.start(seats, game.pack({}, seats), Rng())
        plan = Plan()
        plan.seats, plan.seat, plan.capacity, plan.beam, plan.swing = seats, game.to_act(state), 2, 1, 1.0
        plan.weights = [1.0] * MOST_WEIGHTS
        desk, plans, rng = self.desk(game.seen(state, plan.seat)), self.put(plan), self.boxes(Rng, 1)
        self.search(desk, self.tree(2), plans, self.room, rng, 1)
        self.room[0].chosen[0] = game.legal(state)[0]
        self.one_world(desk, plans, self.room, rng, 1)
        self.turns(desk, plans, self.room, rng)
