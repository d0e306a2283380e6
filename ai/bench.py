"""How fast the rules and the search are, compiled and plain, on one thread; per second of CPU."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ai.choose import choose
from ai.engines import compiled_engine, warm_up
from ai.search.budgets import bot_of
from ai.search.engine import Engine
from ai.search.leaf import ALWAYS
from services.rules.contract import Game
from services.rules.kernel import Rng, rng_from
from services.rules.registry import GAMES

SEED = b"a seed for bench"
MODES = {"compiled": (1_000, 1_000), "plain": (2, 10)}
"""Random games and iterations of a first try; it is repeated with as many as fill the time."""


def bench(*, short: bool = False) -> dict[str, Any]:
    """Figures of every game at every number of seats; `short` takes about a quarter of a second for each."""
    seconds = 0.02 if short else 1.0
    return {slug: _game(game, seconds) for slug, game in GAMES.items()}


def _game(game: Game[Any], seconds: float) -> dict[str, Any]:
    engines = {"plain": Engine(game)}
    if warm_up(game):
        engines["compiled"] = compiled_engine(game)
        engines["compiled"].warm_up()  # loaded before anything is timed
    return {f"{seats} seats": _seats(game, seats, engines, seconds) for seats in game.seats}


def _seats(game: Game[Any], seats: int, engines: dict[str, Engine], seconds: float) -> dict[str, Any]:
    figures: dict[str, Any] = {"snapshot_us": round(_snapshot(game, seats, seconds / 4) * 1e6, 1)}
    for mode, engine in engines.items():
        few_games, few_iterations = MODES[mode]
        actions, spent, count = random_games(engine, seats, few_games, seconds)
        figures[mode] = {
            "random_games_per_s": round(count / spent),
            "actions_per_s": round(actions / spent),
            "iterations_per_s": round(iterations(engine, seats, few_iterations, seconds, to_the_end=True)),
        }
        if engine.known.evaluate:
            judged = iterations(engine, seats, few_iterations, seconds, to_the_end=False)
            figures[mode]["judged_iterations_per_s"] = round(judged)
    return figures


def timed(work: Callable[[int], int], n: int, seconds: float) -> tuple[int, float, int]:
    """(what the work answered, CPU seconds, n) of a run that fills the time, after a first try of `n`."""
    while True:
        began = time.thread_time()
        answer = work(n)
        spent = time.thread_time() - began
        if spent >= seconds / 2:
            return answer, spent, n
        n = max(n + 1, int(n * min(10.0, seconds / max(spent, 1e-6))))


def random_games(engine: Engine, seats: int, n: int, seconds: float) -> tuple[int, float, int]:
    """(actions, CPU seconds, games) of uniformly random games, each from its deal to its ranking."""
    game = engine.game
    options = engine.ints(game.pack({}, seats))
    box, rng = engine.boxes(game.State, 1), engine.boxes(Rng, 1)
    return timed(lambda k: engine.random_games(box, rng, 0, k, seats, options, engine.room), n, seconds)


def iterations(engine: Engine, seats: int, n: int, seconds: float, *, to_the_end: bool) -> float:
    """Iterations of a tree search a second, from the first move.

    Either with uniformly random games to their end, as every game can be searched, or as `mcts` does if it can judge.
    """
    game = engine.game
    state = game.start(seats, game.pack({}, seats), rng_from(SEED))
    seen = game.seen(state, game.to_act(state))

    def search(k: int) -> int:
        bot = bot_of(f"mcts:{k}", game)
        if to_the_end:
            bot = replace(bot, turns=game.max_steps, chance=ALWAYS, guide=0, sift=0)
        return choose(game, seen, bot, 1, engine=engine).iterations

    done, spent, _ = timed(search, n, seconds)
    return done / spent


def _snapshot(game: Game[Any], seats: int, seconds: float) -> float:
    """CPU seconds of loading and dumping the state in the middle of a game."""
    rng = rng_from(SEED)
    state = game.start(seats, game.pack({}, seats), rng)
    room = [0] * game.max_legal
    for _ in range(60):
        if not game.is_over(state):
            game.apply(state, game.random_action(state, rng, room), rng)
    data = state.to_bytes()

    def work(k: int) -> int:
        for _ in range(k):
            game.load(data).to_bytes()
        return k

    done, spent, _ = timed(work, 100, seconds)
    return spent / done
