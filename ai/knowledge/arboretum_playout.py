"""Arboretum: how a game is played on, by what a seat can see and a little chance.

A seat plants what gains most above what the hand loses by it, keeps what holds the right to score or takes it from a
rival, and draws what is worth most in the hand or in the ground. A jitter lets a search meet many sensible games.
"""

from ai.knowledge.arboretum_ground import (
    LOW,
    NOTES,
    RIGHT,
    RUNS,
    SIZE,
    SUM,
    TOP,
    TURNS,
    UNIT,
    best_gain,
    differing,
    gain,
)
from ai.knowledge.arboretum_hand import chance_of_right, counts, gift, look, loss, set_aside, worth
from services.rules.games.arboretum.components import CARDS, CELLS, HAND_WITH_DRAWN, MAX_FREE, VALUES
from services.rules.games.arboretum.moves import DISCARD_CARD, DRAW_DECK, DRAW_PILE, PLANT_CARD
from services.rules.games.arboretum.state import DISCARD, PLANT, State, unseen
from services.rules.kernel import Rng, below, ints, rule

JITTER = 40
"""Hundredths of a point added to each choice, 0 to this."""
DECK = 30
"""Hundredths by which the deck is preferred: it tells rivals nothing and brings the end nearer."""
LATER = 30
"""Of 100, what a point that a card could gain in the ground is worth while it is still in the hand."""
SAMPLE = 4
"""So many of the cards that the deck may bring are looked at."""


@rule
def playout(s: State, rng: Rng, out: list[int]) -> int:  # noqa: ARG001 - as random actions are drawn
    """A sensible action of the seat to act."""
    notes = ints(SIZE)
    look(s, notes)
    if s.phase == PLANT:
        return to_plant(s, rng, notes)
    if s.phase == DISCARD:
        return to_discard(s, rng, notes)
    return to_draw(s, rng, notes)


@rule
def to_draw(s: State, rng: Rng, notes: list[int]) -> int:
    """Draw the open card that is worth most, unless the deck promises more."""
    places, pool = ints(MAX_FREE), ints(CARDS)
    best, action = -1000000, DRAW_DECK
    n_places = differing(s, s.turn, below(rng, s.n_free[s.turn]), places)
    for p in range(s.seats):
        if s.n_pile[p] > 0:
            promised = worth_of_draw(s, s.pile[p][s.n_pile[p] - 1], places, n_places, notes) + below(rng, JITTER)
            if promised > best:
                best, action = promised, DRAW_PILE + p
    if s.n_deck > 0 and action != DRAW_DECK:
        n, total = unseen(s, s.turn, pool), 0
        looks = min(n, SAMPLE)
        at = below(rng, n)
        for _ in range(looks):
            total += worth_of_draw(s, pool[at], places, n_places, notes)
            at = (at + max(1, n // looks)) % n
        if total // looks + DECK + below(rng, JITTER) >= best:
            action = DRAW_DECK
    return action


@rule
def worth_of_draw(s: State, card: int, places: list[int], n: int, notes: list[int]) -> int:
    """Hundredths that a card brings in the hand or in the ground."""
    me, species = s.turn, card // VALUES
    held = notes[me * NOTES + SUM + species]
    more = worth(s, me, species, held + counts(card, notes), notes) - worth(s, me, species, held, notes)
    return max(more, best_gain(s, me, card, places, n, notes))


@rule
def to_plant(s: State, rng: Rng, notes: list[int]) -> int:
    """Plant what gains most above what the hand loses by it, and by the discard that must follow."""
    me, runs, places = s.turn, ints(RUNS), ints(MAX_FREE)
    n_places = differing(s, me, below(rng, s.n_free[me]), places)
    gifts, losses = ints(HAND_WITH_DRAWN), ints(HAND_WITH_DRAWN)
    for i in range(s.n_hand[me]):
        card = s.hand[me][i]
        gifts[i] = gift(s, me, card, notes, runs)
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
                cost = gifts[j] + (loss(s, me, other, held, notes) if other // VALUES == species else losses[j])
                least = min(least, cost)
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
