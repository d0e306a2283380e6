"""What a deployment is sized by: bytes of a match in Redis by game, and what it costs to make one over HTTP."""

import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, Final

import orjson

from api.auth import DEFAULT_APP
from api.bench import cpu_seconds, free_port, web
from api.client import Client, Json
from services.rules.keys import keys_of
from services.rules.registry import GAMES
from services.rules.setup import Place, Setup
from services.shared.embedded import Embedded
from services.shared.redis import connect
from services.shared.settings import Settings
from services.wiring import Services, wire

PEOPLE: Final = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Grace"}]
WARM: Final = 10
"""Matches made before anything is counted."""


def bench(*, short: bool = False) -> Json:
    """Bytes of random matches of two at their end, and matches made a second, each of another game."""
    matches, made = (1, 40) if short else (10, 1_000)
    with tempfile.TemporaryDirectory() as folder, Embedded(Path(folder) / "redis", "always") as server:
        settings = replace(Settings(), data=Path(folder), redis_url=server.url, port=free_port(), limit_new=0)
        services = wire(settings)
        sizes = {slug: _sizes(services, server.url, slug, matches) for slug in GAMES}
        with web(settings) as pid, Client(f"http://127.0.0.1:{settings.port}") as client:
            _make(client, pid, WARM)
            return {"match": sizes, "made": _make(client, pid, made)}


def _sizes(services: Services, redis_url: str, slug: str, matches: int) -> Json:
    """Means over some matches: entries of the log, and bytes as Redis counts them."""
    found = [_played(services, slug, seed) for seed in range(matches)]
    with connect(redis_url) as client:
        client_of_any: Any = client
        of_match, of_log = (
            mean(client_of_any.memory_usage(getattr(keys_of(DEFAULT_APP, match), key), samples=0) for match, _ in found)
            for key in ("match", "log")
        )
    entries = mean(version for _, version in found)
    return {"entries": round(entries), "state_bytes": round(of_match), "log_bytes": round(of_log)}


def _played(services: Services, slug: str, seed: int) -> tuple[str, int]:
    """(id, version) of a match of two that was played at random to its end, each move with a key as of a client."""
    random = Random(f"sizing {slug} {seed}")  # noqa: S311 - a game to measure
    matches = services.matches
    sight, _ = matches.create(DEFAULT_APP, Setup(slug, (Place("person", "Ada"), Place("person", "Grace"))))
    match_id = sight.match.id
    while not sight.match.over:
        seat, version = sight.match.to_act or 0, sight.match.version
        moves = matches.look(DEFAULT_APP, match_id, seat).legal_moves()
        key = f"sizing-{match_id}-{version}"
        sight = matches.play(DEFAULT_APP, match_id, seat, 0, random.choice(moves)["move"], version, key)
    return match_id, sight.match.version


def _make(client: Client, pid: int, count: int) -> Json:
    """Make matches one after the other, of each game in turn."""
    slugs, cpu, began = list(GAMES), cpu_seconds(pid), time.perf_counter()
    for number in range(count):
        client.create(slugs[number % len(slugs)], PEOPLE)
    server_us = round((cpu_seconds(pid) - cpu) / count * 1e6)
    per_core = round(1e6 / server_us) if server_us else 0
    return {"a_second": round(count / (time.perf_counter() - began)), "server_us": server_us, "a_core_second": per_core}


if __name__ == "__main__":
    sys.stdout.write(orjson.dumps(bench()).decode() + "\n")
