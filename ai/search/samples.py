"""Positions between two turns of games played in a hurry, and how these games ended: what a value is learned from."""

from collections.abc import Callable
from typing import Any

from ai.knowledge.lookup import Knowledge
from ai.search.room import Room
from services.rules.contract import Game
from services.rules.kernel import Rng, below, rule, seed

Samples = Callable[[list[Any], list[Rng], int, int, list[int], list[Room], list[float]], int]
EVERY = 2
"""Of so many positions between turns, one is taken; those of one game are much alike."""
WILD = 30
"""Games differ in how often they leave the playout: in none, so many or twice as many of 100 actions."""


def make_samples(game: Game[Any], known: Knowledge) -> Samples:
    """samples(box, rng, number, seats, options, room, table) -> n: play the game of that number.

    Writes what is counted of each seat at each of the n positions taken into `table`, row after row; points and
    places of the end stand in the room.
    """
    deal, is_over, apply, to_act = game.deal, game.is_over, game.apply, game.to_act
    count, playout, propose = make_count(known), known.playout, known.propose
    scores, ranking = game.scores, game.ranking

    def samples(
        box: list[Any],
        rngs: list[Rng],
        number: int,
        seats: int,
        options: list[int],
        rooms: list[Room],
        table: list[float],
    ) -> int:
        s, rng, room = box[0], rngs[0], rooms[0]
        seed(rng, number, seats, 1)
        deal(s, seats, options, rng)
        leaves = WILD * below(rng, 3)
        taken, at, last = 0, 0, -1
        while not is_over(s):
            if to_act(s) != last:
                last = to_act(s)
                if below(rng, EVERY) == 0:
                    at = count(s, seats, room, table, at)
                    taken += 1
            if below(rng, 100) < leaves:
                apply(s, propose(s, rng, room.actions), rng)
            else:
                apply(s, playout(s, rng, room.actions), rng)
        scores(s, room.points)
        ranking(s, room.points, room.places)
        return taken

    return samples


def make_count(known: Knowledge) -> Callable[[Any, int, Room, list[float], int], int]:
    """count(state, seats, room, table, at) -> at: write what is counted of each seat."""
    features = known.features

    @rule
    def count(s: Any, seats: int, room: Room, table: list[float], at: int) -> int:
        for p in range(seats):
            n = features(s, p, room.features)
            for i in range(n):
                table[at] = room.features[i]
                at += 1
        return at

    return count
