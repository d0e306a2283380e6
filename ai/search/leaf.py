"""Beyond the tree: an imagined game is played on for a while, then judged. Shared by all searches that play on."""

from collections.abc import Callable
from functools import cache
from math import exp
from typing import Any

from ai.knowledge.lookup import Knowledge
from ai.search.room import Plan, Room
from services.rules.contract import Game
from services.rules.kernel import Rng, below, copy, rule

STRONGEST = 30.0
"""Bound of a learned strength, so that its exponential stays finite."""
ALWAYS = 100
"""Chances are counted in hundredths."""

Leaf = Callable[[list[Any], list[Any], Plan, Room, Rng], None]


@rule
def share_of_win(room: Room, plan: Plan, seat: int) -> float:
    """The share of the win of a finished game, 0 to 1."""
    winners = 0
    for p in range(plan.seats):
        winners += room.places[p] == 1
    return 1.0 / winners if room.places[seat] == 1 else 0.0


@rule
def reward(room: Room, plan: Plan) -> None:
    """Write the reward of each seat, 0 to 1: its share of the win, mixed with its margin; alone, its points."""
    points = room.points
    span = float(max(1, plan.high - plan.low))
    for p in range(plan.seats):
        rival = plan.low
        for other in range(plan.seats):
            if other != p and (points[other] > rival or plan.seats == 2):
                rival = points[other]
        margin = (points[p] - rival) / span
        if plan.seats > 1:
            margin = 0.5 + 0.5 * margin
        margin = min(1.0, max(0.0, margin))
        won = share_of_win(room, plan, p)
        room.rewards[p] = margin if plan.seats == 1 else won + plan.margin * (margin - won)


@rule
def no_evaluation(s: Any, seat: int, w: list[float]) -> float:  # noqa: ARG001 - as evaluations are called
    """Where nothing is known of a game, every table is worth the same: imagined games then go to their end."""
    return 0.0


@rule
def expected(worth: float, plan: Plan) -> float:
    """The reward that points expected above the rivals stand for, 0 to 1; the points themselves without a swing."""
    if plan.swing == 0.0:
        return worth
    x = worth / plan.swing
    return 0.5 + 0.5 * x / (1.0 + abs(x))


@cache
def make_value(known: Knowledge) -> Callable[[list[Any], Plan, Room], None]:
    """value(box, plan, room): write the learned share of the win of each seat (Luce's rule over their strengths)."""
    features = known.features

    @rule
    def strength(s: Any, p: int, plan: Plan, room: Room) -> float:
        features(s, p, room.features)
        total = 0.0
        for i in range(plan.learned):
            total += plan.value[i] * room.features[i]
        return max(-STRONGEST, min(STRONGEST, total))

    @rule
    def value(box: list[Any], plan: Plan, room: Room) -> None:
        total = 0.0
        for p in range(plan.seats):
            room.rewards[p] = exp(strength(box[0], p, plan, room))
            total += room.rewards[p]
        for p in range(plan.seats):
            room.rewards[p] /= total

    return value


@cache
def make_act(game: Game[Any], known: Knowledge) -> Callable[[list[Any], list[Any], Plan, Room, Rng], int]:
    """act(box, spare, plan, room, rng): what a seat plays in an imagined game, the best of plan.tries proposals.

    A proposal is judged in a world that the acting seat itself imagines, so that it never plays what it cannot know. In
    plan.chance of 100 cases it is any legal action.
    """
    to_act, apply, redeal, random_action = game.to_act, game.apply, game.redeal, game.random_action
    playout, evaluate = known.playout, known.evaluate or no_evaluation

    @rule
    def act(box: list[Any], spare: list[Any], plan: Plan, room: Room, rng: Rng) -> int:
        if plan.chance == ALWAYS or (plan.chance > 0 and below(rng, ALWAYS) < plan.chance):
            return random_action(box[0], rng, room.actions)
        chosen = playout(box[0], rng, room.actions)
        if plan.tries > 1:
            seat = to_act(box[0])
            highest = -1e9
            action = chosen
            for i in range(plan.tries):
                if i == 0 or action != chosen:
                    copy(spare, box)
                    redeal(spare[0], seat, rng)
                    apply(spare[0], action, rng)
                    worth = evaluate(spare[0], seat, plan.weights)
                    if worth > highest:
                        highest, chosen = worth, action
                action = playout(box[0], rng, room.actions)
        return chosen

    return act


@cache
def make_leaf(game: Game[Any], known: Knowledge) -> Leaf:
    """leaf(box, spare, plan, room, rng): play on for plan.turns turns, plan.steps actions at most, then write rewards.

    A game broken off is worth what was learned, if the plan has it. Where a game is judged, the margin is what its
    evaluation says, of an end too: both then have one scale, and a game alone may be worth more than points.
    """
    to_act, is_over, apply = game.to_act, game.is_over, game.apply
    scores, ranking = game.scores, game.ranking
    worth, act = known.evaluate or no_evaluation, make_act(game, known)
    value = make_value(known)
    judged = known.evaluate is not None

    @rule
    def leaf(box: list[Any], spare: list[Any], plan: Plan, room: Room, rng: Rng) -> None:
        steps, turns = 0, 0
        while steps < plan.steps and turns < plan.turns and not is_over(box[0]):
            seat = to_act(box[0])
            apply(box[0], act(box, spare, plan, room, rng), rng)
            steps += 1
            if not is_over(box[0]):
                turns += to_act(box[0]) != seat
        over = is_over(box[0])
        if over:
            scores(box[0], room.points)
            ranking(box[0], room.points, room.places)
        if plan.learned > 0 and not over:
            value(box, plan, room)
        elif judged:
            for p in range(plan.seats):
                margin = expected(worth(box[0], p, plan.weights), plan)
                won = share_of_win(room, plan, p) if over and plan.seats > 1 else margin
                room.rewards[p] = won + plan.margin * (margin - won)
        else:
            reward(room, plan)

    return leaf
