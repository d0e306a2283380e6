"""The command line: one door to everything Pomona does."""

import sys
from collections.abc import Callable
from typing import Any

import click

from services.shared.version import VERSION


@click.group()
@click.version_option(VERSION, prog_name="pomona")
def main() -> None:
    """Play tree games over HTTP, between people and against bots that think."""


@main.command()
@click.option("--queues", metavar="NAMES", help="Queues, comma-separated, the most urgent first (default: all).")
@click.option("--processes", type=click.IntRange(0, 256), help="Bots that think at once (default: POMONA_WORKERS).")
@click.option("--warm/--no-warm", default=True, help="Have searches compiled that are not yet (default: yes).")
def worker(queues: str | None, processes: int | None, warm: bool) -> None:
    """Run a worker: the bots think here."""
    from services.shared.queue import QUEUES
    from worker.cli import run_worker

    _run(run_worker, queues.split(",") if queues else QUEUES, processes or 0, warm=warm)


@main.command()
def sweeper() -> None:
    """Run a sweeper: it looks after turns that nobody plays. Any number may run."""
    from worker.cli import run_sweeper

    _run(run_sweeper)


@main.command()
@click.argument("games", nargs=-1)
def warmup(games: tuple[str, ...]) -> None:
    """Compile the searches of all GAMES, or of these, and keep them."""
    from worker.cli import run_warmup

    sys.exit(0 if run_warmup(games) else "numba is not installed: bots think in plain Python.")


def _run(body: Callable[..., int], *args: Any, **named: Any) -> None:
    """Run a command with the settings of the environment; a wrong one is one clear line."""
    from services.shared.settings import Settings, SettingsError

    try:
        sys.exit(body(Settings.read(), *args, **named))
    except SettingsError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
