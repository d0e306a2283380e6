"""Applejack: what a tile adds to an orchard, and what two add together beyond that, in hundredths of a point.

The scale is that of the evaluation in `ai.knowledge`: what is certain, and what varieties on their way to four apples
and hives that wait for a partner promise after the turns of a plan. The bonus for varieties is not in it.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ai.knowledge.applejack_ground import PAYS
from ai.knowledge.applejack_prospects import FIRST, LONG, SECOND, WANT, WEIGHTS, promise
from ai.solve.applejack_season import NEAR, Season
from services.rules.games.applejack.components import APPLES, BLOSSOMS, HIVES, PRICE
from services.rules.games.applejack.orchard import MOST_PIPS
from services.rules.games.applejack.stand_in import N_COLOURS

UNIT: Final = 100
USUAL: Final = list(WEIGHTS.values())
"""The weights of the evaluation by which plans are made."""
EDGES: Final = tuple(tuple(d for d in range(6) if hives >> d & 1) for hives in range(64))


@dataclass(frozen=True, slots=True)
class Crop:
    """What tiles change for one colour."""

    worth: int
    pays: bool
    """Whether the variety comes to bring honey in the final harvest, which it did not before."""


class Worth:
    """What tiles are worth in the orchard of a season, if the seat has so many turns after the plan."""

    def __init__(self, season: Season, turns: int) -> None:
        """Read the season."""
        self.season, self.turns, self.orchard = season, turns, season.orchard
        self._crops: dict[tuple[int, ...], Crop] = {}
        self.waiting = {place: self._two_highest(place) for place in self.orchard.free}

    # Apples

    @cached_property
    def areas(self) -> list[list[tuple[int, ...]]]:
        """areas[colour][place]: which areas of a colour touch a field."""
        return [
            [tuple(i for i, area in enumerate(areas) if place in area.beside) for place in range(len(NEAR))]
            for areas in self.orchard.areas
        ]

    @cached_property
    def times(self) -> list[list[list[int]]]:
        """times[colour][turn][pips]: harvests that a tile laid on a turn of the plan still meets."""
        rows = [[[0] * (MOST_PIPS + 1) for _ in self.season.turns] for _ in range(N_COLOURS)]
        for h in self.season.harvests:
            for turn in range(h.after + 1):
                rows[h.colour][turn][h.pips] += h.times
        return rows

    @cached_property
    def promises(self) -> list[list[int]]:
        """promises[colour][stage]: what a variety promises after the plan."""
        last = self.season.last
        return [
            [
                round(UNIT * promise(stage, sum(self.times[colour][last]), self.turns, USUAL))
                for stage in range(PAYS + 1)
            ]
            for colour in range(N_COLOURS)
        ]

    def crop(self, colour: int, turn: int, apples: int, joined: tuple[int, ...], parts: int = 1) -> Crop:
        """What apples add that join areas and are laid by a turn, as one area or in two parts that stay apart."""
        key = (colour, turn, apples, parts, *joined)
        found = self._crops.get(key)
        if found is None:
            found = self._crops[key] = self._crop(colour, turn, apples, joined)
        return found

    def _crop(self, colour: int, turn: int, apples: int, joined: tuple[int, ...]) -> Crop:
        sizes = [self.orchard.areas[colour][i].apples for i in joined]
        whole, honey = apples + sum(sizes), 0
        for pips in range(1, MOST_PIPS + 1):
            more = max(0, whole - pips) - sum(max(0, size - pips) for size in sizes)
            honey += more * self.times[colour][turn][pips]
        before = self.orchard.largest(colour)
        stages = self.promises[colour]
        hope = stages[min(PAYS, max(whole, before))] - stages[min(PAYS, before)]
        return Crop(UNIT * honey + hope, pays=whole >= PAYS > before)

    def apples_of(self, turn: int, tile: int, place: int) -> int:
        """What the apples of a tile add on a field."""
        return sum(
            self.crop(colour, turn, n, self.areas[colour][place]).worth for colour, n in enumerate(APPLES[tile]) if n
        )

    def paying(self, tile: int, place: int) -> list[int]:
        """The colours that come to pay in the final harvest by a tile on a field alone."""
        last = self.season.last
        return [c for c, n in enumerate(APPLES[tile]) if n and self.crop(c, last, n, self.areas[c][place]).pays]

    def together(self, turn: int, one: tuple[int, int], two: tuple[int, int]) -> tuple[int, list[int]]:
        """What two tiles, (tile, field) each, add beyond what each adds, from the turn of the later one on.

        And the colours that come to pay by both, but by neither alone.
        """
        (tile, place), (other, field) = one, two
        touch, worth, pay = field in NEAR[place], 0, list[int]()
        for colour, n in enumerate(APPLES[tile]):
            m = APPLES[other][colour]
            if n and m:
                near, far = self.areas[colour][place], self.areas[colour][field]
                if touch or set(near) & set(far):
                    both = self.crop(colour, turn, n + m, tuple(sorted({*near, *far})))
                    a, b = self.crop(colour, turn, n, near), self.crop(colour, turn, m, far)
                    worth += both.worth - a.worth - b.worth
                    if both.pays and not a.pays and not b.pays:
                        pay.append(colour)
        return worth, pay

    # Hives and the rest

    def _two_highest(self, place: int) -> tuple[int, int]:
        first, second = sorted(self.orchard.hives[place], reverse=True)[:2]
        return first, second

    def lost(self, place: int) -> int:
        """What hives that wait around a field promise as long as it is free."""
        first, second = self.waiting[place]
        return round(UNIT * (USUAL[FIRST] * first + USUAL[SECOND] * second)) if self.turns else 0

    def hope(self, tile: int, place: int) -> int:
        """What a hive of a tile promises that looks at a free field."""
        if not self.turns or place not in self.waiting:
            return 0
        price: int = PRICE[tile]
        first, second = self.waiting[place]
        more, lower = max(0, price - first), max(0, min(price, first) - second)
        return round(UNIT * (USUAL[FIRST] * more + USUAL[SECOND] * lower))

    def income(self, tile: int, place: int, rotation: int) -> int:
        """Honey from hives that lie in the orchard already."""
        hives = self.orchard.hives[place]
        met: list[int] = [min(PRICE[tile], hives[d]) for d in EDGES[HIVES[tile][rotation]]]
        return sum(met)

    def blossoms(self, turn: int, tile: int) -> int:
        """Honey that the blossoms of a tile bring from a turn on."""
        honey: int = BLOSSOMS[tile] * sum(times for after, times in self.season.blossoms if after >= turn)
        return honey

    @property
    def want(self) -> int:
        """What each honey costs that is missing after the plan."""
        return round(UNIT * USUAL[WANT] * min(self.turns, USUAL[LONG]) / USUAL[LONG])
