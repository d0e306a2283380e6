"""The command line: one door to everything Pomona does."""

import sys
from typing import TYPE_CHECKING

import click

from services.shared.version import VERSION

if TYPE_CHECKING:
    from services.shared.settings import Settings


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

    sys.exit(run_worker(_settings(), queues.split(",") if queues else QUEUES, processes or 0, warm=warm))


@main.command()
def sweeper() -> None:
    """Run a sweeper: it looks after turns that nobody plays. Any number may run."""
    from worker.cli import run_sweeper

    sys.exit(run_sweeper(_settings()))


@main.command()
@click.argument("games", nargs=-1)
def warmup(games: tuple[str, ...]) -> None:
    """Compile the searches of all GAMES, or of these, and keep them."""
    from worker.cli import run_warmup

    sys.exit(0 if run_warmup(games) else "numba is not installed: bots think in plain Python.")


def _settings() -> "Settings":
    """The settings of the environment; a wrong one is one clear line."""
    from services.shared import settings

    try:
        return settings.Settings.read()
    except settings.SettingsError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
