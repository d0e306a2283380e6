"""Click A Tree: what the planner strives for, in hundredths of the points of `ai.knowledge.click_a_tree`.

Fruit, completed harvest tiles, lines and what is missing to them stand in the model as they are; what a display
promises stands in it as far as one tile alone brings it about: larger territories, sickles left open, neighbours of one
tree.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

from ai.knowledge.click_a_tree import CROSSED, WEIGHTS, evaluate
from ai.knowledge.click_a_tree_strips import PARTS
from ai.solve.click_a_tree_board import Board, fruits_of
from ai.solve.click_a_tree_goals import Goals, crossed
from ai.solve.click_a_tree_model import EDGES, Term, Turn, never, total
from services.rules.games.click_a_tree.components import FRUITS, TOP, TREE
from services.rules.games.click_a_tree.geometry import CORNER, NEIGHBOURS
from services.rules.games.click_a_tree.harvest import line
from services.rules.games.click_a_tree.scoring import NUMBERS
from services.rules.games.click_a_tree.state import State

WEIGHED: Final = list(WEIGHTS.values())
SCALE: Final = 100
SHAPES: Final[tuple[Callable[[int], bool], ...]] = (
    lambda same: same > 0,
    lambda same: bool(CORNER[same]),
    lambda same: same & same >> 3 > 0,
)
"""Whether a tile with the same tree at these edges has a neighbour, is a corner of three, the middle of a row."""
SQUARES: Final = 36
"""`ai.knowledge.click_a_tree_strips` counts in squares of sixths."""


def expected(state: State, seat: int) -> float:
    """Points that a seat may expect above its best rival, as the knowledge of the game judges it."""
    return evaluate(state, seat, WEIGHED)


def hundredths(points: float) -> int:
    """Points as the model counts them."""
    return round(SCALE * points)


def strive(goals: Goals) -> None:
    """Let the model look for the plan that is worth most."""
    turn = goals.turn
    spaces = turn.state.cap[turn.state.turn] + goals.strips
    goal = SCALE * total(goals.values) + hundredths(WEIGHTS["done"]) * goals.completed[-1]
    goal += hundredths(CROSSED) * crossed(goals) - _missing(goals, spaces)
    goal += hundredths(WEIGHTS["land"]) * total(_land(goals, fruit, spaces) for fruit in range(FRUITS))
    goal += total(_promise(turn)) + hundredths(WEIGHTS["sickle"]) * total(_opened(turn)) + _half_made(turn)
    turn.model.maximize(goal)


def _missing(goals: Goals, spaces: Term) -> Term:
    """What lacks to the nearest line: fruit, and strips below it."""
    turn, model = goals.turn, goals.turn.model
    known = turn.state.n_complete[turn.state.turn]
    lines = {number: line(number, known) for number in NUMBERS if line(number, known)}
    towards = {number: turn.flag() for number in lines}
    model.add_exactly_one(towards.values())
    need = model.new_int_var(0, TOP, "")
    for number, value in lines.items():
        falls = total(fall for fall in _falls(goals, number, known))
        model.add(need >= value * towards[number] - falls)
    counted = [turn.flag() for _ in range(FRUITS)]
    model.add(total(counted) == total(number * flag for number, flag in towards.items()))
    lacks = [model.new_int_var(0, TOP, "") for _ in range(FRUITS + 1)]
    for lack, one, value in zip(lacks, counted, goals.values, strict=False):
        model.add(lack >= need - value - TOP * (1 - one))
    model.add(lacks[-1] >= need - spaces)
    return hundredths(WEIGHTS["step"]) * total(lacks[:-1]) + hundredths(WEIGHTS["step"] * WEIGHTS["strip"]) * lacks[-1]


def _falls(goals: Goals, number: int, known: int) -> list[Any]:
    """By how much a line is lower for the harvest tiles completed in this turn."""
    found = []
    for n in range(1, len(goals.turn.board.harvest) + 2):
        fall = line(number, known + n - 1) - line(number, known + n)
        if fall > 0:
            found.append(fall * _more(goals, n))
    return found


def _more(goals: Goals, n: int) -> Any:
    if never(goals.completed[-1]):
        return 0
    more = goals.turn.flag()
    goals.turn.model.add(n * more <= goals.completed[-1])
    return more


# What the display promises -------------------------------------------------------------------------------------------


def _largest(board: Board, fruit: int) -> int:
    return max((territory.size for territory in board.territories[fruit]), default=0)


def _land(goals: Goals, fruit: int, spaces: Term) -> Any:
    """The largest territory of a fruit, as far as its marker may climb with one strip more removed."""
    turn = goals.turn
    largest = _largest(turn.board, fruit)
    larger = [
        max(0, turn.board.yields(laying.cell, fruit) - largest) * laying.var
        for ways in turn.layings
        for laying in ways
        if fruit in fruits_of(laying.tile)
    ]
    land = turn.model.new_int_var(0, TOP, "")
    turn.model.add(land <= largest + total(larger))
    turn.model.add(land <= spaces + 1 - goals.values[fruit])
    return land


def _room(turn: Turn, fruit: int) -> int:
    me = turn.state.turn
    return turn.state.cap[me] + 1 - turn.state.value[me][fruit]


def _best(turn: Turn, cell: int) -> int:
    """The most that a tile on a cell would yield of one fruit."""
    return max(min(turn.board.yields(cell, fruit), _room(turn, fruit)) for fruit in range(FRUITS))


def _promise(turn: Turn) -> list[Any]:
    """Sickles that are used up, and those that a tile lets promise more."""
    board = turn.board
    places = {cell: _best(turn, cell) for cell, (_, _, sickles) in board.bits.items() if sickles}
    more: dict[tuple[int, int], int] = defaultdict(int)
    for fruit in range(FRUITS):
        for cell, best in places.items():
            most = min(board.yields(cell, fruit), _room(turn, fruit))
            for near in board.linked(cell, fruit):
                grown = min(most + board.joined(near, cell, fruit), _room(turn, fruit))
                more[near, fruit] += max(0, grown - best)
    weight = hundredths(WEIGHTS["sickle"])
    return [
        weight
        * (sum(more[laying.cell, fruit] for fruit in fruits_of(laying.tile)) - places.get(laying.cell, 0))
        * laying.var
        for ways in turn.layings
        for laying in ways
    ]


def _opened(turn: Turn) -> list[Any]:
    """What the sickles of the harvest tile promise on cells that are still empty, by edge."""
    best: dict[int, int] = {}
    found = []
    for d in EDGES:
        terms = []
        for cell, at in turn.at.items():
            near = NEIGHBOURS[cell][d]
            if near in turn.board.bits and not turn.board.edges(near)[2]:
                if near not in best:
                    best[near] = _best(turn, near)
                terms.append(best[near] * at)
        promise = turn.model.new_int_var(0, TOP, "")
        turn.model.add(promise <= total(terms))
        turn.model.add(
            promise <= TOP * turn.sickle[d] - TOP * total(turn.faced[slot][d] for slot in range(len(turn.faced)))
        )
        found.append(promise)
    return found


def _half_made(turn: Turn) -> Term:
    """Two neighbours, three around a corner, three in a row of one tree, where there are none yet."""
    left = turn.state.left[turn.state.turn]
    board = turn.board
    worth = [sum(part[i] for part in PARTS if left & part[0]) for i in (1, 2, 3)]
    known = [any(test(_same(board, cell, TREE[tile])) for cell, tile in board.land.items()) for test in SHAPES]
    terms = []
    for points, there, test in zip(worth, known, SHAPES, strict=True):
        if points and not there:
            ways = (x.var for slot in turn.layings for x in slot if test(_same(board, x.cell, TREE[x.tile])))
            terms.append(hundredths(WEIGHTS["made"] * points / SQUARES) * turn.flag(total(ways)))
    return total(terms)


def _same(board: Board, cell: int, tree: int) -> int:
    """The edges of a cell at which the same tree stands."""
    return sum(
        1 << d for d, near in enumerate(NEIGHBOURS[cell]) if near in board.land and TREE[board.land[near]] == tree
    )
