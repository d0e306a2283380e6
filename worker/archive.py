"""The command `archive`: puts away matches that are past their time, and takes them back."""

from collections.abc import Sequence
from pathlib import Path

import click

from services.shared.command_line import settled
from services.shared.settings import Settings


@click.command()
@click.option(
    "--import",
    "files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Take the matches of this file back; repeat it for several.",
)
def archive(files: tuple[Path, ...]) -> None:
    """Write matches that are past their time into the archive and delete them, or take them back.

    Works on the Redis of POMONA_REDIS_URL.
    """
    settled(take_back if files else put_away, *([files] if files else []))


def put_away(settings: Settings) -> int:
    """Put away everything that is past its time; the exit code."""
    from services.wiring import wire  # noqa: PLC0415 - other commands do without

    lifecycle, count = wire(settings).lifecycle, 0
    while found := sum(1 for _ in lifecycle.sweep()):
        count += found
    where = f"written into {settings.archive_folder} and " if settings.archive_folder else ""
    click.echo(f"{count} matches were {where}deleted")
    return 0


def take_back(settings: Settings, files: Sequence[Path]) -> int:
    """Take back the matches of these files; the exit code, 1 if a line could not be taken."""
    from services.rules.archive import ArchiveError  # noqa: PLC0415 - the same
    from services.wiring import wire  # noqa: PLC0415 - the same

    lifecycle, back, there, refused = wire(settings).lifecycle, 0, 0, 0
    for path in files:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    _, done = lifecycle.take_back(line)
                except ArchiveError as error:
                    click.echo(f"{path}:{number}: {error}", err=True)
                    refused += 1
                else:
                    back, there = back + done, there + (not done)
    click.echo(f"{back} matches were taken back, {there} were there, {refused} could not be taken")
    return 1 if refused else 0
