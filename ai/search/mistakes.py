"""How a bot errs: a weak level sometimes plays what it holds for a little worse, and seldom what it holds for bad."""

from collections.abc import Sequence
from itertools import accumulate
from math import exp

from ai.search.leaf import expected
from ai.search.runs import Candidate, Run

KNOWN = 0.1
"""Share of the most visits with which a candidate is known; of the others chance alone may speak."""
FINE = 1 << 30
"""A point on the scale of the candidates is a whole number below this."""


def played(run: Run, candidates: Sequence[Candidate], point: int) -> Candidate:
    """What the bot plays of its candidates (best first): the best, or as its temperature has it, the one at `point`.

    The chance of a candidate is its visits times exp(reward / temperature). Of two that are judged alike the one that
    was visited more is the likelier: its value is less of an accident. `point` is drawn, uniform below FINE.
    """
    temperature = run.bot.temperature
    if not temperature:
        return candidates[0]
    known = [each for each in candidates if each.visits >= KNOWN * max(c.visits for c in candidates)]
    rewards = rewards_of(run, known)
    highest = max(rewards)
    weights = (each.visits * exp((reward - highest) / temperature) for each, reward in zip(known, rewards, strict=True))
    heights = list(accumulate(weights))
    return next(each for each, height in zip(known, heights, strict=True) if point * heights[-1] < FINE * height)


def rewards_of(run: Run, candidates: Sequence[Candidate]) -> list[float]:
    """What the bot expects of each, 0 to 1; a first look by knowledge of the game speaks of points."""
    if run.bot.kind != "greedy" or run.engine.known.evaluate is None:
        return [each.value for each in candidates]
    plan = run.plan()
    return [expected(each.value, plan) for each in candidates]
