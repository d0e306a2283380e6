"""Applejack: what the turns of a plan are worth together, as a model."""

import math
from collections.abc import Sequence

from ortools.sat.python import cp_model

from ai.knowledge.applejack_prospects import SCARCE
from ai.solve.applejack_columns import Column, Key, Turn
from ai.solve.applejack_layout import Bool, Linear, total, weighted
from ai.solve.applejack_season import NEAR
from ai.solve.applejack_worth import UNIT, USUAL, Worth
from services.rules.games.applejack.components import APPLES, PRICE
from services.rules.games.applejack.harvest import ROUNDS
from services.rules.games.applejack.scoring import VARIETY_BONUS
from services.rules.games.applejack.stand_in import N_COLOURS

SMALL = 10
"""What two tiles do together is left out if it is less, in hundredths."""


class Outlook:
    """The turns of a plan, which are worth `objective`."""

    def __init__(self, model: cp_model.CpModel, worth: Worth, turns: Sequence[Turn]) -> None:
        """Add what turns are worth together, and what rules forbid."""
        self.model, self.worth, self.turns = model, worth, turns
        self.pays: dict[int, list[Bool]] = {}
        self.met: list[list[Linear]] = [[] for _ in turns]
        """By turn: honey from hives of tiles of the plan that meet."""
        self._forbid()
        terms: list[Linear] = [turn.alone() for turn in turns]
        for later in range(len(turns)):
            self._note_pays(turns[later])
            for earlier in range(later):
                terms += self._pairs(turns[earlier], turns[later])
                self._meet(turns[earlier], turns[later])
        terms += [UNIT * met for row in self.met for met in row]
        terms += [self._waiting(turn) for turn in turns if worth.turns]
        for t in range(len(turns)):
            self._pay(t)
        self.objective = total([*terms, self._bonus(), self._want()])

    def _forbid(self) -> None:
        """No field is used twice, no tile is laid twice."""
        for place in self.worth.orchard.free:
            self.model.add_at_most_one(way for turn in self.turns for way in turn.lays(place))
        seen: dict[int, list[Bool]] = {}
        for turn in self.turns:
            for (tile, _), laid in turn.tiles.items():
                seen.setdefault(tile, []).append(laid)
        for ways in seen.values():
            self.model.add_at_most_one(ways)

    # Apples

    def _note_pays(self, turn: Turn) -> None:
        for (tile, place), laid in turn.tiles.items():
            for colour in self.worth.paying(tile, place):
                self.pays.setdefault(colour, []).append(laid)

    def _pairs(self, first: Turn, second: Turn) -> list[Linear]:
        """What tiles of two turns bring by joining one area."""
        model, terms = self.model, list[Linear]()
        rows: dict[Key, list[Bool]] = {}
        columns: dict[Key, list[Bool]] = {}
        for one, laid in first.tiles.items():
            for two, also in second.tiles.items():
                if one[1] == two[1] or one[0] == two[0]:
                    continue
                worth, pay = self.worth.together(second.turn, one, two)
                if abs(worth) < SMALL and not pay:
                    continue
                both = model.new_bool_var("")
                terms.append(worth * both)
                if worth < 0:
                    model.add_bool_or(~laid, ~also, both)
                if worth >= 0 or pay:
                    rows.setdefault(one, []).append(both)
                    columns.setdefault(two, []).append(both)
                for colour in pay:
                    self.pays.setdefault(colour, []).append(both)
        for key, pairs in rows.items():
            model.add(total(pairs) <= first.tiles[key])
        for key, pairs in columns.items():
            model.add(total(pairs) <= second.tiles[key])
        return terms

    def _bonus(self) -> Linear:
        """The bonus for varieties that bring honey in the final harvest."""
        model, orchard = self.model, self.worth.orchard
        sure = sum(orchard.crop(colour, ROUNDS) > 0 for colour in range(N_COLOURS))
        paid = []
        for ways in self.pays.values():
            paid.append(model.new_bool_var(""))
            model.add(paid[-1] <= total(ways))
        counts = [model.new_bool_var("") for _ in range(len(paid) + 1)]
        model.add_exactly_one(counts)
        model.add(weighted(counts, list(range(len(counts)))) == total(paid))
        return weighted(counts, [UNIT * (VARIETY_BONUS[sure + n] - VARIETY_BONUS[sure]) for n in range(len(counts))])

    # Hives

    def _meet(self, first: Turn, second: Turn) -> None:
        there = second.looking()
        for (place, d), here in first.looking().items():
            beyond = there.get((NEAR[place][d], (d + 3) % 6))
            if beyond:
                most = min(max(PRICE[c.tile] for c in here), max(PRICE[c.tile] for c in beyond))
                met = self.model.new_int_var(0, most, "")
                for columns in (here, beyond):
                    chosen, prices = [c.chosen for c in columns], [min(most, PRICE[c.tile]) for c in columns]
                    self.model.add(met <= weighted(chosen, prices))
                self.met[second.turn].append(met)

    def _waiting(self, turn: Turn) -> Linear:
        """What hives of a turn promise that look at fields which no other turn uses."""
        looking: dict[int, list[Column]] = {}
        for (place, d), columns in turn.looking().items():
            if NEAR[place][d] in self.worth.waiting:
                looking.setdefault(NEAR[place][d], []).extend(columns)
        terms: list[Linear] = []
        for near, columns in looking.items():
            hopes = [self.worth.hope(c.tile, near) for c in columns]
            most = max(hopes)
            if most >= SMALL:
                hope = self.model.new_int_var(0, most, "")
                self.model.add(hope <= weighted([c.chosen for c in columns], hopes))
                others = [way for other in self.turns if other is not turn for way in other.lays(near)]
                self.model.add(hope + most * total(others) <= most)
                terms.append(hope)
        return total(terms)

    # Honey

    def _honey(self, t: int) -> Linear:
        """Honey in hand when a tile is to be paid on a turn, or after all turns."""
        season, terms = self.worth.season, list[Linear]()
        last = min(t, season.last)
        for turn in self.turns[:t]:
            terms += [turn.gained(), *self.met[turn.turn]]
        for h in season.harvests:
            if h.after < last:
                terms.append(h.times * season.orchard.crop(h.colour, h.pips))
                terms += [h.times * self._more(turn, h.colour, h.pips) for turn in self.turns[: h.after + 1]]
        terms += [times * season.orchard.blossoms for after, times in season.blossoms if after < last]
        return total([season.orchard.honey, *terms])

    def _more(self, turn: Turn, colour: int, pips: int) -> Linear:
        """What the tile of a turn adds by itself to a harvest."""
        laid = [(way, self._adds(key, colour, pips)) for key, way in turn.tiles.items() if APPLES[key[0]][colour]]
        return weighted([way for way, _ in laid], [more for _, more in laid])

    def _adds(self, key: Key, colour: int, pips: int) -> int:
        tile, place = key
        sizes = [self.worth.orchard.areas[colour][i].apples for i in self.worth.areas[colour][place]]
        more: int = max(0, APPLES[tile][colour] + sum(sizes) - pips)
        return more - sum(max(0, size - pips) for size in sizes)

    def _pay(self, t: int) -> None:
        if self.worth.orchard.honey < sum(turn.most() for turn in self.turns[: t + 1]):
            self.model.add(self.turns[t].price() <= self._honey(t))

    def _want(self) -> Linear:
        """What honey that is missing after the plan costs."""
        want, spent = self.worth.want, sum(turn.most() for turn in self.turns)
        if want == 0 or self.worth.orchard.honey - spent >= USUAL[SCARCE]:
            return 0
        enough = math.ceil(USUAL[SCARCE])
        short = self.model.new_int_var(0, enough, "")
        self.model.add(short >= enough - self._honey(len(self.turns)))
        return -want * short
