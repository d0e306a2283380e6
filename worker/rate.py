"""The command `ratings`: holds ratings against the results that they follow from, and works them out again."""

from collections.abc import Iterator

import click

from services.matchmaking.ratings import Ratings, Recomputed
from services.shared.command_line import settled
from services.shared.settings import Settings
from services.wiring import wire


@click.command("ratings")
@click.option("--app", help="Only this app (default: all that have results).")
@click.option("--recompute", is_flag=True, help="Put what was worked out in the place of what is there.")
@click.option("--from-matches", is_flag=True, help="First add results that are missing and that matches still tell.")
def rate(*, app: str | None, recompute: bool, from_matches: bool) -> None:
    """Work out all ratings from the result logs, and tell how many differ from those that are there."""
    settled(run_ratings, app, recompute=recompute, from_matches=from_matches)


def run_ratings(settings: Settings, app: str | None, *, recompute: bool, from_matches: bool) -> int:
    """Print a line for each game that has results; the exit code, 1 if ratings differ and are left so."""
    found = wire(settings).ratings
    differ = 0
    for each, game in _games(found, app, recompute=recompute, from_matches=from_matches):
        added = f" ({game.added} added from matches)" if from_matches else ""
        click.echo(
            f"{each} {game.game}: {game.results} results{added}, {game.players} players, {game.changed} ratings differ"
        )
        differ += game.changed
    return int(differ > 0 and not recompute)


def _games(
    ratings: Ratings, app: str | None, *, recompute: bool, from_matches: bool
) -> Iterator[tuple[str, Recomputed]]:
    for each in [app] if app else ratings.apps(from_matches=from_matches):
        for game in ratings.recompute(each, put=recompute, from_matches=from_matches):
            if game.results:
                yield each, game
