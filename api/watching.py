"""What changes and is watched until it ends, such as a job or a ticket: at once, as a long poll, as a stream."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, Final, Protocol

import orjson
from flask import Response

from api.answers import secret
from api.context import context
from api.preconditions import is_known
from api.reading import JSON
from api.streams import HEARTBEAT, HEARTBEAT_SECONDS, RETRY, event_stream, message
from services.rules.errors import Refused
from services.rules.feed import Listener

AGAIN_SECONDS: Final = "1"
"""`Retry-After` of what has not ended."""


class Watched(Protocol):
    """What stands as it is for the moment."""

    @property
    def app(self) -> str:
        """Whose it is."""

    @property
    def id(self) -> str:
        """Under which the feed tells that it has changed."""

    @property
    def version(self) -> int:
        """Counts what has changed."""

    @property
    def tag(self) -> str:
        """Names what the viewer sees of it now."""

    @property
    def state(self) -> str:
        """How it stands, in a word."""

    @property
    def ended(self) -> bool:
        """Whether nothing more will change."""

    def json(self) -> dict[str, Any]:
        """As it stands in the API."""


Look = Callable[[], Watched]
"""Looks again; raises what refuses it."""


def accepted(seen: Watched, path: str, status: int = 202) -> Response:
    """What was asked for is being done, or done: where to look for it, and how it stands."""
    answer = secret(seen.json(), status)
    answer.headers["Location"] = f"{path}/{seen.id}"
    return _again(answer, seen)


def told(seen: Watched) -> Response:
    """How it stands, with its ETag; 304 if the client has it."""
    tag = f'"{seen.tag}-{context().build}"'
    headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization", "ETag": tag}
    if is_known(tag):
        return _again(Response(status=304, headers=headers), seen)
    return _again(Response(orjson.dumps(seen.json()), 200, headers, content_type=JSON), seen)


def stream(look: Look, after: int, *, resumed: bool) -> Response:
    """Tell it whenever it has changed; `resumed`: the client is an EventSource that comes back."""
    seen = look()
    if resumed and seen.ended and after == seen.version:
        return Response(status=204)  # tells an EventSource not to come back
    held = ExitStack()
    listener = held.enter_context(context().feed.listen(seen.app, seen.id))
    return event_stream(_events(look, listener, after), held)


def poll(look: Look, after: int, seconds: float) -> Response:
    """Answer once it has changed behind version `after`."""
    until, seen = time.monotonic() + seconds, look()
    with context().feed.listen(seen.app, seen.id) as listener:
        while True:
            seen = look()
            left = until - time.monotonic()
            if seen.version > after or seen.ended or left <= 0:
                return _again(secret(seen.json()), seen)
            listener.wait(left)


def _events(look: Look, listener: Listener, after: int) -> Iterator[bytes]:
    """The text of the stream; it ends with what it tells of."""
    yield RETRY
    while True:
        try:
            seen = look()
        except Refused as refusal:
            yield message("closed", after, {"code": refusal.code, "detail": refusal.text})
            return
        if seen.version > after:
            after = seen.version
            yield message("", after, seen.json())
        if seen.ended:
            yield message("end", after, {"version": after, "state": seen.state})
            return
        if not listener.wait(HEARTBEAT_SECONDS):
            yield HEARTBEAT


def _again(answer: Response, seen: Watched) -> Response:
    if not seen.ended:
        answer.headers["Retry-After"] = AGAIN_SECONDS
    return answer
