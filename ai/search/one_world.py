"""One imagined world, in which every candidate is tried with the same random numbers, played on and judged.

This is the whole of one-ply search and of flat Monte Carlo; how often it is called, and for which candidates, is for
`ai.search.runs` to decide.
"""

from collections.abc import Callable
from typing import Any

from ai.knowledge.lookup import Knowledge
from ai.search.leaf import make_leaf
from ai.search.room import Desk, Plan, Room
from services.rules.contract import Game
from services.rules.kernel import Rng, copy, next_word, seed

OneWorld = Callable[[Desk, list[Plan], list[Room], list[Rng], int], int]


def make_one_world(game: Game[Any], known: Knowledge) -> OneWorld:
    """one_world(desk, plan, room, rng, n) -> n, of a game.

    Writes the reward of the seat for each of the candidates room.chosen[:n] into room.values.
    """
    redeal, apply, leaf = game.redeal, game.apply, make_leaf(game, known)

    def one_world(desk: Desk, plans: list[Plan], rooms: list[Room], rngs: list[Rng], n: int) -> int:
        root, world, box, spare = desk
        plan, room, rng = plans[0], rooms[0], rngs[0]
        copy(world, root)
        if plan.open == 0:
            redeal(world[0], plan.seat, rng)
        a, b, c = next_word(rng), next_word(rng), next_word(rng)
        for i in range(n):
            copy(box, world)
            seed(rng, a, b, c)
            apply(box[0], room.chosen[i], rng)
            leaf(box, spare, plan, room, rng)
            room.values[i] = room.rewards[plan.seat]
        seed(rng, b, c, a)
        return n

    return one_world
