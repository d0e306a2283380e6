"""A turn: sell a fruit, build as much as the purse allows, rest."""

from services.rules.kernel import BLANK, Rng, insert, remove, rule

from . import effects
from .actions import BUILD_LEVEL, DISCARD, FILL, KEEP, PAYMENTS, REPLACE, REST, REST_EMPTY, SAVE, SELL, SWAP, TAKE
from .building import build, close_choice, discard
from .components import AMOUNT, EFFECT, FRUIT, FRUIT_CHEST, FRUIT_DISCOUNT, ICON, KINDS, PURSE_KEPT, ROW, START_FRUITS
from .prices import from_revealed, next_level, standing
from .state import (
    BUILD,
    CHOICE,
    DRAFT,
    OVER,
    SALE,
    State,
    check_fruit_deck,
    discard_card,
    gain_fruit,
    lose_fruit,
    refill_fruit_market,
    refill_market,
    to_fruit_market,
)


@rule
def to_act(s: State) -> int:
    """The seat whose turn it is."""
    return s.turn


@rule
def is_over(s: State) -> bool:
    """Whether the last round has been played."""
    return s.phase == OVER


@rule
def apply(s: State, action: int, rng: Rng) -> None:  # noqa: C901 - a branch for each sort of action
    """Play a legal action."""
    me = s.turn
    s.decisions += 1
    s.shown = BLANK
    if action >= BUILD_LEVEL:
        card, rest = (action - BUILD_LEVEL) // (PAYMENTS * 2), (action - BUILD_LEVEL) % (PAYMENTS * 2)
        build(s, card, rest // 2, rest % 2 * FRUIT_DISCOUNT, rng)
    elif action >= SWAP:
        swap(s, me, (action - SWAP) // KINDS, (action - SWAP) % KINDS)
    elif action >= DISCARD:
        discard(s, me, action - DISCARD)
    elif action >= SAVE:
        s.purse[me] -= action - SAVE
        s.chest[me] += action - SAVE
        close_choice(s, BLANK)
    elif action >= REST:
        rest_with(s, me, action - REST, rng)
    elif action >= KEEP:
        close_choice(s, action - KEEP)
        gain_fruit(s, me, action - KEEP)
        check_fruit_deck(s)
    elif action >= TAKE:
        take(s, me, action - TAKE, rng)
    elif action >= SELL:
        sell(s, me, action - SELL)
    elif action == REST_EMPTY:
        rest_with(s, me, BLANK, rng)
    elif action >= REPLACE:
        replace_row(s, action - REPLACE, rng)
    elif action == FILL:
        s.chest[me] += FRUIT_CHEST[s.fruit]
        s.fruit = BLANK
    else:
        close_choice(s, BLANK)


@rule
def use(s: State) -> None:
    """Use up what allowed the action: the effect that waits, or the action of the sold fruit card."""
    if s.phase == CHOICE:
        close_choice(s, BLANK)
    else:
        s.fruit = BLANK


@rule
def sale_value(s: State, p: int, kind: int) -> int:
    """What a seat gets for a fruit card now: a coin for each visible card of its fruit, its icon, ongoing effects."""
    return int(s.visible[FRUIT[kind]] + ICON[kind]) + s.sale_bonus[p]


@rule
def sell(s: State, me: int, kind: int) -> None:
    """Sell a fruit card; the action of the first one sold in a turn may be used in the build phase."""
    s.purse[me] += sale_value(s, me, kind)
    lose_fruit(s, me, kind)
    s.sold[me][kind] += 1
    s.sold_types |= 1 << FRUIT[kind]
    if s.phase == SALE:
        s.fruit = kind
        s.phase = BUILD
    else:
        use(s)


@rule
def take_fruit(s: State, me: int, kind: int, rng: Rng) -> None:
    """Move a fruit card from the market to a board and refill the market."""
    s.n_fruit_market = remove(s.fruit_market, s.n_fruit_market, kind)
    s.n_fruits[me] = insert(s.fruits[me], s.n_fruits[me], kind)
    refill_fruit_market(s, rng)


@rule
def take(s: State, me: int, kind: int, rng: Rng) -> None:
    """Take a fruit card of the market: in the draft, by an effect or by a fruit action."""
    take_fruit(s, me, kind, rng)
    if s.phase != DRAFT:
        use(s)
        return
    s.decisions = 0
    s.turn = (me + 1) % s.seats
    if s.n_fruits[s.turn] == START_FRUITS:
        s.phase = SALE


@rule
def swap(s: State, me: int, own: int, other: int) -> None:
    """Swap a fruit card with one of the market."""
    lose_fruit(s, me, own)
    s.n_fruit_market = remove(s.fruit_market, s.n_fruit_market, other)
    s.visible[FRUIT[other]] -= 1
    to_fruit_market(s, own)
    gain_fruit(s, me, other)
    close_choice(s, BLANK)


@rule
def replace_row(s: State, row: int, rng: Rng) -> None:
    """Discard a row of the guild market, then refill every gap of it."""
    for slot in range(row * ROW, row * ROW + ROW):
        if s.market[slot] != BLANK:
            discard_card(s, s.market[slot])
            s.market[slot] = BLANK
    refill_market(s, rng)
    use(s)


@rule
def coin_check(s: State, p: int) -> None:
    """Leave 2 coins in the purse, or as many as an ongoing effect allows, then empty the chest into it."""
    kept = PURSE_KEPT
    for i in range(s.n_ongoing[p]):
        at = standing(s, s.ongoing[p][i])
        if EFFECT[at] == effects.KEEP:
            kept = max(kept, AMOUNT[at])
    s.purse[p] = min(s.purse[p], kept) + s.chest[p]
    s.chest[p] = 0


@rule
def rest_with(s: State, me: int, kind: int, rng: Rng) -> None:
    """Rest: take a fruit card (BLANK: the market is empty), check the coins, refill the guild market; the turn ends."""
    if kind != BLANK:
        take_fruit(s, me, kind, rng)
    coin_check(s, me)
    refill_market(s, rng)
    s.decisions = s.sold_types = 0
    s.fruit = BLANK
    if me < s.seats - 1:
        s.turn = me + 1
    elif s.round < s.last_round:
        s.round += 1
        s.turn = 0
    else:
        s.phase = OVER
        return
    s.phase = SALE if s.n_fruits[s.turn] > 0 else BUILD


def reveals(s: State, action: int) -> bool:
    """Whether the action draws or reveals a card of a deck."""
    fruit, card = s.n_fruit_deck > 0, s.n_deck + s.n_discards > 0
    if action >= BUILD_LEVEL:
        at = next_level(s, (action - BUILD_LEVEL) // (PAYMENTS * 2))
        return (fruit and EFFECT[at] in (effects.REVEAL_COINS, effects.REVEAL_FRUITS)) or (
            card and from_revealed(EFFECT[at])
        )
    if action >= SAVE:
        return False
    if action >= REST or action == REST_EMPTY:
        return (fruit and action != REST_EMPTY) or (card and BLANK in s.market)
    if TAKE <= action < KEEP:
        return fruit
    return REPLACE <= action < REST_EMPTY
