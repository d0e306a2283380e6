"""Bots against bots: every deal is played from every seat, so that neither luck nor the first move decides.

A result is reproducible to the move, whatever the number of jobs: all chance comes from the seed of the arena, the deal
and the step.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, quantiles
from time import process_time
from typing import Any

from ai.choose import choose
from ai.engines import engine_of
from ai.search.budgets import Bot, UnknownBot, bot_of
from services.rules.contract import Game
from services.rules.errors import BadSeats
from services.rules.kernel import rng_from
from services.rules.registry import GAMES

Z = 1.96
"""Standard deviations of a 95 % interval."""
CHEAT = "cheat:"
"""In front of a bot that is shown the true state: how far it is ahead of itself is what hidden knowledge is worth."""
PATIENCE = 10
"""So many times its cap a bot may take by the clock, since other work may hold the core; CPU counts against the cap."""


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
    """Of CPU, of each decision that was one."""
    iterations: int = 0
    short: int = 0
    """Decisions that were stopped, or that took more CPU than the cap of the bot."""

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
    bots = [bot_in_arena(name, game) for name in names]
    return bots + [bots[-1]] * (seats - len(bots))


def bot_in_arena(name: str, game: Game[Any] | None = None) -> Bot:
    """The bot of this name, which here may be one that cheats; raises UnknownBot."""
    honest = bot_of(name.removeprefix(CHEAT), game)
    if not name.startswith(CHEAT):
        return honest
    if honest.kind in {"random", "reflex", "script"}:
        raise UnknownBot(f"{name!r}: {honest.name} weighs nothing, so the true state is of no use to it")
    return replace(honest, name=name, open=True)


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
    play, deals = player(game, bots, seed, options), range(-(-games // len(bots)))
    standings = [Standing(bot.name) for bot in bots]
    with processes(jobs) as spread:
        _count(standings, progress(spread(play, deals), len(deals)))
    return standings


def player(
    game: Game[Any], bots: Sequence[Bot], seed: int, options: Mapping[str, Any] | None = None
) -> Callable[[int], list["Played"]]:
    """What plays the games of a deal, given its number; raises BadSeats, BadOption."""
    seats = len(bots)
    if seats not in game.seats:
        raise BadSeats("/seats", f"{game.title} is played with {', '.join(map(str, game.seats))} seats")
    return partial(_play_deal, game.slug, tuple(bots), tuple(game.pack(options or {}, seats)), seed)


@contextmanager
def processes(jobs: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """A `map` over so many processes; what is left when it is broken off is not begun."""
    if jobs == 1:
        yield map
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"))
    try:
        yield pool.map
    finally:
        pool.shutdown(cancel_futures=True)


@dataclass(slots=True)
class Thought:
    """What a bot thought in one game."""

    seconds: list[float] = field(default_factory=list)
    iterations: int = 0
    short: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a line-up: bot seated[i] had seat i; thoughts are by bot."""

    seated: list[int]
    points: list[int]
    places: list[int]
    thoughts: list[Thought]

    def share_of_win(self, bot: int) -> float:
        """1 for a win alone; ties for the first place share it."""
        return 1 / self.places.count(1) if self.places[self.seated.index(bot)] == 1 else 0.0

    def margin(self, bot: int) -> int:
        """Points ahead of the best other seat."""
        seat = self.seated.index(bot)
        return self.points[seat] - max((points for other, points in enumerate(self.points) if other != seat), default=0)


def _play_deal(slug: str, bots: Sequence[Bot], packed: Sequence[int], seed: int, deal: int) -> list[Played]:
    """The games of a deal: everybody has had every seat."""
    turns = range(len(bots))
    return [
        _play(GAMES[slug], bots, [(seat + shift) % len(bots) for seat in turns], list(packed), f"{seed} {deal}")
        for shift in turns
    ]


def _play(game: Game[Any], bots: Sequence[Bot], seated: list[int], packed: list[int], name: str) -> Played:
    rng = rng_from(_digest(f"deal {name}"))
    state = game.start(len(seated), packed, rng)
    engine = engine_of(game)  # asked once: the answer takes longer than many a decision
    _loaded(game.slug, engine.compiled)
    patient = [replace(bot, cap=PATIENCE * bot.cap) for bot in bots]
    thoughts = [Thought() for _ in bots]
    step = 0
    while not game.is_over(state):
        seat = game.to_act(state)
        bot, thought = bots[seated[seat]], thoughts[seated[seat]]
        number = int.from_bytes(_digest(f"choose {name} {seated} {step}")[:12])
        seen = state.clone() if bot.open else game.seen(state, seat)
        began = process_time()
        decision = choose(game, seen, patient[seated[seat]], number, engine=engine)
        seconds = process_time() - began
        if not game.is_legal(state, decision.action):
            raise AssertionError(f"{bot.name} chose the illegal action {decision.action} in deal {name}, step {step}")
        if decision.candidates:
            thought.seconds.append(seconds)
            thought.iterations += decision.iterations
        thought.short += decision.short or seconds > bot.cap
        game.apply(state, decision.action, rng)
        step += 1
    points, places = game.result(state, len(seated))
    return Played(seated, points, places, thoughts)


@cache
def _loaded(slug: str, compiled: bool) -> None:
    """Load what is compiled, once a process, before any decision is timed."""
    if compiled:
        engine_of(GAMES[slug]).warm_up()


def _count(standings: list[Standing], deals: Iterator[list[Played]]) -> None:
    for games in deals:
        for game in games:
            for standing, thought in zip(standings, game.thoughts, strict=True):
                standing.seconds += thought.seconds
                standing.iterations += thought.iterations
                standing.short += thought.short
            _count_points(standings, game)


def _count_points(standings: list[Standing], game: Played) -> None:
    for bot, standing in enumerate(standings):
        seat = game.seated.index(bot)
        standing.wins += game.share_of_win(bot)
        standing.points.append(game.points[seat])
        standing.seats.append(seat)
        standing.margins.append(game.margin(bot))


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
