"""One ply: every legal action is tried in the same few imagined worlds; the best mean wins.

Worlds are judged by the evaluation of the game where there is one (`ai.knowledge`), else by a few random games to the
end, again with the same random numbers for every action.
"""

from collections.abc import Callable
from typing import Any

from ai.search.ismcts import Evaluate, reward
from ai.search.room import Plan, Room
from services.rules.contract import Game
from services.rules.kernel import Rng, copy, next_word, rule, seed

Greedy = Callable[[list[Any], list[Any], list[Any], list[Plan], list[Room], list[Rng], int], int]
Judge = Callable[[Any, Plan, Room, Rng], float]


def judge_by(evaluate: Evaluate) -> Judge:
    """Judge a world by the evaluation of its game."""

    def judge(s: Any, plan: Plan, room: Room, rng: Rng) -> float:  # noqa: ARG001 - the other judge needs them
        return evaluate(s, plan.seat)

    return rule(judge)


def judge_by_playing(game: Game[Any]) -> Judge:
    """Judge a world by the reward of one random game to its end."""
    is_over, apply, random_action, scores, ranking = (
        game.is_over,
        game.apply,
        game.random_action,
        game.scores,
        game.ranking,
    )

    def judge(s: Any, plan: Plan, room: Room, rng: Rng) -> float:
        while not is_over(s):
            apply(s, random_action(s, rng, room.untried), rng)
        scores(s, room.points)
        ranking(s, room.points, room.places)
        reward(room, plan)
        return room.rewards[plan.seat]

    return rule(judge)


def make_greedy(game: Game[Any], evaluate: Evaluate | None) -> Greedy:
    """greedy(root, world, box, plan, room, rng, worlds) -> n, of a game.

    Writes the legal actions and the mean worth of each into room.actions and room.values; world and box are scratch.
    """
    redeal, legal_actions, apply = game.redeal, game.legal_actions, game.apply
    judge = judge_by(evaluate) if evaluate else judge_by_playing(game)

    def greedy(
        root: list[Any],
        world: list[Any],
        box: list[Any],
        plans: list[Plan],
        rooms: list[Room],
        rngs: list[Rng],
        worlds: int,
    ) -> int:
        plan, room, rng = plans[0], rooms[0], rngs[0]
        n = legal_actions(root[0], room.actions)
        for i in range(n):
            room.values[i] = 0.0
            room.visits[i] = worlds
        for _ in range(worlds):
            copy(world, root)
            redeal(world[0], plan.seat, rng)
            a, b, c = next_word(rng), next_word(rng), next_word(rng)
            for i in range(n):
                copy(box, world)
                seed(rng, a, b, c)
                apply(box[0], room.actions[i], rng)
                room.values[i] += judge(box[0], plan, room, rng) / worlds
        return n

    return greedy
