"""Arboretum, for imagined games: what a seat makes of the table, and what its cards are worth to it and to rivals."""

from math import sqrt

from ai.knowledge.arboretum_gain import (
    join_own,
    path_through,
)
from ai.knowledge.arboretum_ground import (
    find_runs,
    look_ahead,
)
from ai.knowledge.arboretum_habits import DOUBT, GIFT_HELD, GIFT_PLANTED, SPITE, WANTED, in_time
from ai.knowledge.arboretum_notes import (
    BEST,
    EIGHT,
    HABIT,
    LOW,
    NOTES,
    OUTLOOK,
    PLANTED,
    RIGHT,
    SEEN_LOW,
    SEEN_TOP,
    SUM,
    TOP,
    TURNS,
    UNIT,
    WIDTH,
)
from services.rules.games.arboretum.components import CARDS, VALUES
from services.rules.games.arboretum.scoring import N_SPECIES
from services.rules.games.arboretum.state import State, unseen
from services.rules.kernel import BLANK, ints, rule

MOST = 0.9
"""The chance at most that a rival holds a card."""


@rule
def look(s: State, w: list[int], notes: list[int]) -> None:
    """Take notes for the seat to act, by these weights."""
    notes[TURNS] = UNIT * s.n_deck // (2 * s.seats)
    in_time(s, notes[TURNS], w, HABIT, notes)
    take_notes(s, s.turn, notes)


@rule
def take_notes(s: State, me: int, notes: list[int]) -> None:
    """Take notes for a seat, by the turns and weights that are noted; of other hands it reads what everybody saw."""
    pool = ints(CARDS)
    n = unseen(s, me, pool)
    see_ends(s, me, pool, n, notes)
    for p in range(s.seats):
        find_runs(s, p, notes)
        look_ahead(s, p, notes)
    weigh_eights(s, me, pool, n, notes)
    for p in range(s.seats):
        if p == me:
            sum_own(s, me, notes)
        else:
            guess_sums(s, me, p, pool, n, notes)
    for species in range(N_SPECIES):
        notes[RIGHT + species] = chance_of_right(s, me, species, notes[me * NOTES + SUM + species], notes)


@rule
def see_ends(s: State, me: int, pool: list[int], n: int, notes: list[int]) -> None:
    """Write the lowest and highest values that hands are seen to hold, and that may still be drawn."""
    for species in range(N_SPECIES):
        notes[SEEN_LOW + species], notes[SEEN_TOP + species] = VALUES, BLANK
        for p in range(s.seats):
            notes[p * NOTES + LOW + species], notes[p * NOTES + TOP + species] = VALUES, BLANK
    for i in range(n):
        species, value = pool[i] // VALUES, pool[i] % VALUES
        notes[SEEN_LOW + species] = min(notes[SEEN_LOW + species], value)
        notes[SEEN_TOP + species] = max(notes[SEEN_TOP + species], value)
    for p in range(s.seats):
        for i in range(s.n_hand[p]):
            card = s.hand[p][i]
            if p == me or (card != BLANK and s.known[card]):
                low, top = p * NOTES + LOW + card // VALUES, p * NOTES + TOP + card // VALUES
                notes[low], notes[top] = min(notes[low], card % VALUES), max(notes[top], card % VALUES)


