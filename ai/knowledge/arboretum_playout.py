"""Arboretum: how a game is played on, by what a seat can see and a little chance.

A seat plants what gains most above what the hand loses by it, and keeps what holds the right to score or takes it from
a rival. A jitter lets a search meet many sensible games.
"""

from ai.knowledge.arboretum_gain import (
    best_gain,
    differing,
    gain,
)
from ai.knowledge.arboretum_hand import chance_of_right, counts, gift, look, loss, set_aside
from ai.knowledge.arboretum_notes import (
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
from ai.knowledge.arboretum_proposals import propose
from services.rules.games.arboretum.components import CELLS, HAND_WITH_DRAWN, MAX_FREE, VALUES
from services.rules.games.arboretum.moves import DISCARD_CARD, PLANT_CARD
from services.rules.games.arboretum.state import PLANT, State
from services.rules.kernel import Rng, below, ints, rule

JITTER = 40
"""Hundredths of a point added to each choice, 0 to this."""
LATER = 30
"""Of 100, what a point that a card could gain in the ground is worth while it is still in the hand."""


@rule
def playout(s: State, rng: Rng, out: list[int]) -> int:
    """A sensible action of the seat to act."""
    if s.phase < PLANT:
        return propose(s, rng, out)  # a draw by rules of thumb is as good here, and costs a tenth
    notes = ints(SIZE)
    look(s, notes)
    return to_plant(s, rng, notes) if s.phase == PLANT else to_discard(s, rng, notes)


@rule
def to_plant(s: State, rng: Rng, notes: list[int]) -> int:
    """Plant what gains most above what the hand loses by it, and by the discard that must follow."""
    me, runs, places = s.turn, ints(RUNS), ints(MAX_FREE)
    n_places = differing(s, me, below(rng, s.n_free[me]), places)
    losses = ints(HAND_WITH_DRAWN)
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
        low, top = notes[me * NOTES + LOW + species], notes[me * NOTES + TOP + species]
        right = notes[RIGHT + species]
        set_aside(s, me, card, notes)
        notes[RIGHT + species] = chance_of_right(s, me, species, held, notes)
        for j in range(n_places):
            place = places[j]
            promised = gain(s, me, card, place, notes, runs) - losses[i] - least + below(rng, JITTER)
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
            cost += LATER * best_gain(s, me, card, places, n_places, notes) // UNIT
            notes[me * NOTES + LOW + species], notes[me * NOTES + TOP + species] = low, top
        cost += below(rng, JITTER)
        if cost < least:
            least, action = cost, DISCARD_CARD + card
    return action
