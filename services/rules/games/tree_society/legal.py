"""What the seat to act may do."""

from services.rules.kernel import BLANK, rule

from . import effects
from .actions import (
    BUILD_LEVEL,
    DISCARD,
    FILL,
    FORFEIT,
    KEEP,
    MAX_ACTION,
    MAX_DECISIONS,
    PAYMENTS,
    REPLACE,
    REST,
    REST_EMPTY,
    SAVE,
    SELL,
    SWAP,
    TAKE,
)
from .components import (
    ACTION,
    AMOUNT,
    EFFECT,
    FILL_CHEST,
    FRUIT,
    FRUIT_DISCOUNT,
    KINDS,
    MARKET,
    NEW_ROW,
    PAY_LESS,
    PLACES,
    ROW,
    SELL_MORE,
    TAKE_ONE,
)
from .prices import (
    PAY_CARD,
    PAY_FRUIT,
    extra_coin,
    from_revealed,
    full_price,
    has_fruit,
    in_scope,
    is_completed,
    is_mandatory,
    is_ongoing,
    is_revealed,
    next_level,
    payable,
    price,
    reduced_price,
    row_size,
    standing,
    waiting,
)
from .state import BUILD, CHOICE, DRAFT, OVER, SALE, State


@rule
def legal_actions(s: State, out: list[int]) -> int:
    """Write the legal actions of the seat to act; return how many."""
    me = s.turn
    if s.phase == SALE:
        return list_kinds(s.fruits[me], s.n_fruits[me], SELL, out, 0)
    if s.phase == DRAFT:
        return list_kinds(s.fruit_market, s.n_fruit_market, TAKE, out, 0)
    if s.phase == BUILD:
        n = list_rests(s, out)
        if s.decisions < MAX_DECISIONS:
            n = list_builds(s, me, out, n)
            n = list_discards(s, me, out, n)
            n = list_fruit_action(s, me, out, n)
        return n
    if s.phase == CHOICE:
        out[0] = FORFEIT
        return list_choices(s, me, out, 1) if s.decisions < MAX_DECISIONS else 1
    return 0


@rule
def list_kinds(kinds: list[int], count: int, first: int, out: list[int], n: int) -> int:
    """Write `first` + kind for each different one of the rising kinds[:count]."""
    last = BLANK
    for i in range(count):
        out[n] = first + kinds[i]
        n += kinds[i] != last
        last = kinds[i]
    return n


@rule
def list_rests(s: State, out: list[int]) -> int:
    """Write the ways to end the turn: with each fruit of the market, without one if it is empty."""
    if s.n_fruit_market == 0:
        out[0] = REST_EMPTY
        return 1
    return list_kinds(s.fruit_market, s.n_fruit_market, REST, out, 0)


@rule
def list_builds(s: State, me: int, out: list[int], n: int) -> int:
    """Write the levels that may be built in the build phase, on the own board or in the market."""
    cheaper = s.fruit != BLANK and ACTION[s.fruit] == PAY_LESS
    for i in range(s.n_ongoing[me]):
        n = list_build(s, me, s.ongoing[me][i], s.purse[me], cheaper, out, n)
    if s.n_ongoing[me] < PLACES:
        for slot in range(MARKET):
            if s.market[slot] != BLANK:
                n = list_build(s, me, s.market[slot], s.purse[me] - (slot < ROW), cheaper, out, n)
    return n


@rule
def list_build(s: State, me: int, card: int, coins: int, cheaper: bool, out: list[int], n: int) -> int:
    """Write the ways to build the next level of a card with these coins; `cheaper`: with the fruit action too."""
    first = BUILD_LEVEL + card * PAYMENTS * 2
    cost = full_price(s, me, card)
    if is_mandatory(s, card):
        if max(0, cost) <= coins:
            n = list_payments(s, me, card, first, out, n)
        if cheaper and max(0, cost - FRUIT_DISCOUNT) <= coins:
            n = list_payments(s, me, card, first + 1, out, n)
        return n
    out[n] = first
    n += max(0, cost) <= coins  # without a branch: much faster
    if cheaper:
        out[n] = first + 1
        n += max(0, cost - FRUIT_DISCOUNT) <= coins
    return n


@rule
def list_payments(s: State, me: int, card: int, first: int, out: list[int], n: int) -> int:
    """Write `first` + 2 * payment for each payment that the mandatory effect of the next level of a card takes."""
    if EFFECT[next_level(s, card)] == effects.CARD_FOR_COINS:
        for i in range(s.n_ongoing[me]):
            out[n] = first + 2 * (PAY_CARD + s.ongoing[me][i])
            n += s.ongoing[me][i] != card
    else:
        last = BLANK
        for i in range(s.n_fruits[me]):
            out[n] = first + 2 * (PAY_FRUIT + s.fruits[me][i])
            n += s.fruits[me][i] != last
            last = s.fruits[me][i]
    return n


