"""The command `ladder`."""

import sys
from collections.abc import Sequence
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from services.shared.command_line import option_values

if TYPE_CHECKING:
    from ai.ladder.cells import Cell

Numbers = tuple[int, ...]
Pairs = tuple[tuple[str, str], ...]


def _numbers(_context: click.Context, _parameter: click.Parameter, said: str) -> Numbers:
    if not all(part.isdecimal() for part in said.split(",")):
        raise click.BadParameter(f"{said!r} is not a number or several, comma-separated")
    return tuple(map(int, said.split(",")))


def _pairs(_context: click.Context, _parameter: click.Parameter, said: tuple[str, ...]) -> Pairs:
    pairs = []
    for each in said:
        upper, comma, lower = each.partition(",")
        if not comma:
            raise click.BadParameter(f"{each!r} is not two bots, comma-separated")
        pairs.append((upper, lower))
    return tuple(pairs)


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--seats", default="2,3,4", callback=_numbers, show_default=True, help="Numbers of seats.")
@click.option("--games", "count", type=click.IntRange(1), default=200, show_default=True, help="Games of each cell.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes that play at once.")
@click.option("--minutes", type=float, default=inf, help="Stop after so long (default: when all is played).")
@click.option("--pair", "pairs", multiple=True, callback=_pairs, metavar="UPPER,LOWER", help="Not the levels: these.")
@click.option("--file", type=click.Path(dir_okay=False, path_type=Path), help="Where it is kept (default: as served).")
@click.option("--table", is_flag=True, help="Play nothing; print what is kept as a table in Markdown.")
@option_values
def ladder(file: Path | None, table: bool, minutes: float, count: int, jobs: int, **which: Any) -> None:
    """Let each level of GAME (default: all) play the one below, and keep how it fares.

    It may be broken off at any time: the next run goes on with the deals that follow, or starts a cell again in which
    a bot has changed.
    """
    from ai.ladder.book import FILE, Book
    from ai.ladder.climb import climb, wanted

    book = Book(file or FILE)
    if table:
        click.echo("\n".join(book.table()))
        return
    until = monotonic() + 60 * minutes
    blank = _blank(**which)  # first: a command that is refused writes nothing
    book.settle()
    cells = [book.gone_on(cell) for cell in blank]
    _warm_up({cell.game for cell in cells})
    for cell in climb(cells, count, jobs, until):
        book.keep(cell)
        _tell(cell, wanted(cell, count))
    if any(cell.tally.deals < wanted(cell, count) for cell in cells):
        click.echo("Stopped for the time; run it again to go on.", err=True)


def _blank(
    games: tuple[str, ...], seats: Numbers, seed: int, pairs: Pairs, options: dict[str, Any]
) -> "Sequence[Cell]":
    """The cells that are asked for; games leave out numbers of seats that they have not."""
    from ai.ladder.cells import PAIRS, Cell
    from ai.search.budgets import UnknownBot
    from services.rules.errors import Refused
    from services.rules.registry import GAMES

    for slug in games:
        if slug not in GAMES:
            raise click.ClickException(f"There is no game {slug!r}; games are {', '.join(GAMES)}.")
    try:
        return [
            Cell.blank(GAMES[slug], n, pair, options, seed)
            for slug in games or GAMES
            for n in seats
            for pair in pairs or PAIRS
            if n > 1 and n in GAMES[slug].seats
        ]
    except (Refused, UnknownBot) as error:
        raise click.ClickException(str(error)) from None


def _warm_up(slugs: set[str]) -> None:
    """Levels are what they are where searches are compiled; plain ones think less, and their games do not count."""
    from ai.engines import warm_up
    from services.rules.registry import GAMES

    if not all(warm_up(GAMES[slug]) for slug in sorted(slugs)):
        raise click.ClickException("numba is not installed: levels only play their strength where it is")


def _tell(cell: "Cell", deals: int) -> None:
    """One line, written over the last one; nothing where nobody looks."""
    if sys.stderr.isatty():
        done = f"{cell.game}, {cell.seats} seats, {cell.bot} against {cell.against}: {cell.tally.deals}/{deals} deals"
        click.echo(f"\r\x1b[K{done}", err=True, nl=False)
