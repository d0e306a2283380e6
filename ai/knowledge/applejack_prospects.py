"""Applejack: what an orchard brings for certain, and what it may come to.

The constants are a linear fit of the final points over some thousand games of `greedy` with itself for two seats, a
twentieth of the actions random, made anew from the better play that each fit gave until play got no better.
"""

from collections.abc import Sequence

from ai.knowledge.applejack_ground import MOST_TURNS, STAGES, bonus_to_come, survey
from services.rules.games.applejack.components import CELL, CELLS, END, LENGTH, PRICE, STEP
from services.rules.games.applejack.harvest import ROUNDS
from services.rules.games.applejack.orchard import MOST_PIPS
from services.rules.games.applejack.scoring import VARIETY_BONUS, varieties
from services.rules.games.applejack.stand_in import N_COLOURS
from services.rules.games.applejack.state import State
from services.rules.kernel import BLANK, rule

CROPS = MOST_PIPS * N_COLOURS
TURNS = 1.0 * MOST_TURNS

WEIGHTS = {
    "rival": 1.0,  # a point of the best rival beside one's own
    "scarce": 10.0,  # so much honey is enough
    "want": 1.61,  # points that each missing honey costs while many turns are to come, less and less after that
    "long": 6.0,  # so many turns are many
    "first": 0.48,  # share of the highest number among the hives around a free field that a tile will earn
    "second": 0.3,  # share of the second highest
    "stages": 1.0,  # how far the stages of varieties are believed (STAGE)
    "harvests": 1.0,  # how far they are believed for the harvests to come (HARVEST)
    "bonus": 0.0,  # how far the bonus for varieties to come is believed; above 0, stages are worth what is left of them
}
RIVAL, SCARCE, WANT, LONG, FIRST, SECOND, STAGES_BELIEF, HARVESTS_BELIEF, BONUS_BELIEF = range(len(WEIGHTS))
FORESIGHT = WEIGHTS | {"want": 1.68, "bonus": 1.0}
"""Those of who plays imagined games on, and judges where they are broken off.

`greedy` takes what looks best now: with these it won 47 % (40 - 54 %) of 200 games against itself with WEIGHTS (seed
901), but a search plays longer games than the next tile.
"""
USED = tuple(FORESIGHT.values())
"""By these imagined games are played on, whatever the weights of who imagines them."""
TO_COME = (-1.17, -2.26, 5.92)
"""Points that turns to come promise: for having any, for each, and for their square, over TURNS."""
STAGE = (-9.1, -4.4, -0.5, 10.6, 2.7)
"""Points that a variety at each stage promises at the start of the game; they fade with the turns."""
HARVEST = (1.9, 1.5, 2.0, 1.0, 2.7)
"""The same for each of its harvests to come."""
TO_COME_FORESEEN = (0.9, -4.09, 6.22)
STAGE_FORESEEN = (-3.96, -0.86, -2.07, -0.67, 6.05)
HARVEST_FORESEEN = (1.34, 1.26, 2.29, 2.86, 1.94)
"""The same where the bonus to come is counted by itself: a fit to 300 games of `flat:100`, some actions random."""

# For certain ---------------------------------------------------------------------------------------------------------


@rule
def harvests_ahead(s: State, out: list[int]) -> None:
    """Write how often each variety is still harvested at each number of pips, as in `crop`; the final one counts twice.

    The move that ends this turn is still to come; the last turn has none.
    """
    for i in range(CROPS):
        out[i] = 0
    for colour in range(N_COLOURS):
        out[MOST_PIPS * colour + ROUNDS - 1] = 2
    for space in range(LENGTH[s.seats]):
        for k in range(2):
            colour = s.apple[2 * space + k]
            if colour != BLANK:
                for pips in range(s.pips, ROUNDS + 1):
                    if (pips > s.pips or space >= s.space) and (pips < ROUNDS or space < END[s.seats]):
                        out[MOST_PIPS * colour + pips - 1] += 1


@rule
def blossom_times(s: State) -> int:
    """How often a blossom is still paid, the final scoring included."""
    times = 1
    if s.seats > 1:
        for pips in range(s.pips, ROUNDS):
            times += pips
    return times


@rule
def certain(s: State, p: int, ahead: list[int]) -> int:
    """The final points of a seat if no tile were laid any more."""
    points: int = s.honey[p] + s.blossoms[p] * blossom_times(s) + VARIETY_BONUS[varieties(s, p)]
    for i in range(CROPS):
        points += ahead[i] * s.crop[p][i]
    return points


# What may come -------------------------------------------------------------------------------------------------------


@rule
def prospects(s: State, p: int, turns: int, ahead: list[int], notes: list[int], w: Sequence[float]) -> float:
    """Points that so many turns, the honey and the varieties of a seat promise; notes the orchard (`survey`)."""
    survey(s, p, turns, notes)
    to_come = TO_COME_FORESEEN if w[BONUS_BELIEF] > 0.0 else TO_COME
    points = to_come[0] + turns * (to_come[1] + to_come[2] * turns / TURNS) - want(s.honey[p], turns, w)
    for colour in range(N_COLOURS):
        points += promise(notes[STAGES + colour], harvests_of(ahead, colour), turns, w)
    return points + w[BONUS_BELIEF] * bonus_to_come(notes, 0, 0)


@rule
def want(honey: int, turns: int, w: Sequence[float]) -> float:
    """Points that too little honey costs: good tiles cannot be paid."""
    return w[WANT] * max(0.0, w[SCARCE] - honey) * min(turns, w[LONG]) / w[LONG]


@rule
def harvests_of(ahead: list[int], colour: int) -> int:
    """Harvests of a variety to come."""
    first = MOST_PIPS * colour
    return ahead[first] + ahead[first + 1] + ahead[first + 2]


@rule
def promise(stage: int, harvests: int, turns: int, w: Sequence[float]) -> float:
    """Points that a variety promises beyond what it brings for certain."""
    if w[BONUS_BELIEF] > 0.0:
        of_stage, of_harvest = STAGE_FORESEEN[stage], HARVEST_FORESEEN[stage]
    else:
        of_stage, of_harvest = STAGE[stage], HARVEST[stage]
    return (w[STAGES_BELIEF] * of_stage + w[HARVESTS_BELIEF] * of_harvest * harvests) * turns / TURNS


@rule
def waiting_hives(s: State, p: int, first: list[int], second: list[int], w: Sequence[float]) -> float:
    """Points that hives around free fields promise.

    Writes the two highest numbers around each free field, by cell; BLANK stands in `first` where no field is free.
    """
    points = 0.0
    for cell in range(CELLS):
        first[cell] = BLANK
    for i in range(s.n_free[p]):
        cell = CELL[s.free[p][i]]
        high = low = 0
        for d in range(6):
            near = cell + STEP[d]
            if s.hives[p][near] >> (d + 3) % 6 & 1:
                number = PRICE[s.face[p][near]]
                low = max(low, min(high, number))
                high = max(high, number)
        first[cell], second[cell] = high, low
        points += w[FIRST] * high + w[SECOND] * low
    return points
