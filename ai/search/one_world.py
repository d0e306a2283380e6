"""One imagined world, in which every candidate is tried with the same random numbers, played on and judged.

This is the whole of one-ply search and of flat Monte Carlo; how often it is called, and for which candidates, is for
`ai.search.runs` to decide.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from ai.knowledge.lookup import Knowledge
from ai.search.leaf import make_leaf
from ai.search.room import LINE, Desk, Plan, Room
from services.rules.contract import Game
from services.rules.kernel import BLANK, Rng, copy, next_word, rule, seed

OneWorld = Callable[[Desk, list[Plan], list[Room], list[Rng], int], int]


@cache
def make_follow(game: Game[Any]) -> Callable[[Any, Plan, Room, Rng, int], None]:
    """follow(state, plan, room, rng, i): play the i-th turn on, as far as it is legal in this world."""
    is_over, to_act, is_legal, apply = game.is_over, game.to_act, game.is_legal, game.apply

    @rule
    def follow(s: Any, plan: Plan, room: Room, rng: Rng, i: int) -> None:
        d = 1
        while d < LINE and room.lines[i * LINE + d] != BLANK:
            action = room.lines[i * LINE + d]
            if is_over(s) or to_act(s) != plan.seat or not is_legal(s, action):
                break
            apply(s, action, rng)
            d += 1

    return follow


def make_one_world(game: Game[Any], known: Knowledge) -> OneWorld:
    """one_world(desk, plan, room, rng, n) -> n, of a game.

    Writes the reward of the seat for each of the candidates room.chosen[:n] into room.values; if there are lines, the
    i-th candidate goes on as room.lines has it.
    """
    redeal, apply, leaf, follow = game.redeal, game.apply, make_leaf(game, known), make_follow(game)

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
            if plan.lines > 0:
                follow(box[0], plan, room, rng, i)
            leaf(box, spare, plan, room, rng)
            room.values[i] = room.rewards[plan.seat]
        seed(rng, b, c, a)
        return n

    return one_world
