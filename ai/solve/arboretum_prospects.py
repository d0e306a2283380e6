"""Arboretum, for plans: the paths that an arboretum could grow with a few cards, and what each of them promises.

All paths are too many, so they are made as runs of rising values, of which the best few to each tree are kept.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ai.knowledge.arboretum_scripts_judge import HELD, SEEN, STEP
from services.rules.games.arboretum.components import NEIGHBOURS, VALUES
from services.rules.games.arboretum.scoring import PURE_AT_LEAST
from services.rules.games.arboretum.state import EACH, FREE, WILD, State

Planted = tuple[tuple[int, int], ...]
"""Cards on cells of the torus."""

SOMEWHERE: Final = -1
"""Less a card: the place, still open, where the card will end a path."""
KEPT_RUNS: Final = 3
"""Runs of a species that are kept to each tree."""
ALIKE: Final = 2
"""Free cells beside the very same trees that are looked at: a second one, because a first may be taken."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A path of a species, there or to come."""

    species: int
    points: float
    """What it brings to a seat with the right to score it; of a path without an end as far as it may be hoped for."""
    planted: Planted
    """What has to be planted for it."""


class Run(NamedTuple):
    """The beginning of a path; of a falling run, the end of one. The least of runs is the best."""

    costs: int
    """Trees to plant less points."""
    planted: Planted
    points: int
    trees: int
    pure: bool
    """Whether all trees are of its species."""
    rooted: bool
    """Whether it touches a tree that stands already."""


class Land:
    """The arboretum of a seat with cards that may be planted on cells around it."""

    def __init__(self, s: State, p: int, cards: Sequence[int], most: int) -> None:
        """At most `most` of the cards are planted for one path."""
        self.most = most
        self.own = 2 if s.path_bonus == EACH else 1
        self.uniform = s.path_bonus != EACH
        self.cards = cards
        self.standing = {s.cell[p][k]: s.tree[p][k] for k in range(s.n_tree[p])}
        grid = s.grid[p]
        self.open = {cell for cell in self.standing if any(grid[c] == FREE for c in NEIGHBOURS[cell])}
        self.distance = self._around(grid, s.free[p][: s.n_free[p]]) if most else {}
        """Of each cell that is looked at: 1 beside a tree, 2 farther out."""

    def _around(self, grid: Sequence[int], free: Sequence[int]) -> dict[int, int]:
        alike: dict[tuple[int, ...], int] = {}
        distance: dict[int, int] = {}
        for cell in free:
            beside = tuple(sorted(near for c in NEIGHBOURS[cell] if (near := grid[c]) >= 0))
            alike[beside] = alike.get(beside, 0) + 1
            if alike[beside] <= ALIKE:
                distance[cell] = 1
        if self.most > 1:
            for cell in list(distance):
                outer = next((c for c in NEIGHBOURS[cell] if grid[c] == WILD and c not in distance), None)
                if outer is not None:
                    distance[outer] = 2
        return distance

    def runs(self, *, rising: bool) -> Iterator[tuple[int, int, int, Run]]:
        """(species, card, cell, run): the best runs of each species to each tree, there or to be planted."""
        for bucket in self._nodes(rising=rising):
            for cell, card in bucket:
                yield from self._arrive(cell, card, rising=rising)

    def _nodes(self, *, rising: bool) -> list[list[tuple[int, int]]]:
        """The trees there and to be planted, in the order in which a run meets them."""
        self.arriving: dict[tuple[int, int], dict[int, list[Run]]] = {}
        nodes: list[list[tuple[int, int]]] = [[] for _ in range(VALUES)]
        for cell, card in self.standing.items():
            nodes[card % VALUES].append((cell, card))
        for card in self.cards:
            nodes[card % VALUES] += [(cell, card) for cell in self.distance]
        return nodes if rising else nodes[::-1]

    def _arrive(self, cell: int, card: int, *, rising: bool) -> Iterator[tuple[int, int, int, Run]]:
        species, value = divmod(card, VALUES)
        found = self.arriving.pop((cell, card), {})
        found.setdefault(species, []).append(self._start(cell, card, value, rising=rising))
        best = [(of, run) for of, runs in found.items() for run in (sorted(runs)[:KEPT_RUNS] if len(runs) > 1 else runs)]
        for of, run in best:
            yield of, card, cell, run
        standing, room = self._ahead(cell, value, rising=rising)
        for near, other in standing:
            self._go_on(best, near, other)
        growing = [(of, run) for of, run in best if len(run.planted) < self.most]
        if growing:
            cards = [c for c in self.cards if c % VALUES > value] if rising else [c for c in self.cards if c % VALUES < value]
            for near in room:
                for other in cards:
                    self._plant(growing, near, other)

    def _start(self, cell: int, card: int, value: int, *, rising: bool) -> Run:
        points = self.own + ((value == 0) if rising else 2 * (value == VALUES - 1))
        if cell in self.standing:
            return Run(-points, (), points, 1, True, True)
        return Run(1 - points, ((card, cell),), points, 1, True, self.distance[cell] == 1)

    def _ahead(self, cell: int, value: int, *, rising: bool) -> tuple[list[tuple[int, int]], list[int]]:
        """The trees around a cell with which a run can go on, and the cells where one can be planted."""
        trees, room = [], []
        for near in NEIGHBOURS[cell]:
            other = self.standing.get(near)
            if other is None:
                if near in self.distance:
                    room.append(near)
            elif other % VALUES != value and (other % VALUES > value) == rising:
                trees.append((near, other))
        return trees, room

    def _go_on(self, best: list[tuple[int, Run]], cell: int, card: int) -> None:
        """Lengthen runs by a tree that stands already."""
        arriving, own = self.arriving.setdefault((cell, card), {}), card // VALUES
        for of, (costs, planted, points, trees, pure, _) in best:
            more = self.own if of == own else 1
            longer = Run(costs - more, planted, points + more, trees + 1, pure and of == own, True)
            arriving.setdefault(of, []).append(longer)

    def _plant(self, growing: list[tuple[int, Run]], cell: int, card: int) -> None:
        """Lengthen runs by a tree that is planted for them."""
        arriving, own, roots = self.arriving.setdefault((cell, card), {}), card // VALUES, self.distance[cell] == 1
        for of, (costs, planted, points, trees, pure, rooted) in growing:
            if any(cell == at for _, at in planted):
                continue
            more = self.own if of == own else 1
            longer = Run(
                costs + 1 - more, (*planted, (card, cell)), points + more, trees + 1, pure and of == own, rooted or roots
            )
            arriving.setdefault(of, []).append(longer)

    def points(self, run: Run, value: int) -> int:
        """Points of a rising run that ends with a tree of this value and of its species."""
        mixed = run.points + 2 * (value == VALUES - 1)
        if self.uniform and run.pure and run.trees >= PURE_AT_LEAST:
            return mixed + run.trees
        return mixed


