"""What a move over HTTP costs: one web process on the bundled server, and a few connections that play.

Every player repeats a game that was worked out before, so that the clients cost little beside the server.
"""

import gc
import io
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

import orjson
from flask import Flask, Response, request

from api.app import create_app
from api.auth import DEFAULT_APP
from api.cli import GREENLETS, server_of
from services.rules.match import Entry, Match, played
from services.rules.setup import Place, Setup
from services.rules.sight import Sight
from services.rules.store import RECENT
from services.shared.embedded import Embedded
from services.shared.redis import connect
from services.shared.settings import Settings
from services.wiring import Services, wire

Json = dict[str, Any]

BARE: Final = (*GREENLETS[:-1], "api.bench:bare()")
"""The least that could be done, in the place of the API."""
CONNECTIONS: Final = 8
WARM_SECONDS: Final = 0.3
"""Played before anything is counted: connections are opened, and what is made at the first call is there."""
TICKS: Final = os.sysconf("SC_CLK_TCK")


class Turn(NamedTuple):
    """One move of a match that was worked out before: the request as bytes, and the match it is made in."""

    seat: int
    body: bytes
    request: bytes
    before: Match
    recent: tuple[Entry, ...]
    """The last entries of the match then, newest first, which its view tells."""


def bench(*, short: bool = False) -> Json:
    """Figures of a move: per second, milliseconds, microseconds of CPU by part; `threads`: of parts without streams."""
    seconds, matches, here = (2.0, 22, 3) if short else (8.0, 160, 32)
    with tempfile.TemporaryDirectory() as folder, Embedded(Path(folder) / "redis", "always") as server:
        settings = replace(Settings(), data=Path(folder), redis_url=server.url, port=free_port(), dev=True)
        services = wire(settings)
        plans = [_plan(services, settings.port, seed) for seed in range(matches)]
        in_process = _in_process(services, plans[-here:])
        half, apart = (matches - here) // 2, replace(settings, parts=("rules",))
        over_http = _served(server_of(settings), settings, plans[:half], seconds, server.pid)
        threads = _served(server_of(apart), apart, plans[half:-here], seconds, server.pid)
        least = _served(BARE, settings, plans, seconds / 2, server.pid)
    in_process["bare_server_us"] = least["server_us"]
    return over_http | in_process | _ratios(over_http, in_process) | {"threads": threads}


def _served(server: Sequence[str], settings: Settings, plans: list[list[Turn]], seconds: float, store: int) -> Json:
    """What a server takes for moves of these matches."""
    with web(settings, server) as pid:
        _play(plans[:2], WARM_SECONDS, pid, store, settings.port)
        return _play(plans[2:], seconds, pid, store, settings.port)


def _ratios(over_http: Json, in_process: Json) -> Json:
    overhead = in_process["wsgi_us"] - in_process["rules_us"]
    return {
        "overhead_us": round(over_http["server_us"] - in_process["rules_us"]),
        "server_to_bare": round((over_http["server_us"] - in_process["rules_us"]) / in_process["bare_server_us"], 2),
        "wsgi_to_bare": round(overhead / in_process["bare_us"], 2),
    }


