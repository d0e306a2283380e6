"""OpenSpiel's random games and IS-MCTS, in C++, beside ours: in turns, per second of CPU, on one thread.

`python -m ai.peers` prints one line of JSON; OpenSpiel comes with the extra `peers`.
"""

import importlib.metadata
import importlib.util
import json
import random
import sys
from collections.abc import Callable, Iterable, Mapping
from statistics import median
from typing import Any, Final

import click

from ai.bench import iterations, random_games, timed
from ai.engines import compiled_engine, warm_up
from ai.search.engine import Engine
from services.rules.contract import Game
from services.rules.registry import GAMES

THEIRS: Final = ("hearts", "euchre")
SEARCHED: Final = "arboretum"
SEATS: Final = 2
ROUNDS: Final = 7
SECONDS: Final = 0.25
"""What each measure of a round takes, about: two for each game that is searched, one for each other."""
FIRST_TRY: Final = 100
GAMES_FOR_LENGTH: Final = 1_000
EXPLORATION: Final = 5.0
"""As in OpenSpiel's own tests of its IS-MCTS."""

Rates = Mapping[str, float]
Measure = Callable[[float], Rates]
"""Rates by name, measured for about so many seconds."""


def main() -> int:
    """Print the comparison; 2 where OpenSpiel is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        click.echo("OpenSpiel is not installed; say: make bench-peers, or: pip install '.[peers]'", err=True)
        return 2
    engines = {slug: _engine(game) for slug, game in GAMES.items()}
    about = {
        "open_spiel": importlib.metadata.version("open-spiel"),
        "compiled": all(engine.compiled for engine in engines.values()),
    }
    ours = {slug: our_rates(engine, searched=slug == SEARCHED) for slug, engine in engines.items()}
    click.echo(json.dumps(about | compare(ours, {name: their_rates(name) for name in THEIRS})))
    return 0


def compare(
    ours: Mapping[str, Measure], theirs: Mapping[str, Measure], rounds: int = ROUNDS, seconds: float = SECONDS
) -> dict[str, Any]:
    """Medians over rounds, in each of which everything is measured in turn, and ours / theirs.

    A ratio is the median of the rounds' ratios: what slows the machine for a while slows both sides of a round.
    """
    for measure in (*ours.values(), *theirs.values()):
        measure(0.0)  # loads what is to be timed
    taken = [
        ({name: one(seconds) for name, one in ours.items()}, {name: one(seconds) for name, one in theirs.items()})
        for _ in range(rounds)
    ]
    return {
        "rounds": rounds,
        "ours": {name: _medians(mine[name] for mine, _ in taken) for name in ours},
        "theirs": {name: _medians(other[name] for _, other in taken) for name in theirs},
        "ratios": {
            name: {peer: _medians((_ratios(mine[name], other[peer]) for mine, other in taken), 2) for peer in theirs}
            for name in ours
        },
    }


def our_rates(engine: Engine, *, searched: bool) -> Measure:
    """Random games of one of ours, from the deal to the ranking; iterations of a search with such games to the end."""

    def measure(seconds: float) -> Rates:
        actions, spent, games = random_games(engine, SEATS, FIRST_TRY, seconds)
        rates = {"actions_per_s": actions / spent}
        if searched:
            found = iterations(engine, SEATS, FIRST_TRY, seconds, to_the_end=True)
            rates |= _searched(found, actions / games)
        return rates

    return measure


def their_rates(name: str) -> Measure:
    """Random games of one of OpenSpiel's, after the deal, without a step in Python; iterations of its IS-MCTS."""
    import pyspiel  # noqa: PLC0415 - an extra

    game = pyspiel.load_game(name)
    state = first_choice(game)
    length = mean_length(state)

    def roll_out(n: int) -> int:
        # The binding cannot call an evaluator; a search of one simulation calls it once, at the root, and that is all.
        evaluator = pyspiel.RandomRolloutEvaluator(n, 1)
        pyspiel.MCTSBot(game, evaluator, EXPLORATION, 1, 1, False, 1, False).mcts_search(state)
        return n

    def search(n: int) -> int:
        pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), EXPLORATION, n).step(state)
        return n

    def measure(seconds: float) -> Rates:
        games, spent, _ = timed(roll_out, FIRST_TRY, seconds)
        done, searching, _ = timed(search, FIRST_TRY, seconds)
        return {"actions_per_s": games * length / spent} | _searched(done / searching, length)

    return measure


def first_choice(game: Any) -> Any:
    """A random deal that begins with a choice: where there is none, IS-MCTS answers without any search."""
    chance = random.Random(1)
    while True:
        state = game.new_initial_state()
        while state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, odds)[0])
        if len(state.legal_actions()) > 1:
            return state


def mean_length(state: Any) -> float:
    """Actions of a random game from this state on, the mean of many."""
    import pyspiel  # noqa: PLC0415 - an extra

    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(state.num_players())]
    total = 0
    for i in range(GAMES_FOR_LENGTH):
        played = state.clone()
        pyspiel.evaluate_bots(played, bots, i)
        total += len(played.history()) - len(state.history())
    return total / GAMES_FOR_LENGTH


def _engine(game: Game[Any]) -> Engine:
    """The fastest engine of a game here; the first one ever compiles, which is not timed."""
    return compiled_engine(game) if warm_up(game) else Engine(game)


def _searched(found: float, length: float) -> dict[str, float]:
    """Iterations a second, and the actions they play: each goes from the root to the end of the game."""
    return {"iterations_per_s": found, "searched_actions_per_s": found * length}


def _ratios(mine: Rates, other: Rates) -> Rates:
    return {name: rate / other[name] for name, rate in mine.items() if name in other}


def _medians(rounds: Iterable[Rates], digits: int | None = None) -> Rates:
    """The median of each rate."""
    taken = list(rounds)
    return {name: round(median(rates[name] for rates in taken), digits) for name in taken[0]}


if __name__ == "__main__":
    sys.exit(main())
