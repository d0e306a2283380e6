"""A uniformly random legal action, drawn without listing all of them: most of what random games do."""

from services.rules.contract import NO_ACTION
from services.rules.kernel import BLANK, Rng, below, rule

from .actions import BUILD_LEVEL, DISCARD, FILL, MAX_DECISIONS, PAYMENTS, REPLACE, REST, SELL, TAKE
from .components import (
    ACTION,
    BOX_CARDS,
    FILL_CHEST,
    FRUIT,
    FRUIT_DISCOUNT,
    MARKET,
    NEW_ROW,
    PAY_LESS,
    PLACES,
    ROW,
    SELL_MORE,
    TAKE_ONE,
)
from .effects import CARD_FOR_COINS, FRUIT_FOR_COINS
from .legal import legal_actions
from .prices import full_price, row_size
from .state import BUILD, State

TRIES = 40

PAYING_GUILDS = sum(
    1 << guild
    for guild in {card.guild for card in BOX_CARDS}
    if any(
        FRUIT_FOR_COINS <= level.effect <= CARD_FOR_COINS
        for card in BOX_CARDS
        if card.guild == guild or card.starting
        for level in card.levels
    )
)
"""Guilds (bits) with which a level may have to be paid in several ways; starting cards lie beside any guild."""


@rule
def random_action(s: State, rng: Rng, room: list[int]) -> int:
    """A uniformly random legal action."""
    if s.phase == BUILD and s.n_fruit_market > 0 and s.decisions < MAX_DECISIONS and s.guilds & PAYING_GUILDS == 0:
        found = try_candidates(s, rng)
        if found != NO_ACTION:
            return found
    return room[below(rng, legal_actions(s, room))]


@rule
def try_candidates(s: State, rng: Rng) -> int:
    """Draw among all candidates of the build phase until one is legal; NO_ACTION if none is after many tries.

    Every legal action is one candidate, so each is as likely as any other.
    """
    me = s.turn
    rests, own, discards = s.n_fruit_market, s.n_ongoing[me], s.n_ongoing[me] + s.n_completed[me]
    builds = own + MARKET
    total = rests + discards + builds + fruit_candidates(s, me, builds)
    for _ in range(TRIES):
        k = below(rng, total)
        if k < rests:
            found = unless_double(s.fruit_market, k, REST)
        elif k < rests + own:
            found = DISCARD + s.ongoing[me][k - rests]
        elif k < rests + discards:
            found = DISCARD + s.completed[me][k - rests - own]
        elif k < rests + discards + builds:
            found = build_candidate(s, me, k - rests - discards, 0)
        else:
            found = fruit_candidate(s, me, k - rests - discards - builds)
        if found != NO_ACTION:
            return found
    return NO_ACTION


@rule
def unless_double(kinds: list[int], k: int, first: int) -> int:
    """`first` + the k-th of the rising kinds, unless it stands before it too."""
    return NO_ACTION if k > 0 and kinds[k] == kinds[k - 1] else first + kinds[k]


@rule
def build_candidate(s: State, me: int, k: int, discount: int) -> int:
    """Build the next level of the k-th ongoing card or, further on, of a card of the market."""
    card, coins = BLANK, s.purse[me]
    if k < s.n_ongoing[me]:
        card = s.ongoing[me][k]
    elif s.n_ongoing[me] < PLACES:
        slot = k - s.n_ongoing[me]
        card = s.market[slot]
        coins -= slot < ROW
    if card == BLANK or max(0, full_price(s, me, card) - discount) > coins:
        return NO_ACTION
    return BUILD_LEVEL + card * PAYMENTS * 2 + (1 if discount > 0 else 0)


@rule
def fruit_candidates(s: State, me: int, builds: int) -> int:
    """How many candidates the action of the sold fruit card adds."""
    if s.fruit == BLANK:
        return 0
    action = ACTION[s.fruit]
    if action == PAY_LESS:
        return builds
    if action == SELL_MORE:
        return s.n_fruits[me]
    if action == TAKE_ONE:
        return s.n_fruit_market
    return 2 if action == NEW_ROW else 1


@rule
def fruit_candidate(s: State, me: int, k: int) -> int:
    """The k-th candidate of the action of the sold fruit card."""
    action = ACTION[s.fruit]
    found = NO_ACTION
    if action == PAY_LESS:
        found = build_candidate(s, me, k, FRUIT_DISCOUNT)
    elif action == TAKE_ONE:
        found = unless_double(s.fruit_market, k, TAKE)
    elif action == FILL_CHEST:
        found = FILL
    elif action == NEW_ROW:
        if row_size(s, k) > 0:
            found = REPLACE + k
    elif s.sold_types >> FRUIT[s.fruits[me][k]] & 1 == 0:
        found = unless_double(s.fruits[me], k, SELL)
    return found
