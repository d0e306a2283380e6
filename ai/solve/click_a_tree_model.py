"""Click A Tree: the rest of a turn as a model for CP-SAT: which tiles, where, in which order, and the harvest tile.

Nothing that a seat gains is ever worth less than nothing, so every gain is bounded by its reasons from above alone and
the search does the rest: a Boolean may be true only if what it stands for is so, and is, if that is worth something.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ortools.sat.python import cp_model

from ai.solve.click_a_tree_board import Board, fruits_of
from ai.solve.click_a_tree_patterns import Kind, is_of
from services.rules.games.click_a_tree.actions import kinds_face_up
from services.rules.games.click_a_tree.components import FRUIT
from services.rules.games.click_a_tree.geometry import COUNT, N_TURNS, NEIGHBOURS, TURNS
from services.rules.games.click_a_tree.state import CHOSEN_FRUIT, ONCE, State
from services.rules.kernel import BLANK

Term = Any
"""A linear expression, or a whole number."""
EDGES: Final = range(6)
NO_CHOICE: Final = -1


def total(terms: Iterable[Any]) -> Term:
    """The sum of all that are not the number 0; the number 0 if none is left."""
    found = [term for term in terms if not never(term)]
    return cp_model.LinearExpr.sum(found) if found else 0


def never(term: Term) -> bool:
    """Whether a term is the number 0."""
    return isinstance(term, int) and term == 0


@dataclass(frozen=True, slots=True)
class Laying:
    """One way to lay a landscape tile: which, on which cell, and what the sickles there bring."""

    tile: int
    cell: int
    harvests: tuple[tuple[int, int], ...]
    """(fruit, how often its territory is harvested)"""
    firsts: int
    """At so many sickles the first of two fruits is chosen, at the others the second; NO_CHOICE: there is none."""
    var: Any


@dataclass(slots=True)
class Turn:
    """The model, and the variables that say what is laid where."""

    state: State
    board: Board
    model: Any = field(default_factory=cp_model.CpModel)
    deal: list[Any] = field(default_factory=list)
    layings: list[list[Laying]] = field(default_factory=list)
    """Of each slot: how the first, the second landscape tile still to be laid may lie."""
    on: list[dict[int, list[Laying]]] = field(default_factory=list)
    """The same by cell."""
    used: list[dict[int, Any]] = field(default_factory=list)
    """Of each slot: whether its tile lies on a cell."""
    at: dict[int, Any] = field(default_factory=dict)
    """Whether the harvest tile lies on a cell."""
    turned: dict[int, Any] = field(default_factory=dict)
    """Whether its sickles lie on these edges."""
    skipped: Any = None
    sickle: list[Any] = field(default_factory=list)
    """Of each edge of the harvest tile: whether it bears a sickle."""
    beside: list[list[Any]] = field(default_factory=list)
    """Of each slot and edge of the harvest tile: whether the slot's tile lies there; bounded from above."""
    faced: list[list[Any]] = field(default_factory=list)
    """The same, and a sickle on that edge."""
    borders: list[Any] = field(default_factory=list)
    """Of each edge of the harvest tile: whether a landscape tile lies there; bounded from above."""

    def flag(self, *reasons: Term) -> Any:
        """A new Boolean that needs every reason to be one at least; the number 0 if one of them cannot be."""
        if any(never(reason) for reason in reasons):
            return 0
        new = self.model.new_bool_var("")
        for reason in reasons:
            self.model.add(new <= reason)
        return new

    def only_if(self, given: Sequence[Any], reasons: Iterable[Any]) -> None:
        """Where all that is given is true, one of the reasons is; numbers 0 are left out."""
        self.model.add_bool_or([*(~one for one in given), *(one for one in reasons if not never(one))])

    def laid(self, slot: int, kind: Kind, cell: int) -> Term:
        """Whether the slot's tile is of a kind and lies on the cell."""
        by = self.state.sign_by
        return total(laying.var for laying in self.on[slot].get(cell, ()) if is_of(laying.tile, kind, by))

    def bears(self, slot: int, fruit: int, cell: int) -> Term:
        """Whether the slot's tile bears a fruit and lies on the cell."""
        return total(laying.var for laying in self.on[slot].get(cell, ()) if fruit in fruits_of(laying.tile))

    def may_bear(self, slot: int, fruit: int) -> bool:
        """Whether any tile of the slot bears a fruit."""
        return any(fruit in fruits_of(tile) for tile in self.board.tiles()) and slot < self.board.slots

    def filled(self, cell: int, stage: int) -> Term:
        """Whether a landscape tile lies on a cell that was empty, once `stage` of them are laid."""
        return total(self.used[slot][cell] for slot in range(stage) if cell in self.used[slot])


