"""The command `alive`: whether a process of this role works, asked from beside it, as probes of containers ask.

It stands beside the services, for it belongs to no entry point; a web process is asked over HTTP, workers and sweepers
touch a file (POMONA_ALIVE_FILE) when they have done something that only a working one can do.
"""

import http.client
import time
from typing import Final

import click

from services.shared.command_line import settled
from services.shared.settings import Settings, SettingsError
from services.shared.tasks import HARD_SECONDS

ROLES: Final = ("web", "worker", "sweeper")
SILENT_SECONDS: Final = 3 * HARD_SECONDS
"""A worker of one process may be busy for HARD_SECONDS before it touches its file again."""
ANSWER_SECONDS: Final = 5.0


@click.command()
@click.argument("role", type=click.Choice(ROLES))
def alive(role: str) -> None:
    """Tell whether the process of this ROLE works; exit code 1 if it does not."""
    settled(tell, role)


def tell(settings: Settings, role: str) -> int:
    """Print what is the matter in one line; the exit code."""
    trouble = _web_trouble(settings) if role == "web" else _file_trouble(settings, role)
    click.echo(trouble or "alive")
    return 1 if trouble else 0


def _web_trouble(settings: Settings) -> str:
    """What is the matter with the web process on our port."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104 - compared with
    client = http.client.HTTPConnection(host, settings.port, timeout=ANSWER_SECONDS)
    try:
        client.request("GET", "/healthz")
        status = client.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        return f"nothing answers on port {settings.port}: {error}"
    finally:
        client.close()
    return "" if status == http.HTTPStatus.OK else f"/healthz answers {status}"


def _file_trouble(settings: Settings, role: str) -> str:
    """What is the matter with who is beside us; nothing while Redis is away, for a restart would not help."""
    if settings.alive_file is None:
        raise SettingsError(f"POMONA_ALIVE_FILE is not set: the {role} proves nothing.")
    try:
        silent = time.time() - settings.alive_file.stat().st_mtime
        trouble = f"the {role} has proved nothing for {silent:.0f} s" if silent > SILENT_SECONDS else ""
    except OSError:
        trouble = f"the {role} has proved nothing yet"
    return trouble if trouble and _answers(settings, role) else ""


def _answers(settings: Settings, role: str) -> bool:
    """Whether the Redis answers that the role works on."""
    from services.shared.reach import reach  # noqa: PLC0415 - a probe that finds all well does without
    from services.shared.redis import ping  # noqa: PLC0415 - the same

    url = settings.broker if role == "worker" else settings.redis_url
    if url is None:
        return True
    with reach(url) as client:
        return ping(client)
