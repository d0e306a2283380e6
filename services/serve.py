"""Everything in one command: the bundled Redis, the web process, the worker and the sweeper, supervised.

It stands above `services.shared` and beside the services, for it belongs to none of the entry points it starts: it
knows them only by the command lines of this table.
"""

import errno
import http.client
import os
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from services.shared import children
from services.shared.addresses import without_password
from services.shared.embedded import STOP_SECONDS, Embedded, EmbeddedError
from services.shared.settings import Settings
from services.shared.supervise import Child, Supervisor
from services.shared.tasks import HARD_SECONDS

ROOT: Final = Path(__file__).parents[1]
"""Where our packages are: children work there, so that nothing in the user's folder is taken for one of them."""

_BACKLOG: Final = 2048
_PROBE_SECONDS: Final = 0.5


class ServeError(Exception):
    """Pomona cannot start here; the text is one clear line."""


@dataclass(frozen=True)
class Program:
    """A program to run: its arguments to Python, with {socket}, {workers} and {log_level} filled in."""

    name: str
    arguments: str
    listens: bool = False
    stop_seconds: float = 10.0
    metrics_beside: int = 0
    """How far behind POMONA_METRICS_PORT its own is: two on one machine need two."""


PROGRAMS: Final = (
    Program(
        "web process",
        "-m gunicorn --config python:api.gunicorn_settings --bind fd://{socket} --graceful-timeout 5"
        " --no-control-socket --log-level warning api.wsgi:app",
        listens=True,
    ),
    Program(
        "worker",
        "-m pomona worker --processes {workers}",
        stop_seconds=HARD_SECONDS,
    ),
    Program("sweeper", "-m pomona sweeper", metrics_beside=1),
)


def serve(settings: Settings, programs: Sequence[Program] = PROGRAMS) -> int:
    """Run Pomona until told to stop; return the exit code. From the main thread only."""
    try:
        with listen(settings.host, settings.port) as door, _redis(settings) as (redis, servers):
            settings = settings.with_redis(redis)
            starts = [_child(program, settings, door) for program in programs]
            return Supervisor([*servers, *starts], _say).run()
    except (ServeError, EmbeddedError) as error:
        print(error, file=sys.stderr)  # noqa: T201 (for the person at the terminal)
        return 1


def listen(host: str, port: int) -> socket.socket:
    """Open the door before anything starts: a used port is told at once, and no request is refused in a restart."""
    door = None
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        door = socket.socket(family, kind)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(address)
        door.listen(_BACKLOG)
    except (OSError, UnicodeError) as error:
        if door:
            door.close()
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise ServeError(
                f"Port {port} of {host} is in use: stop what listens there, or choose another (--port, POMONA_PORT)."
            ) from error
        raise ServeError(f"Pomona cannot listen on port {port} of {host}: {error}.") from error
    return door


def address(door: socket.socket) -> str:
    """Spell where the web process is found, as a browser on this machine would."""
    host, port = door.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 (compared with, not listened on)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@contextmanager
def _redis(settings: Settings) -> Iterator[tuple[str, list[Child]]]:
    """Give the address of Redis and, if it is the bundled one, the child that is it."""
    if settings.redis_url is not None:
        from services.shared.reach import reach  # noqa: PLC0415 (a bundled start is quicker without redis-py)
        from services.shared.redis import ping  # noqa: PLC0415 (the same)

        with reach(settings.redis_url) as client:
            if not ping(client):
                raise ServeError(f"No Redis answers at {without_password(settings.redis_url)} (POMONA_REDIS_URL).")
        yield settings.redis_url, []
        return
    server = Embedded(settings.data, settings.appendfsync)
    server.prepare()
    try:
        yield (
            server.url,
            [
                Child(
                    "bundled Redis",
                    server.spawn,
                    server.answers,
                    ready_seconds=STOP_SECONDS,
                    stop_seconds=STOP_SECONDS,
                    spare=True,
                )
            ],
        )
    finally:
        server.release()


def _child(program: Program, settings: Settings, door: socket.socket) -> Child:
    filled = {"socket": door.fileno(), "workers": settings.processes, "log_level": settings.log_level}
    if settings.metrics_port:
        settings = replace(settings, metrics_port=settings.metrics_port + program.metrics_beside)
    command = [sys.executable, *program.arguments.format(**filled).split()]
    start = partial(
        children.start,
        command,
        env={**os.environ, **settings.environment()},
        cwd=ROOT,
        keep=(door.fileno(),) if program.listens else (),
    )
    if not program.listens:
        return Child(program.name, start, stop_seconds=program.stop_seconds)
    url = address(door)
    return Child(
        program.name, start, partial(_alive, url), f"Pomona listens on {url}", stop_seconds=program.stop_seconds
    )


def _alive(url: str) -> bool:
    """Ask /healthz; before the web process accepts, the question waits at the open door."""
    parts = urlsplit(url)
    client = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=_PROBE_SECONDS)
    try:
        client.request("GET", "/healthz")
        return client.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        client.close()


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 (for the person at the terminal)
