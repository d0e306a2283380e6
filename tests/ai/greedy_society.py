"""Seats of Tree Society that are all played by `greedy`, for docs/benchmarks.md: how games last and who wins.

`python -m tests.ai.greedy_society` prints the rows of the table (200 games at each number of seats).
"""

from collections.abc import Iterator
from math import sqrt
from random import Random

from ai.arena import Z, wilson
from ai.choose import choose
from ai.engines import engine_of, warm_up
from ai.search.budgets import BOTS
from services.rules.games.tree_society import GAME
from services.rules.games.tree_society.state import State
from tests.rules.games.tree_society.thrifty import games

GAMES = 200


def greedy(state: State, random: Random) -> int:
    """What the bot plays."""
    return choose(GAME, state, BOTS["greedy"], random.getrandbits(64), engine=engine_of(GAME)).action


def rows(number: int = GAMES) -> Iterator[str]:
    """A row for each number of seats, with intervals of 95 %."""
    for seats in GAME.seats:
        found = games(seats, number, greedy)
        points = (
            f"{mean} ± {Z * spread / sqrt(number):.1f}" for mean, spread in zip(found.points, found.spread, strict=True)
        )
        shares = ("{:.0%} - {:.0%}".format(*wilson(wins, number)) for wins in found.wins)
        wins = (f"{each} ({share})" for each, share in zip(found.wins, shares, strict=True))
        yield f"| {seats} | {found.rounds:.1f} | {', '.join(points)} | {', '.join(wins)} | {found.least_fruit} |"


if __name__ == "__main__":
    warm_up(GAME)
    for row in rows():
        print(row, flush=True)  # noqa: T201 - for whoever asks
