"""A Redis cluster: found at the first call, and found again as its masters change.

What is where, and what becomes of a call whose key has moved or whose master has gone, is the work of redis-py. Here it
is made lazy, safe to fork, and as bare as `services.shared.redis.Direct`: answers come as Redis gives them.
"""

import os
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, Self

import redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.exceptions import ClusterError, RedisClusterException, SlotNotCoveredError
from redis.exceptions import ConnectionError as NotConnected
from redis.retry import Retry

from services.shared.addresses import Clustered
from services.shared.metrics import REDIS_AWAY, REDIS_SECONDS
from services.shared.redis import AWAY, Send

TRIES_AGAIN: Final = 1
"""How often a call begins again, each time with the masters of then."""
_ASKED_FOR: Final = ("COMMAND", "COMMAND GETKEYS")
"""What redis-py itself must read."""


class Cluster:
    """Commands to the cluster of an address, and what a client of one server has beside them."""

    def __init__(self, address: Clustered, how: dict[str, Any]) -> None:
        """Connect at the first call. `how`: what redis-py is told of each connection."""
        self._nodes = address.nodes
        self._how = {**address.login, **address.tls, **how}
        self._lock = threading.Lock()
        self._client: Any = None  # half of its methods have no types
        self._pid = os.getpid()

    def send(self, *command: str | bytes | float) -> Any:
        """Send a command as `send("HGET", key, field)` to who has its key; the answer as Redis gives it."""
        return self._timed(lambda client: client.execute_command(*command))

    def wait(self, key: str, *command: str | bytes | float) -> Any:
        """The same to who has this key, with a command that waits there: it is not counted as slow."""

        def waiting(client: Any) -> Any:
            node = client.nodes_manager.get_node_from_slot(client.keyslot(key))
            return client.execute_command(*command, target_nodes=node)

        return self._tried(waiting)

    def masters(self) -> Sequence[Send]:
        """A sender to each master, as they are now."""
        nodes = self._tried(lambda client: client.get_primaries())
        return [partial(self._send_to, node) for node in nodes]

    def servers(self) -> list[redis.Redis]:
        """A client of each master, as they are now; whoever takes them closes them."""
        nodes = self._tried(lambda client: client.get_primaries())
        return [redis.Redis(host=node.host, port=node.port, **self._how) for node in nodes]

    def ping(self) -> bool:
        """Whether every master answers."""
        return all(send("PING") for send in self.masters())

    def close(self) -> None:
        """Close the connections; the next call opens some."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def __enter__(self) -> Self:
        """For a `with` block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connections at the end of the block."""
        self.close()

    def _send_to(self, node: ClusterNode, *command: str | bytes | float) -> Any:
        return self._timed(lambda client: client.execute_command(*command, target_nodes=node))

    def _timed(self, ask: Callable[[Any], Any]) -> Any:
        began = time.perf_counter()
        try:
            return self._tried(ask)
        finally:
            REDIS_SECONDS.observe(time.perf_counter() - began)

    def _tried(self, ask: Callable[[Any], Any]) -> Any:
        """The answer; what is said while a cluster cannot answer is told as a Redis that is away."""
        try:
            return ask(self._found())
        except AWAY:
            REDIS_AWAY.inc()
            raise
        except (ClusterError, SlotNotCoveredError) as error:
            REDIS_AWAY.inc()
            raise NotConnected(str(error)) from error
        except RedisClusterException as error:
            if error.__cause__ is None:
                raise  # a command that no cluster could carry out
            REDIS_AWAY.inc()
            self._client = None  # no node answers that was known: the next call asks those of the address
            raise NotConnected(str(error)) from error

    def _found(self) -> Any:
        """The client, which asks the nodes for all others when it is made."""
        if self._pid != os.getpid():  # a fork must not speak on the connections of its parent, nor trust its locks
            self._pid, self._lock, self._client = os.getpid(), threading.Lock(), None
        client = self._client
        if client is None:
            with self._lock:
                client = self._client = self._client or _Bare(
                    startup_nodes=[_node(*place) for place in self._nodes],
                    retry=Retry(NoBackoff(), TRIES_AGAIN),
                    require_full_coverage=False,
                    **self._how,
                )
        return client


def _node(host: str, port: int) -> ClusterNode:
    return ClusterNode(host, port)  # type: ignore[no-untyped-call]


class _Raw(dict[str, Any]):
    """How little of what Redis answers is read."""


class _Bare(RedisCluster):
    """A client that reads nothing into the answers."""

    def __init__(self, **how: Any) -> None:
        """Connect."""
        super().__init__(**how)
        self.result_callbacks.clear()
        self.cluster_response_callbacks.clear()

    def get_redis_connection(self, node: ClusterNode) -> redis.Redis:
        """The client of a node."""
        found: Any = super().get_redis_connection(node)
        if not isinstance(found.response_callbacks, _Raw):
            read = found.response_callbacks
            found.response_callbacks = _Raw({name: read[name] for name in _ASKED_FOR if name in read})
        client: redis.Redis = found
        return client