def model_of(state: State, board: Board) -> Turn:
    """The rules of placing: what may be laid where for the rest of the turn."""
    turn = Turn(state, board)
    turn.deal = [turn.flag() for _ in board.deals]
    turn.model.add_exactly_one(turn.deal)
    for slot in range(board.slots):
        _lay(turn, slot)
    for tile in board.tiles():
        dealt = total(turn.deal[i] for i, deal in enumerate(board.deals) if tile in deal.tiles)
        turn.model.add(total(laying.var for ways in turn.layings for laying in ways if laying.tile == tile) == dealt)
    _lay_harvest_tile(turn)
    for cell in turn.at:
        _look_around(turn, cell)
    for cell in {*turn.at, *(cell for used in turn.used for cell in used)}:
        tiles = [places[cell] for places in (*turn.used, turn.at) if cell in places]
        if len(tiles) > 1:
            turn.model.add_at_most_one(tiles)
    return turn


# Landscape tiles -----------------------------------------------------------------------------------------------------


def _lay(turn: Turn, slot: int) -> None:
    ways = [
        Laying(tile, cell, harvests, firsts, turn.flag())
        for tile in turn.board.tiles()
        for cell in turn.board.reach(slot)
        for harvests, firsts in _harvests(turn, tile, cell)
    ]
    on: dict[int, list[Laying]] = defaultdict(list)
    for laying in ways:
        on[laying.cell].append(laying)
    used = {cell: turn.flag() for cell in on}
    for cell, var in used.items():
        turn.model.add(total(laying.var for laying in on[cell]) == var)
    turn.model.add_exactly_one(used.values())
    if slot:
        for cell in turn.board.rings[1]:
            turn.only_if([used[cell]], [turn.used[0][near] for near in NEIGHBOURS[cell] if near in turn.used[0]])
    turn.layings.append(ways)
    turn.on.append(on)
    turn.used.append(used)


def _harvests(turn: Turn, tile: int, cell: int) -> Iterator[tuple[tuple[tuple[int, int], ...], int]]:
    """What the sickles at a cell bring, for each way to choose among two fruits."""
    sickles = COUNT[turn.board.edges(cell)[2]]
    most = 1 if turn.state.double_sickle == ONCE else sickles
    first, second = FRUIT[tile]
    if sickles == 0:
        yield (), NO_CHOICE
    elif second == BLANK:
        yield ((first, most),), NO_CHOICE
    elif turn.state.two_fruit != CHOSEN_FRUIT:
        yield ((first, most), (second, most)), NO_CHOICE
    else:
        for n in range(sickles + 1):
            yield tuple((f, min(m, most)) for f, m in ((first, n), (second, sickles - n)) if m), n


# The harvest tile ----------------------------------------------------------------------------------------------------


def _lay_harvest_tile(turn: Turn) -> None:
    """Where it may lie and how it is turned; it may be left out, which is never worth more than laying it."""
    s, board = turn.state, turn.board
    turn.skipped = turn.flag()
    turn.sickle = [turn.flag() for _ in EDGES]
    kinds = s.face_up[s.turn][: kinds_face_up(s, s.turn)]
    turn.turned = {edges: turn.flag() for kind in kinds for edges in TURNS[kind][: N_TURNS[kind]]}
    turn.at = {cell: turn.flag() for cell in board.reach(board.slots) if not board.edges(cell)[2]}
    turn.model.add_exactly_one([turn.skipped, *turn.at.values()])
    turn.model.add_exactly_one([turn.skipped, *turn.turned.values()])
    for d in EDGES:
        turn.model.add(turn.sickle[d] == total(var for edges, var in turn.turned.items() if edges >> d & 1))
    turn.beside = [[turn.flag(~turn.skipped) for _ in EDGES] for _ in range(board.slots)]
    turn.faced = [
        [turn.flag(sickle, near) for sickle, near in zip(turn.sickle, row, strict=True)] for row in turn.beside
    ]
    turn.borders = [turn.flag(~turn.skipped) for _ in EDGES]
    harvests = [turn.flag(turn.sickle[d], turn.borders[d]) for d in EDGES]
    turn.model.add_bool_or([turn.skipped, *harvests])


def _look_around(turn: Turn, cell: int) -> None:
    """What lies around the harvest tile if it lies on the cell; none of its sickles may face another one."""
    land, harvest, _ = turn.board.edges(cell)
    for d, near in enumerate(NEIGHBOURS[cell]):
        here = [turn.at[cell]]
        new = [beside[d] for beside in turn.beside]
        for used, beside in zip(turn.used, new, strict=True):
            turn.only_if([beside, *here], [used[near]] if near in used else [])
        if harvest >> d & 1:
            turn.only_if([turn.sickle[d], *here], [])
        if not land >> d & 1:
            turn.only_if([turn.borders[d], *here], new)
