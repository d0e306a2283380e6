"""Click A Tree: from a solved model to the actions of the rest of the turn, played in the rules."""

from collections.abc import Iterator

from ai.knowledge.click_a_tree_playout import glance
from ai.solve.click_a_tree_goals import Goals
from ai.solve.solver import Solved
from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.actions import (
    CHOOSE_FRUIT,
    LAY_HARVEST,
    LAY_TILE,
    SKIP,
    TAKE_AT,
    first_choice,
    waiting,
)
from services.rules.games.click_a_tree.components import FRUIT, MAX_FREE
from services.rules.games.click_a_tree.state import CHOOSE, FREE, HARVEST, OVER, TAKE, State
from services.rules.kernel import Rng


def played(goals: Goals, solved: Solved) -> tuple[list[int], State]:
    """The actions of the plan, and the state after them."""
    s, actions = goals.turn.state.clone(), list[int]()
    for action in _actions(goals, solved, s):
        actions.append(action)
        GAME.apply(s, action, Rng())
    return actions, s


def _actions(goals: Goals, solved: Solved, s: State) -> Iterator[int]:
    """The actions one by one; each is played on `s` before the next is asked for."""
    turn = goals.turn
    if s.phase == TAKE:
        yield next(
            TAKE_AT + deal.fruit for deal, var in zip(turn.board.deals, turn.deal, strict=True) if solved.of(var)
        )
    for ways in turn.layings:
        laying = next(laying for laying in ways if solved.of(laying.var))
        yield LAY_TILE + laying.tile * MAX_FREE + _place(s, laying.cell)
        firsts = laying.firsts
        while s.phase == CHOOSE:
            firsts -= 1
            yield CHOOSE_FRUIT + FRUIT[laying.tile][firsts < 0]
    if s.phase == HARVEST:
        yield _harvest_tile(goals, solved, s)
        while s.phase == CHOOSE:
            yield CHOOSE_FRUIT + _chosen(goals, solved, s)


def _place(s: State, cell: int) -> int:
    place: int = s.grid[s.turn][cell]
    return place - FREE


def _harvest_tile(goals: Goals, solved: Solved, s: State) -> int:
    """Where the plan lays the harvest tile; anywhere, if it sees nothing in it, and nowhere, if none fits."""
    turn = goals.turn
    if solved.of(turn.skipped):
        return GAME.legal(s)[0]
    cell = next(cell for cell, var in turn.at.items() if solved.of(var))
    edges = next(edges for edges, var in turn.turned.items() if solved.of(var))
    return LAY_HARVEST + edges * MAX_FREE + _place(s, cell)


def _chosen(goals: Goals, solved: Solved, s: State) -> int:
    """The fruit that the plan harvests at the first sickle that waits."""
    turn, tile = goals.turn, waiting(s)
    first, second = FRUIT[tile]
    for slot, ways in enumerate(turn.layings):
        if any(laying.tile == tile and solved.of(laying.var) for laying in ways):
            wanted = goals.sickles.new[slot][second]
            return second if solved.of(wanted) else first
    return second if solved.of(goals.sickles.pick[first_choice(s)][1]) else first


def at_a_glance(state: State) -> tuple[list[int], State]:
    """The rest of the turn as it is played in a hurry: always the action that brings most at once."""
    s, actions, me = state.clone(), list[int](), state.turn
    while s.turn == me and s.phase != OVER and not (actions and s.phase == TAKE):
        action = max(GAME.legal(s), key=lambda one: glance_of(s, one))
        actions.append(action)
        GAME.apply(s, action, Rng())
    return actions, s


def glance_of(s: State, action: int) -> int:
    """About how many fruits an action brings or prepares; where a glance tells nothing, none."""
    return 0 if s.phase == CHOOSE or action == SKIP else glance(s, action)
