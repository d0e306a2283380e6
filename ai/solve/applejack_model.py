"""Applejack: the model of a plan, its honey and its worth.

Worth is counted in hundredths of a point. Honey that is paid must be there: never negative.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ortools.sat.python import cp_model

from ai.solve.applejack_areas import Forest, crop_of, grow
from ai.solve.applejack_layout import Laying, Layout, Linear, total, weighted
from ai.solve.applejack_outlook import UNIT, Outlook
from ai.solve.applejack_season import Harvest, Season
from ai.solve.solver import Limits, maximise
from services.rules.games.applejack.components import PRICE
from services.rules.games.applejack.harvest import ROUNDS
from services.rules.games.applejack.scoring import VARIETY_BONUS
from services.rules.games.applejack.stand_in import N_COLOURS

MOST_HONEY: Final = 10_000


@dataclass(frozen=True, slots=True)
class Plan:
    """The best plan found."""

    layings: tuple[Laying, ...]
    value: int
    """In hundredths of a point."""
    bound: int
    deterministic: bool
    work: float


class PlanModel:
    """The model of a season: turns, what hives and harvests bring, and what the orchard is worth at the end."""

    def __init__(self, season: Season, outlook: Outlook | None) -> None:
        """Build it; with an outlook the game goes on after the last turn of the plan, without one it ends."""
        self.season, self.model = season, cp_model.CpModel()
        self.layout = Layout(self.model, season)
        self.earned = [self._earned(t) for t in range(len(season.turns))]
        self.forests = {colour: grow(self.layout, colour) for colour in season.colours()}
        self.crops: dict[Harvest, Linear] = {h: self._crop(h) for h in season.harvests}
        for t in range(len(season.turns)):
            self._pay(t)
        worth = [UNIT * self._points()]
        if outlook is not None:
            worth += outlook.terms(self)
        self.model.maximize(total(worth))

    # Hives

    def _earned(self, t: int) -> Linear:
        """What the hives of a turn bring with those that lie in the orchard before the plan, and with earlier turns."""
        terms = [self._from_orchard(t, d) for d in range(6)]
        terms += [self._from_turn(earlier, t) for earlier in range(t)]
        return total(terms)

    def _from_orchard(self, t: int, d: int) -> Linear:
        turn, hives = self.layout.turns[t], self.season.orchard.hives
        edge, places = turn.edge[d], [place for place in turn.free if hives[place][d]]
        if edge is None or not places:
            return 0
        lower = [min(turn.most_price, hives[place][d]) for place in places]
        earned = self.model.new_int_var(0, max(lower), "")
        self.model.add(earned <= weighted([turn.up[place] for place in places], lower))
        self.model.add(earned <= max(lower) * edge)
        if turn.least_price < max(lower):
            self.model.add(earned <= turn.price)
        return earned

    def _from_turn(self, earlier: int, later: int) -> Linear:
        """At most one hive of a tile meets another tile: the two touch over one edge."""
        first, second = self.layout.turns[earlier], self.layout.turns[later]
        meetings = [self.layout.meeting(earlier, later, d) for d in range(6)]
        met = total([meeting for meeting in meetings if meeting is not None])
        most = min(first.most_price, second.most_price)
        if most == min(first.least_price, second.least_price):
            return most * met
        earned = self.model.new_int_var(0, most, "")
        self.model.add(earned <= most * met)
        self.model.add(earned <= first.price)
        self.model.add(earned <= second.price)
        return earned

    # Harvests

    def _crop(self, harvest: Harvest) -> Linear:
        forest = self.forests.get(harvest.colour)
        if forest is None or not forest.pieces(harvest.after) > len(forest.areas):
            return self.season.orchard.crop(harvest.colour, harvest.pips)
        return crop_of(self.layout, forest, harvest)

    def forest(self, colour: int) -> Forest | None:
        """The forest of a colour that may grow."""
        return self.forests.get(colour)

    def crop(self, colour: int, pips: int) -> Linear:
        """What a harvest of the orchard after the last turn brings."""
        harvest = Harvest(colour, pips, self.season.last)
        for known, crop in self.crops.items():
            if (known.colour, known.pips, known.after) == (colour, pips, self.season.last):
                return crop
        return self.crops.setdefault(harvest, self._crop(harvest))

    # Honey

    def honey(self, t: int) -> Linear:
        """Honey in hand when a tile is to be paid on a turn; t may be the number of turns: after all of them."""
        before = self.layout.turns[:t]
        terms: list[Linear] = [self.season.orchard.honey, *self.earned[:t]]
        terms += [turn.fallow - turn.price for turn in before]
        terms += [h.times * self.crops[h] for h in self.season.harvests if h.after < min(t, self.season.last)]
        terms += [n * self.blossoms(after) for after, n in self.season.blossoms if after < min(t, self.season.last)]
        return total(terms)

    def blossoms(self, after: int) -> Linear:
        """Blossoms that lie in the orchard after a turn."""
        return total([self.season.orchard.blossoms, *(turn.blossoms for turn in self.layout.turns[: after + 1])])

    def _pay(self, t: int) -> None:
        spare = self.season.orchard.honey - sum(self.season.most(earlier) for earlier in range(t + 1))
        if spare < 0:
            self.model.add(self.layout.turns[t].price <= self.honey(t))

    def _points(self) -> Linear:
        """Final points if nothing more is laid after the plan."""
        season, n = self.season, len(self.season.turns)
        terms: list[Linear] = [self.honey(n)]
        terms += [h.times * self.crops[h] for h in season.harvests if h.after == season.last]
        terms += [times * self.blossoms(after) for after, times in season.blossoms if after == season.last]
        return total([*terms, self._bonus()])

    def _bonus(self) -> Linear:
        """The bonus for varieties that bring honey in the final harvest."""
        sure = sum(self.season.orchard.crop(colour, ROUNDS) > 0 for colour in range(N_COLOURS))
        self.paid = {
            colour: self.model.new_bool_var("")
            for colour in self.forests
            if self.season.orchard.crop(colour, ROUNDS) == 0
        }
        for colour, paid in self.paid.items():
            self.model.add(self.crop(colour, ROUNDS) >= 1).only_enforce_if(paid)
        counts = [self.model.new_bool_var("") for _ in range(sure, sure + len(self.paid) + 1)]
        self.model.add_exactly_one(counts)
        self.model.add(weighted(counts, list(range(len(counts)))) == total(list(self.paid.values())))
        return weighted(counts, [VARIETY_BONUS[sure + n] for n in range(len(counts))])


def best_plan(season: Season, outlook: Outlook | None, limits: Limits) -> Plan | None:
    """The best plan of a season that is found; None if none is."""
    made = PlanModel(season, outlook)
    solved = maximise(made.model, limits)
    if solved is None:
        return None
    return Plan(made.layout.layings(solved), solved.value, solved.bound, solved.deterministic, solved.work)
