"""A cure for kombu 5.7.0, whose workers exit when Redis goes away while a task is unacknowledged.

The lost connection is closed and its transport forgets its address; a task that ends later is acknowledged through a
channel of that connection, which asks for the address and raises AttributeError. As a lost connection it is survived,
and the message comes again.
"""

from importlib.metadata import version
from typing import Any, Final

from kombu.transport.redis import Channel
from redis.exceptions import ConnectionError as NotConnected

SICK: Final = frozenset({"5.7.0"})
_METHOD: Final = "_connparams"


def apply() -> bool:
    """Cure kombu in this process, once; False if this version is not known to be sick."""
    if version("kombu") not in SICK:
        return False
    sick = getattr(Channel, _METHOD)
    if not getattr(sick, "cured", False):
        setattr(Channel, _METHOD, _cured(sick))
    return True


def _cured(sick: Any) -> Any:
    def connparams(channel: Any, *args: Any, **kwargs: Any) -> Any:
        if channel.connection is None or channel.connection.client is None:
            raise NotConnected("The channel belongs to a connection that was lost.")
        return sick(channel, *args, **kwargs)

    connparams.cured = True  # type: ignore[attr-defined]
    return connparams
