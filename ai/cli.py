"""What the command `arena` does."""

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import click

if TYPE_CHECKING:
    from services.rules.contract import Game


class Tuned(TypedDict):
    """What weights are tuned by; as `ai.tune.tune` and `ai.breed.breed` take it."""

    games: int
    seed: int
    options: dict[str, Any]


class How(Tuned):
    """How much is played; as `ai.arena.play_arena` takes it."""

    jobs: int


def run_arena(slug: str, seats: int, bots: str, *, as_json: bool, **how: Unpack[How]) -> None:
    """Let bots play and print a table, or one line of JSON."""
    from ai.arena import line_up, play_arena
    from ai.search.budgets import UnknownBot
    from ai.seats import by_seat
    from services.rules.errors import Refused

    game = _game(slug)
    try:
        seated = line_up(bots.split(","), seats, game)
        standings = play_arena(game, seated, progress=_progress, **how)
    except (Refused, UnknownBot) as error:
        raise click.ClickException(str(error)) from None
    rows, even = [standing.json() for standing in standings], by_seat(standings)
    if as_json:
        about = {"game": slug, "seats": seats, "seed": how["seed"], "options": how["options"]}
        click.echo(json.dumps(about | {"bots": rows, "by_seat": even}))
    else:
        _print(rows)
        click.echo(f"Points by seat: {', '.join(map(_seat, even))}")


def _seat(row: dict[str, Any]) -> str:
    """Points of a seat, and how far it is ahead of seat 0."""
    if row["seat"] == 0 or row["within"] is None:
        return f"{row['points']:.1f}"
    return f"{row['points']:.1f} ({row['lead']:+.1f} ± {row['within']:.1f})"


def run_tune(slug: str, seats: int, *, rounds: int, jobs: int, **how: Unpack[Tuned]) -> None:
    """Tune weights and print them after each round, one line of JSON; the last line tells how they fare."""
    from ai.knowledge.lookup import knowledge_of
    from ai.tune import contest, tune

    game = _game(slug)
    names = list(knowledge_of(game).weights)
    if not names or seats not in game.seats:
        raise click.ClickException(f"{game.title} has no weights to tune with {seats} seats.")
    _refuse_wrong(game, how["options"], seats)
    for done in tune(game, seats, rounds, how["games"], how["seed"], jobs, how["options"]):
        weights = {name: round(weight, 4) for name, weight in zip(names, done.weights, strict=True)}
        click.echo(json.dumps({"round": done.number, "ahead": round(done.ahead, 2), "weights": weights}))
    before = tuple(knowledge_of(game).weights.values())
    games = rounds * how["games"] // 4
    tuned, *_ = contest(game, seats, (done.weights, before), games, how["seed"] - 1, jobs, how["options"])
    click.echo(json.dumps({"tuned_against_before": tuned.json()}))


def run_breed(slug: str, seats: int, *, rounds: int, **how: Unpack[Tuned]) -> None:
    """Tune the weights of a playout and print them after each round, one line of JSON."""
    from ai.breed import breed
    from ai.engines import engine_of, warm_up
    from ai.knowledge.lookup import knowledge_of

    game = _game(slug)
    habits = knowledge_of(game).habits
    if not habits or seats not in game.seats or seats == 1:
        raise click.ClickException(f"{game.title} has no weights of a playout to tune with {seats} seats.")
    _refuse_wrong(game, how["options"], seats)
    warm_up(game)
    engine = engine_of(game)
    for done in breed(engine, seats, rounds, **how):
        numbers = iter(done.weights)
        rows = {name: [next(numbers) for _ in row] for name, row in habits.items()}
        click.echo(json.dumps({"round": done.number, "won": round(done.won, 4), "weights": rows}))


def run_fit(slug: str, seats: tuple[int, ...], games: int, seed: int) -> None:
    """Learn a value for each number of seats and print it, one line of JSON each."""
    from ai.cache import numba_version
    from ai.engines import compiled_engine
    from ai.knowledge.lookup import knowledge_of, no_features

    game = _game(slug)
    if knowledge_of(game).features is no_features or not set(seats) <= set(game.seats) - {1}:
        raise click.ClickException(f"{game.title} has nothing to learn from with {', '.join(map(str, seats))} seats.")
    if numba_version() is None:
        raise click.ClickException(
            "Learning takes thousands of games, and numba, which compiles them, is not installed."
        )
    from ai.fit import fit  # it loads NumPy

    for n in seats:
        found = fit(compiled_engine(game), n, games, seed)
        about = {"seats": n, "positions": found.positions, "loss": round(found.loss, 4), "even": round(found.even, 4)}
        click.echo(json.dumps(about | {"weights": [round(weight, 4) for weight in found.weights]}))


def _game(slug: str) -> "Game[Any]":
    from services.rules.registry import GAMES

    if slug not in GAMES:
        raise click.ClickException(f"There is no game {slug!r}; games are {', '.join(GAMES)}.")
    return GAMES[slug]


def _refuse_wrong(game: "Game[Any]", options: dict[str, Any], seats: int) -> None:
    """Say in one line which option the game does not have."""
    from services.rules.errors import Refused

    try:
        game.pack(options, seats)
    except Refused as error:
        raise click.ClickException(str(error)) from None


def _progress(deals: Iterator[Any], total: int) -> Iterator[Any]:
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
