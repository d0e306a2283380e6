"""Pages: opaque cursors, signed so that nobody makes one up, and bound to the list they belong to."""

import base64
import binascii
import hmac
from collections.abc import Sequence
from typing import Any, Final

from api.context import context
from api.refusals import BadCursor

MOST: Final = 100
"""The longest page."""
_MAC: Final = 8


def cursor(listed: str, *place: int) -> str:
    """A cursor for a place in a list."""
    text = ".".join(map(str, place)).encode()
    return base64.urlsafe_b64encode(_mac(listed, text) + text).decode().rstrip("=")


def place_of(listed: str, text: str) -> tuple[int, ...]:
    """The place that a cursor of this list names; raises BadCursor."""
    try:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raw = b""
    mac, place = raw[:_MAC], raw[_MAC:]
    if not place or not hmac.compare_digest(mac, _mac(listed, place)):
        raise BadCursor("This cursor was not made here, or for another list.")
    return tuple(map(int, place.split(b".")))


def page(items: Sequence[Any], limit: int, following: str | None, **about: Any) -> dict[str, Any]:
    """A page of a list; `following` is the cursor of what comes behind it."""
    return {**about, "items": items[:limit], "next": following}


def _mac(listed: str, place: bytes) -> bytes:
    secret = context().services.secrets[-1]
    return hmac.digest(secret, b"pomona cursor " + listed.encode() + b" " + place, "sha256")[:_MAC]
