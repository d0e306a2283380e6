"""An engine: the searches of one game, and the boxes and buffers that they take. This is the plain one."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from ai.search.ismcts import Search, make_search
from ai.search.random_game import RandomGames, make_random_games
from ai.search.room import MOST_SEATS, Room
from services.rules.contract import Game
from services.rules.kernel import Record

R = TypeVar("R", bound=Record)
F = TypeVar("F", bound=Callable[..., Any])


class Engine:
    """The searches of a game as plain Python; `ai.compiled` makes the other engine from this one."""

    compiled = False

    def __init__(self, game: Game[Any]) -> None:
        """An engine for one game."""
        self.game = game

    def bind(self, function: F) -> F:
        """The function in this engine's mode."""
        return function

    def boxes(self, kind: type[R], n: int) -> list[R]:
        """`n` blank records."""
        return kind.box(n)

    def put(self, record: R) -> list[R]:
        """A box that holds a copy of a record."""
        return [record.clone()]

    def ints(self, n: int, kind: str = "i4") -> list[int]:  # noqa: ARG002 - plain integers have no width
        """A buffer of `n` zeros."""
        return [0] * n

    def floats(self, n: int) -> list[float]:
        """A buffer of `n` zeros."""
        return [0.0] * n

    def state_bytes(self, box: list[Any]) -> bytes:
        """What `to_bytes` makes of the state in a box."""
        made: bytes = box[0].to_bytes()
        return made

    @cached_property
    def search(self) -> Search:
        """Tree search; see `ai.search.ismcts`."""
        return self.bind(make_search(self.game))

    @cached_property
    def random_games(self) -> RandomGames:
        """Random games; see `ai.search.random_game`."""
        return self.bind(make_random_games(self.game))

    @cached_property
    def room(self) -> Room:
        """The buffers of this engine's searches: one search at a time."""
        game = self.game
        return Room(
            actions=self.ints(game.max_legal),
            untried=self.ints(game.max_legal),
            visits=self.ints(game.max_legal),
            values=self.floats(game.max_legal),
            marks=self.ints(game.max_action, "i1"),
            path=self.ints(game.max_steps + 1),
            points=self.ints(MOST_SEATS),
            places=self.ints(MOST_SEATS),
            rewards=self.floats(MOST_SEATS),
        )
