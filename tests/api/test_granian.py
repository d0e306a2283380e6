"""The server of threads: when it is taken, what it takes, and how it ends."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from api.cli import GREENLETS, THREADS, server_of
from api.reading import LONGEST_BODY
from services.shared.settings import PARTS, Settings
from tests.support.waiting import eventually, gone
from tests.support.web import ROOT, Web

WHOLE = b'{"game": "arboretum", "seats": [{"kind": "person"}, {"kind": "person"}]}'
HEAD = b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
BEGUN = HEAD + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(WHOLE)
"""A request whose server says that it has begun it, before it has the body."""


@pytest.fixture(scope="module")
def short(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """A web process of the rules."""
    with Web(replace(settings, parts=("rules",)), tmp_path_factory.mktemp("short") / "log") as web:
        yield web


@contextlib.contextmanager
def connected(web: Web) -> Iterator[socket.socket]:
    """A connection to it."""
    with socket.create_connection(("127.0.0.1", web.port), 10) as connection:
        yield connection


def status(connection: socket.socket, sent: bytes) -> int:
    """The status of the next answer to what is sent."""
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it may answer before it has heard all
        connection.sendall(sent)
    return int(connection.recv(65536).split(b" ")[1])


@pytest.mark.parametrize(
    ("parts", "server"),
    [(("all",), GREENLETS), (("rules", "streams"), GREENLETS), (("streams",), GREENLETS)]
    + [((part,), THREADS) for part in PARTS if part != "streams"]
    + [(("rules", "matchmaking", "ai"), THREADS)],
)
def test_who_serves_streams_needs_greenlets_and_nobody_else(parts: Sequence[str], server: Sequence[str]) -> None:
    assert server_of(Settings(parts=tuple(parts))) == server


def test_the_command_starts_it_and_who_answers_is_replaced_but_does_not_outlive_its_parent(
    settings: Settings, tmp_path: Path
) -> None:
    many = replace(settings, threads=256, log="json")
    with Web(many, tmp_path / "log", "-m", "pomona", "web", "--parts", "rules") as web:
        assert [web.status(path) for path in ("/v1/games", "/readyz", "/v1/bots")] == [200, 200, 404]
        before = web.worker
        os.kill(before, signal.SIGKILL)
        assert eventually(lambda: answers(web) and web.worker != before), "it is replaced"
        with connected(web) as connection:
            connection.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
            told = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
        (games,) = [line for line in told.splitlines() if line.startswith("pomona_requests_total") and 'games"' in line]
        assert games.endswith(" 1.0"), "what the one before it counted stays"
        lines = [json.loads(line) for line in web.said.splitlines()]
        assert "granian" in "".join(line["event"] for line in lines)
        assert not any("/v1/games" in str(line["event"]) for line in lines), "its own lines tell no addresses"
        assert not any("spawning up to" in str(line["event"]) for line in lines), "so many threads are meant"
        worker = web.worker
        os.kill(web.pid, signal.SIGKILL)
        assert web.wait() == -signal.SIGKILL
        assert eventually(lambda: gone(worker)), "who answers ends with its parent, however that ends"


def answers(web: Web) -> bool:
    """Whether it answers."""
    try:
        return web.status("/healthz") == 200
    except OSError:
        return False


def test_what_was_begun_is_answered_when_it_is_told_to_stop_and_who_says_no_more_is_cut_off(
    settings: Settings, tmp_path: Path
) -> None:
    with Web(replace(settings, parts=("rules",), threads=8), tmp_path / "log") as web, contextlib.ExitStack() as stack:
        *begun, slow = (stack.enter_context(connected(web)) for _ in range(7))
        assert [status(each, BEGUN) for each in (*begun, slow)] == [100] * 7
        idle = stack.enter_context(connected(web))
        assert status(idle, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n") == 200
        os.kill(web.pid, signal.SIGTERM)
        assert eventually(lambda: not answers(web)), "nobody new is let in"
        assert [status(each, WHOLE) for each in begun] == [201] * 6
        assert web.wait() == 0
        assert slow.recv(1) == b""


def test_a_port_that_is_taken_stops_the_start_with_one_line(short: Web, settings: Settings) -> None:
    """Two of its kind would share the port in silence."""
    env = os.environ | replace(settings, port=short.port).environment()
    command = [sys.executable, "-m", "pomona", "web", "--parts", "rules"]
    told = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 1
    assert told.stderr.startswith(f"Error: Port {short.port} of 127.0.0.1 is in use")
    assert told.stderr.count("\n") == 1


def test_heads_and_bodies_have_their_limits(short: Web) -> None:
    long = b"x" * (LONGEST_BODY + 1)
    chunked = b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(long), long)
    get = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
    for sent, answer in {
        get + b"\r\n": 200,
        get + b"".join(b"X-%d: x\r\n" % n for n in range(200)) + b"\r\n": 431,
        get + b"X: " + b"x" * 400_000 + b"\r\n\r\n": 431,
        b"GET /" + b"x" * 400_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n": 431,
        b"nonsense\r\n\r\n": 400,
        HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}": 400,
        HEAD + b"Content-Length: %d\r\n\r\n" % len(long) + long: 413,
        HEAD + chunked: 413,
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(WHOLE), WHOLE): 201,
    }.items():
        with connected(short) as connection:
            assert status(connection, sent) == answer, sent[:80]
