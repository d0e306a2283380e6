"""Arboretum, for plans: which cards of the hand to plant where, and which to keep, as a model for CP-SAT.

Every card of the hand is planted, kept or discarded; of each species one path that the planted cards make is scored as
far as the kept ones are likely to hold the right to it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from ortools.sat.python import cp_model

from ai.knowledge.arboretum_scripts_judge import Judge
from ai.solve.arboretum_prospects import Planted, Prospect
from ai.solve.limits import Limits
from ai.solve.solver import Solved, maximise
from services.rules.games.arboretum.components import HAND, VALUES

POINT: Final = 100
"""Points of paths are kept in hundredths."""
SURE: Final = 1000
"""Chances are kept in thousandths; so the objective is in points times POINT times SURE."""
LATER: Final = 0.95
"""What a path is worth for each tree that it still needs."""
LARGEST: Final = 20.0
"""More than a path can be worth."""
MOST_PROSPECTS: Final = 60
"""Paths of all species, those that promise most."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a plan is made for."""

    hand: tuple[int, ...]
    turns: int
    """Trees that may be planted, this turn's among them if it is still to come."""
    places: Mapping[tuple[int, int], float]
    """Where each card may be planted now, and what that alone is worth beside the plan; none after planting."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan."""

    first: tuple[int, int] | None
    """The card to plant now, and its cell."""
    discards: tuple[int, ...]
    planted: Planted
    kept: tuple[int, ...]
    value: float
    bound: float
    optimal: bool
    deterministic: bool
    work: float


class Model:
    """The model of a task; it may be solved again without the first steps found before."""

    def __init__(self, judge: Judge, task: Task, prospects: Mapping[int, Sequence[Prospect]]) -> None:
        """Write down the model."""
        self.task, self.model = task, cp_model.CpModel()
        self.at: dict[tuple[int, int], cp_model.IntVar] = {}
        """Whether a card is planted on a cell."""
        new = self.model.new_bool_var
        self.keeps = {card: new("") for card in task.hand}
        self.leaves = {card: new("") for card in task.hand}
        chosen = self._choose(judge, prospects)
        self.first = {place: new("") for place in self._firsts()}
        self._place()
        worth = [self._score(judge, species, chosen[species]) for species in judge.species]
        gifts = [round(SURE * POINT * judge.gift(card)) * leaf for card, leaf in self.leaves.items()]
        now = [round(SURE * POINT * task.places[place]) * first for place, first in self.first.items()]
        self.model.maximize(sum(worth) - sum(gifts) + sum(now))

    def _choose(
        self, judge: Judge, prospects: Mapping[int, Sequence[Prospect]]
    ) -> dict[int, list[tuple[cp_model.IntVar, int]]]:
        """For each species, Booleans of which one path is chosen, and its points."""
        least = {
            species: max((path.points for path in paths if not path.planted), default=0.0)
            for species, paths in prospects.items()
        }
        best = sorted(
            (judge.right[path.species] * (least[path.species] - points), path.planted, path.species, points)
            for paths in prospects.values()
            for path in paths
            if (points := path.points * LATER ** sum(cell >= 0 for _, cell in path.planted)) > least[path.species]
        )
        chosen = {species: [(self.model.new_bool_var(""), round(POINT * points))] for species, points in least.items()}
        for _, planted, species, points in best[:MOST_PROSPECTS]:
            takes = self.model.new_bool_var("")
            chosen[species].append((takes, round(POINT * points)))
            for place in planted:
                self.model.add_implication(takes, self._at(place))
        for rows in chosen.values():
            self.model.add_exactly_one(takes for takes, _ in rows)
        return chosen

    def _firsts(self) -> list[tuple[int, int]]:
        """Where a card may be planted now: wherever a path wants it, or else where it gains most."""
        best: dict[int, tuple[int, int]] = {}
        for place, gain in self.task.places.items():
            if place[0] not in best or gain > self.task.places[best[place[0]]]:
                best[place[0]] = place
        return sorted({place for place in self.at if place in self.task.places} | set(best.values()))

    def _at(self, place: tuple[int, int]) -> cp_model.IntVar:
        if place not in self.at:
            self.at[place] = self.model.new_bool_var("")
        return self.at[place]

    def _place(self) -> None:
        """Each card has one place, and each cell one card."""
        for place, first in self.first.items():
            self.model.add_implication(first, self._at(place))
        for card in self.task.hand:
            spots = [at for (c, _), at in self.at.items() if c == card]
            self.model.add_exactly_one([*spots, self.keeps[card], self.leaves[card]])
        for cell in {cell for _, cell in self.at}:
            self.model.add_at_most_one(at for (_, c), at in self.at.items() if c == cell)
        self.model.add(sum(self.at.values()) <= self.task.turns)
        if self.first:
            self.model.add_exactly_one(self.first.values())
        # A hand that has still to draw may discard what it draws.
        self.model.add(sum(self.leaves.values()) == max(0, len(self.task.hand) - bool(self.first) - HAND))

    def _score(self, judge: Judge, species: int, chosen: list[tuple[cp_model.IntVar, int]]) -> cp_model.IntVar:
        """Points that a species brings: those of its path by the chance that the kept cards hold the right to it."""
        most = max(points for _, points in chosen)
        points = self.model.new_int_var(0, most, "")
        self.model.add(points == sum(worth * takes for takes, worth in chosen))
        stake = sum(at for _, _, at in judge.against[species])
        low = -round(SURE * POINT * (stake + 1))
        worth = self.model.new_int_var(low, most * SURE, "")
        cards = [card for card in self.task.hand if card // VALUES == species]
        hands = []
        for n in range(len(cards) + 1):
            for kept in combinations(cards, n):
                holds = self.model.new_bool_var("")
                hands.append(holds)
                for card in cards:
                    self.model.add_implication(holds, self.keeps[card] if card in kept else self.keeps[card].negated())
                right = judge.chance_of_right(species, list(kept))
                against = judge.worth(species, list(kept)) - right * judge.mine[species]
                self.model.add(worth <= round(SURE * right) * points + round(SURE * POINT * against)).only_enforce_if(
                    holds
                )
        self.model.add_exactly_one(hands)
        return worth

    def solve(self, limits: Limits) -> Plan | None:
        """The best plan, or None if none was found."""
        solved = maximise(self.model, limits)
        return None if solved is None else self._read(solved)

    def _read(self, solved: Solved) -> Plan:
        return Plan(
            first=next((place for place, first in self.first.items() if solved.of(first)), None),
            discards=tuple(card for card, leaf in self.leaves.items() if solved.of(leaf)),
            planted=tuple(place for place, at in self.at.items() if solved.of(at)),
            kept=tuple(card for card, kept in self.keeps.items() if solved.of(kept)),
            value=solved.value / (SURE * POINT),
            bound=solved.bound / (SURE * POINT),
            optimal=solved.optimal,
            deterministic=solved.deterministic,
            work=solved.work,
        )

    def forbid(self, step: cp_model.IntVar) -> None:
        """Let the next plan begin otherwise."""
        self.model.add(step == 0)
