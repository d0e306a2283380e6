"""What the next level of a card costs, what it demands, and what lies within reach."""

from services.rules.kernel import BLANK, rule

from . import effects
from .components import AMOUNT, COST, EFFECT, FRUIT, KINDS, LEVELS, LIMIT, MARKET, PLACES, ROW
from .state import CHOICE, State

NO_PAYMENT = 0
PAY_FRUIT = 1
"""A mandatory effect discards a fruit of a kind: PAY_FRUIT + kind."""
PAY_CARD = PAY_FRUIT + KINDS
"""A mandatory effect discards an ongoing card: PAY_CARD + card."""


# Effects in force ----------------------------------------------------------------------------------------------------


@rule
def standing(s: State, card: int) -> int:
    """The level on which the tree marker of an ongoing or completed card stands, as an index of the level tables."""
    return card * LEVELS + s.level[card] - 1


@rule
def next_level(s: State, card: int) -> int:
    """The level of a card that would be built next, as an index of the level tables."""
    return card * LEVELS + s.level[card]


@rule
def is_mandatory(s: State, card: int) -> bool:
    """Whether the next level of a card has a mandatory effect."""
    return bool(effects.FRUIT_FOR_COINS <= EFFECT[next_level(s, card)] <= effects.CARD_FOR_COINS)


@rule
def waiting(s: State) -> int:
    """The effect that waits for a choice; undefined in other phases."""
    return int(EFFECT[standing(s, s.source)])


@rule
def from_revealed(effect: int) -> bool:
    """Whether an effect builds one of the guild cards that it has revealed."""
    return effects.REVEAL_LESS <= effect <= effects.REVEAL_FREE


# Prices --------------------------------------------------------------------------------------------------------------


@rule
def full_price(s: State, p: int, card: int) -> int:
    """What the next level of a card costs a seat with its ongoing effects; it may come out below 0."""
    return int(COST[next_level(s, card)] - s.level_less[p][s.level[card]])


@rule
def reduced_price(s: State, p: int, card: int) -> int:
    """What the next level of a card costs the seat to act by the effect that waits, apart from the extra coin."""
    effect = waiting(s)
    cost = int(COST[next_level(s, card)])
    if effect in (effects.FREE, effects.REVEAL_FREE):
        cost = 0
    elif effect in (effects.HALF, effects.REVEAL_HALF):
        cost = (cost + 1) // 2
    elif effect == effects.LESS:
        cost -= AMOUNT[standing(s, s.source)]
    elif effect == effects.REVEAL_LESS:
        cost -= LIMIT[standing(s, s.source)]
    return max(0, cost - s.level_less[p][s.level[card]])


@rule
def price(s: State, p: int, card: int, discount: int) -> int:
    """What the next level of a card costs a seat now, apart from the extra coin of the top row.

    The effect that waits counts for what it may build; `discount`: coins that the action of a fruit card takes off.
    """
    if s.phase == CHOICE and p == s.turn and in_scope(s, card):
        return reduced_price(s, p, card)
    return max(0, full_price(s, p, card) - discount)


@rule
def in_scope(s: State, card: int) -> bool:
    """Whether the effect that waits may build the next level of a card, if there is a place for it."""
    effect = waiting(s)
    if from_revealed(effect) and not is_revealed(s, card):
        return False
    if effect in (effects.HALF, effects.FREE) and card == s.source:
        return False
    if effect == effects.FREE:
        return bool(COST[next_level(s, card)] <= AMOUNT[standing(s, s.source)])
    if effect == effects.REVEAL_FREE:
        return bool(COST[next_level(s, card)] <= LIMIT[standing(s, s.source)])
    return True


@rule
def is_revealed(s: State, card: int) -> bool:
    """Whether the effect that waits has revealed this card."""
    for i in range(s.n_revealed):
        if s.revealed[i] == card:
            return True
    return False


@rule
def extra_coin(s: State, card: int) -> int:
    """The extra coin of the top row for a card that may be built by the seat to act; BLANK: it lies out of reach."""
    me = s.turn
    if s.phase == CHOICE and from_revealed(waiting(s)):
        return 0 if is_revealed(s, card) and s.n_ongoing[me] < PLACES else BLANK
    for i in range(s.n_ongoing[me]):
        if s.ongoing[me][i] == card:
            return 0
    for slot in range(MARKET):
        if s.market[slot] == card and s.n_ongoing[me] < PLACES:
            return 1 if slot < ROW else 0
    return BLANK


@rule
def payable(s: State, card: int, payment: int) -> bool:
    """Whether a payment is what the effect of the next level of a card demands, and the seat to act has it."""
    me = s.turn
    effect = EFFECT[next_level(s, card)]
    if effect in (effects.FRUIT_FOR_COINS, effects.FRUIT_FOR_CHEST):
        return PAY_FRUIT <= payment < PAY_CARD and has_fruit(s, me, payment - PAY_FRUIT)
    if effect == effects.CARD_FOR_COINS:
        return payment >= PAY_CARD and payment - PAY_CARD != card and is_ongoing(s, me, payment - PAY_CARD)
    return payment == NO_PAYMENT


@rule
def can_pay_mandatory(s: State, card: int) -> bool:
    """Whether the seat to act has anything that the next level of a card may demand."""
    me = s.turn
    effect = EFFECT[next_level(s, card)]
    if effect in (effects.FRUIT_FOR_COINS, effects.FRUIT_FOR_CHEST):
        return bool(s.n_fruits[me] > 0)
    return bool(effect != effects.CARD_FOR_COINS or s.n_ongoing[me] > (s.level[card] > 0))


@rule
def has_fruit(s: State, p: int, kind: int) -> bool:
    """Whether a face-up fruit card of this kind lies on the board."""
    for i in range(s.n_fruits[p]):
        if s.fruits[p][i] == kind:
            return True
    return False


@rule
def is_ongoing(s: State, p: int, card: int) -> bool:
    """Whether the card lies in the Ongoing section of the seat."""
    for i in range(s.n_ongoing[p]):
        if s.ongoing[p][i] == card:
            return True
    return False


@rule
def is_completed(s: State, p: int, card: int) -> bool:
    """Whether the card lies in the Completed section of the seat."""
    for i in range(s.n_completed[p]):
        if s.completed[p][i] == card:
            return True
    return False


@rule
def can_sell(s: State, p: int) -> bool:
    """Whether the seat has a fruit card of a type that it has not sold this turn."""
    for i in range(s.n_fruits[p]):
        if s.sold_types >> FRUIT[s.fruits[p][i]] & 1 == 0:
            return True
    return False


@rule
def row_size(s: State, row: int) -> int:
    """How many cards lie in a row of the guild market, 0 the top one."""
    n = 0
    for slot in range(row * ROW, row * ROW + ROW):
        if s.market[slot] != BLANK:
            n += 1
    return n
