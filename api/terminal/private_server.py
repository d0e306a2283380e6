"""A server of one's own for one game in the terminal."""

import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

SAYS = "Pomona listens on "
STOP_SECONDS = 40.0
"""Longer than the longest turn of a bot."""


@contextmanager
def private_server() -> Iterator[str]:
    """The address of a server that lives as long as the block; its matches go with it."""
    root = Path(__file__).resolve().parents[2]
    with tempfile.TemporaryDirectory(prefix="pomona-") as data:
        command = [sys.executable, "-m", "pomona", "serve", "--port", "0", "--data", data]
        # A session of its own: Ctrl-C at a prompt must not stop the server before the game.
        server = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True, start_new_session=True)  # noqa: S603
        try:
            yield _address(server)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(STOP_SECONDS)


def _address(server: subprocess.Popen[str]) -> str:
    said = []
    for line in server.stdout or ():
        if line.startswith(SAYS):
            return line.removeprefix(SAYS).strip()
        said.append(line.strip())
    raise click.ClickException(" ".join(said) or "The private server did not start.")
