"""Services on one server, and on a cluster: each test that has a house runs on both."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from services.shared.addresses import is_cluster
from services.shared.embedded import Embedded
from services.shared.redis import connect
from tests.support.clusters import Nodes
from tests.support.house import House, outside, settings_for


@pytest.fixture(scope="session", params=["server", "cluster"])
def redis_url(request: pytest.FixtureRequest) -> str:
    """The address of the Redis of the matches."""
    found: Embedded | Nodes = request.getfixturevalue({"server": "redis_server", "cluster": "nodes"}[request.param])
    return found.url


@pytest.fixture
def redis(redis_url: str) -> Iterator[Redis]:
    """A client of it, empty."""
    with outside(redis_url) as client:
        client.flushall()
        yield client


@pytest.fixture
def house(redis_server: Embedded, redis_url: str, redis: Redis, tmp_path: Path) -> Iterator[House]:  # noqa: ARG001 - emptied
    """The services on it; the queue of a cluster is on a server beside it."""
    broker_url = redis_server.url if is_cluster(redis_url) else None
    if broker_url is not None:
        with connect(broker_url) as broker:
            broker.flushall()
    made = House(settings_for(redis_url, tmp_path, broker_url=broker_url))
    yield made
    made.close()
