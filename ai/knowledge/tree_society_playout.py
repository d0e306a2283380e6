"""Tree Society: a sensible action quickly, for games that a search plays out."""

from services.rules.games.tree_society import effects
from services.rules.games.tree_society.actions import (
    BUILD_LEVEL,
    FILL,
    FORFEIT,
    KEEP,
    MAX_DECISIONS,
    PAYMENTS,
    REST,
    REST_EMPTY,
    SAVE,
    SELL,
    SWAP,
    TAKE,
)
from services.rules.games.tree_society.components import (
    ACTION,
    AMOUNT,
    BANNERS,
    EFFECT,
    FILL_CHEST,
    FRUIT,
    FRUIT_DISCOUNT,
    ICON,
    KINDS,
    MARKET,
    PAY_LESS,
    PLACES,
    PURSE_KEPT,
    ROW,
    SELL_MORE,
    TAKE_ONE,
)
from services.rules.games.tree_society.prices import (
    NO_PAYMENT,
    PAY_FRUIT,
    from_revealed,
    in_scope,
    is_mandatory,
    next_level,
    price,
    standing,
    waiting,
)
from services.rules.games.tree_society.state import BUILD, CHOICE, DRAFT, SALE, State
from services.rules.kernel import BLANK, Rng, below, rule

LEVEL, BANNER, PRICE, CHANCE = 30, 5, 6, 8
"""Weights: build the highest level, with many banners, for few coins; chance may shift the choice by so much."""
SIGHT = 2
"""Chance may shift the choice of a fruit card by less than so many coins."""
NEVER = -1000
"""Less than any level is worth."""


@rule
def playout(s: State, rng: Rng, out: list[int]) -> int:  # noqa: ARG001 - called as random_action is
    """A legal action that a seat with a simple plan takes: sell dear, build what it can, take what will sell dear.

    It never discards a guild card or replaces a row.
    """
    if s.phase == SALE:
        return SELL + best_fruit(s, s.fruits[s.turn], s.n_fruits[s.turn], 0, rng)
    if s.phase == DRAFT:
        return TAKE + best_fruit(s, s.fruit_market, s.n_fruit_market, 0, rng)
    if s.decisions >= MAX_DECISIONS:
        return rest(s, rng) if s.phase == BUILD else FORFEIT
    if s.phase == CHOICE:
        return choice(s, rng)
    action = best_build(s, rng)
    if action < 0 and s.fruit != BLANK:
        action = fruit_action(s, rng)
    return action if action >= 0 else rest(s, rng)


@rule
def rest(s: State, rng: Rng) -> int:
    """End the turn with the fruit card that sells best."""
    if s.n_fruit_market == 0:
        return REST_EMPTY
    return REST + best_fruit(s, s.fruit_market, s.n_fruit_market, 0, rng)


@rule
def best_fruit(s: State, kinds: list[int], n: int, sold: int, rng: Rng) -> int:
    """The kind among kinds[:n] that pays most, about, of fruits not in the bits of `sold`; BLANK without one."""
    found, most = BLANK, -1
    for i in range(n):
        if sold >> FRUIT[kinds[i]] & 1 == 0:
            pays = SIGHT * (s.visible[FRUIT[kinds[i]]] + ICON[kinds[i]]) + below(rng, SIGHT * SIGHT)
            if pays > most:
                found, most = kinds[i], pays
    return found


@rule
def fruit_action(s: State, rng: Rng) -> int:
    """The action of the sold fruit card if it is worth a decision, else -1."""
    action, me = ACTION[s.fruit], s.turn
    if action == FILL_CHEST:
        return FILL
    if action == SELL_MORE and s.n_fruits[me] > 1:
        kind = best_fruit(s, s.fruits[me], s.n_fruits[me], s.sold_types, rng)
        return -1 if kind == BLANK else SELL + kind
    if action == TAKE_ONE and s.n_fruit_market > 0:
        return TAKE + best_fruit(s, s.fruit_market, s.n_fruit_market, 0, rng)
    return -1


