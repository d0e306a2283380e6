"""What the command `arena` does."""

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import click


def run_arena(
    slug: str, seats: int, bots: str, games: int, seed: int, options: Mapping[str, Any], *, as_json: bool
) -> None:
    """Let bots play and print a table, or one line of JSON."""
    from ai.arena import line_up, play_arena
    from ai.search.budgets import UnknownBot
    from ai.seats import by_seat
    from services.rules.errors import Refused
    from services.rules.registry import GAMES

    if slug not in GAMES:
        raise click.ClickException(f"There is no game {slug!r}; games are {', '.join(GAMES)}.")
    try:
        seated = line_up(bots.split(","), seats)
        standings = play_arena(GAMES[slug], seated, games, seed, options, _progress)
    except (Refused, UnknownBot) as error:
        raise click.ClickException(str(error)) from None
    rows, even = [standing.json() for standing in standings], by_seat(standings)
    if as_json:
        told = {"game": slug, "seats": seats, "seed": seed, "options": dict(options), "bots": rows, "by_seat": even}
        click.echo(json.dumps(told))
    else:
        _print(rows)
        click.echo(f"Points by seat: {', '.join(map(_seat, even))}")


def _seat(row: dict[str, Any]) -> str:
    """Points of a seat, and how far it is ahead of seat 0."""
    if row["seat"] == 0 or row["within"] is None:
        return f"{row['points']:.1f}"
    return f"{row['points']:.1f} ({row['lead']:+.1f} ± {row['within']:.1f})"


def _progress(deals: Iterator[int], total: int) -> Iterator[int]:
    """A bar on a terminal, nothing elsewhere."""
    from rich.console import Console
    from rich.progress import track

    return iter(track(deals, "Deals", total, console=Console(file=sys.stderr), transient=True))


def _print(rows: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table()
    heads = ("bot", "games", "win share", "95 %", "points", "margin", "p50 s", "p95 s", "iterations", "short")
    for head in heads:
        table.add_column(head, justify="left" if head == "bot" else "right")
    for row in rows:
        low, high = row["interval"]
        table.add_row(
            row["bot"],
            str(row["games"]),
            f"{row['win_share']:.1%}",
            f"{low:.1%} - {high:.1%}",
            f"{row['points']:.1f}",
            f"{row['margin']:+.1f}",
            f"{row['think_p50']:.3f}",
            f"{row['think_p95']:.3f}",
            str(row["iterations"]),
            str(row["short"]),
        )
    Console().print(table)
