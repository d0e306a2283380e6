"""How long a person waits for a bot: from the POST of a move until a client hears of the bot's, all over HTTP."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from api.bench import free_port, web
from api.client import Client, Json, Table
from services.shared.embedded import Embedded
from services.shared.settings import Settings

GAME: Final = "arboretum"
BOTS: Final = ("random", "greedy", "mcts")
SHORT_SECONDS: Final = 0.5
LONG_SECONDS: Final = 20.0
PATIENCE_SECONDS: Final = 60.0
"""After which a bot that has said nothing will not answer."""


class Wait(NamedTuple):
    """Milliseconds from the POST of a person's last move to the bot's first move, and to the last one of its turn."""

    first: float
    turn: float


def bench(*, short: bool = False, bots: Sequence[str] = BOTS) -> Json:
    """Waits for each bot: a web process, a worker that thinks one thought at a time, a store that syncs every write.

    What is compiled already is used as soon as the worker has loaded it; nothing is compiled for this.
    """
    seconds = SHORT_SECONDS if short else LONG_SECONDS
    with tempfile.TemporaryDirectory() as folder, Embedded(Path(folder) / "redis", "always") as server:
        settings = Settings(
            data=Path(folder), redis_url=server.url, port=free_port(), workers=1, log_level="warning", limit_new=0
        )
        with _worker(settings), web(settings), Client(f"http://127.0.0.1:{settings.port}") as client:
            return {bot: _bot(client, bot, seconds) for bot in bots}


def _bot(client: Client, bot: str, seconds: float) -> Json:
    _waits(client, bot, 0.0)  # from here on the worker is there and has loaded what it needs
    return _figures(_waits(client, bot, seconds))


def _figures(waits: Sequence[Wait]) -> Json:
    told: Json = {"turns": len(waits)}
    for name in Wait._fields:
        sizes = sorted(getattr(wait, name) for wait in waits)
        told |= {f"{name}_ms_p{p}": round(sizes[(len(sizes) - 1) * p // 100], 2) for p in (50, 95)}
    return told


def _waits(client: Client, bot: str, seconds: float) -> list[Wait]:
    """Turns of a person who plays without thinking, for so long, and at least one."""
    waits: list[Wait] = []
    until = time.monotonic() + seconds
    while not waits or time.monotonic() < until:
        match, tokens = client.create(GAME, [{"kind": "person", "name": "bench"}, {"kind": "bot", "bot": bot}])
        table = client.table(match, tokens[0])
        view = table.look()
        while view["status"] != "finished" and (not waits or time.monotonic() < until):
            body = table.moves()[0]["body"]
            began = time.monotonic()
            view = table.play(body["move"], body["version"])
            if view["bot_thinks"]:
                view, first, last = _answer(table, view)
                waits.append(Wait((first - began) * 1000, (last - began) * 1000))
    return waits


def _answer(table: Table, view: Json) -> tuple[Json, float, float]:
    """The view after the bot's turn, and when its first and its last move were heard of."""
    version, first = _hear(table, view["version"])
    last, view = first, table.look()
    while view["bot_thinks"] or view["version"] > version:
        version, last = _hear(table, version)
        view = table.look()
    return view, first, last


def _hear(table: Table, version: int) -> tuple[int, float]:
    """The version that comes after this one, and when it was heard of; TimeoutError if it never is."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        heard = table.wait(version)
        if heard["events"]:
            return heard["version"], time.monotonic()
    raise TimeoutError(f"The bot did not answer version {version} of match {table.match}.")


@contextmanager
def _worker(settings: Settings) -> Iterator[None]:
    env: dict[str, Any] = {**os.environ, **settings.environment()}
    command = [sys.executable, "-m", "pomona", "worker", "--no-warm"]
    # Its stdout would come among the figures.
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)  # noqa: S603 - ours
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)
