"""Arboretum, for plans: the paths that an arboretum can grow with a tree or two more, and what each of them promises.

A path is made of runs of values that rise (or, from its end, fall) from tree to tree. A run may hold one tree that is
planted for it on a free cell; a card of the hand, or one still to be drawn, may finish it later, where there is room.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ai.knowledge.arboretum_scripts_judge import HELD, SEEN, STEP, Ends
from services.rules.games.arboretum.components import NEIGHBOURS, VALUES
from services.rules.games.arboretum.scoring import PURE_AT_LEAST
from services.rules.games.arboretum.state import EACH, FREE, State

Place = tuple[int, int]
"""A card, and a cell of the torus."""
Planted = tuple[Place, ...]

SOMEWHERE: Final = -1
"""Less a card: the place, still open, where the card will finish a path."""
KEPT_RUNS: Final = 3
"""Runs of a species that are kept to each tree: those that bring most for what they plant."""
ALIKE: Final = 2
"""Free cells beside the very same trees that are looked at: a second one, because the first may be taken."""
CLOSED, HOPED = range(2)


@dataclass(frozen=True, slots=True)
class Prospect:
    """A path of a species, there or to come."""

    species: int
    points: float
    """What it brings to a seat with the right to score it; of a path without an end as far as it may be hoped for."""
    planted: Planted
    """What has to be planted for it."""


class Run(NamedTuple):
    """The beginning of a path, or from its end the rest of it; the least of some runs is the best."""

    costs: int
    """Trees to plant less points."""
    planted: Planted
    points: int
    trees: int
    pure: bool
    """Whether all trees are of its species."""


class Land:
    """The arboretum of a seat, and cards that may be planted beside its trees."""

    def __init__(self, s: State, p: int, cards: Sequence[int]) -> None:
        """Look at the arboretum; no cards, if nothing more will be planted."""
        self.own = 2 if s.path_bonus == EACH else 1
        self.uniform = s.path_bonus != EACH
        self.cards = cards
        self.standing = {s.cell[p][k]: s.tree[p][k] for k in range(s.n_tree[p])}
        grid, alike = s.grid[p], dict[Planted, list[int]]()
        for cell in s.free[p][: s.n_free[p]]:
            beside = tuple(sorted((near, self.standing[near]) for near in NEIGHBOURS[cell] if grid[near] >= 0))
            alike.setdefault(beside, []).append(cell)
        self.free = {cell for cells in alike.values() for cell in cells[:ALIKE]}
        self.open = {cell for cell in self.standing if any(grid[near] == FREE for near in NEIGHBOURS[cell])}
        """Trees with room beside them."""

    def runs(self, *, rising: bool) -> Iterator[tuple[int, int, int, Run]]:
        """(species, card, cell, run): the best runs of each species to each tree, there or to be planted."""
        self.rising = rising
        self.arriving: dict[Place, dict[int, list[Run]]] = {}
        trees = [(card, cell) for cell, card in self.standing.items()]
        trees += [(card, cell) for card in self.cards for cell in sorted(self.free)]
        for card, cell in sorted(trees, key=lambda tree: tree[0] % VALUES, reverse=not rising):
            for species, run in self._arrive(card, cell):
                yield species, card, cell, run

    def _arrive(self, card: int, cell: int) -> list[tuple[int, Run]]:
        """The best runs to a tree, which go on from there."""
        species, value = divmod(card, VALUES)
        found = self.arriving.pop((card, cell), {})
        found.setdefault(species, []).append(self._start(card, cell))
        best = [(of, run) for of, runs in found.items() for run in sorted(runs)[:KEPT_RUNS]]
        bare = [(of, run) for of, run in best if not run.planted]
        for near in NEIGHBOURS[cell]:
            other = self.standing.get(near)
            if other is not None:
                if self.goes_on(value, other % VALUES):
                    self._lengthen(best, other, near, ())
            elif bare and near in self.free:
                for other in self.cards:
                    if self.goes_on(value, other % VALUES):
                        self._lengthen(bare, other, near, ((other, near),))
        return best

    def goes_on(self, value: int, other: int) -> bool:
        """Whether a run that has come to a value may go on to another."""
        return other > value if self.rising else other < value

    def _start(self, card: int, cell: int) -> Run:
        points = self.own + self.bonus(card % VALUES, begins=self.rising)
        planted = () if cell in self.standing else ((card, cell),)
        return Run(len(planted) - points, planted, points, 1, pure=True)

    def bonus(self, value: int, *, begins: bool) -> int:
        """Points of a tree as the end of a path."""
        return int(value == 0) if begins else 2 * (value == VALUES - 1)

    def _lengthen(self, runs: Sequence[tuple[int, Run]], card: int, cell: int, planted: Planted) -> None:
        arriving, own, n = self.arriving.setdefault((card, cell), {}), card // VALUES, len(planted)
        for of, (costs, before, points, trees, pure) in runs:
            more = self.own if of == own else 1
            longer = Run(costs + n - more, before or planted, points + more, trees + 1, pure and of == own)
            arriving.setdefault(of, []).append(longer)

    def points(self, run: Run, value: int) -> int:
        """Points of a rising run as a path, which ends with this value."""
        pure = self.uniform and run.pure and run.trees >= PURE_AT_LEAST
        return run.points + self.bonus(value, begins=False) + (run.trees if pure else 0)

    def finished(self, run: Run, value: int, end: int, turns: float) -> float:
        """Points of a run to a value that a tree of its species is to finish, with some trees between them."""
        between = min(turns, abs(end - value)) - 1
        return run.points + self.own + self.bonus(end, begins=not self.rising) + STEP * max(0.0, between)


def prospects(land: Land, seen: Sequence[Ends], turns: float) -> dict[int, list[Prospect]]:
    """What an arboretum may come to, by species.

    `seen` are the lowest and the highest value of each species that may still be drawn, `turns` the trees that the seat
    will plant.
    """
    found = [dict[Planted, list[float]]() for _ in seen]
    for rising in (True, False):
        for species, card, cell, run in land.runs(rising=rising):
            if rising and card // VALUES == species and run.trees > 1:
                _note(found[species], run.planted, CLOSED, land.points(run, card % VALUES))
            if run.planted or cell in land.open:
                _hope(found[species], land, run, (species, card % VALUES), seen[species][rising], turns)
    return {species: _weighed(species, paths, turns) for species, paths in enumerate(found)}


def _hope(paths: dict[Planted, list[float]], land: Land, run: Run, at: tuple[int, int], far: int, turns: float) -> None:
    """Note what a run may come to: `at` are its species and its last value, `far` the best value to be drawn."""
    species, value = at
    left = turns - len(run.planted)
    if land.goes_on(value, far):
        _note(paths, run.planted, HOPED, SEEN * land.finished(run, value, far, left))
    if left >= 1:
        for card in land.cards:
            end = card % VALUES
            if card // VALUES == species and land.goes_on(value, end) and all(card != c for c, _ in run.planted):
                points = HELD * land.finished(run, value, end, left)
                _note(paths, (*run.planted, (card, SOMEWHERE - card)), HOPED, points)


def _note(paths: dict[Planted, list[float]], planted: Planted, kind: int, points: float) -> None:
    """Keep the most points that the same trees bring."""
    most = paths.setdefault(planted, [0.0, 0.0])
    most[kind] = max(most[kind], points)


def _weighed(species: int, paths: dict[Planted, list[float]], turns: float) -> list[Prospect]:
    """The prospects of a species; what is only hoped for counts the more the more turns are left then."""
    nothing = paths.setdefault((), [0.0, 0.0])
    made = []
    for planted, (closed, hoped) in paths.items():
        now, hope = max(closed, nothing[CLOSED]), max(hoped, nothing[HOPED])
        left = max(0.0, turns - sum(cell >= 0 for _, cell in planted))
        made.append(Prospect(species, now + max(0.0, hope - now) * left / (left + 1.0), planted))
    return made
