"""Applejack: the model of an orchard for given tiles: honey, harvests, final scoring.

Honey that is paid must be there: never negative.
"""

from ortools.sat.python import cp_model

from ai.solve.applejack_areas import crop_of, grow
from ai.solve.applejack_layout import Layout, Linear, total, weighted
from ai.solve.applejack_season import Harvest, Season
from services.rules.games.applejack.harvest import ROUNDS
from services.rules.games.applejack.scoring import VARIETY_BONUS
from services.rules.games.applejack.stand_in import N_COLOURS


class OrchardModel:
    """The model of a season, at whose end the game ends."""

    def __init__(self, season: Season) -> None:
        """Build it; the objective is the final points."""
        self.season, self.model = season, cp_model.CpModel()
        self.layout = Layout(self.model, season)
        self.earned = [self._earned(t) for t in range(len(season.turns))]
        self.forests = {colour: grow(self.layout, colour) for colour in season.colours()}
        self.crops: dict[Harvest, Linear] = {h: self._crop(h) for h in season.harvests}
        for t in range(len(season.turns)):
            self._pay(t)
        self.model.maximize(self._points())

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
        if forest is None or forest.pieces(harvest.after) == len(forest.areas):
            return self.season.orchard.crop(harvest.colour, harvest.pips)
        return crop_of(self.layout, forest, harvest)

    def _final(self, colour: int) -> Linear:
        """What the final harvest of a colour brings, once."""
        return next(
            crop for h, crop in self.crops.items() if (h.colour, h.pips, h.after) == (colour, ROUNDS, self.season.last)
        )

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
        paid = {
            colour: self.model.new_bool_var("")
            for colour in self.forests
            if self.season.orchard.crop(colour, ROUNDS) == 0
        }
        for colour, pays in paid.items():
            self.model.add(self._final(colour) >= 1).only_enforce_if(pays)
        counts = [self.model.new_bool_var("") for _ in range(sure, sure + len(paid) + 1)]
        self.model.add_exactly_one(counts)
        self.model.add(weighted(counts, list(range(len(counts)))) == total(list(paid.values())))
        return weighted(counts, [VARIETY_BONUS[sure + n] for n in range(len(counts))])
