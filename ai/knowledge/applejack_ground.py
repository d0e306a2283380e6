"""Applejack: the areas of an orchard, noted once for all ways to lay a tile, and the bonus that varieties promise."""

from services.rules.games.applejack.components import APPLES, BOARD_SHOWN, CELLS, N_FIELDS, PLACES
from services.rules.games.applejack.orchard import MOST_PIPS, area_of
from services.rules.games.applejack.scoring import VARIETY_BONUS
from services.rules.games.applejack.stand_in import N_COLOURS
from services.rules.games.applejack.state import State
from services.rules.kernel import rule, table

MOST_AREAS = N_FIELDS + 6 + 1
MOST_TURNS = 19
PAYS = 4
"""The stage of a variety that brings honey in the final harvest."""

STAGES = 0
"""In the notes: the stage of each variety (`stage_of`)."""
PAID, CHANCES = STAGES + N_COLOURS, STAGES + N_COLOURS + 1
"""How many varieties pay; how many are likely to, in hundredths."""
AREA = CHANCES + 1
"""Of each colour and cell the number of the area that it belongs to, from 1; 0 for none."""
SIZE = AREA + N_COLOURS * CELLS
"""Of each colour and area its apples."""
NOTES = SIZE + N_COLOURS * MOST_AREAS

CHANCE = table(
    (
        *(0, 0, 1, 3, 8, 15, 23, 29, 35, 41, 46, 51, 57, 61, 65, 69, 72, 76, 79, 81),
        *(0, 2, 4, 7, 12, 19, 27, 36, 43, 51, 57, 62, 66, 70, 74, 78, 82, 85, 88, 89),
        *(0, 14, 24, 36, 45, 53, 60, 66, 70, 74, 78, 82, 86, 88, 90, 91, 93, 94, 94, 95),
        *(0, 40, 55, 68, 76, 82, 85, 88, 91, 93, 94, 95, 96, 96, 97, 97, 97, 98, 99, 100),
        *(100,) * (MOST_TURNS + 1),
    )
)
"""Of 100 varieties at each stage, with 0 to 19 turns to come, those that paid in the end (300 games of `flat:100`)."""
BONUS = table(
    (100 - n % 100) * VARIETY_BONUS[n // 100] + n % 100 * VARIETY_BONUS[min(N_COLOURS, n // 100 + 1)]
    for n in range(100 * N_COLOURS + 1)
)
"""The bonus for so many hundredths of a variety, in hundredths."""


@rule
def survey(s: State, p: int, turns: int, notes: list[int]) -> None:
    """Note the varieties of a seat with so many turns to come."""
    notes[PAID], notes[CHANCES] = 0, 0
    for colour in range(N_COLOURS):
        stage = stage_of(s, p, colour)
        notes[STAGES + colour] = stage
        notes[PAID] += stage == PAYS
        notes[CHANCES] += chance(stage, turns)


@rule
def stage_of(s: State, p: int, colour: int) -> int:
    """How far a variety has come: 0 without a tile, 1 to 3 by its largest area, PAYS with four apples or more."""
    first = MOST_PIPS * colour
    if s.crop[p][first + 2] > 0:
        return PAYS
    if s.crop[p][first + 1] > 0:
        return 3
    if s.crop[p][first] > 0:
        return 2
    return 1 if s.shown[p][colour] != BOARD_SHOWN[s.board[p]][colour] else 0


@rule
def survey_areas(s: State, p: int, notes: list[int]) -> None:
    """Note the areas of a seat."""
    for colour in range(N_COLOURS):
        number_areas(s, p, colour, notes)


@rule
def number_areas(s: State, p: int, colour: int, notes: list[int]) -> None:
    """Those of one colour."""
    cells, sizes = AREA + colour * CELLS, SIZE + colour * MOST_AREAS
    for cell in range(CELLS):
        notes[cells + cell] = 0
    n = 0
    rest = s.shown[p][colour]
    while rest:
        found = area_of(rest & -rest, rest)
        rest &= ~found
        n += 1
        notes[sizes + n] = 0
        for i in range(N_FIELDS + 6):
            cell = PLACES[i]
            if found >> cell & 1:
                notes[cells + cell] = n
                notes[sizes + n] += APPLES[s.face[p][cell]][colour]


@rule
def chance(stage: int, turns: int) -> int:
    """Of 100 varieties at this stage those that will pay."""
    hundredths: int = CHANCE[(MOST_TURNS + 1) * stage + turns]
    return hundredths


@rule
def bonus_to_come(notes: list[int], more: int, pays: int) -> float:
    """The bonus for varieties that may come to pay beyond that for those that do; a tile brings `more` and `pays`."""
    likely: float = BONUS[notes[CHANCES] + more] / 100.0
    sure: int = VARIETY_BONUS[notes[PAID] + pays]
    return likely - sure
