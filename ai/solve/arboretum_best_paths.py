"""Arboretum, exactly: where the cards still to be planted make the paths of an arboretum worth most.

Any of the cards may be planted, anywhere and in any order that the rules allow. Paths are flows from cell to cell: as
values must rise at every step, none can run in a circle.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from ortools.sat.python import cp_model

from ai.solve.solver import Solved
from services.rules.games.arboretum.components import STEPS, VALUES
from services.rules.games.arboretum.scoring import PURE_AT_LEAST

Cell = tuple[int, int]
"""True coordinates: x, y."""
Arc = tuple[Cell, Cell]
ONE: Final = 0
EIGHT: Final = VALUES - 1


def around(cell: Cell) -> Iterator[Cell]:
    """The four cells beside a cell."""
    for dx, dy in STEPS:
        yield cell[0] + dx, cell[1] + dy


def most_points(species: int, cards: Sequence[int]) -> int:
    """No path of a species that these cards make is worth more, wherever they stand."""
    own = {card % VALUES for card in cards if card // VALUES == species}
    values = {card % VALUES for card in cards}
    if len(own) < 2:  # noqa: PLR2004 - a path has two ends
        return 0
    inside = len([value for value in values if min(own) <= value <= max(own)])
    return inside + len(own) + (ONE in own) + 2 * (EIGHT in own)


class BestPaths:
    """The model of an arboretum, cards to plant and species to score."""

    def __init__(
        self, standing: Mapping[Cell, int], cards: Sequence[int], species: Sequence[int], *, uniform: bool
    ) -> None:
        """Write down the model; `uniform` is the option path_bonus."""
        self.standing, self.cards, self.uniform = standing, cards, uniform
        self.model = cp_model.CpModel()
        self.depth = self._reachable()
        """Of each cell that cards can come to: how many must be planted to reach it."""
        self.cells = [*standing, *self.depth]
        self.at = {(card, cell): self._bool() for cell in self.depth for card in cards}
        self.taken = {cell: self._bool() for cell in self.depth}
        self._plant()
        self._connect()
        self.rising = self._rise()
        self.model.maximize(sum(self._path(of) for of in species))

    def _bool(self) -> cp_model.IntVar:
        return self.model.new_bool_var("")

    def _reachable(self) -> dict[Cell, int]:
        depth = dict.fromkeys(self.standing, 0) or ({(0, 0): 1} if self.cards else {})
        reached = list(depth)
        for cell in reached:
            if depth[cell] < len(self.cards):
                for near in around(cell):
                    if near not in depth:
                        depth[near] = depth[cell] + 1
                        reached.append(near)
        return {cell: n for cell, n in depth.items() if n}

    def _plant(self) -> None:
        for card in self.cards:
            self.model.add_at_most_one(self.at[card, cell] for cell in self.depth)
        for cell, taken in self.taken.items():
            self.model.add(sum(self.at[card, cell] for card in self.cards) == taken)

    def _connect(self) -> None:
        """Every planted tree touches one that was planted before it."""
        k = len(self.cards)
        turn = {cell: self.model.new_int_var(n, k, "") for cell, n in self.depth.items()}
        for cell, taken in self.taken.items():
            if self.depth[cell] == 1:
                continue  # beside a tree that stands, or the first of all
            before = []
            for near in around(cell):
                if near in self.taken:
                    leads = self._bool()
                    self.model.add_implication(leads, self.taken[near])
                    self.model.add(turn[cell] >= turn[near] + 1).only_enforce_if(leads)
                    before.append(leads)
            self.model.add_bool_or(before).only_enforce_if(taken)

    def _rise(self) -> dict[Arc, cp_model.IntVar | None]:
        """The steps from a cell to a neighbour that a path may take, each with what must hold for it."""
        values = [card % VALUES + 1 for card in self.cards]
        reach = {cell: (card % VALUES + 1,) * 2 for cell, card in self.standing.items()}
        reach |= {cell: (min(values), max(values)) for cell in self.depth}
        value = {cell: sum(card % VALUES * self.at[card, cell] for card in self.cards) for cell in self.depth}
        value |= {cell: card % VALUES for cell, card in self.standing.items()}
        rising: dict[Arc, cp_model.IntVar | None] = {}
        for cell, near in ((cell, near) for cell in self.cells for near in around(cell) if near in reach):
            if reach[cell][0] < reach[near][1]:
                rising[cell, near] = None
                if cell in self.depth or near in self.depth:
                    rises = rising[cell, near] = self._bool()
                    self.model.add(value[near] >= value[cell] + 1).only_enforce_if(rises)
                    for planted in {cell, near} & self.depth.keys():
                        self.model.add_implication(rises, self.taken[planted])
        return rising

    def _is_of(self, species: int, cell: Cell, values: Sequence[int] = range(VALUES)) -> cp_model.LinearExprT:
        """Whether the tree on a cell is of a species, and of one of these values."""
        wanted = {species * VALUES + value for value in values}
        if cell in self.standing:
            return int(self.standing[cell] in wanted)
        return sum(self.at[card, cell] for card in self.cards if card in wanted)

    def _path(self, species: int) -> cp_model.LinearExprT:
        """A path of a species, or none; answers its points."""
        owns = {cell: self._is_of(species, cell) for cell in self.cells}
        ends = [cell for cell in self.cells if not isinstance(owns[cell], int) or owns[cell]]
        start, end = ({cell: self._bool() for cell in ends} for _ in range(2))
        steps = {arc: self._bool() for arc in self.rising}
        coming: dict[Cell, list[cp_model.IntVar]] = {cell: [] for cell in self.cells}
        going: dict[Cell, list[cp_model.IntVar]] = {cell: [] for cell in self.cells}
        for (cell, near), step in steps.items():
            going[cell].append(step)
            coming[near].append(step)
            rises = self.rising[cell, near]
            if rises is not None:
                self.model.add_implication(step, rises)
        for cell in ends:
            self.model.add(start[cell] + end[cell] <= owns[cell])
            coming[cell].append(start[cell])
            going[cell].append(end[cell])
        for cell in self.cells:
            self.model.add(sum(coming[cell]) == sum(going[cell]))
            self.model.add_at_most_one(coming[cell])
        self.model.add_at_most_one(start.values())
        return self._points(species, owns, coming, start, end)

    def _points(
        self,
        species: int,
        owns: Mapping[Cell, cp_model.LinearExprT],
        on: Mapping[Cell, Sequence[cp_model.IntVar]],
        start: Mapping[Cell, cp_model.IntVar],
        end: Mapping[Cell, cp_model.IntVar],
    ) -> cp_model.IntVar:
        trees = sum(sum(on[cell]) for cell in self.cells)
        own = sum(self._both(sum(on[cell]), owns[cell]) for cell in start)
        more = self._pure(trees, own) if self.uniform else own
        first = sum(self._both(takes, self._is_of(species, cell, (ONE,))) for cell, takes in start.items())
        last = sum(self._both(takes, self._is_of(species, cell, (EIGHT,))) for cell, takes in end.items())
        cards = [*self.standing.values(), *self.cards]
        points = self.model.new_int_var(0, most_points(species, cards), "")
        self.model.add(points == trees + more + first + 2 * last)
        return points

    def _both(self, one: cp_model.LinearExprT, other: cp_model.LinearExprT) -> cp_model.LinearExprT:
        """Whether both hold; what would be too little is never chosen, for it counts points."""
        if isinstance(other, int):
            return one if other else 0
        both = self._bool()
        self.model.add(both <= one)
        self.model.add(both <= other)
        return both

    def _pure(self, trees: cp_model.LinearExprT, own: cp_model.LinearExprT) -> cp_model.IntVar:
        """Option `uniform`: one point more for each tree of a long path of the species alone."""
        pure, more = self._bool(), self.model.new_int_var(0, VALUES, "")
        self.model.add(more <= VALUES * pure)
        self.model.add(more <= trees)
        self.model.add(trees == own).only_enforce_if(pure)
        self.model.add(trees >= PURE_AT_LEAST).only_enforce_if(pure)
        return more

    def planted(self, solved: Solved) -> dict[Cell, int]:
        """The cards that a solution plants."""
        return {cell: card for (card, cell), at in self.at.items() if solved.of(at)}

    def suggest(self, planted: Mapping[Cell, int]) -> None:
        """Let the search begin with these cards planted."""
        for card, cell in product(self.cards, self.depth):
            self.model.add_hint(self.at[card, cell], planted.get(cell) == card)
