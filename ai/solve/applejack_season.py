"""Applejack: an orchard and what is still to come to it, as the model needs them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from services.rules.games.applejack.components import (
    APPLES,
    CELL,
    END,
    LENGTH,
    N_FIELDS,
    PLACES,
    PRICE,
    STEP,
)
from services.rules.games.applejack.harvest import ROUNDS
from services.rules.games.applejack.orchard import area_of, around
from services.rules.games.applejack.stand_in import N_COLOURS
from services.rules.games.applejack.state import State
from services.rules.kernel import BLANK

PLACE_OF: Final = {cell: place for place, cell in enumerate(CELL)}
"""The number of the field in a cell."""
NEAR: Final = tuple(tuple(PLACE_OF.get(cell + step, BLANK) for step in STEP) for cell in CELL)
"""The field beyond each edge of a field, or BLANK."""


@dataclass(frozen=True, slots=True)
class Area:
    """An area of one colour."""

    apples: int
    beside: frozenset[int]
    """The free fields that touch it; a tile of the colour there joins it."""


@dataclass(frozen=True, slots=True)
class Orchard:
    """An orchard as it stands, before the turns of a plan."""

    honey: int
    blossoms: int
    free: tuple[int, ...]
    areas: tuple[tuple[Area, ...], ...]
    """By colour."""
    hives: tuple[tuple[int, ...], ...]
    """hives[place][edge]: the number of the hive that looks at a field over that edge, 0 for none."""

    def crop(self, colour: int, pips: int) -> int:
        """What a harvest brings as it stands."""
        return sum(max(0, area.apples - pips) for area in self.areas[colour])

    def largest(self, colour: int) -> int:
        """Apples of the largest area of a colour."""
        return max((area.apples for area in self.areas[colour]), default=0)


@dataclass(frozen=True, slots=True)
class Harvest:
    """A harvest of one colour."""

    colour: int
    pips: int
    after: int
    """The turn of the plan after which it comes, from 0; -1: before all of them."""
    times: int = 1


@dataclass(frozen=True, slots=True)
class Laying:
    """A tile that a plan lays."""

    tile: int
    place: int
    rotation: int
    """Or PASTURE."""


@dataclass(frozen=True, slots=True)
class Season:
    """What a plan is made for."""

    orchard: Orchard
    turns: tuple[tuple[int, ...], ...]
    """The tiles to choose from on each turn of the plan; each is laid, face up or as pasture."""
    harvests: tuple[Harvest, ...]
    """All that are to come, also the final one."""
    blossoms: tuple[tuple[int, int], ...]
    """(after which turn, how often) the blossoms that lie then are paid."""

    @property
    def last(self) -> int:
        """The last turn of the plan."""
        return len(self.turns) - 1

    def colours(self) -> list[int]:
        """The colours that may grow."""
        tiles = {tile for turn in self.turns for tile in turn}
        return [colour for colour in range(N_COLOURS) if any(APPLES[tile][colour] for tile in tiles)]

    def most(self, turn: int) -> int:
        """The highest price that may be paid on a turn."""
        return max(PRICE[tile] for tile in self.turns[turn])


def orchard_of(s: State, p: int) -> Orchard:
    """The orchard of a seat."""
    free = tuple(s.free[p][: s.n_free[p]])
    return Orchard(
        honey=s.honey[p],
        blossoms=s.blossoms[p],
        free=free,
        areas=tuple(tuple(_areas(s, p, colour, free)) for colour in range(N_COLOURS)),
        hives=tuple(tuple(_facing(s, p, place, d) for d in range(6)) for place in range(N_FIELDS)),
    )


def _areas(s: State, p: int, colour: int, free: Sequence[int]) -> Iterator[Area]:
    rest = s.shown[p][colour]
    while rest:
        cells = area_of(rest & -rest, rest)
        rest &= ~cells
        apples = sum(APPLES[s.face[p][cell]][colour] for cell in PLACES if cells >> cell & 1)
        near = around(cells)
        yield Area(apples, frozenset(place for place in free if near >> CELL[place] & 1))


def _facing(s: State, p: int, place: int, d: int) -> int:
    near = CELL[place] + STEP[d]
    number: int = PRICE[s.face[p][near]] if s.hives[p][near] >> (d + 3) % 6 & 1 else 0
    return number


# What is to come -----------------------------------------------------------------------------------------------------


def moves_to_come(s: State) -> Iterator[tuple[int, int]]:
    """(space, pips) before each move of the die until the game ends; the one that ends this turn is the first."""
    space, pips = s.space, s.pips
    while pips < ROUNDS or space < END[s.seats]:
        yield space, pips
        space += 1
        if space == LENGTH[s.seats]:
            space, pips = 0, pips + 1


def season_of(s: State, p: int, turns: Sequence[Sequence[int]], begun: int) -> Season:
    """The rest of a game for a seat that will have these tiles to choose from.

    `begun`: 1 if the first of the turns is the one that the die ends next, 0 if a round of the table comes before.
    """
    harvests, blossoms = list[Harvest](), [(len(turns) - 1, 1)]
    for move, (space, pips) in enumerate(moves_to_come(s)):
        after = min(move // s.seats - 1 + begun, len(turns) - 1)
        harvests += [Harvest(c, pips, after) for c in s.apple[2 * space : 2 * space + 2] if c != BLANK]
        if space == LENGTH[s.seats] - 1 and s.seats > 1:
            blossoms.append((after, pips))
    harvests += [Harvest(colour, ROUNDS, len(turns) - 1, 2) for colour in range(N_COLOURS)]
    return Season(orchard_of(s, p), tuple(map(tuple, turns)), gathered(harvests), tuple(blossoms))


def gathered(harvests: Iterable[Harvest]) -> tuple[Harvest, ...]:
    """The same harvests, those at one time as one."""
    times: dict[tuple[int, int, int], int] = {}
    for h in harvests:
        key = (h.after, h.colour, h.pips)
        times[key] = times.get(key, 0) + h.times
    return tuple(Harvest(colour, pips, after, n) for (after, colour, pips), n in sorted(times.items()))
