"""Every request is counted, timed and logged in one line, and bears an id that its answer tells."""

import time
from functools import lru_cache
from typing import Any, Final

import structlog
from flask import Flask, Response, request

from services.shared import logs
from services.shared.ids import is_id
from services.shared.metrics import REQUEST_SECONDS, REQUESTS
from services.shared.metrics_door import MEDIA_TYPE, text

REQUEST_ID: Final = "X-Request-Id"
APP: Final = "pomona.app"
"""Where the environment of a request says whose token it bears."""
PATH: Final = "/metrics"
_BEGAN, _ID = "pomona.began", "pomona.id"
_METHODS: Final = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_QUIET: Final = {"/healthz", "/readyz", PATH}
"""Asked so often that only `debug` hears of it."""

log = structlog.get_logger()


def install(app: Flask) -> None:
    """Watch every request of the app, and tell Prometheus at /metrics, which no proxy lets through from outside."""
    app.before_request(_begin)
    app.after_request(_end)
    app.add_url_rule(PATH, "metrics", _tell)


def _tell() -> Response:
    return Response(text(), content_type=MEDIA_TYPE, headers={"Cache-Control": "no-store"})


def _begin() -> None:
    environ = request.environ
    environ[_BEGAN] = time.perf_counter()
    environ[_ID] = logs.begin(environ.get("HTTP_X_REQUEST_ID"), environ.get("HTTP_TRACEPARENT"))


def _end(answer: Response) -> Response:
    environ, rule = request.environ, request.url_rule
    seconds = time.perf_counter() - environ[_BEGAN]
    route = rule.rule if rule is not None else "none"
    method = request.method if request.method in _METHODS else "other"
    count, took = _counters(method, route, answer.status_code)
    count.inc()
    took.observe(seconds)
    answer.headers[REQUEST_ID] = environ[_ID]
    if structlog.is_configured():  # a program that only uses the app has no log of requests
        _note(method, route, answer.status_code, seconds)
    return answer


def _note(method: str, route: str, status: int, seconds: float) -> None:
    """The one line of a request."""
    told: dict[str, Any] = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 2)}
    match = (request.view_args or {}).get("match_id")
    if match is not None and is_id(match):
        told["match"] = match
    if APP in request.environ:
        told["app"] = request.environ[APP]
    (log.debug if route in _QUIET else log.info)("request", **told)


@lru_cache(4096)
def _counters(method: str, route: str, status: int) -> tuple[Any, Any]:
    """Labels are dear to look up, and there are few."""
    return REQUESTS.labels(method, route, status), REQUEST_SECONDS.labels(method, route)
