"""Click A Tree: strips, completed harvest tiles, markers and lines, as terms of the model of a turn."""

from dataclasses import dataclass, field
from typing import Any, Final

from ai.solve.click_a_tree_board import missing_around, trees_beside
from ai.solve.click_a_tree_model import EDGES, Term, Turn, never, total
from ai.solve.click_a_tree_patterns import ENOUGH_TREES, Ways, ways_of
from ai.solve.click_a_tree_yields import Sickles, harvest_tile_yield, landscape_yield
from services.rules.games.click_a_tree.components import FRUITS, TOP, TREE, TREES
from services.rules.games.click_a_tree.geometry import ALL_EDGES, CORNER, NEIGHBOURS
from services.rules.games.click_a_tree.harvest import line
from services.rules.games.click_a_tree.scoring import NUMBERS
from services.rules.games.click_a_tree.strips import (
    FIVE_COMPLETED,
    FOUR_TREES,
    ONE_ENCLOSED,
    THREE_HARVEST_TILES,
    TWO_ENCLOSED,
    TWO_HARVEST_TILES,
)

FIVE: Final = 5


@dataclass(slots=True)
class Goals:
    """What a turn brings: all of them bounded from above by what is laid."""

    turn: Turn
    gone: list[dict[int, Any]] = field(default_factory=list)
    """After each tile of the turn: whether a strip has been removed."""
    completed: list[Term] = field(default_factory=list)
    """After each tile of the turn: how many harvest tiles this turn has completed."""
    sickles: Sickles = field(init=False)
    values: list[Term] = field(default_factory=list)
    """Where the fruit markers stand at the end of the turn."""

    @property
    def strips(self) -> Term:
        """How many strips this turn removes."""
        return total(self.gone[-1].values())


def goals_of(turn: Turn) -> Goals:
    """Add what the turn brings to its model."""
    goals = Goals(turn)
    goals.completed = [_completed(turn, stage) for stage in range(1, turn.board.slots + 2)]
    _remove_strips(goals)
    _harvest(goals)
    return goals


# Harvest tiles -------------------------------------------------------------------------------------------------------


def _completed(turn: Turn, stage: int) -> Term:
    """How many harvest tiles are completed once so many tiles of the turn are laid."""
    landscape, found = min(stage, turn.board.slots), []
    for cell, edges in turn.board.harvest.items():
        missing = missing_around(turn.board, cell, edges)
        if 0 < len(missing) <= landscape:
            found.append(turn.flag(*(turn.filled(near, landscape) for near in missing)))
    if stage > turn.board.slots:
        itself = turn.flag(~turn.skipped)
        for d in EDGES:
            turn.only_if([itself, turn.sickle[d]], [turn.borders[d]])
        found.append(itself)
    return total(found)


def _enclosed(turn: Turn, stage: int) -> Term:
    """How many harvest tiles are enclosed more, once so many tiles of the turn are laid."""
    board, last = turn.board, stage > turn.board.slots
    landscape, found = min(stage, board.slots), []
    for cell in board.harvest:
        missing = [near for near in NEIGHBOURS[cell] if near in board.bits]
        if 0 < len(missing) <= stage:
            parts = (total([turn.filled(near, landscape), turn.at.get(near, 0) if last else 0]) for near in missing)
            found.append(turn.flag(*parts))
    if last:
        found.append(_encloses_itself(turn))
    return total(found)


def _encloses_itself(turn: Turn) -> Any:
    """Whether the harvest tile is laid where tiles lie on all its sides."""
    enclosed = turn.flag(~turn.skipped)
    for cell, here in turn.at.items():
        land, harvest, _ = turn.board.edges(cell)
        for d in EDGES:
            if not (land | harvest) >> d & 1:
                turn.only_if([enclosed, here], [beside[d] for beside in turn.beside])
    return enclosed


def _four_trees_around_it(turn: Turn) -> Any:
    """Whether the harvest tile is laid where four different trees stand around it."""
    around = [turn.flag(~turn.skipped) for _ in range(TREES)]
    new = [
        [
            turn.flag(total(x.var for x in ways if TREE[x.tile] == tree), total(turn.beside[slot]))
            for tree in range(TREES)
        ]
        for slot, ways in enumerate(turn.layings)
    ]
    for cell, here in turn.at.items():
        known = trees_beside(turn.board, cell)
        for tree in range(TREES):
            if tree not in known:
                turn.only_if([around[tree], here], [trees[tree] for trees in new])
    found = turn.flag()
    turn.model.add(ENOUGH_TREES * found <= total(around))
    return found


# Strips --------------------------------------------------------------------------------------------------------------


