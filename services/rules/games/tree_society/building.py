"""Building: completing and discarding cards, and what the effects of levels do."""

from services.rules.kernel import BLANK, Rng, insert, remove, rule

from . import effects
from .components import AMOUNT, BANNERS, EFFECT, FRUIT, LEVELS, LIMIT, MARKET, N_FRUITS, ROW
from .prices import (
    PAY_CARD,
    PAY_FRUIT,
    can_pay_mandatory,
    can_sell,
    extra_coin,
    from_revealed,
    in_scope,
    price,
    row_size,
    standing,
    waiting,
)
from .state import BUILD, CHOICE, State, discard_card, draw_card, lose_fruit, pick_fruit, put_in_force


@rule
def build(s: State, card: int, payment: int, discount: int, rng: Rng) -> None:
    """Build the next level of a card: pay, place the card and its tree marker, then carry out its effect."""
    me = s.turn
    s.purse[me] -= price(s, me, card, discount) + extra_coin(s, card)
    if discount > 0:
        s.fruit = BLANK
    if s.phase == CHOICE:
        close_choice(s, card)
    if s.level[card] == 0:
        for slot in range(MARKET):
            if s.market[slot] == card:
                s.market[slot] = BLANK
        s.n_ongoing[me] = insert(s.ongoing[me], s.n_ongoing[me], card)
    else:
        put_in_force(s, me, card, -1)
    s.level[card] += 1
    if s.level[card] == LEVELS:
        complete(s, me, card)
    else:
        put_in_force(s, me, card, 1)
    carry_out(s, me, card, payment, rng)


@rule
def complete(s: State, me: int, card: int) -> None:
    """Move a card to the Completed section: its banners count at once, for its own effect and for the end too."""
    s.n_ongoing[me] = remove(s.ongoing[me], s.n_ongoing[me], card)
    s.n_completed[me] = insert(s.completed[me], s.n_completed[me], card)
    s.banners[me] += BANNERS[card]
    for i in range(s.n_ongoing[me]):
        at = standing(s, s.ongoing[me][i])
        if EFFECT[at] == effects.COMPLETION_BONUS:
            s.purse[me] += AMOUNT[at]
            s.chest[me] += LIMIT[at]
    if s.banners[me] >= s.goal and s.round + 1 < s.last_round:
        s.last_round = s.round + 1


@rule
def discard(s: State, p: int, card: int) -> None:
    """Put a card of a board on the discard pile, without any refund; its tree marker is free at once."""
    if s.level[card] == LEVELS:
        s.n_completed[p] = remove(s.completed[p], s.n_completed[p], card)
        s.banners[p] -= BANNERS[card]
    else:
        put_in_force(s, p, card, -1)
        s.n_ongoing[p] = remove(s.ongoing[p], s.n_ongoing[p], card)
    s.level[card] = 0
    discard_card(s, card)


# Effects of levels ---------------------------------------------------------------------------------------------------


@rule
def carry_out(s: State, me: int, card: int, payment: int, rng: Rng) -> None:
    """Carry out the effect of the level just built, as far as it needs no choice."""
    at = standing(s, card)
    effect = EFFECT[at]
    if effect == effects.NOTHING or effect >= effects.LEVEL_LESS:
        return
    if effect <= effects.REVEAL_COINS:
        give_coins(s, me, effect, AMOUNT[at], LIMIT[at], rng)
    elif effect <= effects.CARD_FOR_COINS:
        pay_mandatory(s, me, effect, AMOUNT[at], payment)
    else:
        open_choice(s, me, card, rng)


@rule
def give_coins(s: State, me: int, effect: int, amount: int, limit: int, rng: Rng) -> None:
    """An effect that only gives coins."""
    if effect == effects.CHEST:
        s.chest[me] += amount
        return
    coins = amount
    if effect == effects.COINS_PER_BANNER:
        coins *= s.banners[me]
    elif effect == effects.COINS_PER_CARD:
        coins *= s.n_completed[me]
    elif effect == effects.COINS_PER_FRUIT:
        coins *= different_fruits(s, me)
    elif effect == effects.REVEAL_COINS:
        coins *= show_fruit(s, rng)
    if limit > 0:
        coins = min(coins, limit)
    s.purse[me] += coins


@rule
def different_fruits(s: State, p: int) -> int:
    """How many different fruits lie face up on a board."""
    types = 0
    for i in range(s.n_fruits[p]):
        types |= 1 << FRUIT[s.fruits[p][i]]
    n = 0
    for fruit in range(N_FRUITS):
        n += types >> fruit & 1
    return n


