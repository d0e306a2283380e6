"""What a position between two turns is worth, learned from how games went on from there: `pomona fit`.

Thousands of games are played in a hurry. Each seat has a strength, a weighted sum of what is counted of it
(`features`), and shares of the win follow from strengths by Luce's rule; the weights are those of the highest
likelihood, found by Newton's method. With two seats this is logistic regression.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ai.search.engine import Engine
from ai.search.room import MOST_WEIGHTS
from services.rules.kernel import Rng

HELD_BACK = 0.15
"""Share of the positions, of the last games, on which the weights are tested."""
RIDGE = 1.0
"""Weight of the sum of squares, beside the likelihood of all positions."""
ROUNDS = 12
"""Of Newton's method."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A value and how good it is."""

    seats: int
    positions: int
    loss: float
    """Mean of the negative log likelihood of positions held back, in nats."""
    even: float
    """The same of equal shares: what is known without looking."""
    weights: tuple[float, ...]


def fit(engine: Engine, seats: int, games: int, seed: int) -> Fitted:
    """Play games, learn from most of them, test on the others."""
    counted, shares = positions(engine, seats, games, seed)
    cut = round(len(counted) * (1 - HELD_BACK))
    weights = likeliest(counted[:cut], shares[:cut])
    return Fitted(
        seats,
        len(counted),
        loss(counted[cut:], shares[cut:], weights),
        loss(counted[cut:], shares[cut:], np.zeros_like(weights)),
        tuple(float(weight) for weight in weights),
    )


def positions(engine: Engine, seats: int, games: int, seed: int) -> tuple[Any, Any]:
    """(what is counted [position, seat, feature], shares of the win [position, seat]) of so many games."""
    game, room = engine.game, engine.room
    state, box, rngs = game.start(seats, game.pack({}, seats), Rng()), engine.boxes(game.State, 1), engine.boxes(Rng, 1)
    n = engine.known.features(state, 0, [0.0] * MOST_WEIGHTS)
    table = engine.floats(game.max_steps * seats * n)
    options = engine.ints(game.pack({}, seats))
    counted, ends = list[Any](), list[Any]()
    for number in range(seed * games, (seed + 1) * games):
        taken = engine.samples(box, rngs, number, seats, options, room, table)
        counted.append(np.array(table[: taken * seats * n]).reshape(taken, seats, n))
        winners = np.array([int(place) == 1 for place in room[0].places[:seats]], float)
        ends.append(np.tile(winners / winners.sum(), (taken, 1)))
    return np.concatenate(counted), np.concatenate(ends)


def chances(counted: Any, weights: Any) -> Any:
    """The share of the win of each seat of each position, as the weights have it."""
    strength = counted @ weights
    odds = np.exp(strength - strength.max(1, keepdims=True))
    return odds / odds.sum(1, keepdims=True)


def loss(counted: Any, shares: Any, weights: Any) -> float:
    """The mean of the negative log likelihood."""
    return float(-(shares * np.log(chances(counted, weights) + 1e-12)).sum(1).mean())


def likeliest(counted: Any, shares: Any) -> Any:
    """The weights of the highest likelihood."""
    n = counted.shape[2]
    weights = np.zeros(n)
    for _ in range(ROUNDS):
        found = chances(counted, weights)
        mean = np.einsum("ps,psf->pf", found, counted)
        slope = np.einsum("ps,psf->f", shares - found, counted) - RIDGE * weights
        spread = np.einsum("psf,psg->fg", counted * found[:, :, None], counted, optimize=True) - mean.T @ mean
        weights += np.linalg.solve(spread + RIDGE * np.eye(n), slope)
    return weights
