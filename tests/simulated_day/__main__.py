"""`python -m tests.simulated_day`: lets a day pass, prints its figures, and fails if anything is not as it must be."""

import sys
import tempfile
from pathlib import Path
from typing import Any

import click

from services.shared.embedded import Embedded
from tests.simulated_day.day import live
from tests.simulated_day.plan import Day


@click.command()
@click.option("--players", default=Day.players, show_default=True, help="How many people there are.")
@click.option("--hours", default=Day.hours, show_default=True, help="How long they go on coming, in simulated hours.")
@click.option("--speed", default=Day.speed, show_default=True, help="Simulated seconds in a real one.")
@click.option("--seed", default=Day.seed, show_default=True, help="Draws the people and the moments of the kills.")
@click.option("--sweepers", default=Day.sweepers, show_default=True, help="How many processes look after tickets.")
@click.option("--kills", default=Day.kills, show_default=True, help="How often one of them is killed.")
@click.option("--redis-kills", default=Day.redis_kills, show_default=True, help="How often Redis is killed.")
@click.option(
    "--appendfsync",
    type=click.Choice(["always", "everysec"]),
    default=Day.appendfsync,
    show_default=True,
    help="When Redis syncs to disk.",
)
def main(**asked: Any) -> None:
    """Let thousands of people of known skill meet in a compressed day, while sweepers and Redis are killed."""
    day = Day(**asked)
    with tempfile.TemporaryDirectory() as folder, Embedded(Path(folder) / "redis", day.appendfsync) as server:
        lived = live(day, server, Path(folder))
        lived.house.close()
    for line in lived.told:
        click.echo(line)
    for line in lived.wrong:
        click.echo(f"WRONG: {line}", err=True)
    sys.exit(1 if lived.wrong else 0)


if __name__ == "__main__":
    main()
