"""Tree Society: how long the game still lasts, and what coins, effects, fruit and levels are worth until then."""

from services.rules.games.tree_society import effects
from services.rules.games.tree_society.components import (
    AMOUNT,
    BANNERS,
    BOX_CARDS,
    COUNT,
    EFFECT,
    FILL_CHEST,
    FRUIT,
    FRUIT_KINDS,
    GUILD,
    LEVELS,
    N_FRUITS,
    POINTS,
    PURSE_KEPT,
    Level,
)
from services.rules.games.tree_society.prices import standing
from services.rules.games.tree_society.scoring import counted
from services.rules.games.tree_society.state import NEVER, State
from services.rules.kernel import BLANK, ints, rule, table

UNIT = 100
"""Points, coins and rates are kept in hundredths where they are whole numbers."""
PACE = table((0, 0, 75, 92, 105))
"""Banners that the leading seat completes in a round, by number of seats."""
FRUIT_TAKEN = 1.2
"""Cards that a turn takes from the fruit deck."""
SALE = table((0, 0, 520, 570, 620))
"""Coins that a turn brings, fruit action and all, by number of seats."""
HINT = table((80, 50, 30))
"""How much the best fruit cards in hand tell of the next turns."""
GROWTH = table((0, 70, 40, 20, 0, 0, 115, 60, 25))
"""What is counted at the end grows by so many hundredths a turn, in the order of COUNTS."""

WEIGHTS = {  # tuned: pomona tune tree_society --rounds 60 --games 20 --seed 1
    "rival": 1.03,  # what the best rival may expect
    "coin": 81.0,  # points, in hundredths, that a coin is worth while there is time to use it well
    "turns": 2.81,  # so many later turns are enough time
    "begun": 0.47,  # share of the built levels of a card that counts towards its banners
    "spare": 0.77,  # coins that each fruit card beyond three is worth
    "hint": 1.27,  # how far the best fruit cards in hand are believed (HINT)
    "growth": 1.04,  # how far what is counted at the end will grow (GROWTH)
    "place": 17.3,  # points, in hundredths, that the last free place is worth
    "at_once": 29.8,  # points, in hundredths, that a coin is worth at least which can still be spent this turn
}
RIVAL, COIN, TURNS, BEGUN, SPARE, HINTED, GROWN, LAST_PLACE, AT_ONCE = range(len(WEIGHTS))


# Effects and fruit actions in coins ----------------------------------------------------------------------------------


def _coins_of(level: Level) -> float:
    """About how many coins the effect of a level is worth."""
    most = float(level.limit or 9)
    fixed = {
        effects.NOTHING: 0.0,
        effects.COINS_PER_BANNER: min(most, 2.5),
        effects.COINS_PER_CARD: min(most, 1.5),
        effects.COINS_PER_FRUIT: min(most, 2.6),
        effects.REVEAL_COINS: min(most, 2.4),
        effects.CARD_FOR_COINS: -1.0,
        effects.SWAP: 0.6,
        effects.TAKE: 1.6,
        effects.SELL: 2.6,
        effects.REPLACE_ROW: 0.2,
        effects.HALF: 1.8,
        effects.LEVEL_LESS: 1.2,
        effects.KEEP: 1.2,
    }
    scaled = {
        effects.COINS: 1.0,
        effects.CHEST: 1.0,
        effects.SAVE: 0.5,
        effects.LESS: 0.9,
        effects.FREE: 0.75,
        effects.SALE_BONUS: 2.0,
        effects.COMPLETION_BONUS: 2.0,
    }
    if level.effect in fixed:
        return fixed[level.effect]
    if level.effect in scaled:
        return scaled[level.effect] * level.amount
    if level.effect in (effects.FRUIT_FOR_COINS, effects.FRUIT_FOR_CHEST):
        return level.amount - 1.4
    if level.effect == effects.REVEAL_FRUITS:
        return 1.6 + 0.2 * level.amount
    return {effects.REVEAL_LESS: 0.9, effects.REVEAL_FREE: 0.75}.get(level.effect, 0.4) * (level.limit or level.amount)


LEVEL_COINS = table(round(UNIT * _coins_of(level)) for card in BOX_CARDS for level in card.levels)
"""What the effect of a level is worth."""
ACTION_COINS = (2.0, 0.2, 1.3, 0.9, 1.8)
"""What the fruit actions are worth, in the order of ACTIONS; of those that fill the chest, a coin of it."""
KIND_COINS = table(
    round(UNIT * (kind.icon + ACTION_COINS[kind.action] * (kind.chest if kind.action == FILL_CHEST else 1)))
    for kind in FRUIT_KINDS
)
"""What a kind of fruit card pays beside the cards in sight: its icon and its action."""


# Time ----------------------------------------------------------------------------------------------------------------