@rule
def list_discards(s: State, me: int, out: list[int], n: int) -> int:
    """Write the guild cards that may be discarded of the seat's own accord."""
    for i in range(s.n_ongoing[me]):
        out[n] = DISCARD + s.ongoing[me][i]
        n += 1
    for i in range(s.n_completed[me]):
        out[n] = DISCARD + s.completed[me][i]
        n += 1
    return n


@rule
def list_fruit_action(s: State, me: int, out: list[int], n: int) -> int:
    """Write what the action of the sold fruit card allows, apart from a cheaper level."""
    if s.fruit == BLANK:
        return n
    action = ACTION[s.fruit]
    if action == SELL_MORE:
        return list_sales(s, me, out, n)
    if action == NEW_ROW:
        return list_rows(s, out, n)
    if action == TAKE_ONE:
        return list_kinds(s.fruit_market, s.n_fruit_market, TAKE, out, n)
    if action == FILL_CHEST:
        out[n] = FILL
        n += 1
    return n


@rule
def list_sales(s: State, me: int, out: list[int], n: int) -> int:
    """Write the extra sales: fruits of a type not sold this turn."""
    last = BLANK
    for i in range(s.n_fruits[me]):
        kind = s.fruits[me][i]
        out[n] = SELL + kind
        n += s.sold_types >> FRUIT[kind] & 1 == 0 and kind != last
        last = kind
    return n


@rule
def list_rows(s: State, out: list[int], n: int) -> int:
    """Write the rows of the guild market that hold a card."""
    for row in range(2):
        if row_size(s, row) > 0:
            out[n] = REPLACE + row
            n += 1
    return n


@rule
def list_choices(s: State, me: int, out: list[int], n: int) -> int:  # noqa: C901 - a branch for each effect
    """Write what the effect that waits allows, apart from forfeiting it."""
    effect = waiting(s)
    if effect == effects.SAVE:
        for coins in range(1, min(AMOUNT[standing(s, s.source)], s.purse[me]) + 1):
            out[n] = SAVE + coins
            n += 1
    elif effect == effects.SWAP:
        for i in range(s.n_fruits[me]):
            if i == 0 or s.fruits[me][i] != s.fruits[me][i - 1]:
                n = list_swaps(s, s.fruits[me][i], out, n)
    elif effect == effects.TAKE:
        n = list_kinds(s.fruit_market, s.n_fruit_market, TAKE, out, n)
    elif effect == effects.SELL:
        n = list_sales(s, me, out, n)
    elif effect == effects.REPLACE_ROW:
        n = list_rows(s, out, n)
    elif effect == effects.REVEAL_FRUITS:
        n = list_kinds(s.revealed, s.n_revealed, KEEP, out, n)
    else:
        if s.n_ongoing[me] == PLACES:
            n = list_room_makers(s, me, out, n)
        n = list_cheaper(s, me, out, n)
    return n


@rule
def list_swaps(s: State, own: int, out: list[int], n: int) -> int:
    """Write the swaps of one fruit card; one with a card of the same kind would be none."""
    last = own
    for i in range(s.n_fruit_market):
        kind = s.fruit_market[i]
        if kind not in (own, last):
            out[n] = SWAP + own * KINDS + kind
            n += 1
        last = kind
    return n


@rule
def list_room_makers(s: State, me: int, out: list[int], n: int) -> int:
    """Write the ongoing cards that may be discarded to make room for what an effect builds: not its own card."""
    for i in range(s.n_ongoing[me]):
        if s.ongoing[me][i] != s.source:
            out[n] = DISCARD + s.ongoing[me][i]
            n += 1
    return n


@rule
def list_cheaper(s: State, me: int, out: list[int], n: int) -> int:
    """Write the levels that the effect that waits may build."""
    effect = waiting(s)
    if not from_revealed(effect):
        for i in range(s.n_ongoing[me]):
            n = list_reduced(s, me, s.ongoing[me][i], s.purse[me], out, n)
    if s.n_ongoing[me] == PLACES:
        return n
    if from_revealed(effect):
        for i in range(s.n_revealed):
            n = list_reduced(s, me, s.revealed[i], s.purse[me], out, n)
    else:
        for slot in range(MARKET):
            if s.market[slot] != BLANK:
                n = list_reduced(s, me, s.market[slot], s.purse[me] - (slot < ROW), out, n)
    return n


