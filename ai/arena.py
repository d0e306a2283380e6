"""Bots against bots: every deal is played from every seat, so that neither luck nor the first move decides.

A result is reproducible to the move, whatever the number of jobs: all chance comes from the seed of the arena, the deal
and the step.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, quantiles
from typing import Any

from ai.choose import choose
from ai.search.budgets import Bot, bot_of
from services.rules.contract import Game
from services.rules.errors import BadSeats
from services.rules.kernel import rng_from
from services.rules.registry import GAMES

Z = 1.96
"""Standard deviations of a 95 % interval."""


@dataclass
class Standing:
    """How one bot of a line-up has fared."""

    bot: str
    wins: float = 0.0
    """Ties for the first place are shared."""
    points: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    """Where it sat in each game."""
    margins: list[int] = field(default_factory=list)
    """Points ahead of the best other seat."""
    seconds: list[float] = field(default_factory=list)
    """Of each decision that was one."""
    iterations: int = 0
    short: int = 0

    def json(self) -> dict[str, Any]:
        """The figures of a table."""
        games = len(self.points)
        low, high = wilson(self.wins, games)
        times = quantiles(self.seconds, n=20) if len(self.seconds) > 1 else [0.0] * 19
        decisions = max(1, len(self.seconds))
        return {
            "bot": self.bot,
            "games": games,
            "win_share": round(self.wins / games, 4),
            "interval": [round(low, 4), round(high, 4)],
            "points": round(fmean(self.points), 2),
            "margin": round(fmean(self.margins), 2),
            "think_p50": round(times[9], 4),
            "think_p95": round(times[18], 4),
            "iterations": round(self.iterations / decisions),
            "short": self.short,
        }


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    share, z2 = wins / games, Z * Z
    centre = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return max(0.0, centre - half), min(1.0, centre + half)


def line_up(names: Sequence[str], seats: int, game: Game[Any] | None = None) -> list[Bot]:
    """A bot for each seat; the last one named takes the seats that are left. Raises UnknownBot, BadSeats."""
    if not 1 <= len(names) <= seats:
        raise BadSeats("/bots", f"name 1 to {seats} bots for {seats} seats")
    bots = [bot_of(name, game) for name in names]
    return bots + [bots[-1]] * (seats - len(bots))


def play_arena(
    game: Game[Any],
    bots: Sequence[Bot],
    games: int,
    seed: int,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[Iterator[Any], int], Iterator[Any]] = lambda deals, _: deals,
    jobs: int = 1,
) -> list[Standing]:
    """Play at least `games` games, whole deals of them, in `jobs` processes, and count; raises BadSeats, BadOption."""
    seats = len(bots)
    if seats not in game.seats:
        raise BadSeats("/seats", f"{game.title} is played with {', '.join(map(str, game.seats))} seats")
    play = partial(_play_deal, game.slug, tuple(bots), tuple(game.pack(options or {}, seats)), seed)
    deals = range(-(-games // seats))
    standings = [Standing(bot.name) for bot in bots]
    if jobs == 1:
        _count(standings, progress(map(play, deals), len(deals)))
        return standings
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        _count(standings, progress(pool.map(play, deals), len(deals)))
    return standings


@dataclass(slots=True)
class _Thought:
    """What a bot thought in one game."""

    seconds: list[float] = field(default_factory=list)
    iterations: int = 0
    short: int = 0


@dataclass(frozen=True, slots=True)
class _Played:
    """A game of a line-up: bot seated[i] had seat i; thoughts are by bot."""

    seated: list[int]
    points: list[int]
    places: list[int]
    thoughts: list[_Thought]


def _play_deal(slug: str, bots: Sequence[Bot], packed: Sequence[int], seed: int, deal: int) -> list[_Played]:
    """The games of a deal: everybody has had every seat."""
    turns = range(len(bots))
    return [
        _play(GAMES[slug], bots, [(seat + shift) % len(bots) for seat in turns], list(packed), f"{seed} {deal}")
        for shift in turns
    ]


def _play(game: Game[Any], bots: Sequence[Bot], seated: list[int], packed: list[int], name: str) -> _Played:
    rng = rng_from(_digest(f"deal {name}"))
    state = game.start(len(seated), packed, rng)
    thoughts = [_Thought() for _ in bots]
    step = 0
    while not game.is_over(state):
        seat = game.to_act(state)
        bot, thought = bots[seated[seat]], thoughts[seated[seat]]
        number = int.from_bytes(_digest(f"choose {name} {seated} {step}")[:12])
        decision = choose(game, game.seen(state, seat), bot, number)
        if not game.is_legal(state, decision.action):
            raise AssertionError(f"{bot.name} chose the illegal action {decision.action} in deal {name}, step {step}")
        if decision.candidates:
            thought.seconds.append(decision.seconds)
            thought.iterations += decision.iterations
        thought.short += decision.short
        game.apply(state, decision.action, rng)
        step += 1
    points, places = game.result(state, len(seated))
    return _Played(seated, points, places, thoughts)


def _count(standings: list[Standing], deals: Iterator[list[_Played]]) -> None:
    for games in deals:
        for game in games:
            for standing, thought in zip(standings, game.thoughts, strict=True):
                standing.seconds += thought.seconds
                standing.iterations += thought.iterations
                standing.short += thought.short
            _count_points(standings, game)


def _count_points(standings: list[Standing], game: _Played) -> None:
    winners = game.places.count(1)
    for seat, player in enumerate(game.seated):
        others = [points for other, points in enumerate(game.points) if other != seat]
        standing = standings[player]
        standing.wins += 1 / winners if game.places[seat] == 1 else 0.0
        standing.points.append(game.points[seat])
        standing.seats.append(seat)
        standing.margins.append(game.points[seat] - max(others, default=0))


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
