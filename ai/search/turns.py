"""Whole turns as candidates: a beam of what a seat may do until another one acts, judged by knowledge of the game."""

from collections.abc import Callable
from functools import cache
from typing import Any

from ai.knowledge.lookup import Knowledge
from ai.search.leaf import no_evaluation
from ai.search.room import LINE, Desk, Plan, Room
from services.rules.contract import Game
from services.rules.kernel import BLANK, Rng, copy, rule

Turns = Callable[[Desk, list[Plan], list[Room], list[Rng]], int]


@rule
def enter(room: Room, most: int, n: int, line: int, depth: int, action: int, worth: float) -> int:
    """Enter a line, gone on by an action, among the n best of the next step, from `most` on; return how many.

    Of lines of equal worth only the first is kept: they are the same turn in another order more often than not.
    """
    if n == most and worth <= room.worths[n - 1]:
        return n
    at = n
    while at > 0 and room.worths[at - 1] < worth:
        at -= 1
    if at > 0 and room.worths[at - 1] == worth:
        return n
    last = min(n, most - 1)
    for i in range(last, at, -1):
        room.worths[i] = room.worths[i - 1]
        for d in range(LINE):
            room.lines[(most + i) * LINE + d] = room.lines[(most + i - 1) * LINE + d]
    room.worths[at] = worth
    for d in range(LINE):
        room.lines[(most + at) * LINE + d] = room.lines[line * LINE + d] if d < depth else BLANK
    room.lines[(most + at) * LINE + depth] = action
    return last + 1


Extend = Callable[[list[Any], list[Any], Plan, Room, Rng, int, int], int]


@cache
def make_extend(game: Game[Any], known: Knowledge) -> Extend:
    """extend(box, spare, plan, room, rng, found, i) -> found: go on with the i-th line, which leads to box[0].

    A turn that has ended stands as it is beside those that go on.
    """
    apply, to_act, is_over, legal_actions = game.apply, game.to_act, game.is_over, game.legal_actions
    worth_of = known.own or no_evaluation

    @rule
    def extend(box: list[Any], spare: list[Any], plan: Plan, room: Room, rng: Rng, found: int, i: int) -> int:
        if is_over(box[0]) or to_act(box[0]) != plan.seat:
            worth = worth_of(box[0], plan.seat, plan.weights)
            return enter(room, plan.beam, found, i, plan.depth, BLANK, worth)
        plan.going += 1
        n = legal_actions(box[0], room.actions)
        for k in range(n):
            copy(spare, box)
            apply(spare[0], room.actions[k], rng)
            worth = worth_of(spare[0], plan.seat, plan.weights)
            found = enter(room, plan.beam, found, i, plan.depth, room.actions[k], worth)
        return found

    return extend


def make_turns(game: Game[Any], known: Knowledge) -> Turns:
    """turns(desk, plan, room, rng) -> n: go one action on with the plan.beam best turns; how many of them went on.

    A plan without lines starts with all that is legal. The i-th best of the plan.lines turns stands in
    room.lines[i * LINE :][:LINE], with BLANK after its last action.
    """
    redeal, apply, extend = game.redeal, game.apply, make_extend(game, known)

    def turns(desk: Desk, plans: list[Plan], rooms: list[Room], rngs: list[Rng]) -> int:
        root, world, box, spare = desk
        plan, room, rng = plans[0], rooms[0], rngs[0]
        if plan.lines == 0:
            copy(world, root)
            if plan.open == 0:
                redeal(world[0], plan.seat, rng)
            plan.lines, plan.depth = 1, 0
        found = plan.going = 0
        for i in range(plan.lines):
            copy(box, world)
            for d in range(plan.depth):
                if room.lines[i * LINE + d] != BLANK:
                    apply(box[0], room.lines[i * LINE + d], rng)
            found = extend(box, spare, plan, room, rng, found, i)
        for i in range(found * LINE):
            room.lines[i] = room.lines[plan.beam * LINE + i]
        plan.lines, plan.depth = found, plan.depth + 1
        return int(plan.going)

    return turns