def _remove_strips(goals: Goals) -> None:
    turn = goals.turn
    s, slots = turn.state, turn.board.slots
    left = s.left[s.turn]
    ways = ways_of(turn.board, left, s.sign_by) if slots else {}
    before: dict[int, Any] = {}
    for stage in range(1, slots + 2):
        enclosed = _enclosed(turn, stage) if left & (ONE_ENCLOSED | TWO_ENCLOSED) else 0
        now = {
            ONE_ENCLOSED: enclosed,
            TWO_ENCLOSED: _at_least(turn, 2, s.n_enclosed[s.turn], enclosed),
            FIVE_COMPLETED: _at_least(turn, FIVE, s.n_complete[s.turn], goals.completed[stage - 1]),
        }
        if stage <= slots:
            now |= {strip: _by_landscape(turn, stage - 1, way) for strip, way in ways.items()}
        else:
            now |= _by_harvest_tile(turn, left)
        after = {
            strip: turn.flag(total([before.get(strip, 0), reason])) for strip, reason in now.items() if left & strip
        }
        before = {**before, **after}
        goals.gone.append(before)


def _at_least(turn: Turn, n: int, known: int, new: Term) -> Any:
    """Whether what is known and what is new are n together."""
    if never(new):
        return 0
    found = turn.flag()
    turn.model.add(n * found <= known + new)
    return found


def _by_landscape(turn: Turn, slot: int, way: Ways) -> Term:
    """Whether the slot's tile fulfils a strip, alone or together with the one before it."""
    alone = total(turn.laid(slot, kind, cell) for kind, cell in way.single)
    if slot == 0 or not way.double:
        return alone
    firsts = {spot: turn.laid(0, *spot) for spot in way.double}
    both = turn.flag(total(firsts.values()))
    for spot, first in firsts.items():
        if not never(first):
            turn.model.add(both + first <= 1 + total(turn.laid(1, *other) for other in way.double[spot]))
    return total([alone, both])


def _by_harvest_tile(turn: Turn, left: int) -> dict[int, Term]:
    """Strips that the harvest tile fulfils by where it lies."""
    beside = {cell: turn.board.edges(cell)[1] for cell in turn.at}
    return {
        TWO_HARVEST_TILES: total(turn.at[cell] for cell, edges in beside.items() if edges),
        THREE_HARVEST_TILES: total(turn.at[cell] for cell, edges in beside.items() if CORNER[edges]),
        FOUR_TREES: _four_trees_around_it(turn) if left & FOUR_TREES else 0,
    }


# Fruit ---------------------------------------------------------------------------------------------------------------


def _harvest(goals: Goals) -> None:
    """The markers, tile by tile: no further than the highest space that is free by then."""
    turn = goals.turn
    s, slots = turn.state, turn.board.slots
    caps = [s.cap[s.turn] + total(_lifts(goals, stage)) for stage in range(1, slots + 2)]
    goals.sickles = Sickles(turn)
    for fruit in range(FRUITS):
        paid = total(turn.deal[i] for i, deal in enumerate(turn.board.deals) if deal.pays and deal.fruit == fruit)
        value = s.value[s.turn][fruit] - paid
        for stage, cap in enumerate(caps):
            gain = (
                landscape_yield(turn, stage, fruit) if stage < slots else harvest_tile_yield(turn, goals.sickles, fruit)
            )
            if not never(gain):
                after = turn.model.new_int_var(0, TOP, "")
                turn.model.add(after <= value + gain)
                turn.model.add(after <= cap)
                value = after
        goals.values.append(value)


def _lifts(goals: Goals, stage: int) -> list[Any]:
    """What has been removed from the track when the tile of a stage is harvested; strip 14 goes after the harvest."""
    lifts = [gone for strip, gone in goals.gone[stage - 1].items() if strip != FIVE_COMPLETED]
    return [*lifts, goals.gone[stage - 2].get(FIVE_COMPLETED, 0) if stage > 1 else 0]


def crossed(goals: Goals) -> Any:
    """Whether a line is crossed at the end of the turn."""
    turn = goals.turn
    known, new = turn.state.n_complete[turn.state.turn], goals.completed[-1]
    more = [_at_least(turn, n, 0, new) for n in range(1, len(turn.board.harvest) + 2)]
    return turn.flag(total(_crossed(goals, number, known, more) for number in NUMBERS))


def _crossed(goals: Goals, number: int, known: int, more: list[Any]) -> Any:
    turn = goals.turn
    values = [line(number, known + n) for n in range(len(more) + 1)]
    covered = values.count(0)
    if covered == len(values):
        return 0
    need = values[covered]
    falls = total((values[n] - values[n + 1]) * more[n] for n in range(covered, len(more)))
    past = [turn.flag() for _ in goals.values]
    for one, value in zip(past, goals.values, strict=True):
        turn.model.add(value >= need * one - falls)
    found = turn.flag(*more[covered - 1 : covered])
    turn.model.add(number * found <= total(past))
    return found
