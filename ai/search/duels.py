"""Whole games that playouts play against each other with different weights: the measure by which those are bettered."""

from collections.abc import Callable
from typing import Any

from ai.knowledge.lookup import Knowledge
from ai.search.room import Room
from services.rules.contract import Game
from services.rules.kernel import Rng, seed

Duels = Callable[[list[Any], list[Rng], list[Room], int, list[int], list[int], list[int], int, int], tuple[int, int]]


def make_duels(game: Game[Any], known: Knowledge) -> Duels:
    """duels(box, rngs, rooms, seats, options, ours, theirs, first, deals) -> (games won, points ahead), of a game.

    One seat plays with `ours`, all others with `theirs`; every deal is played from every seat.
    """
    deal, is_over, to_act, apply = game.deal, game.is_over, game.to_act, game.apply
    scores, ranking, play_by = game.scores, game.ranking, known.play_by
    if play_by is None:
        raise ValueError(f"the playout of {game.title} has no weights")

    def duels(  # noqa: PLR0913, PLR0917 - boxes cannot be kept between calls
        box: list[Any],
        rngs: list[Rng],
        rooms: list[Room],
        seats: int,
        options: list[int],
        ours: list[int],
        theirs: list[int],
        first: int,
        deals: int,
    ) -> tuple[int, int]:
        s, rng, room = box[0], rngs[0], rooms[0]
        won, ahead = 0, 0
        for i in range(first * seats, (first + deals) * seats):
            seed(rng, i // seats, seats, 1)
            deal(s, seats, options, rng)
            seat = i % seats
            while not is_over(s):
                apply(s, play_by(s, rng, ours if to_act(s) == seat else theirs), rng)
            scores(s, room.points)
            ranking(s, room.points, room.places)
            best = -1_000_000
            for p in range(seats):
                if p != seat:
                    best = max(best, room.points[p])
            won += room.places[seat] == 1
            ahead += room.points[seat] - best
        return won, ahead

    return duels
