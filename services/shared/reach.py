"""Clients of the Redis of the matches, be it one server, the master that sentinels name, or a cluster."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import redis
from redis.maint_notifications import MaintNotificationsConfig

from services.shared import addresses
from services.shared.cluster import Cluster
from services.shared.redis import ANSWER_SECONDS, CONNECT_SECONDS, Commands, Direct, Send, connect

Client = redis.Redis | Cluster
_PAGE: Final = 1000


def reach(url: str) -> Client:
    """Make a client for any address; it connects at the first call."""
    cluster = addresses.clustered(url)
    if cluster is None:
        return connect(url)
    how = {
        "socket_timeout": ANSWER_SECONDS,
        "socket_connect_timeout": CONNECT_SECONDS,
        "maint_notifications_config": MaintNotificationsConfig(enabled=False),
    }
    return Cluster(cluster, how)


def direct(client: Client) -> Commands:
    """Commands to the Redis of a client, one answer each, as Redis gives it."""
    return client if isinstance(client, Cluster) else Direct(client)


def servers(client: Client) -> Sequence[redis.Redis]:
    """A client of each server that has keys."""
    return client.servers() if isinstance(client, Cluster) else (client,)


def scan(redis: Commands, pattern: str) -> Iterator[bytes]:
    """All keys of this pattern, on every server; some may come twice."""
    for send in redis.masters():
        yield from _pages(partial(_keys, send, pattern))


def scan_hash(redis: Commands, key: str) -> Iterator[tuple[bytes, bytes]]:
    """All fields of a hash with their values; some may come twice."""
    parts = _pages(lambda cursor: redis.send("HSCAN", key, cursor, "COUNT", _PAGE))
    return zip(parts, parts, strict=True)


def _keys(send: Send, pattern: str, cursor: bytes) -> Any:
    return send("SCAN", cursor, "MATCH", pattern, "COUNT", _PAGE)


def _pages(page: Callable[[bytes], Any]) -> Iterator[bytes]:
    cursor = b"0"
    while True:
        cursor, found = page(cursor)
        yield from found
        if cursor == b"0":
            return
