"""Clients of Redis: bytes, quick to say that Redis is away, patient where they must wait."""

import os
import signal
import threading
from pathlib import Path

import pytest
from redis import Redis

from services.shared.embedded import Embedded
from services.shared.redis import AWAY, connect, ping


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
