"""Arboretum: a scripted opponent of the kind that wins bot arenas.

It plants greedily, and keeps the high cards of the two species that a rival grows best, so that the rival has no right
to score them.
"""

from services.rules.games.arboretum.components import CELLS, MAX_TREES, VALUES
from services.rules.games.arboretum.moves import DISCARD_CARD, DRAW_DECK, DRAW_PILE, PLANT_CARD, apply, legal_actions
from services.rules.games.arboretum.scoring import best_path, by_value
from services.rules.games.arboretum.state import DISCARD, PLANT, State
from services.rules.kernel import Rng

HIGH = 5
"""From this value on a card is kept for spite, or drawn from a pile."""
ENOUGH = 9
"""Points in hand that seem to hold the right to score an own species."""


def spite(s: State) -> int:
    """The action of the seat to act, from the state as it sees it; nothing is left to chance."""
    mine, theirs = _paths(s, s.turn), _rival_paths(s)
    denied = sorted(theirs, key=lambda species: (-theirs[species], species))[:2]
    grown = sorted(mine, key=lambda species: (-mine[species], species))[:2]
    if s.phase == PLANT:
        return _plant(s, _kept(s, denied, grown))
    if s.phase == DISCARD:
        return _discard(s, _kept(s, denied, grown), mine, denied)
    return _draw(s, denied, grown)


def _paths(s: State, p: int) -> dict[int, int]:
    """Points of the best path of each species that a seat has planted."""
    order, reach, back = [0] * MAX_TREES, [0] * MAX_TREES, [0] * (MAX_TREES + 1)
    by_value(s, p, order)
    planted = {card // VALUES for card in s.tree[p][: s.n_tree[p]]}
    return {species: best_path(s, p, species, order, reach, back) for species in planted}


def _rival_paths(s: State) -> dict[int, int]:
    found: dict[int, int] = {}
    for p in range(s.seats):
        if p != s.turn:
            for species, points in _paths(s, p).items():
                found[species] = max(found.get(species, 0), points)
    return found


def _hand(s: State) -> list[int]:
    return s.hand[s.turn][: s.n_hand[s.turn]]


def _kept(s: State, denied: list[int], grown: list[int]) -> set[int]:
    """Cards that are neither planted nor discarded while there are others."""
    hand = _hand(s)
    kept = {card for card in hand if card // VALUES in denied and card % VALUES + 1 >= HIGH}
    for species in grown:
        held = 0
        for card in sorted((c for c in hand if c // VALUES == species), reverse=True):
            if held < ENOUGH:
                kept.add(card)
                held += card % VALUES + 1
    return kept


def _draw(s: State, denied: list[int], grown: list[int]) -> int:
    """Draw a high card of a species that matters from a pile, else from the deck."""
    best, action = 0, DRAW_DECK
    for p in range(s.seats):
        if s.n_pile[p] > 0:
            card = s.pile[p][s.n_pile[p] - 1]
            value = card % VALUES + 1
            worth = value + (1 if card // VALUES in denied else 0)
            if card // VALUES in (*denied, *grown) and value >= HIGH and worth > best:
                best, action = worth, DRAW_PILE + p
    if action == DRAW_DECK and s.n_deck == 0:
        return next(DRAW_PILE + p for p in range(s.seats) if s.n_pile[p] > 0)
    return action


def _plant(s: State, kept: set[int]) -> int:
    """Plant where all paths together gain most, a card that is not kept; among equals a low one."""
    room = [0] * (len(_hand(s)) * s.n_free[s.turn])
    actions = room[: legal_actions(s, room)]
    loose = [a for a in actions if (a - PLANT_CARD) // CELLS not in kept] or actions
    return max(loose, key=lambda a: (_gain(s, a), -((a - PLANT_CARD) // CELLS % VALUES), -a))


def _gain(s: State, action: int) -> tuple[int, int]:
    """(points of all paths, neighbours that a path could come from or go to) after planting."""
    after = s.clone()
    apply(after, action, Rng())
    return sum(_paths(after, s.turn).values()), after.n_tree[s.turn] * 2 + 2 - after.n_free[s.turn]


def _discard(s: State, kept: set[int], mine: dict[int, int], denied: list[int]) -> int:
    """Discard the lowest card of the species that matters least."""
    loose = [card for card in _hand(s) if card not in kept] or _hand(s)
    card = min(loose, key=lambda c: (c // VALUES in denied, mine.get(c // VALUES, 0), c % VALUES, c))
    return DISCARD_CARD + card
