"""Information set Monte Carlo tree search with a single observer (Cowling, Powley, Whitehouse 2012), for any game.

Each iteration deals anew what the observer cannot know and walks one tree of actions; only actions that are legal in
this deal are chosen, and a child counts how often it was available. Rewards are kept for every seat (max-n). Plain
Python that numba compiles: no memory is made inside the loop, and the tree is bounded by the nodes handed in.
"""

from collections.abc import Callable
from functools import cache
from math import log, sqrt
from typing import Any

from ai.knowledge.lookup import Knowledge
from ai.search.leaf import expected, make_leaf
from ai.search.room import Desk, Node, Plan, Room
from services.rules.contract import Game
from services.rules.kernel import BLANK, Rng, below, copy, rule

Search = Callable[[Desk, list[Node], list[Plan], list[Room], list[Rng], int], int]


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
def plant(tree: list[Node], plan: Plan, room: Room) -> None:
    """Start a tree; the actions that were sifted for its root are children with one visit each."""
    add_node(tree, plan, BLANK, BLANK, BLANK)
    for i in range(plan.sifted):
        child = add_node(tree, plan, 0, room.actions[i], plan.seat)
        tree[child].visits, tree[child].reward = 1, expected(room.values[i], plan)


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
    """Whether a node with so many legal children may have another one; a root that was sifted has all of them."""
    if plan.size >= plan.capacity or (node == 0 and plan.sifted > 0):
        return False
    return tried < 1.0 + plan.widen * sqrt(tree[node].visits)


@rule
def holds(values: list[int], n: int, value: int) -> bool:
    """Whether the value is one of the first n."""
    for i in range(n):
        if values[i] == value:
            return True
    return False


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


@cache
def make_grow(game: Game[Any], known: Knowledge) -> Callable[[list[Any], list[Node], Plan, Room, Rng], int]:
    """grow(box, tree, plan, room, rng) -> depth: walk from the root to a new node or an end, along room.path[:depth].

    A new child is the action that knowledge proposes, in plan.guide of 100 cases; if that has a child already, the
    upper bounds choose.
    """
    to_act, is_over, apply, legal_actions = game.to_act, game.is_over, game.apply, game.legal_actions
    first, promising = known.propose, known.promising

    @rule
    def propose(s: Any, plan: Plan, room: Room, rng: Rng, fresh: int) -> int:
        if below(rng, 100) >= plan.guide:
            return room.untried[below(rng, fresh)]
        action = first(s, rng, room.actions)
        return action if holds(room.untried, fresh, action) else BLANK

    @rule
    def grow(box: list[Any], tree: list[Node], plan: Plan, room: Room, rng: Rng) -> int:
        s = box[0]
        node, depth, growing = 0, 1, True
        room.path[0] = 0
        while growing and not is_over(s):
            n = promising(s, room.actions) if node > 0 else legal_actions(s, room.actions)
            child, fresh = select(tree, plan, node, n, room)
            if fresh > 0 and may_widen(tree, plan, node, n - fresh):
                action = propose(s, plan, room, rng, fresh)
                if action == BLANK and child < 0:
                    action = room.untried[0]
                if action != BLANK:
                    child = add_node(tree, plan, node, action, to_act(s))
                    growing = False
            if child < 0:
                growing = False
            else:
                room.path[depth] = child
                depth += 1
                apply(s, tree[child].action, rng)
                node = child
        return depth

    return grow


def make_search(game: Game[Any], known: Knowledge) -> Search:
    """The search of a game.

    search(desk, tree, plan, room, rng, iterations) -> n goes on with the tree (a plan of size 0 starts one,
    with the actions room.actions[:plan.sifted] and their values) and returns how many actions of the root stand in
    room.actions, room.visits and room.values.
    """
    redeal, grow, leaf = game.redeal, make_grow(game, known), make_leaf(game, known)

    def search(
        desk: Desk, tree: list[Node], plans: list[Plan], rooms: list[Room], rngs: list[Rng], iterations: int
    ) -> int:
        root, _, box, spare = desk
        plan, room, rng = plans[0], rooms[0], rngs[0]
        if plan.size == 0:
            plant(tree, plan, room)
        for _ in range(iterations):
            copy(box, root)
            if plan.open == 0:
                redeal(box[0], plan.seat, rng)
            depth = grow(box, tree, plan, room, rng)
            leaf(box, spare, plan, room, rng)
            backup(tree, room, depth)
        return report(tree, room)

    return search
