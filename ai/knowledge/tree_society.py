"""Tree Society: what a table is worth to a seat, and which actions a sensible seat takes.

Expected points: what is completed, what ongoing cards promise, and the coins to come at the rate at which coins become
points. The seat whose turn it is also builds, in thought, what its purse still pays for, best bargain first. Nothing
lies hidden but the order of the decks, which no state holds.
"""

from ai.knowledge.tree_society_habits import HABITS
from ai.knowledge.tree_society_playout import play_by, playout
from ai.knowledge.tree_society_worth import (
    AT_ONCE,
    LAST_PLACE,
    LEVEL_COINS,
    RIVAL,
    UNIT,
    WEIGHTS,
    hoped,
    income,
    kept_coins,
    rate_of,
    rounds_left,
)
from services.rules.games.tree_society import effects
from services.rules.games.tree_society.components import (
    ACTION,
    AMOUNT,
    COST,
    EFFECT,
    FILL_CHEST,
    FRUIT_CHEST,
    FRUIT_DISCOUNT,
    LEVELS,
    MARKET,
    MAX_SEATS,
    PAY_LESS,
    PLACES,
    POINTS,
    ROW,
    SELL_MORE,
    TAKE_ONE,
)
from services.rules.games.tree_society.prices import can_sell, standing
from services.rules.games.tree_society.scoring import scores
from services.rules.games.tree_society.state import BUILD, CHOICE, OVER, State
from services.rules.kernel import BLANK, ints, rule

__all__ = ["HABITS", "SEARCH", "SWING", "WEIGHTS", "evaluate", "play_by", "playout"]

SWING = 6.0
"""Points ahead that are half of the way from an even game to a won one."""
SEARCH = {
    "flat": {"sift": 12, "turns": 200, "margin": 0.9},
    "mcts": {"sift": 0, "guide": 90, "widen": 0.1, "turns": 200, "explore": 0.2, "margin": 0.9},
}
"""Playouts go to the end of the game. Against greedy, 40 games each at 2 seats: flat:1000 95 %, mcts:2000 85 %."""

MOST = PLACES + MARKET
"""Cards that a seat can build on: its ongoing ones, then those of the market."""
CARD, STEP, WORTH, NEED, WIDTH = 0, 1, 2, 3 + LEVELS, 4 + 2 * LEVELS
"""A row of the sketch: a card, its level, what it is worth on levels 0 to 3, the later coins that it needs for that."""
PURSE, KEPT, FREE, DISCOUNT, RATE, LATER, NOW, LAST, MEANS = range(9)
"""What a seat has: coins, how many the coin check leaves, free places, coins off the next level, hundredths of points
that a later coin is worth, later coins; hundredths of points of a coin spent at once, and of the last free place."""


@rule
def evaluate(s: State, me: int, w: list[float]) -> float:
    """Points that a seat may expect above its best rival."""
    if s.phase == OVER:
        return final_margin(s, me)
    rounds = rounds_left(s, w)
    mine, best = 0.0, -1e9
    for p in range(s.seats):
        points = prospects(s, p, rounds, w)
        if p == me:
            mine = points
        else:
            best = max(best, points)
    return mine - w[RIVAL] * best


@rule
def final_margin(s: State, me: int) -> float:
    """Points ahead of the best rival when the game is over."""
    points = ints(MAX_SEATS)
    scores(s, points)
    best = points[0 if me > 0 else 1]
    for p in range(s.seats):
        if p != me:
            best = max(best, points[p])
    return 1.0 * (points[me] - best)


@rule
def prospects(s: State, p: int, rounds: float, w: list[float]) -> float:
    """Points that a seat may expect at the end, after so many rounds beyond the one that is being played."""
    acting = p == s.turn and s.phase in (BUILD, CHOICE)
    turns = rounds if p < s.turn or acting else rounds + 1.0
    coins = income(s, p, turns, acting, w) + s.chest[p]
    rows, means = ints(MOST * WIDTH), ints(MEANS)
    means[PURSE], means[KEPT], means[FREE] = s.purse[p], kept_coins(s, p), PLACES - s.n_ongoing[p]
    means[DISCOUNT] = FRUIT_DISCOUNT if s.fruit != BLANK and ACTION[s.fruit] == PAY_LESS else 0
    means[RATE], means[LATER] = rate_of(turns, w), int(coins) if turns > 0.0 else 0
    means[NOW], means[LAST] = max(means[RATE], int(w[AT_ONCE])), int(w[LAST_PLACE])
    n = sketch(s, p, turns, acting, means, rows, w)
    points = 0.0
    for i in range(s.n_completed[p]):
        points += hoped(s, p, s.completed[p][i], turns, False, w)
    if acting:
        points += plan(s, p, n, means, rows) + unused(s, p, means)
    points += means[RATE] * (coins + min(means[PURSE], means[KEPT]))
    return (points + promised(n, rows, coins)) / UNIT


# The sketch of a board -----------------------------------------------------------------------------------------------


@rule
def sketch(s: State, p: int, turns: float, acting: bool, means: list[int], rows: list[int], w: list[float]) -> int:
    """Write a row for each card that a seat can build on; return how many. Only who acts reaches for the market."""
    n = s.n_ongoing[p]
    for i in range(n):
        rows[i * WIDTH + CARD], rows[i * WIDTH + STEP] = s.ongoing[p][i], s.level[s.ongoing[p][i]]
    if acting:
        for slot in range(MARKET):
            rows[(n + slot) * WIDTH + CARD], rows[(n + slot) * WIDTH + STEP] = s.market[slot], 0
        n += MARKET
    for i in range(n):
        if rows[i * WIDTH + CARD] != BLANK:
            promise(s, p, turns, means, rows, i * WIDTH, w)
    return n


