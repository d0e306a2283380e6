"""Tree Society: how good a level or a fruit card looks at a glance, by weights that self-play has bettered."""

from ai.knowledge.tree_society_worth import GROWTH, LEVEL_COINS, PACE, UNIT
from services.rules.games.tree_society import effects
from services.rules.games.tree_society.building import different_fruits
from services.rules.games.tree_society.components import (
    ACTION,
    BANNERS,
    COST,
    COUNT,
    EFFECT,
    FILL_CHEST,
    FRUIT,
    FRUIT_CHEST,
    GUILD,
    ICON,
    LEVELS,
    LIMIT,
    N_FRUITS,
    PLACES,
    POINTS,
    PURSE_KEPT,
)
from services.rules.games.tree_society.prices import in_scope, next_level, price
from services.rules.games.tree_society.scoring import counted, points_of
from services.rules.games.tree_society.state import CHOICE, NEVER, State
from services.rules.kernel import Rng, below, rule, table

HABITS = {  # tuned: pomona tune tree_society --playout --rounds 60 --games 800 --seed 3
    "points": (167, 79, 49),  # a point that the level scores at once, of level 3 a point that may be hoped for
    "price": (1, -23, -11),  # a coin of its price
    "lost": (1, -56, -73),  # a coin of the price that the coin check would have left
    "coins": (75, 67, 66),  # a coin, about, of its effect
    "chest": (-29, 63, 131),  # the same, of effects that serve later turns
    "lasting": (-6, 6, 65),  # the same, of ongoing effects
    "banner": (0, 33, 18),  # a banner of the card that it completes
    "second": (12, 149, -4),  # level 2
    "third": (14, 68, 152),  # level 3
    "promise": (-12, 28, 65),  # a point more that level 3 may be hoped to score
    "ahead": (-2, -13, -39),  # a coin that the levels above it cost
    "last_place": (-23, -35, -24),  # taking the last free place
    "ends": (11, 42, 18),  # a point ahead of the best rival, where the level brings about the end
    "sell": (121, 86, 319),  # a coin that a fruit card sells for
    "sell_same": (4, -8, -35),  # another card of its fruit on the own board
    "sell_for_sale": (275, 190, 131),  # its action
    "sell_for_row": (16, 8, 7),
    "sell_for_fruit": (14, -16, 129),
    "sell_for_chest": (11, 52, 148),  # a coin of it
    "sell_for_less": (94, 66, 258),
    "take": (2, 80, 110),  # the same where a fruit card is taken
    "take_same": (-5, -37, -16),
    "take_for_sale": (-50, 141, 142),
    "take_for_row": (-3, -7, 4),
    "take_for_fruit": (-6, 24, 205),
    "take_for_chest": (-21, 132, 161),
    "take_for_less": (-2, 282, 364),
    "sell_more": (84, -51, -236),  # hundredths of coins that an extra sale should bring
}
"""What the playout weighs in the last turn, with one turn to come, and with four or more; only ratios matter."""
KNOTS = 3
ROWS = len(HABITS)
POINT, PAID, LOST, COIN, LATER, LASTING, BANNER, SECOND, THIRD, PROMISE, AHEAD, LAST_PLACE, ENDS = range(13)
SELLING, TAKING, SELL_MORE_FROM = 13, 20, 27
"""Rows of a fruit card: coins, cards of the same fruit, then the actions in their order."""
OWN_HABITS = table(weight for row in HABITS.values() for weight in row)
SOON, FAR = UNIT, 4 * UNIT
"""Turns to come, in hundredths, for which the second and the third number of a row stand."""
CHANCE = 60
"""Chance may raise what is weighed by less than this."""
UNTHINKABLE = -1_000_000
SERVES_LATER = table(
    effect in (effects.CHEST, effects.FRUIT_FOR_CHEST, effects.SAVE, effects.REVEAL_FRUITS, effects.SWAP, effects.TAKE)
    for effect in range(len(effects.NAMES))
)
"""Whether what an effect gives can be used in later turns only."""
TEN = 10
"""Hoped points are counted in tenths."""
BEGUN = 47
"""Hundredths of the built levels of a card that count towards its banners."""
LEAD = 10
"""The longest lead that matters for bringing about the end."""


# Time ----------------------------------------------------------------------------------------------------------------


