"""Where the time of random games goes, compiled: `python -m tests.ai.where_time_goes [GAME ...]`.

Games are played with one part of every action done once more, in turns with games as they are; the part's cost is what
that takes longer. Nanoseconds of CPU an action, medians of the rounds.
"""

import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any, Final

from ai.engines import compiled_engine, warm_up
from ai.search.room import Room
from services.rules.contract import Game
from services.rules.kernel import Rng, copy, seed
from services.rules.registry import GAMES

PARTS: Final = {
    "as it is": [0, 0, 0, 0, 0],
    "deal": [1, 0, 0, 0, 0],
    "choose": [0, 1, 0, 0, 0],
    "copy": [0, 0, 1, 0, 0],
    "copy and apply": [0, 0, 1, 1, 0],
    "score": [0, 0, 0, 0, 1],
}
"""How often each part is done once more."""
SEATS, COUNT, ROUNDS = 2, 2_000, 9

Games = Callable[[list[Any], list[Any], list[Rng], int, list[int], list[Room], list[int]], int]


def make_games(game: Game[Any]) -> Games:
    """games(box, spare, rngs, count, options, rooms, more) -> actions: play random games, some parts `more` often."""
    deal, is_over, random_action = game.deal, game.is_over, game.random_action
    apply, scores, ranking = game.apply, game.scores, game.ranking

    def games(
        box: list[Any],
        spare: list[Any],
        rngs: list[Rng],
        count: int,
        options: list[int],
        rooms: list[Room],
        more: list[int],
    ) -> int:
        s, rng, room, total = box[0], rngs[0], rooms[0], 0
        for number in range(count):
            for _ in range(1 + more[0]):
                seed(rng, number, SEATS, 0)
                deal(s, SEATS, options, rng)
            while not is_over(s):
                for _ in range(1 + more[1]):
                    action = random_action(s, rng, room.actions)
                for _ in range(more[2]):
                    copy(spare, box)
                for _ in range(more[3]):
                    apply(spare[0], action, rng)
                apply(s, action, rng)
                total += 1
            for _ in range(1 + more[4]):
                scores(s, room.points)
                ranking(s, room.points, room.places)
        return total

    return games


def parts(game: Game[Any]) -> dict[str, float]:
    """Nanoseconds an action of random games as they are, and of each part."""
    if not warm_up(game):
        raise SystemExit("numba is not installed: there is nothing compiled to be measured")
    engine = compiled_engine(game)
    games = engine.bind(make_games(game))
    box, spare, rngs = engine.boxes(game.State, 1), engine.boxes(game.State, 1), engine.boxes(Rng, 1)
    options = engine.ints(game.pack({}, SEATS))

    def spent(more: list[int]) -> float:
        began = time.thread_time()
        actions = games(box, spare, rngs, COUNT, options, engine.room, engine.ints(more))
        return 1e9 * (time.thread_time() - began) / actions

    spent(PARTS["as it is"])  # compiled and loaded before anything is timed
    rounds = [{name: spent(more) for name, more in PARTS.items()} for _ in range(ROUNDS)]
    whole = {name: median(each[name] for each in rounds) for name in PARTS}
    more = {name: median(each[name] - each["as it is"] for each in rounds) for name in PARTS if name != "as it is"}
    applied = more.pop("copy and apply") - more["copy"]
    return {"as it is": whole["as it is"], **more, "apply": applied}


if __name__ == "__main__":
    for slug in sys.argv[1:] or GAMES:
        print(slug, {name: round(cost, 1) for name, cost in parts(GAMES[slug]).items()})  # noqa: T201 - for whoever asks
