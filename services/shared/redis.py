"""Clients of Redis that neither stall for seconds nor hide that Redis is away."""

from typing import Final

import redis
from redis.backoff import ExponentialBackoff
from redis.exceptions import ClusterDownError, ReadOnlyError
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import TimeoutError as TooSlow
from redis.retry import Retry

AWAY: Final = (NotConnected, TooSlow, ReadOnlyError, ClusterDownError)
"""What a call raises while Redis is away: catch these, answer "later"."""

ANSWER_SECONDS: Final = 5.0
CONNECT_SECONDS: Final = 2.0


def connect(url: str, *, blocking: bool = False) -> redis.Redis:
    """Make a client for `redis://`, `rediss://` or `unix://`; answers are bytes.

    With Redis away a call fails after two short retries (0.06 s in all). A lost connection may make a call run twice:
    scripts are idempotent. A blocking client waits for ever (XREAD BLOCK, pub/sub) and belongs to one reader.
    """
    return redis.Redis.from_url(
        url,
        retry=Retry(ExponentialBackoff(cap=0.1, base=0.01), 2, supported_errors=(NotConnected,)),
        socket_timeout=None if blocking else ANSWER_SECONDS,
        socket_connect_timeout=CONNECT_SECONDS,
    )


def ping(client: redis.Redis) -> bool:
    """Tell whether Redis answers."""
    try:
        return bool(client.ping())
    except AWAY:
        return False