@rule
def weigh_eights(s: State, me: int, pool: list[int], n: int, notes: list[int]) -> None:
    """Write what an own 8 of each species counts, as far as no rival seems to hold the 1."""
    hidden = 0
    for species in range(N_SPECIES):
        notes[EIGHT + species] = UNIT * VALUES
    for p in range(s.seats):
        for i in range(s.n_hand[p] if p != me else 0):
            card = s.hand[p][i]
            if card == BLANK or s.known[card] == 0:
                hidden += 1
            elif card % VALUES == 0:
                notes[EIGHT + card // VALUES] = 0
    for i in range(n):
        if pool[i] % VALUES == 0:
            notes[EIGHT + pool[i] // VALUES] = UNIT * VALUES * (n - min(n, hidden)) // n


@rule
def counts(card: int, notes: list[int]) -> int:
    """Hundredths that an own card counts for the right to its species."""
    value = card % VALUES + 1
    return notes[EIGHT + card // VALUES] if value == VALUES else UNIT * value


@rule
def sum_own(s: State, me: int, notes: list[int]) -> None:
    """Write what the own hand counts in each species."""
    base = me * NOTES + SUM
    for species in range(N_SPECIES):
        notes[base + species] = 0
    for i in range(s.n_hand[me]):
        notes[base + s.hand[me][i] // VALUES] += counts(s.hand[me][i], notes)


@rule
def guess_sums(s: State, me: int, p: int, pool: list[int], n: int, notes: list[int]) -> None:
    """Write what a rival is likely to hold of each species, and how far that may be mistaken."""
    base, ones, sure, hidden = p * NOTES, 0, ints(N_SPECIES), 0
    total, squares = ints(N_SPECIES), ints(N_SPECIES)
    for i in range(s.n_hand[me]):
        ones |= (s.hand[me][i] % VALUES == 0) << s.hand[me][i] // VALUES
    for species in range(N_SPECIES):
        sure[species] = total[species] = squares[species] = 0
    for i in range(n):
        species, value = pool[i] // VALUES, pool[i] % VALUES + 1
        if value < VALUES or ones >> species & 1 == 0:
            total[species] += value
            squares[species] += value * value
    for i in range(s.n_hand[p]):
        card = s.hand[p][i]
        if card == BLANK or s.known[card] == 0:
            hidden += 1
        elif card % VALUES < VALUES - 1 or ones >> card // VALUES & 1 == 0:
            sure[card // VALUES] += card % VALUES + 1
    share, wanted, doubt = hidden / max(1, n), notes[HABIT + WANTED] / UNIT, notes[HABIT + DOUBT] / UNIT
    for species in range(N_SPECIES):
        q = min(MOST, max(0.0, share * (1.0 + wanted * (min(notes[base + PLANTED + species], 4) - 1) / 3.0)))
        notes[base + SUM + species] = int(UNIT * (sure[species] + q * total[species]))
        notes[base + WIDTH + species] = max(1, int(doubt * UNIT * sqrt(1.0 + q * (1.0 - q) * squares[species])))


@rule
def likely(lead: int, width: int) -> float:
    """The chance that a lead holds that may be mistaken by so much."""
    z = lead / width
    return 0.5 + 0.5 * z / (1.0 + abs(z))


@rule
def chance_of_right(s: State, me: int, species: int, held: int, notes: list[int]) -> int:
    """The chance, in hundredths, that so much in hand (hundredths) holds the right to score a species."""
    chance = 1.0 * UNIT
    for p in range(s.seats):
        if p != me:
            at = p * NOTES + species
            chance *= likely(held + UNIT // 2 - notes[at + SUM], notes[at + WIDTH])
    return int(chance)


@rule
def worth(s: State, me: int, species: int, held: int, notes: list[int]) -> int:
    """Hundredths ahead in a species with so much in hand: what it lets score, and what it takes from rivals."""
    left = 0.0
    for p in range(s.seats):
        if p != me:
            at = p * NOTES + species
            left += notes[at + OUTLOOK] * (1.0 - likely(held - UNIT // 2 - notes[at + SUM], notes[at + WIDTH]))
    mine = notes[me * NOTES + OUTLOOK + species] * chance_of_right(s, me, species, held, notes) / UNIT
    return int(mine - notes[HABIT + SPITE] * left / UNIT / (s.seats - 1))


@rule
def loss(s: State, me: int, card: int, held: int, notes: list[int]) -> int:
    """Hundredths that a card takes along when it leaves a hand that holds so much of its species."""
    species = card // VALUES
    return worth(s, me, species, held, notes) - worth(s, me, species, held - counts(card, notes), notes)


@rule
def gift(s: State, me: int, card: int, notes: list[int], runs: list[int]) -> int:
    """Hundredths that a card on the pile costs: a rival may hold it or plant it; `runs` is a buffer."""
    return given(s, me, card, notes[me * NOTES + SUM + card // VALUES] - counts(card, notes), notes, runs)


@rule
def given(s: State, me: int, card: int, rest: int, notes: list[int], runs: list[int]) -> int:
    """The same of a card that lies there, while the hand holds so much (hundredths) of its species."""
    species, most = card // VALUES, 0
    against = worth(s, me, species, rest, notes) - worth(s, me, species, rest - UNIT * (card % VALUES + 1), notes)
    for p in range(s.seats):
        if p != me and notes[p * NOTES + PLANTED + species] > 0:
            for j in range(s.n_free[p]):
                join_own(s, p, card, s.free[p][j], notes, runs)
                most = max(most, path_through(s, card, species, runs) - notes[p * NOTES + BEST + species])
    return max(notes[HABIT + GIFT_HELD] * against // UNIT, notes[HABIT + GIFT_PLANTED] * most)


@rule
def set_aside(s: State, me: int, card: int, notes: list[int]) -> None:
    """Note the ends of a species as the hand holds them without a card."""
    species, base = card // VALUES, me * NOTES
    notes[base + LOW + species], notes[base + TOP + species] = VALUES, BLANK
    for i in range(s.n_hand[me]):
        other = s.hand[me][i]
        if other != card and other // VALUES == species:
            value = other % VALUES
            notes[base + LOW + species] = min(notes[base + LOW + species], value)
            notes[base + TOP + species] = max(notes[base + TOP + species], value)
