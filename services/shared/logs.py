"""Logs: one line an event, as JSON for machines or as text for a terminal, with what the request or task is about.

Tokens, seeds, hands and bodies are never logged; what is, is named where it is logged. Records of the standard library
take the same way as our own.
"""

import logging
import random
import re
import sys
from collections.abc import Mapping
from typing import Any, Final

import orjson
import structlog
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars, merge_contextvars
from structlog.typing import Processor

from services.shared.settings import Settings

TALKATIVE: Final = ("celery.app.trace", "celery.worker.strategy")
"""Write two lines a task; `debug` hears them."""
REQUEST, TRACE = "request", "traceparent"
"""The fields that name a request and the trace it belongs to, in logs and in messages of the queue."""
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{7,63}")
_TRACE: Final = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")


def configure(settings: Settings) -> None:
    """Log as the settings say, to standard error; by default text where that is a terminal, else JSON."""
    text = sys.stderr.isatty() if settings.log is None else settings.log == "text"
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    shared: list[Processor] = [
        merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
        structlog.processors.format_exc_info,
    ]
    last: Processor = structlog.dev.ConsoleRenderer(colors=False) if text else structlog.processors.JSONRenderer(_json)
    structlog.configure(
        processors=[*shared, last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
    _take_in(shared, last, level)


def _take_in(shared: list[Processor], last: Processor, level: int) -> None:
    """Let the records of the standard library be written the same way."""
    names = structlog.stdlib.add_logger_name, structlog.processors.CallsiteParameterAdder([_PROCESS])
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    formatter = structlog.stdlib.ProcessorFormatter(processors=[remove, last], foreign_pre_chain=[*shared, *names])
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    if level > logging.DEBUG:
        for name in TALKATIVE:
            logging.getLogger(name).setLevel(logging.WARNING)


_PROCESS: Final = structlog.processors.CallsiteParameter.PROCESS


def _json(event: Any, **_: Any) -> str:
    return orjson.dumps(event, default=str).decode()


def begin(request_id: str | None, trace: str | None) -> str:
    """A request begins: all that is logged from here on bears its id, which is made if this one is none; the id."""
    found = request_id if request_id and _REQUEST_ID.fullmatch(request_id) else _some_id()
    clear_contextvars()
    if trace and _TRACE.fullmatch(trace):
        bind_contextvars(request=found, traceparent=trace)
    else:
        bind_contextvars(request=found)
    return found


def _some_id() -> str:
    """It names a request and guards nothing, so it need not ask the system for chance: that takes most of all this."""
    return f"{random.getrandbits(128):032x}"


def carried() -> dict[str, str]:
    """What a message of the queue bears, so that its task is logged as part of this request."""
    now = get_contextvars()
    return {name: now[name] for name in (REQUEST, TRACE) if name in now}


def resume(carried: Mapping[str, Any], **ids: str | int) -> None:
    """A task begins: it is logged with its ids, as part of the request that asked for it."""
    clear_contextvars()
    bind_contextvars(**{name: str(carried[name]) for name in (REQUEST, TRACE) if name in carried}, **ids)
