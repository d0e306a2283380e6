"""Clients of Redis that neither stall for seconds nor hide that Redis is away."""

import hashlib
import os
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, Protocol

import redis
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import ClusterDownError, NoScriptError, ReadOnlyError, ResponseError
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import TimeoutError as TooSlow
from redis.maint_notifications import MaintNotificationsConfig
from redis.retry import Retry
from redis.sentinel import MasterNotFoundError, Sentinel

from services.shared import addresses
from services.shared.metrics import REDIS_AWAY, REDIS_SECONDS

AWAY: Final = (NotConnected, TooSlow, ReadOnlyError, ClusterDownError)
"""What a call raises while Redis is away: catch these, answer "later"."""

ANSWER_SECONDS: Final = 5.0
CONNECT_SECONDS: Final = 2.0
SENTINEL_SECONDS: Final = 0.5
"""Until another sentinel is asked."""
MOST_CALLS: Final = 100
"""Calls under way at once through one `Direct`; more would only wait in Redis, which carries out one at a time."""

Send = Callable[..., Any]
"""Sends a command as `send("HGET", key, field)`; the answer as Redis gives it."""


class Commands(Protocol):
    """Commands to one Redis, be it one server or a cluster; all keys of a command are in one slot."""

    def send(self, *command: str | bytes | float) -> Any:
        """Send a command as `send("HGET", key, field)` to who has its key; the answer as Redis gives it."""

    def wait(self, key: str, *command: str | bytes | float) -> Any:
        """The same to who has this key, with a command that waits there: it is not counted as slow."""

    def masters(self) -> Sequence[Send]:
        """A sender to each server that has keys, for what concerns all of them."""

    def close(self) -> None:
        """Close the connections; the next call opens one."""


def connect(url: str, *, blocking: bool = False) -> redis.Redis:
    """Make a client for an address of one server (see addresses.py, for others reach.py); answers are bytes.

    Behind sentinels every new connection goes to the server that is the master then, and one whose server has become a
    replica is given up: a failover is a Redis that is away for some seconds.
    With Redis away a call fails after two short retries (0.06 s in all). A lost connection may make a call run twice:
    scripts are idempotent. A blocking client waits for ever (XREAD BLOCK, pub/sub) and belongs to one reader.
    """
    how: dict[str, Any] = {
        "retry": Retry(ExponentialBackoff(cap=0.1, base=0.01), 2, supported_errors=(NotConnected,)),
        "socket_timeout": None if blocking else ANSWER_SECONDS,
        "socket_connect_timeout": CONNECT_SECONDS,
        # Of servers of one vendor; they tie each connection into a knot that only the search for garbage would open.
        "maint_notifications_config": MaintNotificationsConfig(enabled=False),
    }
    watched = addresses.watched(url)
    return redis.Redis.from_url(url, **how) if watched is None else _master(watched, how)


def _master(watched: addresses.Watched, how: dict[str, Any]) -> redis.Redis:
    """A client of the server that is the master at each moment."""
    patience = {"socket_timeout": SENTINEL_SECONDS, "socket_connect_timeout": SENTINEL_SECONDS}
    no_retry = Retry(NoBackoff(), 0)  # another sentinel is asked
    asked = {**watched.sentinel_login, **watched.tls, **patience, "retry": no_retry}
    sentinels: Any = _Sentinels(list(watched.sentinels), sentinel_kwargs=asked)
    login = {**watched.login, **watched.tls}
    client: redis.Redis = sentinels.master_for(watched.service, db=watched.database, **login, **how)
    return client


class _Sentinels(Sentinel):
    """They are asked at each new connection, which is seldom, so none to them is kept."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)  # type: ignore[no-untyped-call]
        self._one_asks = threading.Lock()

    def discover_master(self, service_name: str) -> tuple[str, int]:
        """Where the first sentinel that answers says that the master is; the error tells no password."""
        with self._one_asks:
            masters: Any
            for each in self.sentinels:
                try:
                    masters = each.sentinel_masters()
                except (NotConnected, TooSlow):
                    continue
                finally:
                    each.close()
                state = masters.get(service_name)
                if state and self.check_master_state(state, service_name):  # type: ignore[no-untyped-call]
                    return state["ip"], state["port"]
        raise MasterNotFoundError(f"No sentinel that answers names a master of {service_name}.")


class _Pinged(Protocol):
    def ping(self) -> Any: ...


def ping(client: _Pinged) -> bool:
    """Tell whether Redis answers."""
    try:
        return bool(client.ping())
    except AWAY:
        return False


class Direct:
    """Commands to the Redis of a client, one answer each: for calls so frequent that the client itself would cost most.

    Connections, time-outs and retries are the client's; its pool, its probe of each connection before use and its
    metrics are left out, two thirds of the CPU of a call. A connection that died while it was idle is found out by the
    call itself, which then begins again on a new one.
    """

    def __init__(self, client: redis.Redis) -> None:
        """Connect as this client does, at the first call."""
        pool = client.connection_pool
        self._connect = partial(pool.connection_class, **pool.connection_kwargs)
        self._begin()

    def send(self, *command: str | bytes | float) -> Any:
        """Send a command as `send("HGET", key, field)`; the answer as Redis gives it."""
        began = time.perf_counter()
        try:
            return self._send(command)
        finally:
            REDIS_SECONDS.observe(time.perf_counter() - began)

    def wait(self, _key: str, *command: str | bytes | float) -> Any:
        """Send a command that waits in the server: it is not counted as slow."""
        return self._send(command)

    def masters(self) -> Sequence[Send]:
        """The one server."""
        return (self.send,)

    def _send(self, command: tuple[str | bytes | float, ...]) -> Any:
        if self._pid != os.getpid():
            self._begin()  # a fork must not speak on the connections of its parent
        with self._room:
            try:
                connection = self._idle.pop()  # in one step: another thread may take the last one meanwhile
            except IndexError:
                connection = self._connect()
            try:
                return connection.retry.call_with_retry(
                    lambda: _exchange(connection, command), lambda _: connection.disconnect()
                )
            except ResponseError:
                raise
            except AWAY:
                connection.disconnect()
                REDIS_AWAY.inc()
                raise
            except BaseException:  # a time limit may strike between question and answer: nobody must read that answer
                connection.disconnect()
                raise
            finally:
                self._idle.append(connection)

    def close(self) -> None:
        """Close the connections; the next call opens one."""
        while self._idle:
            self._idle.pop().disconnect()

    def _begin(self) -> None:
        self._pid = os.getpid()
        self._idle: list[Any] = []
        self._room = threading.BoundedSemaphore(MOST_CALLS)


def _exchange(connection: Any, command: tuple[str | bytes | float, ...]) -> Any:
    if not connection.is_connected:
        connection.connect()  # left to the sending, it would not ask sentinels where to
    connection.send_packed_command(connection.pack_command(*command))
    return connection.read_response()


class Script:
    """A Lua script, which the server knows by its digest."""

    def __init__(self, direct: Commands, text: str) -> None:
        """Sent in full only to a server that does not know it."""
        self.text = text
        self.sha = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
        self._direct = direct

    def __call__(self, keys: Sequence[str], *args: str | bytes | float) -> Any:
        """Run it."""
        try:
            return self._direct.send("EVALSHA", self.sha, len(keys), *keys, *args)
        except NoScriptError:
            return self._direct.send("EVAL", self.text, len(keys), *keys, *args)