def _plan(services: Services, port: int, seed: int) -> list[Turn]:
    """A new match of two people, and a random game of it to its end."""
    setup = Setup("arboretum", (Place("person", "Ada"), Place("person", "Grace")), seed=f"bench {seed}")
    sight, tokens = services.matches.create(DEFAULT_APP, setup)
    match, random, turns = sight.match, Random(seed), list[Turn]()  # noqa: S311 - a game to repeat
    recent = tuple(sight.recent)
    while not match.over:
        seat = match.to_act
        assert seat is not None
        action = random.choice(match.game.legal(match.state))
        body = orjson.dumps({"move": match.game.decode(match.state, action).json(), "version": match.version})
        head = (
            f"POST /v1/matches/{match.id}/moves HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            "Content-Type: application/json\r\n"
            f"Authorization: Bearer {tokens[seat]}\r\nIdempotency-Key: bench-{seed:06}-{match.version:06}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        turns.append(Turn(seat, body, head.encode() + body, match, recent))
        entry, match = played(match, seat, action, "person")
        recent = (entry, *recent)[:RECENT]
    return turns


# Over HTTP -----------------------------------------------------------------------------------------------------------


def _play(plans: list[list[Turn]], seconds: float, web: int, store: int, port: int) -> Json:
    """Play on all connections for a while; what the server took, by the clock and by its CPU."""
    todo, took, until = iter(plans), list[float](), [0.0]
    lock = threading.Lock()

    def run() -> None:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while True:
                with lock:
                    plan = next(todo, None)
                if plan is None:
                    return
                for turn in plan:
                    begin = time.perf_counter()
                    _exchange(connection, turn.request)
                    took.append(time.perf_counter() - begin)
                    if time.monotonic() > until[0]:
                        return

    threads = [threading.Thread(target=run) for _ in range(CONNECTIONS)]
    cpu, store_cpu, begin = cpu_seconds(web), cpu_seconds(store), time.perf_counter()
    until[0] = time.monotonic() + seconds
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lasted, moves = time.perf_counter() - begin, len(took)
    took.sort()
    return {
        "moves": moves,
        "connections": CONNECTIONS,
        "moves_per_s": round(moves / lasted),
        "p50_ms": round(took[moves // 2] * 1e3, 2),
        "p99_ms": round(took[moves * 99 // 100] * 1e3, 2),
        "server_us": round((cpu_seconds(web) - cpu) / moves * 1e6),
        "store_us": round((cpu_seconds(store) - store_cpu) / moves * 1e6),
    }


def _exchange(connection: socket.socket, sent: bytes) -> None:
    """Send a request and read its whole answer, which must be 200."""
    connection.sendall(sent)
    got = connection.recv(65536)
    while b"\r\n\r\n" not in got:
        got += connection.recv(65536)
    head, _, body = got.partition(b"\r\n\r\n")
    if b" 200 " not in head[:16]:
        raise RuntimeError(got.decode(errors="replace"))
    length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
    while len(body) < length:
        body += connection.recv(65536)


@contextmanager
def web(settings: Settings, server: Sequence[str] = ()) -> Iterator[int]:
    """Run the web process, as it is deployed if nothing else is said; the pid of the one that answers."""
    env, command = os.environ | settings.environment(), (sys.executable, *(server or server_of(settings)))
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
    try:
        until = time.monotonic() + 60
        while not _ready(settings.port):
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError("the web process does not start")
            time.sleep(0.05)
        yield int(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()[0])
    finally:
        process.terminate()
        process.wait(20)


def _ready(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), 5) as connection:
            _exchange(connection, b"GET /readyz HTTP/1.1\r\nHost: bench\r\n\r\n")
    except OSError:
        return False
    return True


def cpu_seconds(pid: int) -> float:
    """Seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# In this process -----------------------------------------------------------------------------------------------------


def _in_process(services: Services, plans: list[list[Turn]]) -> Json:
    """Microseconds of CPU a move: the whole WSGI call, the rules in it, and a bare Flask app with as much Redis.

    The three take turns move by move, so that what disturbs one disturbs all.
    """
    app, bare = create_app(services), _bare(str(services.settings.redis_url))
    spent: list[list[float]] = [[], [], []]
    gc.collect()
    gc.freeze()  # as the web process does; and the plans are not garbage
    for plan in plans:
        sums = [0.0, 0.0, 0.0]
        for turn in plan:
            for i, call in enumerate((_call(app, turn), _rules(turn), _call(bare, turn))):
                begin = time.process_time()
                call()
                sums[i] += time.process_time() - begin
        for of_all, of_plan in zip(spent, sums, strict=True):
            of_all.append(of_plan / len(plan) * 1e6)
    gc.unfreeze()
    whole, rules, least = (round(median(each)) for each in spent)
    return {"wsgi_us": whole, "rules_us": rules, "bare_us": least}


def _call(app: Flask, turn: Turn) -> Callable[[], object]:
    """The WSGI call of a move, as a server makes it."""
    head, _, body = turn.request.partition(b"\r\n\r\n")
    line, *rows = head.decode().split("\r\n")
    said = dict(row.split(": ", 1) for row in rows)
    environ = {
        "REQUEST_METHOD": "POST", "SCRIPT_NAME": "", "PATH_INFO": line.split(" ")[1], "QUERY_STRING": "",
        "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": said["Host"], "CONTENT_TYPE": said["Content-Type"], "CONTENT_LENGTH": said["Content-Length"],
        "HTTP_AUTHORIZATION": said["Authorization"], "HTTP_IDEMPOTENCY_KEY": said["Idempotency-Key"],
        "wsgi.version": (1, 0), "wsgi.url_scheme": "http", "wsgi.errors": sys.stderr, "wsgi.input": io.BytesIO(body),
        "wsgi.multithread": False, "wsgi.multiprocess": False, "wsgi.run_once": False,
    }  # fmt: skip

    def start(status: str, _headers: Any, _exc_info: Any = None) -> Any:
        if not status.startswith("200"):
            raise RuntimeError(status)

    return lambda: b"".join(app.wsgi_app(environ, start))


def _rules(turn: Turn) -> Callable[[], object]:
    """What a move asks of the rules: read it, check it, apply it, tell it, show it; with no HTTP and no Redis."""

    def work() -> object:
        match = turn.before
        move = match.game.move(orjson.loads(turn.body)["move"])
        action = Sight(match, (), turn.seat).action(move)
        entry, after = played(match, turn.seat, action, "person")
        return Sight(after, (entry, *turn.recent)[:RECENT], turn.seat).view()

    return work


def _bare(redis_url: str) -> Flask:
    """The least that could be done: read JSON, one script that writes as much as a move, an answer as long."""
    app, client = Flask("bare"), connect(redis_url)
    write: Any = client.register_script(
        "redis.call('HMGET', KEYS[1], 'version', 'updated') "
        "redis.call('XADD', KEYS[2], 'MAXLEN', '~', 100, '*', 'e', ARGV[1]) "
        "redis.call('XADD', KEYS[3], 'MAXLEN', '~', 100, '*', 'e', 1) "
        "return redis.call('HSET', KEYS[1], 'version', 1, 'meta', ARGV[2], 'state', ARGV[3])"
    )
    entry, meta, state, answer = b"e" * 120, b"m" * 300, b"s" * 700, b"a" * 2500
    keys = ["{b}bare", "{b}log", "{b}feed"]

    @app.get("/readyz")
    def ready() -> Response:
        """As the API says that it is there."""
        return Response("{}")

    @app.post("/v1/matches/<match_id>/moves")
    def move(match_id: str) -> Response:
        """Play nothing."""
        orjson.loads(request.get_data())
        write(keys=keys, args=[entry, meta, state])
        return Response(answer, content_type="application/json", headers={"X-Match": match_id})

    return app


def bare() -> Flask:
    """The bare app on the Redis of the settings, as gunicorn loads it."""
    return _bare(str(Settings.read().redis_url))


if __name__ == "__main__":
    sys.stdout.write(orjson.dumps(bench(short=True)).decode() + "\n")