@rule
def list_reduced(s: State, me: int, card: int, coins: int, out: list[int], n: int) -> int:
    """Write the ways to build the next level of a card with these coins by the effect that waits."""
    if in_scope(s, card) and reduced_price(s, me, card) <= coins:
        if is_mandatory(s, card):
            n = list_payments(s, me, card, BUILD_LEVEL + card * PAYMENTS * 2, out, n)
        else:
            out[n] = BUILD_LEVEL + card * PAYMENTS * 2
            n += 1
    return n


@rule
def is_legal(s: State, action: int) -> bool:  # noqa: C901, PLR0911, PLR0912 - a branch for each sort of action
    """Whether the seat to act may play this action; any int may be asked."""
    if action < 0 or action >= MAX_ACTION or s.phase == OVER:
        return False
    if s.decisions >= MAX_DECISIONS and action not in (FORFEIT, REST_EMPTY) and not REST <= action < SAVE:
        return False
    if action >= BUILD_LEVEL:
        return may_build(s, action)
    if action >= SWAP:
        own, other = (action - SWAP) // KINDS, (action - SWAP) % KINDS
        return is_waiting(s, effects.SWAP) and own != other and has_fruit(s, s.turn, own) and in_market(s, other)
    if action >= DISCARD:
        return may_discard(s, action - DISCARD)
    if action >= SAVE:
        coins = action - SAVE
        if not is_waiting(s, effects.SAVE):
            return False
        return bool(1 <= coins <= min(AMOUNT[standing(s, s.source)], s.purse[s.turn]))
    if action >= REST:
        return s.phase == BUILD and in_market(s, action - REST)
    if action >= KEEP:
        return is_waiting(s, effects.REVEAL_FRUITS) and is_revealed(s, action - KEEP)
    if action >= TAKE:
        return (s.phase == DRAFT or may_use(s, effects.TAKE, TAKE_ONE)) and in_market(s, action - TAKE)
    if action >= SELL:
        return may_sell(s, action - SELL)
    if action == REST_EMPTY:
        return s.phase == BUILD and s.n_fruit_market == 0
    if action >= REPLACE:
        return may_use(s, effects.REPLACE_ROW, NEW_ROW) and row_size(s, action - REPLACE) > 0
    if action == FILL:
        return has_action(s, FILL_CHEST)
    return s.phase == CHOICE


@rule
def is_waiting(s: State, effect: int) -> bool:
    """Whether this effect waits for a choice."""
    return s.phase == CHOICE and waiting(s) == effect


@rule
def has_action(s: State, action: int) -> bool:
    """Whether the sold fruit card offers this action, now."""
    return s.phase == BUILD and s.fruit != BLANK and bool(ACTION[s.fruit] == action)


@rule
def may_use(s: State, effect: int, action: int) -> bool:
    """Whether an effect that waits, or the action of the sold fruit card, is of this sort."""
    return is_waiting(s, effect) or has_action(s, action)


@rule
def in_market(s: State, kind: int) -> bool:
    """Whether a fruit card of this kind lies in the market."""
    for i in range(s.n_fruit_market):
        if s.fruit_market[i] == kind:
            return True
    return False


@rule
def may_sell(s: State, kind: int) -> bool:
    """Whether a fruit card may be sold now."""
    if not has_fruit(s, s.turn, kind) or s.sold_types >> FRUIT[kind] & 1:
        return False
    return s.phase == SALE or may_use(s, effects.SELL, SELL_MORE)


@rule
def may_discard(s: State, card: int) -> bool:
    """Whether a guild card of the seat to act may be discarded now."""
    me = s.turn
    if s.phase == BUILD:
        return is_ongoing(s, me, card) or is_completed(s, me, card)
    if s.phase != CHOICE or waiting(s) < effects.LESS:
        return False
    return s.n_ongoing[me] == PLACES and card != s.source and is_ongoing(s, me, card)


@rule
def may_build(s: State, action: int) -> bool:
    """Whether the seat to act may build a level as the action says."""
    me = s.turn
    card, rest = (action - BUILD_LEVEL) // (PAYMENTS * 2), (action - BUILD_LEVEL) % (PAYMENTS * 2)
    if s.phase != BUILD and (s.phase != CHOICE or waiting(s) < effects.LESS):
        return False
    extra = extra_coin(s, card)
    if extra == BLANK or (s.phase == CHOICE and not in_scope(s, card)):
        return False
    if rest % 2 and not has_action(s, PAY_LESS):
        return False
    return payable(s, card, rest // 2) and price(s, me, card, rest % 2 * FRUIT_DISCOUNT) + extra <= s.purse[me]
