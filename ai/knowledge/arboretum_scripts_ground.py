"""Arboretum, for scripted opponents: the paths of an arboretum, and what a tree on each free cell would add to them.

Runs are kept from both ends of every tree, so a tree more is weighed by its neighbours alone, without playing it.
"""

from collections.abc import Iterable, Iterator, Sequence

from services.rules.games.arboretum.components import NEIGHBOURS, VALUES
from services.rules.games.arboretum.scoring import PURE_AT_LEAST
from services.rules.games.arboretum.state import EACH, FREE, State

Points = dict[int, int]
"""Points by species."""
TREE = 4
"""Runs of one species are kept as TREE for each tree and the points of their ends, so that more trees come first."""


def ends(card: int) -> int:
    """Points that a card adds as the end of a path: a 1 begins it, an 8 ends it."""
    return (card % VALUES == 0) + 2 * (card % VALUES == VALUES - 1)


def _most(runs: Sequence[Points], which: Iterable[int]) -> Points:
    """The most points of each species among some of these runs."""
    most: Points = {}
    for k in which:
        for species, points in runs[k].items():
            if points > most.get(species, 0):
                most[species] = points
    return most


class Ground:
    """An arboretum, and the best runs to and from each of its trees."""

    def __init__(self, s: State, p: int) -> None:
        """Look at the arboretum of a seat."""
        self.own = 2 if s.path_bonus == EACH else 1
        self.pure = s.path_bonus != EACH
        self.trees = s.tree[p][: s.n_tree[p]]
        grid = s.grid[p]
        around = [[grid[cell] for cell in NEIGHBOURS[at]] for at in s.cell[p][: s.n_tree[p]]]
        self.open = [FREE in near for near in around]
        """Whether a place next to the k-th tree is free."""
        self.beside: dict[tuple[int, ...], int] = {}
        """The trees next to each free cell, and the first of the cells that have the same ones."""
        for cell in s.free[p][: s.n_free[p]]:
            self.beside.setdefault(tuple(sorted(near for c in NEIGHBOURS[cell] if (near := grid[c]) >= 0)), cell)
        self.planted: Points = {}
        for card in self.trees:
            self.planted[card // VALUES] = self.planted.get(card // VALUES, 0) + 1
        self.best: Points = {}
        """Points of the best path of each species that has one."""
        self._find_runs([[near for near in row if near >= 0] for row in around])

    def _find_runs(self, around: list[list[int]]) -> None:
        """Make up[k] and down[k]: points of the best runs that end and begin with the k-th tree, by species."""
        n = len(self.trees)
        self.up: list[Points] = [{}] * n
        self.down: list[Points] = [{}] * n
        self.pure_up, self.pure_down = [0] * n, [0] * n
        rising = sorted(range(n), key=lambda k: self.trees[k] % VALUES)
        for k in rising:
            card = self.trees[k]
            low = [near for near in around[k] if self.trees[near] % VALUES < card % VALUES]
            paths, self.up[k], _ = self.grow(card, low, ())
            self.best = _most((self.best, paths), (0, 1))
            self.pure_up[k] = self.longest(card, low, self.pure_up) + TREE + ends(card) % 2
        for k in reversed(rising):
            card = self.trees[k]
            high = [near for near in around[k] if self.trees[near] % VALUES > card % VALUES]
            self.down[k] = self._before(card, high)
            self.pure_down[k] = self.longest(card, high, self.pure_down) + TREE + ends(card) // 2 * 2

    def _after(self, card: int, low: Iterable[int]) -> Points:
        """Points of the best run of each species that would end with a card beside these lower trees."""
        species, most = card // VALUES, _most(self.up, low)
        run = {s: points + (self.own if s == species else 1) for s, points in most.items()}
        run.setdefault(species, self.own + ends(card) % 2)
        return run

    def _before(self, card: int, high: Iterable[int]) -> Points:
        """Points of the best run of each species that would begin with a card beside these higher trees."""
        species, most = card // VALUES, _most(self.down, high)
        run = {s: points + (self.own if s == species else 1) for s, points in most.items()}
        run.setdefault(species, self.own + ends(card) // 2 * 2)
        return run

    def longest(self, card: int, near: Iterable[int], runs: list[int]) -> int:
        """The longest of these runs of the card's species alone: TREE for each tree, and what its end counts."""
        return max((runs[k] for k in near if self.trees[k] // VALUES == card // VALUES), default=0)

    def grow(self, card: int, low: Sequence[int], high: Sequence[int]) -> tuple[Points, Points, Points]:
        """(best paths, runs that end with it, runs that begin with it) of a card beside lower and higher trees."""
        species, up, down = card // VALUES, self._after(card, low), self._before(card, high)
        # Both runs hold the card: without its own points once, they make one path.
        paths = {s: points + down[s] - (self.own if s == species else 1) for s, points in up.items() if s in down}
        if paths[species] == self.own + ends(card):
            del paths[species]  # a tree alone is no path
        if self.pure:
            self._add_pure(paths, card, low, high)
        return paths, up, down

    def _add_pure(self, paths: Points, card: int, low: Iterable[int], high: Iterable[int]) -> None:
        """Option `uniform`: let the path of the card's species alone count double, if that is more."""
        run = self.longest(card, low, self.pure_up) + self.longest(card, high, self.pure_down) + TREE + ends(card)
        if run // TREE >= PURE_AT_LEAST:
            paths[card // VALUES] = max(paths.get(card // VALUES, 0), 2 * (run // TREE) + run % TREE)

    def places(self, card: int) -> Iterator[tuple[int, list[int], list[int]]]:
        """The free cells that differ for a card, each with the lower and the higher trees beside it."""
        value = card % VALUES
        for beside, cell in self.beside.items():
            low = [k for k in beside if self.trees[k] % VALUES < value]
            high = [k for k in beside if self.trees[k] % VALUES > value]
            yield cell, low, high
