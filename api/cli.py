"""What the commands `web`, `openapi`, `score` and `playthrough` do."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, NoReturn

import click
import orjson

from services.shared.command_line import settled
from services.shared.settings import STREAMS, Settings, SettingsError

GREENLETS: Final = ("-m", "gunicorn", "--config", "python:api.gunicorn_settings", "--no-control-socket", "api.wsgi:app")
THREADS: Final = ("-m", "api.granian_server")
"""Whoever follows a stream stays; so many need greenlets. Requests that are answered at once are quicker in threads."""


@click.command()
@click.option("--parts", help="What to serve, comma-separated: rules, matchmaking, ai, streams or all (POMONA_PARTS).")
def web(parts: str | None) -> None:
    """Serve the API, or parts of it, until told to stop."""
    if parts is not None:
        os.environ["POMONA_PARTS"] = parts
    settled(run_web)


def run_web(settings: Settings) -> NoReturn:
    """Become the web process of these settings; what is wrong or missing is told before. Raises SettingsError."""
    from services.wiring import wire

    wire(settings)
    settings = replace(settings, port=_free_port(settings))
    command = [sys.executable, *server_of(settings)]
    os.execve(sys.executable, command, os.environ | settings.environment())  # noqa: S606 - ourselves


def server_of(settings: Settings) -> tuple[str, ...]:
    """The arguments to Python that serve these parts of the API."""
    return GREENLETS if STREAMS in settings.served else THREADS


def _free_port(settings: Settings) -> int:
    """The port of the settings, on which nobody listens yet: granian would share it with another of its kind."""
    from services.serve import ServeError, listen

    try:
        with listen(settings.host, settings.port) as door:
            return int(door.getsockname()[1])
    except ServeError as error:
        raise SettingsError(str(error)) from None


def print_openapi() -> None:
    """Print the OpenAPI document of the whole API; needs no Redis."""
    from api.app import document
    from api.views.docs import document_text

    click.echo(document_text(document()), nl=False)


def print_score(game: str, position: bytes, options: Mapping[str, Any]) -> None:
    """Score the end position of a real table and print what was found."""
    from api.reading import read_json
    from api.views.games import game_of, score_position

    with _refused():
        click.echo(orjson.dumps(score_position(game_of(game), read_json(position), options)).decode())


def print_playthrough(game: str, seats: int, seed: int, options: Mapping[str, Any]) -> None:
    """Print a whole random game, one line an entry of its log."""
    from api.views.games import game_of
    from services.rules.playthrough import record

    with _refused():
        for line in record(game_of(game), seats, seed, options):
            click.echo(line)


@contextmanager
def _refused() -> Iterator[None]:
    """Turn what is refused into one clear line."""
    from services.rules.errors import BadInput, Refused

    try:
        yield
    except Refused as refused:
        where = f"{refused.pointer}: " if isinstance(refused, BadInput) and refused.pointer else ""
        raise click.ClickException(f"{where}{refused.text}") from None
