"""An engine: the searches of one game, and the boxes and buffers that they take. This is the plain one."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeVar

from ai.knowledge.lookup import evaluation_of
from ai.search.greedy import Greedy, make_greedy
from ai.search.ismcts import Search, make_search
from ai.search.random_game import RandomGames, make_random_games
from ai.search.room import MOST_NODES, Node, Plan, Room, room_for
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
        self.evaluate = evaluation_of(game)
        self._tree: list[Node] = []

    def bind(self, function: F) -> F:
        """The function in this engine's mode."""
        return function

    def boxes(self, kind: type[R], n: int) -> list[R]:
        """`n` blank records."""
        return kind.box(n)

    def put(self, record: R) -> list[R]:
        """A box that holds a copy of a record."""
        return [record.clone()]

    def ints(self, values: Sequence[int]) -> list[int]:
        """A buffer that holds these values."""
        return list(values)

    def state_bytes(self, box: list[Any]) -> bytes:
        """What `to_bytes` makes of the state in a box."""
        made: bytes = box[0].to_bytes()
        return made

    @cached_property
    def search(self) -> Search:
        """Tree search; see `ai.search.ismcts`."""
        return self.bind(make_search(self.game, self.evaluate))

    @cached_property
    def greedy(self) -> Greedy:
        """One ply; see `ai.search.greedy`."""
        return self.bind(make_greedy(self.game, self.evaluate))

    @cached_property
    def random_games(self) -> RandomGames:
        """Random games; see `ai.search.random_game`."""
        return self.bind(make_random_games(self.game))

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
        plan = Plan()
        plan.seats, plan.capacity, plan.swing = seats, 2, 1.0
        root, rng = self.boxes(game.State, 1), self.boxes(Rng, 1)
        self.random_games(self.boxes(game.State, 1), rng, 0, 1, seats, options, self.room)
        state = game.start(seats, game.pack({}, seats), Rng())
        plan.seat = game.to_act(state)
        root = self.put(game.seen(state, plan.seat))
        box = self.boxes(game.State, 1)
        self.search(root, box, self.tree(2), self.put(plan), self.room, rng, 1)
        self.greedy(root, self.boxes(game.State, 1), box, self.put(plan), self.room, rng, 1)
