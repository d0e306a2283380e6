"""The engine of a game in this process: compiled once that is ready, plain Python until then."""

from typing import Any

from ai import cache
from ai.search.engine import Engine
from services.rules.contract import Game

_ENGINES: dict[str, Engine] = {}


def engine_of(game: Game[Any]) -> Engine:
    """The best engine that answers at once; it never compiles."""
    found = _ENGINES.get(game.slug)
    if found is not None and (found.compiled or not cache.is_warm(game)):
        return found
    made = compiled_engine(game) if cache.is_warm(game) else Engine(game)
    _ENGINES[game.slug] = made
    return made


def compiled_engine(game: Game[Any]) -> Engine:
    """A compiled engine; numba is loaded here and nowhere else."""
    from ai.compiled import CompiledEngine  # noqa: PLC0415 - a second and 100 MB, for those who need it

    cache.touch(game)
    return CompiledEngine(game)


def warm_up(game: Game[Any]) -> bool:
    """Compile all searches of a game unless that is done; False where numba is not installed.

    Another process that compiles the same is waited for. This holds the interpreter for seconds: run it in a process
    of its own (`pomona warmup`).
    """
    if cache.numba_version() is None:
        return False
    with cache.locked(game):
        if not cache.is_warm(game):
            compiled_engine(game).warm_up()
            cache.mark_warm(game)
    return True
