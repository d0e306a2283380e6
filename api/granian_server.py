"""How granian runs the parts of the API that answer at once, all but streams: one process, threads, no greenlets.

`python -m api.granian_server`; what it serves and where comes from the settings of Pomona. While one thread waits for
Redis to sync a write, another answers.
"""

import gc
import logging
import multiprocessing
from typing import Any, Final

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from services.shared import children, logs, metrics_door
from services.shared.settings import Settings

APP: Final = "api.wsgi:app"
CONNECTIONS: Final = 8192
"""Open at once; a request waits for a thread, not its connection."""
BACKLOG: Final = 2048
IDLE_MILLISECONDS: Final = 75_000
"""Of a connection: until the head of its next request must be there. Longer than proxies keep theirs open."""
LONGEST_HEAD: Final = 32 * 1024
STOP_SECONDS: Final = 3
"""What was begun is answered when the process is told to stop; who has not sent a body by then is cut off."""
OURS: Final = {"loggers": {"_granian": {"handlers": [], "propagate": True}}}
"""Its own lines take the way of all others. It tells no addresses of requests: codes of invitations stand in them."""


def serve(settings: Settings) -> None:
    """Serve until told to stop; from the main thread only."""
    logs.configure(settings)
    logging.getLogger("_granian").addFilter(_is_news)
    metrics_door.share()
    Granian(
        APP,
        settings.host,
        settings.port,
        interface=Interfaces.WSGI,
        blocking_threads=settings.threads,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=IDLE_MILLISECONDS, max_buffer_size=LONGEST_HEAD),
        websockets=False,
        backlog=BACKLOG,
        backpressure=CONNECTIONS,
        log_level=LogLevels(settings.log_level),
        log_dictconfig=OURS,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_SECONDS,
    ).serve(target_loader=load, wrap_loader=False)


def _is_news(record: logging.LogRecord) -> bool:
    """It takes more threads than cores for a mistake; ours wait for Redis most of the time."""
    return not record.getMessage().startswith("Configuration allows spawning up to")


def load() -> Any:
    """The application, in the process that answers, which ends when its parent does, however that ends."""
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid is not None:
        children.end_with(parent.pid)
    from api.wsgi import app  # noqa: PLC0415 - what counts is loaded after it was said that all count together

    gc.collect()
    gc.freeze()  # what was loaded at the start stays: leave it out of every later search for garbage
    return app


if __name__ == "__main__":
    serve(Settings.read())
