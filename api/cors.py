"""Pages of other origins may use the API only if the settings name them (POMONA_CORS_ORIGINS); by default none may.

Identity is a token that a page must have, never a cookie, so credentials are not allowed to anybody.
"""

from collections.abc import Collection
from typing import Final

from flask import Flask, Response, request

_ASKS: Final = "Access-Control-Request-Method"
_PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, "
    "Last-Event-ID, X-Request-Id, traceparent",
    "Access-Control-Max-Age": "600",
}
_EXPOSED: Final = "ETag, Location, Retry-After, X-Request-Id"


def install(app: Flask, origins: Collection[str]) -> None:
    """Let pages of these origins read the answers."""
    if not origins:
        return
    allowed = frozenset(origins)

    @app.after_request
    def allow(answer: Response) -> Response:
        """Say so, to those who are."""
        answer.vary.add("Origin")
        origin = request.headers.get("Origin")
        if origin in allowed:
            answer.headers["Access-Control-Allow-Origin"] = origin
            answer.headers["Access-Control-Expose-Headers"] = _EXPOSED
            if request.method == "OPTIONS" and _ASKS in request.headers:
                answer.headers.update(_PREFLIGHT)
        return answer
