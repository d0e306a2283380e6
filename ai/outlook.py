"""What moves lead to: from each the game is played on to its end, again and again, in the same imagined worlds."""

import hashlib
from dataclasses import dataclass
from statistics import fmean
from time import perf_counter
from typing import Any, NamedTuple

from ai.choose import rng_of
from ai.search.budgets import Bot
from ai.search.engine import Engine
from ai.search.runs import Run
from services.rules.kernel import Rng


@dataclass(frozen=True, slots=True)
class Outlook:
    """How imagined games ended after an action, seen from the seat that was to act."""

    action: int
    games: int
    win_share: float | None
    """The mean share of the win, ties shared; None where the seat plays alone."""
    score: float
    """The mean of its own points."""
    margin: float | None
    """The mean of its points above the best rival; None where it plays alone."""


class Ending(NamedTuple):
    """The end of one imagined game."""

    points: list[int]
    places: list[int]


def outlooks(engine: Engine, state: Any, actions: list[int], number: int, games: int, seconds: float) -> list[Outlook]:
    """The outlook of each action after so many games, or as many as there is time for, at least one.

    The players play on as in the searches of the game, from worlds that the seat imagines: `state` is what it sees. The
    same state, actions and number give the same answer unless the time ends it.
    """
    until, seat = perf_counter() + seconds, engine.game.to_act(state)
    run = Run(engine, state, Bot("outlook", "flat"), rng_of(number), until, actions)
    plans = engine.put(run.plan(turns=engine.game.max_steps))
    endings: list[list[Ending]] = [[] for _ in actions]
    for world in range(games):
        rng = rng_of(further(number, world))
        for action, found in zip(actions, endings, strict=True):
            found.append(_play_on(run, plans, action, rng))
        if not run.in_time():
            break
    return [_outlook(action, seat, found) for action, found in zip(actions, endings, strict=True)]


def further(number: int, i: int) -> int:
    """The i-th of the numbers that follow from one."""
    return int.from_bytes(hashlib.sha256(f"{number} {i}".encode()).digest()[:12])


def _play_on(run: Run, plans: Any, action: int, rng: Rng) -> Ending:
    """One game from the action on; the generator is not changed, so that all actions meet the same world."""
    engine, seats = run.engine, run.state.seats
    room = engine.room[0]
    room.chosen[0] = action
    engine.one_world(run.desk, plans, engine.room, engine.put(rng), 1)
    return Ending([int(each) for each in room.points[:seats]], [int(each) for each in room.places[:seats]])


def _outlook(action: int, seat: int, endings: list[Ending]) -> Outlook:
    score = fmean(points[seat] for points, _ in endings)
    if len(endings[0].points) == 1:
        return Outlook(action, len(endings), None, score, None)
    shares = (1 / places.count(1) if places[seat] == 1 else 0.0 for _, places in endings)
    margins = (points[seat] - max(points[:seat] + points[seat + 1 :]) for points, _ in endings)
    return Outlook(action, len(endings), fmean(shares), score, fmean(margins))
