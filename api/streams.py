"""Live events of a match: server-sent events and long polls, both out of the log."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Final

import orjson
from flask import Response

from api.answers import secret
from api.auth import Caller
from api.context import context
from services.rules.errors import Refused
from services.rules.feed import Listener
from services.rules.matches import Matches, Told

HEARTBEAT_SECONDS: Final = 15.0
RETRY: Final = b"retry: 1000\n\n"
HEARTBEAT: Final = b": still here\n\n"


def stream(caller: Caller, match_id: str, after: int, *, resumed: bool) -> Response:
    """Tell everything behind version `after` and go on; `resumed`: the client is an EventSource that comes back."""
    matches, feed = context().services.matches, context().feed
    told = matches.history(caller.app, match_id, caller.seat, caller.epoch, after, limit=1)
    if resumed and told.match.over and after == told.match.version:
        return Response(status=204)  # tells an EventSource not to come back
    held = ExitStack()
    listener = held.enter_context(feed.listen(caller.app, match_id))
    return event_stream(_events(matches, listener, caller, match_id, after), held)


def event_stream(events: Iterator[bytes], held: ExitStack) -> Response:
    """An answer that goes on; `held` is let go when it ends."""
    answer = Response(events, 200, content_type="text/event-stream")
    answer.call_on_close(held.close)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"  # nginx would hold events back
    return answer


def poll(caller: Caller, match_id: str, after: int, seconds: float) -> Response:
    """Answer with what happened behind version `after`, waiting for it if nothing has."""
    matches, until = context().services.matches, time.monotonic() + seconds
    with context().feed.listen(caller.app, match_id) as listener:
        while True:
            told = matches.history(caller.app, match_id, caller.seat, caller.epoch, after)
            left = until - time.monotonic()
            if told.events or told.match.over or left <= 0:
                return secret(_polled(told))
            listener.wait(left)


def _polled(told: Told) -> dict[str, Any]:
    match = told.match
    return {"match": match.id, "version": match.version, "over": match.over, "events": told.events}


def _events(matches: Matches, listener: Listener, caller: Caller, match_id: str, after: int) -> Iterator[bytes]:
    """The text of the stream; it ends with the match, or when its token does."""
    yield RETRY
    while True:
        try:
            told = matches.history(caller.app, match_id, caller.seat, caller.epoch, after)
        except Refused as refusal:
            yield message("closed", after, {"code": refusal.code, "detail": refusal.text})
            return
        for event in told.events:
            after = event["version"]
            yield message("", after, event)
        if told.events and after < told.match.version:
            continue
        if told.match.over:
            yield message("end", after, {"version": after, "result": told.match.result})
            return
        if not listener.wait(HEARTBEAT_SECONDS):
            yield HEARTBEAT


def message(kind: str, version: int, value: Any) -> bytes:
    """One event of a stream."""
    named = f"event: {kind}\n" if kind else ""
    return f"id: {version}\n{named}data: ".encode() + orjson.dumps(value) + b"\n\n"