def prospects(land: Land, seen: Sequence[tuple[int, int]], turns: float) -> dict[int, list[Prospect]]:
    """What an arboretum may come to, by species.

    `seen` are the lowest and the highest value of each species that may still be drawn, `turns` the trees that the seat
    will plant.
    """
    found = [dict[Planted, list[float]]() for _ in seen]
    held = [[card for card in land.cards if card // VALUES == species] for species in range(len(seen))]
    for rising in (True, False) if turns >= 1 else (True,):
        for species, card, cell, run in land.runs(rising=rising):
            if not run.rooted:
                continue
            value, paths = card % VALUES, found[species]
            if rising and card // VALUES == species and run.trees > 1:
                _note(paths, run.planted, CLOSED, land.points(run, value))
            if run.planted or cell in land.open:
                far, left = seen[species][rising], turns - len(run.planted)
                if (far - value if rising else value - far) > 0:
                    _note(paths, run.planted, HOPED, SEEN * _finished(land, run, value, far, left))
                if left >= 1:
                    for end in held[species]:
                        if (end % VALUES - value if rising else value - end % VALUES) > 0 and all(end != c for c, _ in run.planted):
                            points = HELD * _finished(land, run, value, end % VALUES, left)
                            _note(paths, (*run.planted, (end, SOMEWHERE - end)), HOPED, points)
    return {species: _weighed(species, paths, turns) for species, paths in enumerate(found)}


def _finished(land: Land, run: Run, value: int, end: int, left: float) -> float:
    """Points of a run that a tree of its species will finish, with some trees between them."""
    between = min(left, abs(end - value)) - 1
    bonus = land.own + (end == 0 if end < value else 2 * (end == VALUES - 1))
    return run.points + bonus + STEP * max(0.0, between)


CLOSED, HOPED = range(2)


def _note(paths: dict[Planted, list[float]], planted: Planted, kind: int, points: float) -> None:
    """Keep the most points that the same trees bring."""
    most = paths.setdefault(tuple(sorted(planted)), [0.0, 0.0])
    most[kind] = max(most[kind], points)


def _weighed(species: int, paths: dict[Planted, list[float]], turns: float) -> list[Prospect]:
    """The prospects of a species; what is only hoped for counts the more the more turns are left after them."""
    nothing = paths.get((), [0.0, 0.0])
    made = []
    for planted, (closed, hoped) in paths.items():
        now, hope = max(closed, nothing[CLOSED]), max(hoped, nothing[HOPED])
        left = max(0.0, turns - sum(cell >= 0 for _, cell in planted))
        made.append(Prospect(species, now + max(0.0, hope - now) * left / (left + 1.0), planted))
    return made
