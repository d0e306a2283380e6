"""A seat with a simple plan, to see that games last and score as they should.

It sells what pays most, builds the highest level for the least coins as long as it can, and takes the fruit seen most.
`python -m tests.rules.games.tree_society.thrifty` prints the figures of the page.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev

from services.rules.games.tree_society import GAME
from services.rules.games.tree_society.actions import (
    BUILD_LEVEL,
    DISCARD,
    FILL,
    FORFEIT,
    PAYMENTS,
    REST,
    REST_EMPTY,
    SAVE,
    SELL,
)
from services.rules.games.tree_society.components import BANNERS, FRUIT, FRUIT_DISCOUNT
from services.rules.games.tree_society.moves import sale_value
from services.rules.games.tree_society.prices import extra_coin, price
from services.rules.games.tree_society.state import SALE, State
from tests.support.games import rng


@dataclass(frozen=True)
class Figures:
    """Means over some games."""

    rounds: float
    points: list[float]
    """By seat."""
    spread: list[float]
    """Standard deviations of the points, by seat."""
    wins: list[int]
    """By seat."""
    least_fruit: int
    """The smallest fruit deck at the end of a game."""


def choose(s: State, random: Random) -> int:
    """A legal action by the plan."""
    legal, me = GAME.legal(s), s.turn
    if s.phase == SALE:
        return max(legal, key=lambda action: sale_value(s, me, action - SELL) + random.random() / 10)
    builds = [action for action in legal if action >= BUILD_LEVEL]
    if builds:
        return max(builds, key=lambda action: worth(s, action) + random.random() / 10)
    useful = [action for action in legal if REST_EMPTY < action < REST or action == FILL]
    if useful:
        return random.choice(useful)
    if FORFEIT in legal:
        saves = [action for action in legal if SAVE <= action < DISCARD and s.purse[me] > 2]
        return max(saves, default=FORFEIT)
    rests = [action for action in legal if REST <= action < SAVE]
    return max(rests, key=lambda action: s.visible[FRUIT[action - REST]] + random.random(), default=REST_EMPTY)


def worth(s: State, action: int) -> float:
    """How good it is to build a level: high, with many banners, for few coins."""
    card, with_fruit = (action - BUILD_LEVEL) // (PAYMENTS * 2), (action - BUILD_LEVEL) % 2
    full = price(s, s.turn, card, 0)
    cost = price(s, s.turn, card, FRUIT_DISCOUNT * with_fruit)
    return float(3 * s.level[card] + 0.5 * BANNERS[card] - 0.6 * (cost + extra_coin(s, card)) + 0.3 * (full - cost))


def games(seats: int, number: int, choose: Callable[[State, Random], int] = choose) -> Figures:
    """Play games of seats that all choose alike, thrifty ones if not told otherwise, with the default options."""
    rounds, points, wins, least = [], [], [0] * seats, 75
    for i in range(number):
        state = GAME.start(seats, GAME.pack({}, seats), rng("thrifty", i, seats))
        random, chance = Random(i), rng("chance", i)
        while not GAME.is_over(state):
            GAME.apply(state, choose(state, random), chance)
        got, places = GAME.result(state, seats)
        rounds.append(state.round)
        points.append(got)
        wins[places.index(1)] += 1
        least = min(least, state.n_fruit_deck)
    by_seat = list(zip(*points, strict=True))
    means, spread = ([round(of(each), 1) for each in by_seat] for of in (fmean, stdev))
    return Figures(fmean(rounds), means, spread, wins, least)


if __name__ == "__main__":
    for seats in GAME.seats:
        print(seats, games(seats, 200))  # noqa: T201 - for whoever asks
