"""How many decisions a core of a worker makes, by game and level, where there is something to decide."""

import sys
import time
from collections.abc import Iterator
from typing import Any, Final

import orjson

from ai.choose import choose
from ai.engines import engine_of
from ai.search.budgets import LEVELS, Bot, bot_of
from ai.search.engine import Engine
from services.rules.contract import Game
from services.rules.kernel import Record, below, rng_from
from services.rules.registry import GAMES

SEATS: Final = 2
SEED: Final = b"a seed for sizing"
EVERY: Final = 3
"""Of so many positions of a random game with a choice one is taken."""


def bench(*, short: bool = False) -> dict[str, Any]:
    """Decisions a second of CPU in positions of random games of two; nothing is compiled for this."""
    seconds = 0.05 if short else 4.0
    return {slug: _game(game, seconds) for slug, game in GAMES.items()}


def _game(game: Game[Any], seconds: float) -> dict[str, Any]:
    engine = engine_of(game)
    if engine.compiled:
        engine.warm_up()
    return {level: _level(engine, bot_of(level, game), seconds) for level in LEVELS}


def _level(engine: Engine, bot: Bot, seconds: float) -> dict[str, Any]:
    """Decide until the time is spent, and at least once."""
    spent, decisions, short = 0.0, 0, 0
    for number, state in enumerate(positions(engine.game)):
        began = time.process_time()
        decision = choose(engine.game, state, bot, number, engine=engine)
        spent += time.process_time() - began
        decisions, short = decisions + 1, short + decision.short
        if spent >= seconds:
            break
    return {
        "a_core_second": round(decisions / spent, 1),
        "decisions": decisions,
        "short": short,
        "compiled": engine.compiled,
    }


def positions(game: Game[Any]) -> Iterator[Record]:
    """Positions with a choice, as the seat to act sees them, of random games without end."""
    rng, passed = rng_from(SEED), 0
    options = game.pack({}, SEATS)
    while True:
        state = game.start(SEATS, options, rng)
        while not game.is_over(state):
            legal = game.legal(state)
            if len(legal) > 1:
                passed += 1
                if passed % EVERY == 0:
                    yield game.seen(state, game.to_act(state))
            game.apply(state, legal[below(rng, len(legal))], rng)


if __name__ == "__main__":
    sys.stdout.write(orjson.dumps(bench()).decode() + "\n")
