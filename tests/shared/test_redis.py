"""Clients of Redis: bytes, quick to say that Redis is away, patient where they must wait."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from services.shared import redis as module
from services.shared.embedded import Embedded
from services.shared.redis import AWAY, MOST_CALLS, Direct, Script, connect, ping


def test_answers_are_bytes(redis: Redis) -> None:
    redis.set("k", "v")
    assert redis.get("k") == b"v"


def test_every_test_finds_the_server_empty(redis: Redis) -> None:
    assert redis.dbsize() == 0


@pytest.mark.parametrize("url", ["unix:///nowhere/s", "redis://127.0.0.1:1/0"])
def test_a_redis_that_is_away_is_told_apart(url: str) -> None:
    with connect(url) as client:
        assert not ping(client)
        with pytest.raises(AWAY):
            client.get("k")


def test_a_client_comes_back_with_the_server(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server, connect(server.url) as client:
        client.set("k", "v")
        os.kill(server.pid, signal.SIGKILL)
        server.start()
        assert client.get("k") == b"v"


def test_a_lost_connection_tries_a_call_three_times_and_no_more(redis_server: Embedded) -> None:
    with connect(redis_server.url) as client:
        assert client.get_retry() is not None
        assert client.get_retry().get_retries() == 2


def test_a_blocking_client_waits_longer_than_an_ordinary_one_would(redis_server: Embedded, redis: Redis) -> None:
    with connect(redis_server.url, blocking=True) as reader:
        assert reader.connection_pool.connection_kwargs["socket_timeout"] is None
        late = threading.Timer(0.2, redis.xadd, ("feed", {"n": 1}))
        late.start()
        assert reader.xread({"feed": "$"}, block=0)
        late.join()


# Calls past the client ----------------------------------------------------------------------------------------------


@pytest.fixture
def direct(redis: Redis) -> Iterator[Direct]:
    made = Direct(redis)
    yield made
    made.close()


def test_a_direct_call_answers_what_redis_answers(direct: Direct, redis: Redis) -> None:
    direct.send("RPUSH", "list", b"\x00\xff", "word", 7, 0.5)
    assert direct.send("LRANGE", "list", 0, -1) == redis.lrange("list", 0, -1) == [b"\x00\xff", b"word", b"7", b"0.5"]
    assert direct.send("GET", "nothing") is None
    with pytest.raises(ResponseError, match="WRONGTYPE"):
        direct.send("GET", "list")
    assert direct.send("PING") == b"PONG"  # the connection has survived that


def test_direct_calls_at_once_keep_their_answers_apart(direct: Direct) -> None:
    wrong: list[int] = []

    def ask(number: int) -> None:
        wrong.extend(i for i in range(50) if direct.send("ECHO", f"{number} {i}") != f"{number} {i}".encode())

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_more_direct_calls_than_there_is_room_for_wait_their_turn(direct: Direct, redis: Redis) -> None:
    def wait() -> None:
        direct.send("BLPOP", "gate", 30)

    others = len(redis.client_list())
    threads = [threading.Thread(target=wait) for _ in range(MOST_CALLS + 20)]
    for thread in threads:
        thread.start()
    redis.rpush("gate", *range(len(threads)))
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)
    assert len(redis.client_list()) <= others + MOST_CALLS


def test_an_answer_that_came_too_late_is_not_taken_for_the_next_one(
    direct: Direct, monkeypatch: pytest.MonkeyPatch
) -> None:
    exchange = module._exchange  # noqa: SLF001 - where a time limit of a worker may strike

    def struck(connection: Any, command: Any) -> None:
        connection.send_packed_command(connection.pack_command(*command))
        raise TimeLimitError

    monkeypatch.setattr(module, "_exchange", struck)
    with pytest.raises(TimeLimitError):
        direct.send("ECHO", "late")
    monkeypatch.setattr(module, "_exchange", exchange)
    assert direct.send("ECHO", "next") == b"next"


class TimeLimitError(BaseException):
    """What ends a call from outside."""


def test_a_direct_call_comes_back_with_the_server(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server, connect(server.url) as client:
        direct = Direct(client)
        assert direct.send("SET", "k", "v") == b"OK"
        os.kill(server.pid, signal.SIGKILL)
        with pytest.raises(AWAY):
            direct.send("GET", "k")
        server.start()
        assert direct.send("GET", "k") == b"v"
        direct.close()


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_fork_does_not_speak_on_the_connections_of_its_parent(direct: Direct) -> None:
    mine = direct.send("CLIENT", "ID")
    child = os.fork()
    if child == 0:
        os._exit(0 if direct.send("CLIENT", "ID") != mine else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert direct.send("CLIENT", "ID") == mine


def test_a_script_runs_on_a_server_that_does_not_know_it(direct: Direct, redis: Redis) -> None:
    script = Script(direct, "return {KEYS[1], ARGV[1], ARGV[2]}")
    for _ in range(2):
        redis.script_flush()
        assert script(["a"], "b", 3) == [b"a", b"b", b"3"]
    assert redis.script_exists(script.sha) == [True]
