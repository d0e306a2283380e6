"""Arboretum, option `uniform`: what a table is worth to a seat, by the notes that are taken in imagined games.

Four trees of one species count double here, and other trees 1 each: the usual evaluation sees neither what is still
lacking to four, nor that a path may grow downwards.
"""

from ai.knowledge.arboretum_ground import between
from ai.knowledge.arboretum_habits import (
    DOUBT,
    GIFT_HELD,
    GIFT_PLANTED,
    HELD,
    HOPE,
    PURE_LACKS,
    SEEN,
    SPITE,
    STEP,
    WANTED,
)
from ai.knowledge.arboretum_hand import given, take_notes, worth
from ai.knowledge.arboretum_notes import BEST, HABIT, NOTES, OUTLOOK, RUNS, SIZE, SUM, TURNS, UNIT
from services.rules.games.arboretum.components import VALUES
from services.rules.games.arboretum.scoring import N_SPECIES
from services.rules.games.arboretum.state import State
from services.rules.kernel import BLANK, ints, rule, table

UNIFORM = 7
"""Weights of the usual evaluation, behind which these stand."""
UNIFORM_WEIGHTS = {
    "held@uniform": 0.9,  # the chance that a path is gone on with by a card of the hand
    "seen@uniform": 0.35,  # the same by one that may still be drawn
    "step@uniform": 0.4,  # points of each value that such a card still leaves room for
    "hope@uniform": 1.0,  # how many turns must be left for half of what is hoped for
    "doubt@uniform": 1.0,  # how far a guess may be mistaken
    "wanted@uniform": 0.5,  # how much more than by chance a rival holds of what it planted four times, and less of none
    "spite@uniform": 0.8,  # what a point taken from a rival is worth
    "gift_held@uniform": 0.4,  # what the own discard pile offers, of what the right to the species is worth to a rival
    "gift_planted@uniform": 0.16,  # the same of what the card would add to a rival's path
    "pure@uniform": 0.5,  # the chance of each further tree that a path of one species lacks to count double
    "start@uniform": 0.55,  # points that each card of a species in the hand promises
}
"""By hand, those of the script `spite`; so are the habits of this option.

Against `spite` 240 playouts won 78 % (71 - 84 %) of 150 games of seed 1301, where with the usual evaluation they won 72
% with these habits but without PURE_LACKS, and 74.5 % (68 - 80 %) of 200 of seed 1. Of the latter 400 won 77 % (71 - 83
%): `pomona arena arboretum --bots flat:400,spite --games 200 --seed 1 --option path_bonus=uniform`. `greedy` won 43 %
of 200 games of seed 1401, with the usual evaluation 35 %. What a screening of all weights by 608 games of 70 playouts
promised (less `held`, more `spite`) won 70 % (62 - 77 %) of 140 of seed 1: left out.
"""
READ = table((HELD, SEEN, STEP, HOPE, DOUBT, WANTED, SPITE, GIFT_HELD, GIFT_PLANTED, PURE_LACKS))
"""The habits that these weights, but for the last, stand for."""
START = UNIFORM + len(READ)


@rule
def outlook(s: State, me: int, w: list[float]) -> float:
    """Points that a seat may expect above its rivals; it looks at no card that the seat cannot place."""
    notes, runs = ints(SIZE), ints(RUNS)
    notes[TURNS] = UNIT * s.n_deck // (2 * s.seats)
    set_weights(w, notes)
    take_notes(s, me, notes)
    for p in range(s.seats):
        promise(s, p, p == me, int(UNIT * w[START]), notes)
    total = 0
    for species in range(N_SPECIES):
        if s.species >> species & 1:
            total += worth(s, me, species, notes[me * NOTES + SUM + species], notes)
    if s.n_pile[me] > 0:
        card = s.pile[me][s.n_pile[me] - 1]
        total -= given(s, me, card, notes[me * NOTES + SUM + card // VALUES], notes, runs)
    return total / UNIT


@rule
def set_weights(w: list[float], notes: list[int]) -> None:
    """Note the weights, in hundredths, where those of habits are noted."""
    for i in range(START - UNIFORM):
        notes[HABIT + READ[i]] = int(UNIT * w[UNIFORM + i])


@rule
def promise(s: State, p: int, own: bool, each: int, notes: list[int]) -> None:
    """Hope for as much of every card that a hand is seen to hold, where nothing better is hoped for."""
    found = ints(N_SPECIES)
    for species in range(N_SPECIES):
        found[species] = 0
    for i in range(s.n_hand[p]):
        card = s.hand[p][i]
        if card != BLANK and (own or s.known[card]):
            found[card // VALUES] += each
    for species in range(N_SPECIES):
        best, at = p * NOTES + BEST + species, p * NOTES + OUTLOOK + species
        notes[at] = max(notes[at], between(UNIT * notes[best], found[species], notes))
