"""Arboretum: how a game is played on, by what a seat can see and a little chance.

A seat plants what gains most above what the hand loses by it, and keeps what holds the right to score or takes it from
a rival. A jitter lets a search meet many sensible games.
"""

from ai.knowledge.arboretum_gain import (
    best_gain,
    differing,
    gain,
)
from ai.knowledge.arboretum_habits import (
    DRAW_HELD,
    DRAW_MINE,
    DRAW_THEIRS,
    FROM_DECK,
    LATER,
    LOSS,
    NEXT_LOSS,
    OWN_HABITS,
    in_time,
)
from ai.knowledge.arboretum_hand import chance_of_right, counts, gift, look, loss, set_aside
from ai.knowledge.arboretum_notes import (
    HABIT,
    LOW,
    NOTES,
    RIGHT,
    RUNS,
    SIZE,
    SUM,
    TOP,
    TURNS,
    UNIT,
)
from ai.knowledge.arboretum_proposals import survey
from services.rules.games.arboretum.components import CELLS, HAND_WITH_DRAWN, MAX_FREE, VALUES
from services.rules.games.arboretum.moves import DISCARD_CARD, DRAW_DECK, DRAW_PILE, PLANT_CARD
from services.rules.games.arboretum.scoring import N_SPECIES
from services.rules.games.arboretum.state import PLANT, State
from services.rules.kernel import Rng, below, ints, rule

JITTER = 40
"""Hundredths of a point added to each choice, 0 to this."""
DRAWN = 480
"""Chance added to what drawing a card is worth, which has a scale of its own."""


@rule
def playout(s: State, rng: Rng, out: list[int]) -> int:  # noqa: ARG001 - called as random_action is
    """A sensible action of the seat to act."""
    return play_by(s, rng, OWN_HABITS)


@rule
def play_by(s: State, rng: Rng, w: list[int]) -> int:
    """The same by other weights."""
    notes = ints(SIZE)
    if s.phase < PLANT:
        notes[TURNS] = UNIT * s.n_deck // (2 * s.seats)
        in_time(s, notes[TURNS], w, HABIT, notes)
        return to_draw(s, rng, notes)
    look(s, w, notes)
    return to_plant(s, rng, notes) if s.phase == PLANT else to_discard(s, rng, notes)


@rule
def to_draw(s: State, rng: Rng, notes: list[int]) -> int:
    """Draw the open card that is worth most at a glance, unless the deck promises more."""
    mine, theirs, sums = ints(N_SPECIES), ints(N_SPECIES), ints(N_SPECIES)
    survey(s, mine, theirs, sums)
    best, action = -1000000, DRAW_DECK
    if s.n_deck > 0:
        n, total = 0, 0
        for species in range(N_SPECIES):
            if s.species >> species & 1:
                total += drawn(species * VALUES + 4, mine, theirs, sums, notes)
                n += 1
        best = total // n + notes[HABIT + FROM_DECK] + below(rng, DRAWN)
    for p in range(s.seats):
        if s.n_pile[p] > 0:
            card = s.pile[p][s.n_pile[p] - 1]
            worth = drawn(card, mine, theirs, sums, notes) + below(rng, DRAWN)
            if worth > best:
                best, action = worth, DRAW_PILE + p
    return action


@rule
def drawn(card: int, mine: list[int], theirs: list[int], sums: list[int], notes: list[int]) -> int:
    """What drawing a card is worth at a glance."""
    species, value = card // VALUES, card % VALUES + 1
    each = notes[HABIT + DRAW_MINE] * min(mine[species], 4) + notes[HABIT + DRAW_THEIRS] * min(theirs[species], 4)
    return value * (each + notes[HABIT + DRAW_HELD] * min(sums[species], 12))


@rule
def to_plant(s: State, rng: Rng, notes: list[int]) -> int:
    """Plant what gains most above what the hand loses by it, and by the discard that must follow."""
    me, runs, places = s.turn, ints(RUNS), ints(MAX_FREE)
    n_places = differing(s, me, below(rng, s.n_free[me]), places)
    losses, planting, discarding = ints(HAND_WITH_DRAWN), notes[HABIT + LOSS], notes[HABIT + NEXT_LOSS]
    for i in range(s.n_hand[me]):
        card = s.hand[me][i]
        losses[i] = loss(s, me, card, notes[me * NOTES + SUM + card // VALUES], notes)
    best, action = -1000000, 0
    for i in range(s.n_hand[me]):
        card = s.hand[me][i]
        species = card // VALUES
        held = notes[me * NOTES + SUM + species] - counts(card, notes)
        least = 1000000
        for j in range(s.n_hand[me]):
            if j != i:
                other = s.hand[me][j]
                least = min(least, loss(s, me, other, held, notes) if other // VALUES == species else losses[j])
        cost = (planting * losses[i] + discarding * least) // UNIT
        low, top = notes[me * NOTES + LOW + species], notes[me * NOTES + TOP + species]
        right = notes[RIGHT + species]
        set_aside(s, me, card, notes)
        notes[RIGHT + species] = chance_of_right(s, me, species, held, notes)
        for j in range(n_places):
            place = places[j]
            promised = gain(s, me, card, place, notes, runs) - cost + below(rng, JITTER)
            if promised > best:
                best, action = promised, PLANT_CARD + card * CELLS + place
        notes[me * NOTES + LOW + species], notes[me * NOTES + TOP + species] = low, top
        notes[RIGHT + species] = right
    return action


@rule
def to_discard(s: State, rng: Rng, notes: list[int]) -> int:
    """Discard the card that is missed least: in the hand, in the ground, and for what it is worth to rivals."""
    me, runs, places = s.turn, ints(RUNS), ints(MAX_FREE)
    n_places = differing(s, me, below(rng, s.n_free[me]), places)
    least, action = 1000000, 0
    for i in range(s.n_hand[me]):
        card = s.hand[me][i]
        species = card // VALUES
        cost = loss(s, me, card, notes[me * NOTES + SUM + species], notes) + gift(s, me, card, notes, runs)
        if notes[TURNS] >= UNIT:
            low, top = notes[me * NOTES + LOW + species], notes[me * NOTES + TOP + species]
            set_aside(s, me, card, notes)
            cost += notes[HABIT + LATER] * best_gain(s, me, card, places, n_places, notes) // UNIT
            notes[me * NOTES + LOW + species], notes[me * NOTES + TOP + species] = low, top
        cost += below(rng, JITTER)
        if cost < least:
            least, action = cost, DISCARD_CARD + card
    return action
