"""Tree Society: a sensible action quickly, for games that a search plays out.

What is sold, built and taken is weighed by `tree_society_habits`.
"""

from ai.knowledge.tree_society_habits import (
    CHANCE,
    OWN_HABITS,
    ROWS,
    SELL_MORE_FROM,
    SELLING,
    TAKING,
    UNTHINKABLE,
    fruit_merit,
    in_time,
    level_merit,
    turns_to_come,
)
from ai.knowledge.tree_society_worth import UNIT
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
    FILL_CHEST,
    FRUIT,
    FRUIT_DISCOUNT,
    KINDS,
    MARKET,
    PAY_LESS,
    PLACES,
    PURSE_KEPT,
    ROW,
    SELL_MORE,
    TAKE_ONE,
)
from services.rules.games.tree_society.moves import sale_value
from services.rules.games.tree_society.prices import (
    NO_PAYMENT,
    PAY_FRUIT,
    from_revealed,
    is_mandatory,
    standing,
    waiting,
)
from services.rules.games.tree_society.state import BUILD, CHOICE, DRAFT, SALE, State
from services.rules.kernel import BLANK, Rng, below, ints, rule


@rule
def playout(s: State, rng: Rng, out: list[int]) -> int:  # noqa: ARG001 - called as random_action is
    """A legal action that a seat takes at a glance. It never discards a guild card or replaces a row."""
    return play_by(s, rng, OWN_HABITS)


@rule
def play_by(s: State, rng: Rng, w: list[int]) -> int:
    """What the playout would do with these weights."""
    now = ints(ROWS)
    turns = turns_to_come(s)
    in_time(turns, w, now)
    if s.phase == SALE:
        return SELL + best_fruit(s, s.fruits[s.turn], s.n_fruits[s.turn], 0, SELLING, now, rng)
    if s.phase == DRAFT:
        return TAKE + best_fruit(s, s.fruit_market, s.n_fruit_market, 0, TAKING, now, rng)
    if s.decisions >= MAX_DECISIONS:
        return rest(s, now, rng) if s.phase == BUILD else FORFEIT
    if s.phase == CHOICE:
        return choice(s, turns, now, rng)
    action = fruit_action(s, turns, now, rng) if s.fruit != BLANK else -1
    if action < 0:
        action = best_build(s, turns, now, rng)
    return action if action >= 0 else rest(s, now, rng)


@rule
def rest(s: State, now: list[int], rng: Rng) -> int:
    """End the turn with the fruit card that looks best."""
    if s.n_fruit_market == 0:
        return REST_EMPTY
    return REST + best_fruit(s, s.fruit_market, s.n_fruit_market, 0, TAKING, now, rng)


@rule
def best_fruit(s: State, kinds: list[int], n: int, sold: int, rows: int, now: list[int], rng: Rng) -> int:
    """The kind among kinds[:n] that looks best, of fruits not in the bits of `sold`; BLANK without one."""
    found, most = BLANK, UNTHINKABLE
    for i in range(n):
        if sold >> FRUIT[kinds[i]] & 1 == 0:
            merit = fruit_merit(s, kinds[i], rows, now) + below(rng, CHANCE)
            if merit > most:
                found, most = kinds[i], merit
    return found


@rule
def fruit_action(s: State, turns: int, now: list[int], rng: Rng) -> int:
    """The action of the sold fruit card if it is worth a decision, else -1; a discount is used as a level is built."""
    action, me = ACTION[s.fruit], s.turn
    if action == FILL_CHEST and turns > 0:
        return FILL
    if action == SELL_MORE:
        kind = best_fruit(s, s.fruits[me], s.n_fruits[me], s.sold_types, SELLING, now, rng)
        return SELL + kind if kind != BLANK and UNIT * sale_value(s, me, kind) >= now[SELL_MORE_FROM] else -1
    if action == TAKE_ONE and s.n_fruit_market > 0:
        return TAKE + best_fruit(s, s.fruit_market, s.n_fruit_market, 0, TAKING, now, rng)
    return -1


@rule
def best_build(s: State, turns: int, now: list[int], rng: Rng) -> int:
    """Build the level that looks best, with the fruit action where it can be used; -1 if none looks good."""
    me = s.turn
    discount = FRUIT_DISCOUNT if s.phase == BUILD and s.fruit != BLANK and ACTION[s.fruit] == PAY_LESS else 0
    revealing = s.phase == CHOICE and from_revealed(waiting(s))
    own = 0 if revealing else s.n_ongoing[me]
    others = s.n_revealed if revealing else MARKET
    found, most = BLANK, 0
    for i in range(own + (others if s.n_ongoing[me] < PLACES else 0)):
        slot = i - own
        card = s.ongoing[me][i] if slot < 0 else (s.revealed[slot] if revealing else s.market[slot])
        if card != BLANK:
            extra = 1 if 0 <= slot < ROW and not revealing else 0
            merit = level_merit(s, card, extra, discount, turns, now, rng)
            if merit > most:
                found, most = card, merit
    return pay(s, found, discount, now) if found != BLANK else -1


@rule
def pay(s: State, card: int, discount: int, now: list[int]) -> int:
    """The action that builds the next level of a card; a mandatory effect takes the fruit card that looks worst."""
    payment = PAY_FRUIT + worst_fruit(s, now) if is_mandatory(s, card) else NO_PAYMENT
    return int(BUILD_LEVEL + (card * PAYMENTS + payment) * 2 + (1 if discount > 0 else 0))


@rule
def worst_fruit(s: State, now: list[int]) -> int:
    """The kind of the own face-up fruit card that looks worst; BLANK without one."""
    me, found, least = s.turn, BLANK, -UNTHINKABLE
    for i in range(s.n_fruits[me]):
        merit = fruit_merit(s, s.fruits[me][i], TAKING, now)
        if merit < least:
            found, least = s.fruits[me][i], merit
    return int(found)


@rule
def choice(s: State, turns: int, now: list[int], rng: Rng) -> int:
    """Use the effect that waits if there is any sense in it, else forfeit it."""
    effect, me = waiting(s), s.turn
    action = -1
    if effect == effects.SAVE:
        spare = min(s.purse[me] - PURSE_KEPT, AMOUNT[standing(s, s.source)])
        action = SAVE + spare if spare > 0 else -1
    elif effect == effects.SELL:
        action = SELL + best_fruit(s, s.fruits[me], s.n_fruits[me], s.sold_types, SELLING, now, rng)
    elif effect == effects.REVEAL_FRUITS:
        action = KEEP + best_fruit(s, s.revealed, s.n_revealed, 0, TAKING, now, rng)
    elif effect in (effects.SWAP, effects.TAKE):
        take = best_fruit(s, s.fruit_market, s.n_fruit_market, 0, TAKING, now, rng)
        action = TAKE + take
        if effect == effects.SWAP:
            give = worst_fruit(s, now)
            action = SWAP + give * KINDS + take if FRUIT[give] != FRUIT[take] else -1
    elif effect >= effects.LESS:
        action = best_build(s, turns, now, rng)
    return action if action >= 0 else FORFEIT
