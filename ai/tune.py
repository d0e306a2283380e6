"""Weights of an evaluation, tuned by self-play: simultaneous perturbation stochastic approximation (Spall 1992).

Each round perturbs all weights at once, up or down, lets `greedy` with the one set play `greedy` with its
opposite on mirrored deals, and moves all weights towards the set that came out ahead. Chess engines are tuned so.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, inf, log
from random import Random
from statistics import fmean
from types import MappingProxyType
from typing import Any

from ai.arena import Standing, play_arena
from ai.knowledge.lookup import knowledge_of
from ai.search.budgets import bot_of
from services.rules.contract import Game

PERTURB = 0.15
"""Of the natural logarithm of a weight, in the first round."""
STEP = 0.3
"""Of the natural logarithm of a weight, for a round won by one swing."""
SLOWING, SHRINKING = 0.602, 0.101
"""Spall's exponents of the step and of the perturbation."""
NONE: Mapping[str, Any] = MappingProxyType({})
"""The usual options."""
SETTLING = 0.1
"""Share of the rounds after which steps begin to shrink."""


@dataclass(frozen=True, slots=True)
class Round:
    """What a round has led to."""

    number: int
    ahead: float
    """Points a game by which the weights perturbed one way beat those perturbed the other way."""
    weights: tuple[float, ...]


def read_with(options: Mapping[str, Any], names: Sequence[str]) -> list[bool]:
    """Which weights are read with these options: those named `...@value` of one of them, or else those without an @."""
    found = [name.partition("@")[2] in options.values() for name in names]
    return found if any(found) else ["@" not in name for name in names]


def tune(
    game: Game[Any],
    seats: int,
    rounds: int,
    games: int,
    seed: int,
    jobs: int = 1,
    options: Mapping[str, Any] = NONE,
) -> Iterator[Round]:
    """Tune the weights of a game's evaluation that are read with these options, from those it has.

    Each round plays `games` games of greedy bots. A weight of 0 is something left out, and stays so.
    """
    known = knowledge_of(game)
    read = read_with(options, list(known.weights))
    random = Random(f"tune {game.slug} {seed}")
    logs = [log(weight) if weight else -inf for weight in known.weights.values()]
    for k in range(rounds):
        perturb = PERTURB / (k + 1) ** SHRINKING
        step = STEP * ((1 + SETTLING * rounds) / (k + 1 + SETTLING * rounds)) ** SLOWING
        signs = [random.choice((-1, 1)) if tuned else 0 for tuned in read]
        up, down = ([x + way * sign * perturb for x, sign in zip(logs, signs, strict=True)] for way in (1, -1))
        sets = (_weights(up), _weights(down))
        ahead = fmean(contest(game, seats, sets, games, seed * 1_000_003 + k, jobs, options)[0].margins)
        gain = step * max(-1.0, min(1.0, ahead / known.swing)) * perturb / PERTURB
        logs = [x + gain * sign for x, sign in zip(logs, signs, strict=True)]
        yield Round(k + 1, ahead, _weights(logs))


def contest(
    game: Game[Any],
    seats: int,
    weights: tuple[tuple[float, ...], ...],
    games: int,
    seed: int,
    jobs: int,
    options: Mapping[str, Any] = NONE,
) -> list[Standing]:
    """Let greedy with the first weights play greedy with the second ones, which have all other seats."""
    first, others = (replace(bot_of("greedy"), name=name, weights=w) for name, w in zip("ab", weights, strict=True))
    return play_arena(game, [first] + [others] * (seats - 1), games, seed, options, jobs=jobs)


def _weights(logs: list[float]) -> tuple[float, ...]:
    return tuple(exp(x) for x in logs)
