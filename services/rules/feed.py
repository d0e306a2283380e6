"""What changes, as it happens: one reader of the feeds of all buckets in each process, who wakes those who wait.

On a cluster, where no call may wait for what is in several slots, each bucket has a reader of its own.

The feed says only that a match has a new version; who hears it reads the log, so nothing is told that is not stored.
A wake-up may come without news, never the other way round: whoever listens first and reads the log then misses nothing,
and when the reader has lost Redis for a while it wakes everybody. Threads and greenlets (of a patched process) alike.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from services.rules.errors import Crowded
from services.rules.keys import feed_keys
from services.shared.cluster import Cluster
from services.shared.reach import direct, reach
from services.shared.redis import AWAY, Commands

log = logging.getLogger(__name__)

BLOCK_MILLISECONDS: Final = 3_000
"""Shorter than the patience of the client, which thus notices a connection that died in silence."""
AGAIN_SECONDS: Final = 0.2
"""After which Redis is tried again."""
MOST_LISTENERS: Final = 1024
"""Listeners to one match in one process."""

Name = tuple[str, str]


class Listener:
    """One who waits for news of a match."""

    __slots__ = ("_news",)

    def __init__(self) -> None:
        """Nothing has happened yet."""
        self._news = threading.Event()

    def wait(self, seconds: float) -> bool:
        """Wait for news; whether there may be some. What came since the last wait counts."""
        heard = self._news.wait(seconds)
        self._news.clear()
        return heard

    def wake(self) -> None:
        """There may be news."""
        self._news.set()


class Feed:
    """The live events of one Redis; its readers start with the first listener."""

    def __init__(self, redis_url: str) -> None:
        """Connect when somebody listens."""
        self._url = redis_url
        self._listeners: dict[Name, set[Listener]] = {}
        self._lock = threading.Lock()
        self._readers: list[threading.Thread] = []
        self._lost: set[str] = set()

    @property
    def listening(self) -> int:
        """How many listen now."""
        with self._lock:
            return sum(map(len, self._listeners.values()))

    @contextmanager
    def listen(self, app: str, match_id: str) -> Iterator[Listener]:
        """Be told of this match; raises Crowded."""
        name, listener = (app, match_id), Listener()
        with self._lock:
            others = self._listeners.setdefault(name, set())
            if len(others) >= MOST_LISTENERS:
                raise Crowded("Too many follow this match here; try again, or look with ETags.")
            others.add(listener)
            if not self._readers:
                self._start()
        try:
            yield listener
        finally:
            with self._lock:
                others.discard(listener)
                if not others:
                    self._listeners.pop(name, None)

    def _start(self) -> None:
        client = reach(self._url)
        redis, feeds = direct(client), feed_keys()
        together = [[feed] for feed in feeds] if isinstance(client, Cluster) else [feeds]
        for keys in together:
            reader = threading.Thread(target=self._read, args=(redis, keys), name="pomona-feed", daemon=True)
            self._readers.append(reader)
            reader.start()

    def _read(self, redis: Commands, keys: list[str]) -> None:
        """Read these feeds for ever."""
        while True:
            try:
                self._follow(redis, keys)
            except AWAY as error:
                if not self._lost:
                    log.warning("the feed lost Redis, and tries again until it is back: %s", error)
                self._lost.add(keys[0])
            except Exception:
                log.exception("the feed broke; it begins again")
            time.sleep(AGAIN_SECONDS)

    def _follow(self, redis: Commands, keys: list[str]) -> None:
        """Stand at the end of these feeds, wake everybody for what came before, and tell what comes."""
        ids = {key: _last(redis, key) for key in keys}
        self._lost.discard(keys[0])
        self._wake_all()
        while True:
            found = redis.wait(keys[0], "XREAD", "BLOCK", BLOCK_MILLISECONDS, "STREAMS", *ids, *ids.values()) or {}
            for key, entries in found.items() if isinstance(found, dict) else found:
                ids[key.decode()] = entries[-1][0]
                for name in {_member(pairs) for _, pairs in entries}:
                    self._wake(name)

    def _wake(self, member: bytes) -> None:
        app, match_id = member.decode().split("/")
        with self._lock:
            listeners = list(self._listeners.get((app, match_id), ()))
        for listener in listeners:
            listener.wake()

    def _wake_all(self) -> None:
        with self._lock:
            listeners = [listener for others in self._listeners.values() for listener in others]
        for listener in listeners:
            listener.wake()


def _last(redis: Commands, key: str) -> bytes:
    """The id of the last entry of a feed."""
    found = redis.send("XREVRANGE", key, "+", "-", "COUNT", 1)
    return bytes(found[0][0]) if found else b"0-0"


def _member(pairs: list[bytes]) -> bytes:
    """What an entry of a feed is about."""
    return pairs[pairs.index(b"m") + 1]
