"""Arboretum: what a tree tries first, by rules of thumb and a little chance; ten times as quick as the playout.

A seat looks at its own hand, at all arboretums and at the tops of the piles; every choice is a sum of small reasons and
a jitter, so that a search meets many sensible actions instead of one.
"""

from services.rules.games.arboretum.components import CELLS, NEIGHBOURS, VALUES
from services.rules.games.arboretum.moves import DISCARD_CARD, DRAW_DECK, DRAW_PILE, PLANT_CARD
from services.rules.games.arboretum.scoring import N_SPECIES
from services.rules.games.arboretum.state import DISCARD, PLANT, State
from services.rules.kernel import Rng, below, ints, rule

JITTER = 24
"""Chance added to each choice, 0 to this."""
MINE, THEIRS, HELD = 6, 3, 4
"""Why a card is kept, for each point of its value: trees of its species here, at rivals, cards of it in hand."""
RISE, SAME, GAP = 40, 20, 8
"""What a step of a path is worth, that both are of one species, and each value that it skips."""
CLAIM = 3
"""What each point still in hand promises to a tree of its species."""


@rule
def propose(s: State, rng: Rng, out: list[int]) -> int:  # noqa: ARG001 - as random actions are drawn
    """A sensible action of the seat to act."""
    mine, theirs, sums = ints(N_SPECIES), ints(N_SPECIES), ints(N_SPECIES)
    survey(s, mine, theirs, sums)
    if s.phase == PLANT:
        return to_plant(s, rng, mine, theirs, sums)
    if s.phase == DISCARD:
        return to_discard(s, rng, mine, theirs, sums)
    return to_draw(s, rng, mine, theirs, sums)


@rule
def survey(s: State, mine: list[int], theirs: list[int], sums: list[int]) -> None:
    """Count trees of each species, own and of the rival that has most, and the values of each in the own hand."""
    me = s.turn
    for species in range(N_SPECIES):
        mine[species] = theirs[species] = sums[species] = 0
    for p in range(s.seats):
        for k in range(s.n_tree[p]):
            species = s.tree[p][k] // VALUES
            if p == me:
                mine[species] += 1
            else:
                theirs[species] += 1
    for i in range(s.n_hand[me]):
        sums[s.hand[me][i] // VALUES] += s.hand[me][i] % VALUES + 1


@rule
def keeping(card: int, mine: list[int], theirs: list[int], sums: list[int]) -> int:
    """What a card is worth in the hand."""
    species, value = card // VALUES, card % VALUES + 1
    others = max(0, sums[species] - value)
    return value * (MINE * min(mine[species], 4) + THEIRS * min(theirs[species], 4) + min(others, 12) * HELD // 4)


@rule
def to_draw(s: State, rng: Rng, mine: list[int], theirs: list[int], sums: list[int]) -> int:
    """Draw the open card that is worth most, unless the deck promises more."""
    best, action = -1, DRAW_DECK
    if s.n_deck > 0:
        n, total = 0, 0
        for species in range(N_SPECIES):
            if s.species >> species & 1:
                total += keeping(species * VALUES + 4, mine, theirs, sums)
                n += 1
        best = total // n + RISE // 2 + below(rng, 2 * JITTER)
    for p in range(s.seats):
        if s.n_pile[p] > 0:
            card = s.pile[p][s.n_pile[p] - 1]
            worth = keeping(card, mine, theirs, sums) + below(rng, 2 * JITTER)
            if worth > best:
                best, action = worth, DRAW_PILE + p
    return action


@rule
def to_plant(s: State, rng: Rng, mine: list[int], theirs: list[int], sums: list[int]) -> int:
    """Plant where paths grow best, a card that the hand misses least."""
    me = s.turn
    best, action = -1000000, 0
    for i in range(s.n_hand[me]):
        card = s.hand[me][i]
        species = card // VALUES
        rest = sums[species] - card % VALUES - 1
        base = CLAIM * min(rest, 12) + SAME * min(mine[species], 3) // 2 - keeping(card, mine, theirs, sums) // 2
        for j in range(s.n_free[me]):
            worth = base + joins(s, me, card, s.free[me][j]) + below(rng, JITTER)
            if worth > best:
                best, action = worth, PLANT_CARD + card * CELLS + s.free[me][j]
    return action


@rule
def joins(s: State, me: int, card: int, place: int) -> int:
    """What the best steps of a path to and from a place are worth for a card."""
    value, up, down = card % VALUES, 0, 0
    for d in range(4):
        near = s.grid[me][NEIGHBOURS[place][d]]
        if near >= 0:
            other = s.tree[me][near]
            step = value - other % VALUES
            bonus = SAME if other // VALUES == card // VALUES else 0
            if step > 0:
                up = max(up, RISE + bonus - GAP * (step - 1))
            elif step < 0:
                down = max(down, RISE + bonus + GAP * (step + 1))
    return up + down


@rule
def to_discard(s: State, rng: Rng, mine: list[int], theirs: list[int], sums: list[int]) -> int:
    """Discard the card that is worth least, in the hand and in the ground."""
    me = s.turn
    least, action = 1000000, 0
    for i in range(s.n_hand[me]):
        card = s.hand[me][i]
        ground = 0
        for j in range(s.n_free[me]):
            ground = max(ground, joins(s, me, card, s.free[me][j]))
        worth = keeping(card, mine, theirs, sums) + ground // 2 + below(rng, JITTER)
        if worth < least:
            least, action = worth, DISCARD_CARD + card
    return action
