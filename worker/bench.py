"""How long a person waits for a bot: from the person's move to the bot's, as a reader of the feed sees it."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from services.rules.setup import Place, Setup
from services.rules.sight import Sight
from services.rules.store import feed_keys
from services.shared.embedded import Embedded
from services.shared.redis import connect
from services.shared.settings import Settings
from services.wiring import Services, wire

APP: Final = "dev"
GAME: Final = "arboretum"
BOTS: Final = ("random", "greedy")
SHORT_SECONDS: Final = 1.0
LONG_SECONDS: Final = 20.0
START_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class Wait:
    """Milliseconds from the beginning of a person's last move to the bot's first move, and to the end of its turn."""

    first: float
    turn: float


def bench(*, short: bool = False) -> dict[str, Any]:
    """Waits for each bot, on a private server that syncs every write, with one worker of one process."""
    seconds = SHORT_SECONDS if short else LONG_SECONDS
    with tempfile.TemporaryDirectory() as folder, Embedded(Path(folder) / "redis", "always") as server:
        settings = Settings(data=Path(folder), redis_url=server.url, workers=1, log_level="warning")
        with _worker(settings):
            services = wire(settings)
            _waits(services, BOTS[0], 0.0, START_SECONDS)  # the worker is there
            return {bot: _figures(_waits(services, bot, seconds, START_SECONDS)) for bot in BOTS}


def _figures(waits: list[Wait]) -> dict[str, float]:
    told: dict[str, float] = {"turns": len(waits)}
    for name in ("first", "turn"):
        sizes = sorted(getattr(wait, name) for wait in waits)
        told |= {f"{name}_ms_p{p}": round(sizes[(len(sizes) - 1) * p // 100], 2) for p in (50, 95)}
    return told


def _waits(services: Services, bot: str, seconds: float, patience: float) -> list[Wait]:
    """Turns of a person who plays without thinking, for so long, and at least one."""
    waits: list[Wait] = []
    until = time.monotonic() + seconds
    feed = _Feed(str(services.settings.redis_url))
    while not waits or time.monotonic() < until:
        setup = Setup(GAME, (Place("person", name="bench"), Place("bot", bot=bot)))
        sight = Sight(services.matches.create(APP, setup)[0].match, (), 0)
        while not sight.match.over and (not waits or time.monotonic() < until):
            began = time.monotonic()
            sight = _play(services, sight)
            if sight.match.to_act == 1:
                first = feed.hears(sight.match.id, sight.match.version + 1, patience)
                sight, ended = _answer(services, feed, sight, patience)
                waits.append(Wait((first - began) * 1000, (ended - began) * 1000))
    feed.close()
    return waits


def _play(services: Services, sight: Sight) -> Sight:
    move = sight.legal_moves()[0]["move"]
    return services.matches.play(APP, sight.match.id, 0, 0, move, sight.match.version)


def _answer(services: Services, feed: "_Feed", sight: Sight, patience: float) -> tuple[Sight, float]:
    """The match after the bot's turn, and when that was heard of."""
    match_id, version = sight.match.id, sight.match.version
    while sight.match.to_act == 1:
        version += 1
        ended = feed.hears(match_id, version, patience)
        sight = services.matches.look(APP, match_id, 0)
        version = max(version, sight.match.version)
    return sight, ended


class _Feed:
    """Hears of every change, as the streams of a web process do."""

    def __init__(self, url: str) -> None:
        """Hear everything from the beginning: nothing is missed between two calls."""
        self._redis: Any = connect(url, blocking=True)
        self._after: dict[Any, Any] = dict.fromkeys(feed_keys(), "0-0")
        self._heard: dict[str, tuple[int, float]] = {}

    def hears(self, match_id: str, version: int, patience: float) -> float:
        """When this version of a match was heard of; TimeoutError if it never is."""
        until = time.monotonic() + patience
        member = f"{APP}/{match_id}"
        while self._heard.get(member, (0, 0.0))[0] < version:
            if time.monotonic() > until:
                raise TimeoutError(f"Version {version} of match {match_id} did not come in {patience} s.")
            for key, entries in self._redis.xread(self._after, block=500):
                self._after[key.decode()] = entries[-1][0]
                for _, entry in entries:
                    self._heard[entry[b"m"].decode()] = int(entry[b"v"]), time.monotonic()
        return self._heard[member][1]

    def close(self) -> None:
        """Hang up."""
        self._redis.close()


@contextmanager
def _worker(settings: Settings) -> Iterator[None]:
    env = {**os.environ, **settings.environment()}
    command = [sys.executable, "-m", "pomona", "worker", "--no-warm"]
    # Its stdout would come among the figures.
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)  # noqa: S603 - ours
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)