@rule
def show_fruit(s: State, rng: Rng) -> int:
    """Reveal a fruit card and shuffle it back; the number of face-up cards of its fruit, 0 if the deck is empty."""
    if s.n_fruit_deck == 0:
        return 0
    s.shown = pick_fruit(s, rng)
    s.fruit_deck[s.shown] += 1
    s.n_fruit_deck += 1
    return int(s.visible[FRUIT[s.shown]])


@rule
def pay_mandatory(s: State, me: int, effect: int, amount: int, payment: int) -> None:
    """A mandatory effect: discard what the move named, gain what it is worth. Discarded fruit leaves the game."""
    if effect == effects.CARD_FOR_COINS:
        card = payment - PAY_CARD
        s.purse[me] += amount * s.level[card]
        discard(s, me, card)
        return
    lose_fruit(s, me, payment - PAY_FRUIT)
    if effect == effects.FRUIT_FOR_CHEST:
        s.chest[me] += amount
    else:
        s.purse[me] += amount


@rule
def open_choice(s: State, me: int, card: int, rng: Rng) -> None:
    """Let an effect wait for the choice it offers; one that offers nothing is over."""
    s.source = card
    at = standing(s, card)
    if EFFECT[at] == effects.REVEAL_FRUITS:
        for _ in range(min(AMOUNT[at], s.n_fruit_deck)):
            s.n_revealed = insert(s.revealed, s.n_revealed, pick_fruit(s, rng))
    elif from_revealed(EFFECT[at]):
        reveal_cards(s, AMOUNT[at], rng)
    s.phase = CHOICE
    if not offers(s, me, EFFECT[at]):
        close_choice(s, BLANK)


@rule
def reveal_cards(s: State, n: int, rng: Rng) -> None:
    """Reveal guild cards; with an empty deck the discard pile is shuffled and revealing goes on."""
    for _ in range(n):
        card = draw_card(s, rng)
        if card != BLANK:
            s.n_revealed = insert(s.revealed, s.n_revealed, card)


@rule
def offers(s: State, me: int, effect: int) -> bool:  # noqa: PLR0911 - a case for each effect
    """Whether an effect offers anything to choose (revealed cards are shown in any case)."""
    if effect == effects.SAVE:
        return s.purse[me] > 0
    if effect == effects.SWAP:
        return can_swap(s, me)
    if effect == effects.TAKE:
        return s.n_fruit_market > 0
    if effect == effects.SELL:
        return can_sell(s, me)
    if effect == effects.REPLACE_ROW:
        return row_size(s, 0) + row_size(s, 1) > 0
    if effect <= effects.FREE and effect != effects.REVEAL_FRUITS:
        return could_build(s, me)
    return s.n_revealed > 0


@rule
def can_swap(s: State, me: int) -> bool:
    """Whether the market holds a fruit card of another kind than one on the board."""
    n, m = s.n_fruits[me], s.n_fruit_market
    if n == 0 or m == 0:
        return False
    first = s.fruits[me][0]
    return not (first == s.fruits[me][n - 1] == s.fruit_market[0] == s.fruit_market[m - 1])


@rule
def could_build(s: State, me: int) -> bool:
    """Whether the effect that waits could build a level that the seat can pay, if there were a free place."""
    for i in range(s.n_ongoing[me]):
        if could_pay(s, me, s.ongoing[me][i], 0):
            return True
    for slot in range(MARKET):
        if s.market[slot] != BLANK and could_pay(s, me, s.market[slot], 1 if slot < ROW else 0):
            return True
    return False


@rule
def could_pay(s: State, me: int, card: int, extra: int) -> bool:
    """Whether the effect that waits applies to a card, and the seat has what its next level costs and demands."""
    return in_scope(s, card) and price(s, me, card, 0) + extra <= s.purse[me] and can_pay_mandatory(s, card)


@rule
def close_choice(s: State, kept: int) -> None:
    """The effect is over: revealed cards but the kept one are shuffled back."""
    fruits = waiting(s) == effects.REVEAL_FRUITS
    for i in range(s.n_revealed):
        card = s.revealed[i]
        s.revealed[i] = BLANK
        if card == kept:
            kept = BLANK
        elif fruits:
            s.fruit_deck[card] += 1
            s.n_fruit_deck += 1
        else:
            s.n_deck = insert(s.deck, s.n_deck, card)
    s.n_revealed = 0
    s.phase = BUILD
    s.source = BLANK
