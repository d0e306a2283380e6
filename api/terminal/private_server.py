"""A server of one's own for one game in the terminal."""

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from services.shared.children import STOP, Running, start

SAYS = "Pomona listens on "
STOP_SECONDS = 40.0
"""Longer than the longest turn of a bot."""


@contextmanager
def private_server() -> Iterator[str]:
    """The address of a server that lives as long as the block, and dies with this process; its matches go with it."""
    root = Path(__file__).resolve().parents[2]
    with tempfile.TemporaryDirectory(prefix="pomona-") as data:
        command = [sys.executable, "-m", "pomona", "serve", "--port", "0", "--data", data]
        said = Path(data) / "said.txt"
        with said.open("wb") as file:
            server = start(command, cwd=root, output=file)
        try:
            yield _address(server, said)
        finally:
            server.signal(STOP)
            if server.wait(STOP_SECONDS) is None:
                server.kill_session()


def _address(server: Running, said: Path) -> str:
    """Wait for the line that tells the address."""
    while True:
        ended = server.ended() is not None
        for line in said.read_text(errors="replace").splitlines(keepends=True):
            if line.startswith(SAYS) and line.endswith("\n"):
                return line.removeprefix(SAYS).strip()
        if ended:
            raise click.ClickException("The private server did not start: " + said.read_text(errors="replace").strip())
        time.sleep(0.05)
