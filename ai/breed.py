"""Weights of a playout, bettered by self-play: an evolution strategy (that of Hansen's tutorial, without covariances).

A playout is so quick that thousands of whole games decide about each set of weights; nothing is judged on the way.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import Any, Final

from ai.search.engine import Engine
from ai.tune import NONE, read_with
from services.rules.kernel import Rng

PAIRS: Final = 12
"""Sets of weights in a round, and as many that differ from the mean the other way."""
SPREAD: Final = 0.35
"""Standard deviation of a weight in the first round, as a share of its size."""
SMALL: Final = 20.0
"""The size of smaller weights: none is fixed at 0."""
LEARNING: Final = 0.06
"""How fast the spread of a weight follows that of the sets that did best."""
NARROWEST, WIDEST = 0.03, 0.6
"""Bounds of the spread, as shares of the size."""
POINTS: Final = 0.02
"""What a point ahead counts beside a game won."""
HOLD: Final = 5
"""Rounds for which the opponent stays the same."""


@dataclass(frozen=True, slots=True)
class Generation:
    """What a round has led to."""

    number: int
    won: float
    """Share of the games that the mean of all sets won against the weights at the start."""
    weights: tuple[int, ...]


class Breeding:
    """Weights on their way: a mean and a spread."""

    def __init__(self, engine: Engine, seats: int, seed: int, options: Mapping[str, Any] = NONE) -> None:
        """Start from the weights that the playout has."""
        self.engine, self.seats, self.random = engine, seats, Random(f"breed {engine.game.slug} {seats} {seed}")
        habits = engine.known.habits
        self.start = [float(weight) for row in habits.values() for weight in row]
        read = zip(read_with(options, list(habits)), habits.values(), strict=True)
        self.read = [tuned for tuned, row in read for _ in row]
        """Which weights are read with these options: the others stay as they are."""
        self.sizes = [max(SMALL, abs(weight)) for weight in self.start]
        self.mean, self.spread = self.start, [SPREAD * size for size in self.sizes]
        self.options = engine.ints(engine.game.pack(options, seats))
        self.box, self.rngs = engine.boxes(engine.game.State, 1), engine.boxes(Rng, 1)

    def fare(self, ours: list[float], theirs: list[float], first: int, deals: int) -> tuple[float, float]:
        """Share of the games won, and points ahead a game."""
        ints, games = self.engine.ints, deals * self.seats
        won, ahead = self.engine.duels(
            self.box, self.rngs, self.engine.room, self.seats, self.options, ints(_whole(ours)), ints(_whole(theirs)),
            first, deals,
        )  # fmt: skip
        return won / games, ahead / games

    def step(self, rival: list[float], first: int, deals: int) -> None:
        """One round: move the mean to where the better half of the sets is."""
        tries = [[self.random.gauss() if read else 0.0 for read in self.read] for _ in range(PAIRS)]
        tries += [[-z for z in row] for row in tries]
        sets = [[m + z * s for m, z, s in zip(self.mean, row, self.spread, strict=True)] for row in tries]
        fitness = [won + POINTS * ahead for won, ahead in (self.fare(each, rival, first, deals) for each in sets)]
        best = sorted(range(len(sets)), key=lambda i: -fitness[i])[:PAIRS]
        shares = [log(PAIRS + 0.5) - log(rank + 1) for rank in range(PAIRS)]
        shares = [share / sum(shares) for share in shares]
        rows = list(zip(shares, best, strict=True))
        self.mean = [sum(share * sets[i][k] for share, i in rows) for k in range(len(self.mean))]
        for k, size in enumerate(self.sizes):
            wide = sum(share * tries[i][k] ** 2 for share, i in rows)
            spread = self.spread[k] * exp(LEARNING * (wide - 1))
            self.spread[k] = min(WIDEST * size, max(NARROWEST * size, spread))


def breed(
    engine: Engine, seats: int, rounds: int, games: int, seed: int, options: Mapping[str, Any] = NONE
) -> Iterator[Generation]:
    """Better the weights of the playout that are read with these options, from those that it has.

    Every set of a round plays about `games` games.
    """
    breeding, deals = Breeding(engine, seats, seed, options), max(1, games // seats)
    rival = breeding.start
    for k in range(rounds):
        first = (seed * rounds + k) * deals
        breeding.step(rival, first, deals)
        if k % HOLD == 0:
            rival = breeding.mean
        won, _ = breeding.fare(breeding.mean, breeding.start, first, deals)
        yield Generation(k + 1, won, tuple(_whole(breeding.mean)))


def _whole(weights: list[float]) -> list[int]:
    return [round(weight) for weight in weights]
