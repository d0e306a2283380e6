"""What tests of drawings share."""

from io import StringIO
from typing import Any

from rich.console import Console, RenderableType

from services.rules.contract import Game
from services.rules.kernel import Rng, seed
from services.rules.notation import Json


def printed(shown: RenderableType, width: int = 200) -> str:
    """What a terminal without colours shows."""
    console = Console(file=StringIO(), width=width, highlight=False)
    console.print(shown)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return text


def some_views(game: Game[Any], seats: int, **options: Any) -> list[Json]:
    """Views of seat 0 in a random game, from the first to the last."""
    rng = Rng()
    seed(rng, seats, 0, 0)
    state, room = game.start(seats, game.pack(options, seats), rng), [0] * game.max_legal
    states = [state.clone()]
    while not game.is_over(state):
        game.apply(state, game.random_action(state, rng, room), rng)
        states.append(state.clone())
    return [game.describe(game.seen(each, 0), 0) for each in [*states[::9], *states[-2:]]]