@rule
def rounds_left(s: State, w: list[float]) -> float:
    """About how many rounds follow the one that is being played."""
    if s.last_round != NEVER:
        return 1.0 * (s.last_round - s.round)
    need = 99.0
    for p in range(s.seats):
        missing = 1.0 * (s.goal - s.banners[p])
        for i in range(s.n_ongoing[p]):
            card = s.ongoing[p][i]
            missing -= w[BEGUN] * BANNERS[card] * s.level[card] / LEVELS
        need = min(need, missing)
    rounds = 1.0 + max(0.5, need * UNIT / PACE[s.seats])
    return float(min(rounds, s.n_fruit_deck / (FRUIT_TAKEN * s.seats)))


@rule
def rate_of(turns: float, w: list[float]) -> int:
    """Points, in hundredths, that a coin brings a seat with so many turns to come."""
    return int(w[COIN] * min(1.0, turns / w[TURNS]))


# Fruit ---------------------------------------------------------------------------------------------------------------


@rule
def income(s: State, p: int, turns: float, acting: bool, w: list[float]) -> float:
    """Coins that the turns to come bring a seat; one that is `acting` will take the best fruit card of the market."""
    usual = SALE[s.seats] / UNIT + 0.5 * s.sale_bonus[p]
    market = best_of_market(s) if acting else BLANK
    cards = s.n_fruits[p] + (market != BLANK)
    coins = usual * turns + w[SPARE] * max(0, cards - 3)
    picked, used = ints(3), ints(N_FRUITS)
    for fruit in range(N_FRUITS):
        used[fruit] = 0
    for k in range(3):
        if turns > k:
            sale = next_sale(s, p, market, picked, k, used) / UNIT + s.sale_bonus[p] if k < cards else 0.0
            coins += (sale - usual) * w[HINTED] * HINT[k] / UNIT * min(1.0, turns - k)
    return float(coins)


@rule
def sale_of(s: State, kind: int) -> int:
    """What selling a fruit card brings with its action as things stand, in hundredths of coins."""
    return int(KIND_COINS[kind] + UNIT * s.visible[FRUIT[kind]])


@rule
def best_of_market(s: State) -> int:
    """The kind of fruit card of the market that would sell best; BLANK if it is empty."""
    best = BLANK
    for i in range(s.n_fruit_market):
        if best == BLANK or sale_of(s, s.fruit_market[i]) > sale_of(s, best):
            best = s.fruit_market[i]
    return int(best)


@rule
def next_sale(s: State, p: int, market: int, picked: list[int], k: int, used: list[int]) -> int:
    """What the best fruit card of a seat brings once those in picked[:k] are sold, so that fewer are in sight."""
    best, which = -1, 0
    for i in range(s.n_fruits[p] + (market != BLANK)):
        kind = s.fruits[p][i] if i < s.n_fruits[p] else market
        worth = sale_of(s, kind) - UNIT * used[FRUIT[kind]]
        for j in range(k):
            if picked[j] == i:
                worth = -1
        if worth > best:
            best, which = worth, i
    kind = s.fruits[p][which] if which < s.n_fruits[p] else market
    picked[k] = which
    used[FRUIT[kind]] += 1
    return best


# Levels --------------------------------------------------------------------------------------------------------------


@rule
def kept_coins(s: State, p: int) -> int:
    """What the coin check leaves a seat at most."""
    kept = PURSE_KEPT
    for i in range(s.n_ongoing[p]):
        at = standing(s, s.ongoing[p][i])
        if EFFECT[at] == effects.KEEP:
            kept = max(kept, AMOUNT[at])
    return kept


@rule
def hoped(s: State, p: int, card: int, turns: float, own: bool, w: list[float]) -> float:
    """Points, in hundredths, that level 3 of a card of a seat will score; `own`: it is still to be completed."""
    at = card * LEVELS + LEVELS - 1
    count = COUNT[at][0]
    points = 1.0 * POINTS[at]
    if count != effects.COUNT_NOTHING:
        n = 1.0 * counted(s, p, count, GUILD[card]) + w[GROWN] * GROWTH[count] * turns / UNIT
        if count in (effects.COUNT_BANNERS, effects.COUNT_GUILD_BANNERS):
            n += BANNERS[card] if own else 0
        elif count == effects.COUNT_CARDS:
            n += 1 if own else 0
        elif count == effects.COUNT_GUILDS:
            n = min(4.0, n + (0.5 if own else 0.0))
        elif count == effects.COUNT_SOLD_TYPES:
            n = min(1.0 * N_FRUITS, n)
        elif count == effects.COUNT_COINS and turns > 0.0:
            n = 1.0 * PURSE_KEPT + 1.0
        more = n / COUNT[at][2] * COUNT[at][1]
        points += min(more, 1.0 * COUNT[at][3]) if COUNT[at][3] > 0 else more
    return float(points * UNIT)
