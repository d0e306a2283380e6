"""A private Redis for tests: one server a session, emptied for every test."""

from collections.abc import Iterator

import pytest
from redis import Redis

from services.shared.embedded import Embedded
from services.shared.redis import connect
from tests.support.clusters import Nodes


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """Run a real server on a private socket; it does not sync to disk, so it is quick."""
    with Embedded(tmp_path_factory.mktemp("redis"), appendfsync="no") as server:
        yield server


@pytest.fixture(scope="session")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """Run a real cluster of three masters, which tests share."""
    with Nodes.run(tmp_path_factory.mktemp("cluster") / "nodes") as made:
        yield made


@pytest.fixture
def redis(redis_server: Embedded) -> Iterator[Redis]:
    """Give a client of the empty private server; `redis_server.url` is its address."""
    with connect(redis_server.url) as client:
        client.flushall()
        yield client
