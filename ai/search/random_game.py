"""Whole games of uniformly random actions: the measure of the rules' speed, and of both modes being one."""

from collections.abc import Callable
from typing import Any

from ai.search.room import Room
from services.rules.contract import Game
from services.rules.kernel import Rng, seed

RandomGames = Callable[[list[Any], list[Rng], int, int, int, list[int], list[Room]], int]


def make_random_games(game: Game[Any]) -> RandomGames:
    """random_games(box, rng, first, count, seats, options, rooms) -> steps: play `count` games, seeds from `first` on.

    The last one stands in box[0], its actions in rooms[0].path, its result in points and places.
    """
    deal, is_over, random_action = game.deal, game.is_over, game.random_action
    apply, scores, ranking = game.apply, game.scores, game.ranking

    def random_games(
        box: list[Any], rngs: list[Rng], first: int, count: int, seats: int, options: list[int], rooms: list[Room]
    ) -> int:
        s, rng, room = box[0], rngs[0], rooms[0]
        total = 0
        for i in range(first, first + count):
            seed(rng, i, seats, 0)
            deal(s, seats, options, rng)
            steps = 0
            while not is_over(s):
                action = random_action(s, rng, room.actions)
                room.path[steps] = action
                apply(s, action, rng)
                steps += 1
            scores(s, room.points)
            ranking(s, room.points, room.places)
            total += steps
        return total

    return random_games
