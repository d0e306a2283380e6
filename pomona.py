"""The command line: one door to everything Pomona does."""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from services.commands import BENCHES, ELSEWHERE, Commands
from services.shared.command_line import game_and_seed, option_values, settled
from services.shared.version import VERSION


@click.group(
    cls=Commands,
    elsewhere=ELSEWHERE,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(VERSION, prog_name="pomona")
def main() -> None:
    """Play tree games over HTTP, between people and against bots that think."""


@main.command()
@click.option("--host", help="Where to listen (default: 127.0.0.1).")
@click.option("--port", type=click.IntRange(0, 65535), help="Where to listen (default: 8000; 0: a free one).")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="The folder of the matches.")
@click.option("--workers", type=click.IntRange(0, 256), help="Bots that think at once (0: one a core).")
def serve(**changes: Any) -> None:
    """Start everything: the bundled Redis, the web process, the worker and the sweeper."""
    import services.rules.registry  # noqa: F401 - before anything is started: it reads the component files
    from services.serve import serve as serve_all

    settled(serve_all, changes=changes)


@main.command()
@click.option("--queues", help="The queues to take from, comma-separated, the most urgent first (default: all).")
@click.option("--processes", type=click.IntRange(0, 256), default=0, help="Bots that think at once (0: one a core).")
@click.option("--warm/--no-warm", default=True, help="Have searches compiled that are not yet (default: yes).")
def worker(queues: str | None, processes: int, warm: bool) -> None:
    """Let bots think, until told to stop."""
    from services.shared.tasks import QUEUES
    from worker.cli import run_worker

    settled(run_worker, queues.split(",") if queues else QUEUES, processes, warm=warm)


@main.command()
def sweeper() -> None:
    """Send and finish what dead processes left, until told to stop."""
    from worker.cli import run_sweeper

    settled(run_sweeper)


@main.command()
@click.argument("games", nargs=-1)
def warmup(games: tuple[str, ...]) -> None:
    """Compile the searches of GAMES (default: all), so that workers find them ready."""
    from worker.cli import run_warmup

    click.echo("ready" if run_warmup(games) else "numba is not installed: bots think in plain Python")


@main.command()
@click.argument("game", default="arboretum")
@click.option("--bot", "bots", multiple=True, help="A bot to play against; repeat it for several (default: mcts).")
@click.option("--seat", type=click.IntRange(0, 7), default=0, help="Your seat (0 starts).")
@click.option("--name", default="you", help="Your name.")
@click.option("--url", help="A running server (default: a private one for this game).")
@option_values
def play(game: str, bots: tuple[str, ...], options: dict[str, Any], **more: Any) -> None:
    """Play GAME in the terminal."""
    from api.terminal.play import play_here

    play_here(game, bots or ("mcts",), options, **more)


@main.command()
@click.argument("game")
@option_values
def score(game: str, options: dict[str, Any]) -> None:
    """Score the end position of GAME that comes on standard input as JSON."""
    from api.cli import print_score

    print_score(game, sys.stdin.buffer.read(), options)


@main.command()
@game_and_seed
@click.option(
    "--bots", default="mcts,greedy", show_default=True, help="Who plays, comma-separated; the last one fills up."
)
@click.option("--games", type=click.IntRange(1), default=200, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes that play at once.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
@option_values
def arena(game: str, bots: str, **more: Any) -> None:
    """Let bots play GAME against each other and count."""
    from ai.cli import run_arena

    run_arena(game, bots=bots, **more)


@main.command()
@game_and_seed
@click.option("--rounds", type=click.IntRange(1), default=100, show_default=True)
@click.option(
    "--games", type=click.IntRange(1), default=24, show_default=True, help="Of each round, or set of weights."
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes that play at once.")
@click.option(
    "--playout", is_flag=True, help="The weights of quick imagined games, in one process; needs some 600 games."
)
@option_values
def tune(game: str, *, playout: bool, jobs: int, **how: Any) -> None:
    """Better the weights of what bots know of GAME, by self-play."""
    from ai.cli import run_breed, run_tune

    if playout:
        run_breed(game, **how)
    else:
        run_tune(game, jobs=jobs, **how)


@main.command()
@click.argument("game")
@click.option("--seats", type=int, multiple=True, default=(2, 3, 4), show_default=True, help="May be given repeatedly.")
@click.option("--games", type=click.IntRange(10), default=20_000, show_default=True, help="For each number of seats.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
def fit(game: str, **how: Any) -> None:
    """Learn from games played in a hurry what a position of GAME is worth."""
    from ai.cli import run_fit

    run_fit(game, **how)


@main.command()
@click.option("--short", is_flag=True, help="All of it in under 45 s.")
def bench(short: bool) -> None:
    """Measure rules, searches and the server; print one line of JSON."""
    figures = {name: import_module(module).bench(short=short) for name, module in BENCHES.items()}
    click.echo(json.dumps(figures))


@main.command()
@game_and_seed
@option_values
def playthrough(game: str, seats: int, seed: int, options: dict[str, Any]) -> None:
    """Print a whole random game of GAME, as recorded beside the tests."""
    from api.cli import print_playthrough

    print_playthrough(game, seats, seed, options)


@main.command()
def openapi() -> None:
    """Print the OpenAPI document."""
    from api.cli import print_openapi

    print_openapi()


if __name__ == "__main__":
    main()
