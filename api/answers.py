"""Answers: bytes made once with orjson, and the headers that go with them."""

import hashlib
from typing import Any, Final

import orjson
from flask import Response

from api.preconditions import etag, is_known
from api.reading import JSON
from services.rules.sight import Sight

_NO_STORE: Final = "no-store"
_PRIVATE: Final = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}


def plain(value: Any, status: int = 200) -> Response:
    """An answer that everybody gets."""
    return Response(orjson.dumps(value), status, content_type=JSON)


def unchanging(value: Any) -> Response:
    """An answer that is the same for everybody until the server is another, with an ETag of its bytes."""
    body = orjson.dumps(value)
    tag = _digest(body)
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    return Response(status=304, headers=headers) if is_known(tag) else Response(body, 200, headers, content_type=JSON)


def current(value: Any) -> Response:
    """An answer that changes as people play and may depend on who asks, with an ETag of its bytes."""
    body = orjson.dumps(value)
    headers = _PRIVATE | {"ETag": _digest(body)}
    if is_known(headers["ETag"]):
        return Response(status=304, headers=headers)
    return Response(body, 200, headers, content_type=JSON)


def _digest(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:16]}"'


def secret(value: Any, status: int = 200) -> Response:
    """An answer that nobody may keep: it holds tokens, or is made for one moment."""
    return Response(orjson.dumps(value), status, {"Cache-Control": _NO_STORE}, content_type=JSON)


def seen(sight: Sight) -> Response:
    """The view of a match, with its ETag; 304 if the client has it."""
    return tagged(sight.match.version, sight.viewer, sight.view)


def tagged(version: int, viewer: int, make: Any) -> Response:
    """What `make` answers about a match at this version for this viewer; 304 if the client has it."""
    tag = etag(version, viewer)
    headers = _PRIVATE | {"ETag": tag}
    if is_known(tag):
        return Response(status=304, headers=headers)
    return Response(orjson.dumps(make()), 200, headers, content_type=JSON)


def made(sight: Sight) -> Response:
    """The view after a change, with its ETag."""
    headers = {"Cache-Control": _NO_STORE, "ETag": etag(sight.match.version, sight.viewer)}
    return Response(orjson.dumps(sight.view()), 200, headers, content_type=JSON)
