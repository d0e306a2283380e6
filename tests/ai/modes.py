"""Both engines of every game, and what a test compares of them."""

import hashlib
from dataclasses import replace
from functools import cache

import pytest

from ai import cache as folders
from ai.engines import compiled_engine, warm_up
from ai.search.budgets import BOTS, Bot
from ai.search.engine import Engine
from services.rules.kernel import Record, Rng
from services.rules.registry import GAMES
from tests.support.games import Table, rng

needs_numba = pytest.mark.skipif(folders.numba_version() is None, reason="numba is not installed")


@cache
def plain(slug: str) -> Engine:
    """The plain engine of a game."""
    return Engine(GAMES[slug])


@cache
def compiled(slug: str) -> Engine:
    """The compiled engine of a game; the first one ever compiles, which takes a while."""
    warm_up(GAMES[slug])
    return compiled_engine(GAMES[slug])


def random_games(engine: Engine, table: Table, n: int) -> str:
    """A digest of all actions, points, places and final states of `n` random games."""
    made = hashlib.sha256()
    box, rngs = engine.boxes(engine.game.State, 1), engine.boxes(Rng, 1)
    options, room = engine.ints(table.options()), engine.room[0]
    for i in range(n):
        steps = engine.random_games(box, rngs, 1_000_000 * table.seed + i, 1, table.seats, options, engine.room)
        told = (room.path[:steps], room.points[: table.seats], room.places[: table.seats])
        made.update(repr([[int(x) for x in row] for row in told]).encode())
        made.update(engine.state_bytes(box))
    return made.hexdigest()


def positions(table: Table, n: int = 4) -> list[Record]:
    """States of a random game as the seat to act sees them, from the first to the last."""
    game = table.game
    return [game.seen(state, game.to_act(state)) for state in table.states(n)]


def bot(name: str, iterations: int) -> Bot:
    """A bot with a budget that is the same in both modes, and no clock."""
    return replace(BOTS[name], iterations=iterations, plain=iterations, cap=3600.0, worlds=16)


def same_view(state: Record, table: Table, key: object) -> tuple[Record, Record]:
    """Two whole states that the seat to act cannot tell apart, redacted for it by the rules."""
    game = table.game
    seat = game.to_act(state)
    one, other = (game.imagine(state, seat, rng("imagine", table, key, i)) for i in (1, 2))
    return game.seen(one, seat), game.seen(other, seat)