@rule
def turns_to_come(s: State) -> int:
    """About how many turns, in hundredths, the seat to act has after this one."""
    if s.last_round != NEVER:
        return int(UNIT * (s.last_round - s.round))
    need = UNIT * UNIT
    for p in range(s.seats):
        missing = UNIT * (s.goal - s.banners[p])
        for i in range(s.n_ongoing[p]):
            card = s.ongoing[p][i]
            missing -= BEGUN * BANNERS[card] * s.level[card] // LEVELS
        need = min(need, missing)
    rounds = UNIT + max(UNIT // 2, need * UNIT // PACE[s.seats])
    return int(min(rounds, s.n_fruit_deck * UNIT * 5 // (6 * s.seats)))


@rule
def in_time(turns: int, w: list[int], now: list[int]) -> None:
    """Write the weight of each row for so many turns to come."""
    far = min(FAR, max(SOON, turns)) - SOON
    for i in range(ROWS):
        if turns <= 0:
            now[i] = w[i * KNOTS]
        else:
            now[i] = (w[i * KNOTS + 1] * (FAR - SOON - far) + w[i * KNOTS + 2] * far) // (FAR - SOON)


# Fruit ---------------------------------------------------------------------------------------------------------------


@rule
def fruit_merit(s: State, kind: int, rows: int, now: list[int]) -> int:
    """How good selling a fruit card looks, or taking it; `rows`: SELLING or TAKING."""
    me, fruit, action = s.turn, FRUIT[kind], ACTION[kind]
    same = 0
    for i in range(s.n_fruits[me]):
        same += FRUIT[s.fruits[me][i]] == fruit
    size = FRUIT_CHEST[kind] if action == FILL_CHEST else 1
    return int(now[rows] * (s.visible[fruit] + ICON[kind]) + now[rows + 1] * same + now[rows + 2 + action] * size)


# Levels --------------------------------------------------------------------------------------------------------------


@rule
def level_merit(s: State, card: int, extra: int, discount: int, turns: int, now: list[int], rng: Rng) -> int:
    """How good building the next level of a card looks; above 0: better than not to.

    UNTHINKABLE if it cannot be built, or not without giving up another card.
    """
    me, at = s.turn, next_level(s, card)
    effect, cost = EFFECT[at], price(s, me, card, discount) + extra
    if cost > s.purse[me] or effect == effects.CARD_FOR_COINS or (s.phase == CHOICE and not in_scope(s, card)):
        return UNTHINKABLE
    if effect in (effects.FRUIT_FOR_COINS, effects.FRUIT_FOR_CHEST) and s.n_fruits[me] == 0:
        return UNTHINKABLE
    left = min(s.purse[me] - cost, PURSE_KEPT)
    merit = now[PAID] * cost + now[LOST] * (min(s.purse[me], PURSE_KEPT) - left) + below(rng, CHANCE)
    merit += effect_merit(s, me, at, now) + points_merit(s, me, card, turns, now)
    if s.level[card] == 0 and s.n_ongoing[me] == PLACES - 1:
        merit += now[LAST_PLACE]
    return int(merit)


@rule
def points_merit(s: State, me: int, card: int, turns: int, now: list[int]) -> int:
    """What the points of the next level of a card are worth, those that it may lead to, and its banners."""
    level, at = s.level[card], next_level(s, card)
    before = POINTS[at - 1] if level > 0 else 0
    hoped = hoped_points(s, me, card, turns)
    if level == LEVELS - 1:
        merit = now[POINT] * (hoped - TEN * before) // TEN + now[BANNER] * BANNERS[card] + now[THIRD]
        if s.banners[me] + BANNERS[card] >= s.goal and s.last_round == NEVER:
            merit += now[ENDS] * lead(s, me)
        return int(merit)
    coins = 0
    for step in range(level + 1, LEVELS):
        coins += COST[card * LEVELS + step]
    merit = now[POINT] * (POINTS[at] - before) + now[PROMISE] * (hoped - TEN * POINTS[at]) // TEN + now[AHEAD] * coins
    return int(merit + (now[SECOND] if level > 0 else 0))


@rule
def effect_merit(s: State, me: int, at: int, now: list[int]) -> int:
    """What the effect of a level is worth."""
    effect, coins = EFFECT[at], LEVEL_COINS[at]
    most = LIMIT[at] if LIMIT[at] > 0 else UNIT
    if effect == effects.COINS_PER_BANNER:
        coins = UNIT * min(most, s.banners[me])
    elif effect == effects.COINS_PER_CARD:
        coins = UNIT * min(most, s.n_completed[me])
    elif effect == effects.COINS_PER_FRUIT:
        coins = UNIT * min(most, different_fruits(s, me))
    row = COIN
    if effect >= effects.LEVEL_LESS:
        row = LASTING
    elif SERVES_LATER[effect]:
        row = LATER
    return int(now[row] * coins // UNIT)


@rule
def hoped_points(s: State, p: int, card: int, turns: int) -> int:
    """Points, in tenths, that a card of a seat may be hoped to score on level 3."""
    at = card * LEVELS + LEVELS - 1
    count = COUNT[at][0]
    points = TEN * POINTS[at]
    if count != effects.COUNT_NOTHING:
        n = TEN * counted(s, p, count, GUILD[card]) + GROWTH[count] * turns // (UNIT * UNIT // TEN)
        if count in (effects.COUNT_BANNERS, effects.COUNT_GUILD_BANNERS):
            n += TEN * BANNERS[card]
        elif count == effects.COUNT_CARDS:
            n += TEN
        elif count == effects.COUNT_GUILDS:
            n = min(4 * TEN, n + TEN // 2)
        elif count == effects.COUNT_SOLD_TYPES:
            n = min(N_FRUITS * TEN, n)
        elif count == effects.COUNT_COINS and turns > 0:
            n = (PURSE_KEPT + 1) * TEN
        more = n * COUNT[at][1] // COUNT[at][2]
        points += min(more, TEN * COUNT[at][3]) if COUNT[at][3] > 0 else more
    return int(points)


@rule
def lead(s: State, me: int) -> int:
    """Points ahead of the best rival as things stand, LEAD at most either way."""
    best = UNTHINKABLE
    for p in range(s.seats):
        if p != me:
            best = max(best, points_of(s, p))
    return min(LEAD, max(-LEAD, points_of(s, me) - best))
