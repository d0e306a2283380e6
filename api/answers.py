"""Answers: bytes made once with orjson, and the headers that go with them."""

from typing import Any, Final

import orjson
from flask import Response

from api.preconditions import etag, is_known
from services.rules.sight import Sight

JSON: Final = "application/json"
_PRIVATE: Final = ("private, no-cache", "Authorization")


def plain(value: Any, status: int = 200) -> Response:
    """An answer that everybody gets."""
    return Response(orjson.dumps(value), status, content_type=JSON)


def secret(value: Any, status: int = 200) -> Response:
    """An answer that nobody may keep: it holds tokens, or is made for one moment."""
    answer = plain(value, status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def seen(sight: Sight) -> Response:
    """The view of a match, with its ETag; 304 if the client has it."""
    return tagged(sight.match.version, sight.viewer, sight.view)


def tagged(version: int, viewer: int, make: Any) -> Response:
    """What `make` answers about a match at this version for this viewer; 304 if the client has it."""
    tag = etag(version, viewer)
    answer = Response(status=304) if is_known(tag) else Response(orjson.dumps(make()), 200, content_type=JSON)
    headers = answer.headers
    headers["ETag"] = tag
    headers["Cache-Control"], headers["Vary"] = _PRIVATE
    return answer


def made(sight: Sight) -> Response:
    """The view after a change, with its ETag."""
    answer = secret(sight.view())
    answer.headers["ETag"] = etag(sight.match.version, sight.viewer)
    return answer
