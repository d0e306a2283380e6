"""How gunicorn runs the API in one process: greenlets, so that thousands of streams and the moves share it.

`gunicorn --config python:api.gunicorn_settings api.wsgi:app`; the address comes from the settings of Pomona.
"""

import gc
from typing import Any

from gunicorn.glogging import Logger

from services.shared import metrics_door
from services.shared.settings import Settings


class Discreet(Logger):
    """Tells no addresses of requests: the codes of invitations and the tickets of streams stand in them."""

    def debug(self, *_: Any, **__: Any) -> None:
        """Nothing: gunicorn tells the address of every request so; our own log tells its route."""

    def exception(self, msg: Any, *_: Any, **more: Any) -> None:
        """What went wrong, without that of which request."""
        super().exception(str(msg).partition(" %s")[0], **more)


_settings = Settings.read()

bind = [f"{_settings.host}:{_settings.port}"]
worker_class = "gevent"
workers = 1
worker_connections = 8192
keepalive = 75
graceful_timeout = 3
"""A move takes milliseconds; what is still open after three seconds is a stream, and its client comes back."""
timeout = 60
limit_request_line = 4094
limit_request_fields = 50
proc_name = "pomona-api"
loglevel = _settings.log_level
logger_class = Discreet


def on_starting(_server: Any) -> None:
    """All workers count together; said before anything that counts is loaded."""
    metrics_door.share()


def post_worker_init(_worker: Any) -> None:
    """What was loaded at the start stays: leave it out of every later search for garbage."""
    gc.collect()
    gc.freeze()
