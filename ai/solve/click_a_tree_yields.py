"""Click A Tree: what the harvests of a turn bring, as terms of its model."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from ai.solve.click_a_tree_board import Territory, fruits_of
from ai.solve.click_a_tree_model import EDGES, Laying, Term, Turn, never, total
from services.rules.games.click_a_tree.components import FRUIT
from services.rules.games.click_a_tree.geometry import NEIGHBOURS
from services.rules.games.click_a_tree.state import CHOSEN_FRUIT
from services.rules.kernel import BLANK


def landscape_yield(turn: Turn, slot: int, fruit: int) -> Term:
    """How much of a fruit the slot's tile brings at the sickles that face it."""
    groups: dict[tuple[int, int], list[Laying]] = defaultdict(list)
    for laying in turn.layings[slot]:
        for borne, times in laying.harvests:
            if borne == fruit:
                groups[laying.cell, times].append(laying)
    terms: list[Any] = []
    for (cell, times), layings in groups.items():
        here = total(laying.var for laying in layings)
        terms.append(times * turn.board.yields(cell, fruit) * here)
        if slot:
            terms += [times * more for more in _joined(turn, cell, fruit, here)]
    return total(terms)


def _joined(turn: Turn, cell: int, fruit: int, here: Term) -> Iterator[Any]:
    """What the second tile on the cell brings more because the first one bears the fruit and hangs together with it."""
    found = []
    for other in turn.board.linked(cell, fruit):
        more = turn.flag(turn.bears(0, fruit, other)) if other in turn.used[0] else 0
        if not never(more):
            found.append(more)
            yield turn.board.joined(other, cell, fruit) * more
    if found:
        turn.model.add(total(found) <= here)


# The harvest tile ----------------------------------------------------------------------------------------------------


class Sickles:
    """What the sickles of the harvest tile face, and with option two_fruit which fruit is chosen at each."""

    def __init__(self, turn: Turn) -> None:
        """The same for all fruits."""
        self.turn = turn
        self.choice = turn.state.two_fruit == CHOSEN_FRUIT
        self.pick = [[turn.flag(turn.sickle[d]) for _ in range(2)] for d in EDGES] if self.choice else []
        for picks in self.pick:
            turn.model.add_at_most_one(picks)
        self.new = [self._new(slot) for slot in range(turn.board.slots)]

    def _new(self, slot: int) -> dict[int, Any]:
        """By fruit: whether a sickle faces the slot's tile and harvests this fruit of it."""
        turn = self.turn
        faced = turn.flag(total(turn.faced[slot]))
        fruits = {fruit for laying in turn.layings[slot] for fruit in fruits_of(laying.tile)}
        found = {
            fruit: turn.flag(faced, total(x.var for x in turn.layings[slot] if fruit in fruits_of(x.tile)))
            for fruit in sorted(fruits)
        }
        if self.choice:
            for x in turn.layings[slot]:
                first, second = FRUIT[x.tile]
                if second != BLANK:
                    turn.only_if([x.var, found[first]], [~found[second]])
        return found

    def face(self, territory: Territory) -> Any:
        """Whether a sickle harvests the territory right where it lies already."""
        turn = self.turn
        cells = [cell for cell in territory.faces if cell in turn.at]
        faced = turn.flag(total(turn.at[cell] for cell in cells))
        if not never(faced):
            for cell in cells:
                turn.only_if([faced, turn.at[cell]], [self._at(cell, d, i) for d, i in territory.faces[cell]])
        return faced

    def _at(self, cell: int, d: int, i: int) -> Any:
        tile = self.turn.board.land[NEIGHBOURS[cell][d]]
        return self.pick[d][i] if self.choice and FRUIT[tile][1] != BLANK else self.turn.sickle[d]


def harvest_tile_yield(turn: Turn, sickles: Sickles, fruit: int) -> Term:
    """How much of a fruit the harvest tile brings.

    A territory is harvested if a sickle faces it, or a new tile through which it hangs together with one that is; a new
    tile with the fruit likewise, at most through the other new tile.
    """
    territories = turn.board.territories[fruit]
    faced = [sickles.face(territory) for territory in territories]
    slots = [slot for slot in range(turn.board.slots) if turn.may_bear(slot, fruit)]
    near = {slot: [_beside(turn, slot, territory) for territory in territories] for slot in slots}
    first_hand: dict[int, Any] = {}
    for slot in slots:
        through = [turn.flag(f, n) for f, n in zip(faced, near[slot], strict=True)]
        first_hand[slot] = turn.flag(total([sickles.new[slot][fruit], *through]))
    harvested = dict(first_hand)
    if len(slots) > 1:
        link = _link(turn, fruit)
        for slot in slots:
            second_hand = turn.flag(first_hand[1 - slot], link)
            harvested[slot] = turn.flag(total([first_hand[slot], second_hand]))
    terms = list(harvested.values())
    for i, territory in enumerate(territories):
        ways = [faced[i], *(turn.flag(harvested[slot], near[slot][i]) for slot in slots)]
        terms.append(territory.size * turn.flag(total(ways)))
    return total(terms)


def _beside(turn: Turn, slot: int, territory: Territory) -> Term:
    """Whether the slot's tile adds to the territory."""
    return total(
        x.var for cell in territory.faces for x in turn.on[slot].get(cell, ()) if territory.fruit in fruits_of(x.tile)
    )


def _link(turn: Turn, fruit: int) -> Any:
    """Whether the two new tiles bear the fruit and hang together, at once or through one territory."""
    firsts = {cell: turn.bears(0, fruit, cell) for cell in turn.on[0]}
    link = turn.flag(total(firsts.values()))
    for cell, first in firsts.items():
        if never(first):
            continue
        others = [turn.bears(1, fruit, other) for other in turn.board.linked(cell, fruit) if other in turn.on[1]]
        turn.model.add(link + first <= 1 + total(others))
    return link
