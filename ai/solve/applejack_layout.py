"""Applejack: which tile is laid on each turn of a plan, where, and how it is turned, as variables."""

from typing import Any, Final

from ortools.sat.python import cp_model

from ai.solve.applejack_season import NEAR, Laying, Season
from ai.solve.solver import Solved
from services.rules.games.applejack.components import APPLES, BLOSSOMS, HIVES, PASTURE, PERIOD, PRICE
from services.rules.games.applejack.orchard import PASTURE_HONEY
from services.rules.games.applejack.stand_in import N_COLOURS

Bool = Any
"""A variable that is true or false; OR-Tools' own types refuse sums of variables and numbers."""
Linear = Any
"""A sum of variables, or a number."""
total: Final = cp_model.LinearExpr.sum
weighted: Final = cp_model.LinearExpr.weighted_sum


class Turn:
    """One turn: a tile is laid face up on a field, or a pasture."""

    def __init__(self, model: cp_model.CpModel, free: tuple[int, ...], tiles: tuple[int, ...]) -> None:
        """The turn of a model: `tiles` to choose from, `free` fields."""
        self.tiles, self.free = tiles, free
        self.up = {place: model.new_bool_var("") for place in free}
        self.down = {place: model.new_bool_var("") for place in free}
        self.turned = {(tile, k): model.new_bool_var("") for tile in tiles for k in range(PERIOD[tile])}
        model.add_exactly_one(*self.up.values(), *self.down.values())
        model.add_exactly_one(*self.turned.values(), *self.down.values())
        self.edge = [self._edge(model, d) for d in range(6)]
        prices = [PRICE[tile] for tile in tiles]
        self.most_price, self.least_price = max(prices), min(prices)
        self.price = self._sum(PRICE)
        self.blossoms = self._sum(BLOSSOMS)
        self.fallow = PASTURE_HONEY * total(list(self.down.values()))
        self.shows = [self._shows(model, colour) for colour in range(N_COLOURS)]

    def _edge(self, model: cp_model.CpModel, d: int) -> Bool | None:
        """Whether a hive lies on an edge; None where none can."""
        ways = [way for (tile, k), way in self.turned.items() if HIVES[tile][k] >> d & 1]
        if not ways:
            return None
        edge = model.new_bool_var("")
        model.add(total(ways) == edge)
        return edge

    def _sum(self, table: tuple[int, ...]) -> Linear:
        return weighted(list(self.turned.values()), [table[tile] for tile, _ in self.turned])

    def _shows(self, model: cp_model.CpModel, colour: int) -> Bool | None:
        ways = [way for (tile, _), way in self.turned.items() if APPLES[tile][colour]]
        if not ways:
            return None
        shows = model.new_bool_var("")
        model.add(total(ways) == shows)
        return shows

    def apples(self, colour: int) -> Linear:
        """Apples of a colour that the turn adds."""
        ways = [(way, APPLES[tile][colour]) for (tile, _), way in self.turned.items() if APPLES[tile][colour]]
        return weighted([way for way, _ in ways], [n for _, n in ways])

    def most_apples(self, colour: int) -> int:
        """The most apples of a colour that the turn can add."""
        most: int = max(APPLES[tile][colour] for tile in self.tiles)
        return most

    def least_apples(self, colour: int) -> int:
        """The fewest apples of a colour on a tile that shows it."""
        least: int = min(APPLES[tile][colour] for tile in self.tiles if APPLES[tile][colour])
        return least

    def taken(self, tile: int) -> list[Bool]:
        """What says that a tile is laid face up on this turn."""
        return [way for (other, _), way in self.turned.items() if other == tile]

    def hint(self, model: cp_model.CpModel, laying: Laying) -> None:
        """Propose a laying to the search."""
        up = laying.rotation != PASTURE
        for place in self.free:
            model.add_hint(self.up[place], up and place == laying.place)
            model.add_hint(self.down[place], not up and place == laying.place)
        for (tile, rotation), way in self.turned.items():
            model.add_hint(way, (tile, rotation) == (laying.tile, laying.rotation))

    def laying(self, solved: Solved) -> Laying:
        """What a solution lays; a pasture is made of the first of the tiles."""
        place = next(place for place in self.free if solved.of(self.up[place]) or solved.of(self.down[place]))
        if solved.of(self.down[place]):
            return Laying(self.tiles[0], place, PASTURE)
        tile, rotation = next(way for way, chosen in self.turned.items() if solved.of(chosen))
        return Laying(tile, place, rotation)


class Layout:
    """The turns of a season; no field is used twice, no tile is laid face up twice."""

    def __init__(self, model: cp_model.CpModel, season: Season) -> None:
        """Add the turns of a season to a model."""
        self.model, self.season = model, season
        free = season.orchard.free
        self.turns = [Turn(model, free, tiles) for tiles in season.turns]
        self.used = {
            place: [way for turn in self.turns for way in (turn.up[place], turn.down[place])] for place in free
        }
        for ways in self.used.values():
            model.add_at_most_one(ways)
        for tile in {tile for tiles in season.turns for tile in tiles}:
            holding = [turn for turn in self.turns if tile in turn.tiles]
            if len(holding) > 1:
                model.add_at_most_one(way for turn in holding for way in turn.taken(tile))
        self._touching: dict[tuple[int, int], Bool] = {}

    def touching(self, earlier: int, later: int) -> Bool:
        """Allowed to be true only if the tiles of two turns touch, if both lie face up."""
        found = self._touching.get((earlier, later))
        if found is not None:
            return found
        touching = self.model.new_bool_var("")
        first, second = self.turns[earlier], self.turns[later]
        for place in first.free:
            beside = [second.up[near] for near in NEAR[place] if near in second.up]
            self.model.add_bool_or(~touching, ~first.up[place], *beside)
        self._touching[earlier, later] = touching
        return touching

    def meeting(self, earlier: int, later: int, d: int) -> Bool | None:
        """Allowed to be true only if hives of two turns meet over an edge of the earlier one; None if they cannot."""
        first, second = self.turns[earlier], self.turns[later]
        here, there = first.edge[d], second.edge[(d + 3) % 6]
        if here is None or there is None:
            return None
        meeting = self.model.new_bool_var("")
        self.model.add_implication(meeting, here)
        self.model.add_implication(meeting, there)
        for place in first.free:
            near = NEAR[place][d]
            beyond = [second.up[near]] if near in second.up else []
            self.model.add_bool_or(~meeting, ~first.up[place], *beyond)
        return meeting

    def layings(self, solved: Solved) -> tuple[Laying, ...]:
        """The plan of a solution."""
        return tuple(turn.laying(solved) for turn in self.turns)
