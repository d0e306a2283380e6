"""Applejack: the turns of a plan as columns, one for each way to lay a tile, weighed beforehand.

A column is worth what the tile adds alone; where two tiles of a plan work together, the model adds what they do so:
areas that both join, hives of the one that meet hives of the other. Of many columns the best by themselves are kept.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ortools.sat.python import cp_model

from ai.solve.applejack_layout import Bool, Linear, total, weighted
from ai.solve.applejack_season import NEAR, Laying
from ai.solve.applejack_worth import EDGES, UNIT, Worth
from services.rules.games.applejack.components import HIVES, PASTURE, PERIOD, PRICE
from services.rules.games.applejack.orchard import PASTURE_HONEY

Key = tuple[int, int]
"""(tile, field)"""


@dataclass(frozen=True, slots=True)
class Column:
    """A way to lay a tile face up."""

    tile: int
    place: int
    rotation: int
    income: int
    worth: int
    """What it adds alone, but for the bonus for varieties and for hives that wait."""
    chosen: Bool


class Turn:
    """One turn of a plan: one of its columns is chosen, or a pasture."""

    def __init__(
        self, model: cp_model.CpModel, worth: Worth, turn: int, tiles: Iterable[int], fields: int, only: Laying | None
    ) -> None:
        """`fields`: for each tile the best so many fields are thought of; `only`: it must be that."""
        self.worth, self.turn = worth, turn
        places, self.columns = self._fallow(), [c for tile in tiles for c in self._columns(model, tile, fields)]
        if only is not None:
            places = [only.place] if only.rotation == PASTURE else []
            self.columns = [c for c in self.columns if (c.place, c.rotation) == (only.place, only.rotation)]
        self.tiles: dict[Key, Bool] = {}
        self.pastures = {place: model.new_bool_var("") for place in places}
        model.add_exactly_one(*(c.chosen for c in self.columns), *self.pastures.values())
        groups: dict[Key, list[Bool]] = {}
        for c in self.columns:
            groups.setdefault((c.tile, c.place), []).append(c.chosen)
        for key, ways in groups.items():
            self.tiles[key] = laid = model.new_bool_var("")
            model.add(total(ways) == laid)
        self.used: dict[int, list[Bool]] = {place: [way] for place, way in self.pastures.items()}
        for (_, place), laid in self.tiles.items():
            self.used.setdefault(place, []).append(laid)

    def _fallow(self) -> list[int]:
        """The fields on which a pasture costs least: as many as the plan has turns."""
        ranked = sorted(self.worth.orchard.free, key=lambda place: (self.worth.lost(place), place))
        return ranked[: len(self.worth.season.turns)]

    def _columns(self, model: cp_model.CpModel, tile: int, fields: int) -> list[Column]:
        worth, ranked = self.worth, list[tuple[int, int, list[tuple[int, int, int]]]]()
        blossoms = UNIT * (worth.blossoms(self.turn, tile) - PRICE[tile])
        for place in worth.orchard.free:
            base = blossoms + worth.apples_of(self.turn, tile, place) - worth.lost(place)
            ways, best = [], -(10**9)
            for rotation in range(PERIOD[tile]):
                income = worth.income(tile, place, rotation)
                value = base + UNIT * income
                hope = sum(worth.hope(tile, NEAR[place][d]) for d in EDGES[HIVES[tile][rotation]])
                best = max(best, value + hope)
                ways.append((rotation, income, value))
            ranked.append((-best, place, ways))
        return [
            Column(tile, place, rotation, income, value, model.new_bool_var(""))
            for _, place, ways in sorted(ranked)[:fields]
            for rotation, income, value in ways
        ]

    def alone(self) -> Linear:
        """What the turn is worth by itself."""
        lost = [UNIT * PASTURE_HONEY - self.worth.lost(place) for place in self.pastures]
        return weighted(
            [*(c.chosen for c in self.columns), *self.pastures.values()], [*(c.worth for c in self.columns), *lost]
        )

    def price(self) -> Linear:
        """What is paid."""
        return weighted([c.chosen for c in self.columns], [PRICE[c.tile] for c in self.columns])

    def gained(self) -> Linear:
        """Honey on the turn, hives of other tiles of the plan left out."""
        return weighted(
            [*(c.chosen for c in self.columns), *self.pastures.values()],
            [*(c.income - PRICE[c.tile] for c in self.columns), *([PASTURE_HONEY] * len(self.pastures))],
        )

    def most(self) -> int:
        """The highest price that may be paid."""
        return max((PRICE[c.tile] for c in self.columns), default=0)

    def looking(self) -> dict[Key, list[Column]]:
        """The columns by (field, edge) on which a hive lies."""
        found: dict[Key, list[Column]] = {}
        for c in self.columns:
            for d in EDGES[HIVES[c.tile][c.rotation]]:
                found.setdefault((c.place, d), []).append(c)
        return found

    def lays(self, place: int) -> list[Bool]:
        """What says that a field is used on this turn."""
        return self.used.get(place, [])
