"""A turn: draw two cards, plant one, discard one; each action an int."""

from services.rules.kernel import BLANK, Rng, below, insert, remove, rule

from .components import CARDS, CELLS, HAND_WITH_DRAWN, MAX_FREE, MAX_SEATS
from .state import DISCARD, FIRST_DRAW, FREE, OVER, PLANT, SECOND_DRAW, State, occupy, take_top

DRAW_DECK = 0
DRAW_PILE = 1
"""Draw from the pile of seat p: DRAW_PILE + p."""
DISCARD_CARD = DRAW_PILE + MAX_SEATS
PLANT_CARD = DISCARD_CARD + CARDS
"""Plant a card on a cell: PLANT_CARD + card * CELLS + cell."""
MAX_ACTION = PLANT_CARD + CARDS * CELLS
MAX_LEGAL = HAND_WITH_DRAWN * MAX_FREE
MAX_STEPS = 4 * 51


@rule
def to_act(s: State) -> int:
    """The seat whose turn it is."""
    return s.turn


@rule
def is_over(s: State) -> bool:
    """Whether the last turn has been played."""
    return s.phase == OVER


@rule
def legal_actions(s: State, out: list[int]) -> int:
    """Write the legal actions of the seat to act; return how many."""
    me = s.turn
    n = 0
    if s.phase == PLANT:
        for i in range(s.n_hand[me]):
            for j in range(s.n_free[me]):
                out[n] = PLANT_CARD + s.hand[me][i] * CELLS + s.free[me][j]
                n += 1
    elif s.phase == DISCARD:
        for i in range(s.n_hand[me]):
            out[n] = DISCARD_CARD + s.hand[me][i]
            n += 1
    elif s.phase != OVER:
        if s.n_deck > 0:
            out[n] = DRAW_DECK
            n += 1
        for p in range(s.seats):
            if s.n_pile[p] > 0:
                out[n] = DRAW_PILE + p
                n += 1
    return n


@rule
def holds(s: State, p: int, card: int) -> bool:
    """Whether the card is in the hand."""
    found = False
    for i in range(s.n_hand[p]):
        if s.hand[p][i] == card:
            found = True
    return found


@rule
def is_legal(s: State, action: int) -> bool:
    """Whether the seat to act may play this action; any int may be asked."""
    me = s.turn
    if action < 0 or action >= MAX_ACTION or s.phase == OVER:
        return False
    if action >= PLANT_CARD:
        card, place = (action - PLANT_CARD) // CELLS, (action - PLANT_CARD) % CELLS
        return s.phase == PLANT and holds(s, me, card) and s.grid[me][place] == FREE
    if action >= DISCARD_CARD:
        return s.phase == DISCARD and holds(s, me, action - DISCARD_CARD)
    if s.phase != FIRST_DRAW and s.phase != SECOND_DRAW:
        return False
    if action == DRAW_DECK:
        return s.n_deck > 0
    return action - DRAW_PILE < s.seats and s.n_pile[action - DRAW_PILE] > 0


@rule
def random_action(s: State, rng: Rng, room: list[int]) -> int:
    """A uniformly random legal action; placements are drawn without listing them."""
    me = s.turn
    if s.phase == PLANT:
        k = below(rng, s.n_hand[me] * s.n_free[me])
        i = k // s.n_free[me]
        return PLANT_CARD + s.hand[me][i] * CELLS + s.free[me][k - i * s.n_free[me]]
    if s.phase == DISCARD:
        return DISCARD_CARD + s.hand[me][below(rng, s.n_hand[me])]
    return room[below(rng, legal_actions(s, room))]


@rule
def apply(s: State, action: int, rng: Rng) -> None:  # noqa: ARG001 - the deck was shuffled when it was dealt
    """Play a legal action."""
    if action >= PLANT_CARD:
        plant(s, s.turn, (action - PLANT_CARD) // CELLS, (action - PLANT_CARD) % CELLS)
    elif action >= DISCARD_CARD:
        discard(s, s.turn, action - DISCARD_CARD)
    else:
        draw(s, s.turn, action)


@rule
def draw(s: State, me: int, action: int) -> None:
    """Draw the top card of the deck, or of a discard pile before everybody's eyes."""
    if action == DRAW_DECK:
        card = take_top(s)
    else:
        p = action - DRAW_PILE
        s.n_pile[p] -= 1
        card = s.pile[p][s.n_pile[p]]
        s.pile[p][s.n_pile[p]] = BLANK
        s.known[card] = 1
    s.n_hand[me] = insert(s.hand[me], s.n_hand[me], card)
    s.phase += 1


@rule
def plant(s: State, me: int, card: int, place: int) -> None:
    """Plant a card of the hand on a free cell; the first tree stands at the origin."""
    k = s.n_tree[me]
    leave_hand(s, me, card)
    s.tree[me][k] = card
    s.n_tree[me] = k + 1
    occupy(s, me, k, place)
    s.phase = DISCARD


@rule
def discard(s: State, me: int, card: int) -> None:
    """Discard a card; the turn ends, and with an empty deck the game."""
    leave_hand(s, me, card)
    s.pile[me][s.n_pile[me]] = card
    s.n_pile[me] += 1
    if s.n_deck > 0:
        s.turn = (me + 1) % s.seats
        s.phase = FIRST_DRAW
    else:
        s.phase = OVER


@rule
def leave_hand(s: State, me: int, card: int) -> None:
    """Take a card out of the hand."""
    s.n_hand[me] = remove(s.hand[me], s.n_hand[me], card)
    s.known[card] = 0


def reveals(s: State, action: int) -> bool:
    """Whether the action shows its seat a hidden card: the top of the deck, or all hands at the end."""
    return action == DRAW_DECK or (s.phase == DISCARD and s.n_deck == 0)