@rule
def best_build(s: State, rng: Rng) -> int:
    """Build the level that looks best, with the fruit action where it can be used; -1 if none can be built."""
    me = s.turn
    discount = FRUIT_DISCOUNT if s.phase == BUILD and s.fruit != BLANK and ACTION[s.fruit] == PAY_LESS else 0
    revealing = s.phase == CHOICE and from_revealed(waiting(s))
    found, most = BLANK, NEVER
    for i in range(0 if revealing else s.n_ongoing[me]):
        merit = merit_of(s, s.ongoing[me][i], 0, discount, rng)
        if merit > most:
            found, most = s.ongoing[me][i], merit
    if s.n_ongoing[me] < PLACES:
        for i in range(s.n_revealed if revealing else MARKET):
            card = s.revealed[i] if revealing else s.market[i]
            if card != BLANK:
                merit = merit_of(s, card, 1 if i < ROW and not revealing else 0, discount, rng)
                if merit > most:
                    found, most = card, merit
    return pay(s, found, discount) if found != BLANK else -1


@rule
def merit_of(s: State, card: int, extra: int, discount: int, rng: Rng) -> int:
    """How good the next level of a card looks; NEVER if it cannot be built, or not without giving up another card."""
    me = s.turn
    cost = price(s, me, card, discount) + extra
    effect = EFFECT[next_level(s, card)]
    if cost > s.purse[me] or effect == effects.CARD_FOR_COINS or (s.phase == CHOICE and not in_scope(s, card)):
        return NEVER
    if effect in (effects.FRUIT_FOR_COINS, effects.FRUIT_FOR_CHEST) and s.n_fruits[me] == 0:
        return NEVER
    return int(LEVEL * s.level[card] + BANNER * BANNERS[card] - PRICE * cost + below(rng, CHANCE))


@rule
def pay(s: State, card: int, discount: int) -> int:
    """The action that builds the next level of a card; a mandatory effect takes the fruit card that sells worst."""
    payment = PAY_FRUIT + worst_fruit(s) if is_mandatory(s, card) else NO_PAYMENT
    return int(BUILD_LEVEL + (card * PAYMENTS + payment) * 2 + (1 if discount > 0 else 0))


@rule
def worst_fruit(s: State) -> int:
    """The kind of the own face-up fruit card that sells worst; BLANK without one."""
    me, found, least = s.turn, BLANK, -NEVER
    for i in range(s.n_fruits[me]):
        kind = s.fruits[me][i]
        pays = s.visible[FRUIT[kind]] + ICON[kind]
        if pays < least:
            found, least = kind, pays
    return int(found)


@rule
def choice(s: State, rng: Rng) -> int:
    """Use the effect that waits if there is any sense in it, else forfeit it."""
    effect, me = waiting(s), s.turn
    action = -1
    if effect == effects.SAVE:
        spare = min(s.purse[me] - PURSE_KEPT, AMOUNT[standing(s, s.source)])
        action = SAVE + spare if spare > 0 else -1
    elif effect == effects.SWAP:
        give, take = worst_fruit(s), best_fruit(s, s.fruit_market, s.n_fruit_market, 0, rng)
        action = SWAP + give * KINDS + take if FRUIT[give] != FRUIT[take] else -1
    elif effect == effects.TAKE:
        action = TAKE + best_fruit(s, s.fruit_market, s.n_fruit_market, 0, rng)
    elif effect == effects.SELL:
        action = SELL + best_fruit(s, s.fruits[me], s.n_fruits[me], s.sold_types, rng)
    elif effect == effects.REVEAL_FRUITS:
        action = KEEP + best_fruit(s, s.revealed, s.n_revealed, 0, rng)
    elif effect >= effects.LESS:
        action = best_build(s, rng)
    return action if action >= 0 else FORFEIT