@rule
def cost_of(s: State, p: int, at: int, step: int) -> int:
    """What a level costs a seat: `at` is its index in the tables, `step` the level from 0."""
    return max(0, int(COST[at] - s.level_less[p][step]))


@rule
def promise(s: State, p: int, turns: float, means: list[int], rows: list[int], row: int, w: list[float]) -> None:
    """Write what a card is worth on each level, in hundredths of points, and the later coins that it needs for that.

    That is the points of the level, or those of a higher one less what later coins could bring elsewhere.
    """
    card = rows[row + CARD]
    rows[row + WORTH] = rows[row + NEED] = 0
    for level in range(1, LEVELS + 1):
        points = POINTS[card * LEVELS + level - 1] * UNIT if level < LEVELS else int(hoped(s, p, card, turns, True, w))
        rows[row + WORTH + level], rows[row + NEED + level] = points, 0
        paid = given = 0
        for lower in range(level - 1, 0, -1):
            paid += cost_of(s, p, card * LEVELS + lower, lower)
            given += LEVEL_COINS[card * LEVELS + lower]
            gain = points - means[RATE] * paid + means[RATE] * given // UNIT
            if paid <= means[LATER] and gain > rows[row + WORTH + lower]:
                rows[row + WORTH + lower], rows[row + NEED + lower] = gain, paid


@rule
def promised(n: int, rows: list[int], coins: float) -> float:
    """Points, in hundredths, of the cards begun; what they promise beyond their levels shares the coins to come."""
    sure, more, wanted = 0.0, 0.0, 0.0
    for i in range(n):
        row = i * WIDTH
        level = rows[row + STEP]
        if level > 0:
            need, points = rows[row + NEED + level], rows[row + WORTH + level]
            now = points if need == 0 else POINTS[rows[row + CARD] * LEVELS + level - 1] * UNIT
            sure += now
            more += points - now
            wanted += need
    return sure + more * min(1.0, coins / wanted) if wanted > 0.0 else sure


# The rest of a turn --------------------------------------------------------------------------------------------------


@rule
def plan(s: State, p: int, n: int, means: list[int], rows: list[int]) -> int:
    """Build in thought with the purse, best bargain first; points, in hundredths, that effects on the way are worth."""
    more = 0
    found = bargain(s, p, n, means, rows)
    while found >= 0:
        more += strike(s, p, found // LEVELS * WIDTH, found % LEVELS + 1, means, rows)
        found = bargain(s, p, n, means, rows)
    return more


@rule
def bargain(s: State, p: int, n: int, means: list[int], rows: list[int]) -> int:
    """The levels of one card that gain most for what they cost: row * LEVELS + highest level - 1; -1 if none gains."""
    found, most = -1, 0
    for i in range(n):
        row = i * WIDTH
        card, level = rows[row + CARD], rows[row + STEP]
        if card != BLANK and (level > 0 or means[FREE] > 0):
            paid = 1 if is_dear(s, card, level) else 0
            given = 0
            for step in range(level, LEVELS):
                paid += cost_of(s, p, card * LEVELS + step, step)
                given += LEVEL_COINS[card * LEVELS + step]
                cost = paid - min(means[DISCOUNT], paid)
                gain = rows[row + WORTH + step + 1] - rows[row + WORTH + level] - cost_in_points(means, cost)
                gain += means[NOW] * given // UNIT - (means[LAST] if level == 0 and means[FREE] == 1 else 0)
                if cost <= means[PURSE] and gain > most:
                    found, most = i * LEVELS + step, gain
    return found


@rule
def is_dear(s: State, card: int, level: int) -> bool:
    """Whether a card lies in the top row of the market, where it costs a coin more."""
    for slot in range(ROW):
        if level == 0 and s.market[slot] == card:
            return True
    return False


@rule
def cost_in_points(means: list[int], cost: int) -> int:
    """What paying so many coins costs, in hundredths of points: only coins that would be kept could serve later."""
    return means[RATE] * (min(means[PURSE], means[KEPT]) - min(means[PURSE] - cost, means[KEPT]))


@rule
def strike(s: State, p: int, row: int, goal: int, means: list[int], rows: list[int]) -> int:
    """Build a card up to a level in thought; points, in hundredths, that the effects are worth beside plain coins."""
    card, level = rows[row + CARD], rows[row + STEP]
    paid = 1 if is_dear(s, card, level) else 0
    gained = more = 0
    for step in range(level, goal):
        at = card * LEVELS + step
        paid += cost_of(s, p, at, step)
        if EFFECT[at] == effects.COINS:
            gained += AMOUNT[at]
        else:
            more += means[NOW] * LEVEL_COINS[at] // UNIT
    means[PURSE] += gained - (paid - min(means[DISCOUNT], paid))
    means[FREE] += (1 if goal == LEVELS else 0) - (1 if level == 0 else 0)
    means[DISCOUNT] = 0
    rows[row + STEP] = goal
    return more


@rule
def unused(s: State, p: int, means: list[int]) -> int:
    """Points, in hundredths, of the effect that waits and of the fruit action that may still be used."""
    points = 0
    if s.phase == CHOICE:
        points += means[NOW] * LEVEL_COINS[standing(s, s.source)] // UNIT
    if s.fruit != BLANK:
        action = ACTION[s.fruit]
        if action == FILL_CHEST:
            points += means[RATE] * FRUIT_CHEST[s.fruit] * 9 // 10
        elif action == SELL_MORE and can_sell(s, p):
            points += means[RATE]
        elif action == TAKE_ONE and s.n_fruit_market > 0:
            points += means[RATE] // 2
    return points
