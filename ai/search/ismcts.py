"""Information set Monte Carlo tree search with a single observer (Cowling, Powley, Whitehouse 2012), for any game.

Each iteration deals anew what the observer cannot know and walks one tree of actions; only actions that are legal in
this deal are chosen, and a child counts how often it was available. Rewards are kept for every seat (max-n). Plain
Python that numba compiles: no memory is made inside the loop, and the tree is bounded by the nodes handed in.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Any

from ai.search.room import Node, Plan, Room
from services.rules.contract import Game
from services.rules.kernel import Rng, below, copy, rule

Evaluate = Callable[[Any, int], float]
Search = Callable[[list[Any], list[Any], list[Node], list[Plan], list[Room], list[Rng], int], int]


@rule
def add_node(tree: list[Node], plan: Plan, parent: int, action: int, seat: int) -> int:
    """Put a new child in front of its siblings; return its index."""
    at = plan.size
    plan.size += 1
    node = tree[at]
    node.action, node.seat = action, seat
    node.first = node.next = -1
    node.visits, node.available, node.reward = 0, 1, 0.0
    if parent >= 0:
        node.next = tree[parent].first
        tree[parent].first = at
    return at


@rule
def select(tree: list[Node], plan: Plan, node: int, n: int, room: Room) -> tuple[int, int]:
    """The legal child with the highest upper bound, -1 without one, and how many legal actions have no child yet.

    Those are written to `untried`; the legal actions stand in actions[:n]. Every legal child was available once more.
    """
    actions, marks, untried = room.actions, room.marks, room.untried
    for i in range(n):
        marks[actions[i]] = 1
    best, highest = -1, -1.0
    tried, available, logarithm = 0, 0, 0.0
    child = tree[node].first
    while child >= 0:
        t = tree[child]
        if marks[t.action] == 1:
            marks[t.action] = 0
            tried += 1
            t.available += 1
            if t.available != available:
                available = t.available
                logarithm = log(available)
            bound = t.reward / t.visits + plan.explore * sqrt(logarithm / t.visits)
            if bound > highest:
                best, highest = child, bound
        child = t.next
    fresh = 0
    if tried < n:
        for i in range(n):
            if marks[actions[i]] == 1:
                marks[actions[i]] = 0
                untried[fresh] = actions[i]
                fresh += 1
    return best, fresh


@rule
def may_widen(tree: list[Node], plan: Plan, node: int, tried: int) -> bool:
    """Whether a node with so many legal children may have another one."""
    return plan.size < plan.capacity and (tried == 0 or tried < 1.0 + plan.widen * sqrt(tree[node].visits))


@rule
def reward(room: Room, plan: Plan) -> None:
    """Write the reward of each seat, 0 to 1: its share of the win, mixed with its margin; alone, its points."""
    points, places = room.points, room.places
    span = float(max(1, plan.high - plan.low))
    winners = 0
    for p in range(plan.seats):
        winners += places[p] == 1
    for p in range(plan.seats):
        rival = plan.low
        for other in range(plan.seats):
            if other != p and (points[other] > rival or plan.seats == 2):
                rival = points[other]
        margin = (points[p] - rival) / span
        if plan.seats > 1:
            margin = 0.5 + 0.5 * margin
        margin = min(1.0, max(0.0, margin))
        won = 1.0 / winners if places[p] == 1 else 0.0
        room.rewards[p] = margin if plan.seats == 1 else won + plan.margin * (margin - won)


@rule
def backup(tree: list[Node], room: Room, depth: int) -> None:
    """Enter the rewards of an iteration along its path, room.path[:depth]."""
    for i in range(depth):
        t = tree[room.path[i]]
        t.visits += 1
        t.reward += room.rewards[t.seat]


@rule
def report(tree: list[Node], room: Room) -> int:
    """Write the actions tried at the root, their visits and mean rewards; return how many."""
    n = 0
    child = tree[0].first
    while child >= 0:
        t = tree[child]
        room.actions[n], room.visits[n], room.values[n] = t.action, t.visits, t.reward / t.visits
        n += 1
        child = t.next
    return n


@rule
def no_evaluation(s: Any, seat: int) -> float:  # noqa: ARG001 - as evaluations are called
    """Where nothing is known of a game, every table is worth the same: random games then go to their end."""
    return 0.0


@rule
def expected(worth: float, plan: Plan) -> float:
    """The reward that points expected above the rivals stand for, 0 to 1."""
    x = worth / plan.swing
    return 0.5 + 0.5 * x / (1.0 + abs(x))


def make_search(game: Game[Any], evaluate: Evaluate | None) -> Search:
    """The search of a game, whose unfinished playouts are judged by `evaluate` after plan.cutoff random actions.

    search(root, box, tree, plan, room, rng, iterations) -> n goes on with the tree (a plan of size 0 starts one) and
    returns how many actions of the root stand in room.actions, room.visits and room.values.
    """
    redeal, to_act, is_over, legal_actions = game.redeal, game.to_act, game.is_over, game.legal_actions
    apply, scores, ranking = game.apply, game.scores, game.ranking
    random_action, worth = game.random_action, evaluate or no_evaluation

    def search(
        root: list[Any],
        box: list[Any],
        tree: list[Node],
        plans: list[Plan],
        rooms: list[Room],
        rngs: list[Rng],
        iterations: int,
    ) -> int:
        plan, room, rng = plans[0], rooms[0], rngs[0]
        if plan.size == 0:
            add_node(tree, plan, -1, 0, 0)
        for _ in range(iterations):
            copy(box, root)
            s = box[0]
            redeal(s, plan.seat, rng)
            node, depth, growing = 0, 1, True
            room.path[0] = 0
            while growing and not is_over(s):
                n = legal_actions(s, room.actions)
                child, fresh = select(tree, plan, node, n, room)
                if fresh > 0 and may_widen(tree, plan, node, n - fresh):
                    child = add_node(tree, plan, node, room.untried[below(rng, fresh)], to_act(s))
                    growing = False
                if child < 0:
                    growing = False
                else:
                    room.path[depth] = child
                    depth += 1
                    apply(s, tree[child].action, rng)
                    node = child
            steps = 0
            while steps < plan.cutoff and not is_over(s):
                apply(s, random_action(s, rng, room.actions), rng)
                steps += 1
            if is_over(s):
                scores(s, room.points)
                ranking(s, room.points, room.places)
                reward(room, plan)
            else:
                for p in range(plan.seats):
                    room.rewards[p] = expected(worth(s, p), plan)
            backup(tree, room, depth)
        return report(tree, room)

    return search
