"""The engines of this process, made ready before a turn is taken on: loading one takes seconds, its first call too."""

import logging
import time
from typing import Any, Final

from ai.engines import engine_of
from ai.search.engine import Engine
from services.rules.contract import Game

log = logging.getLogger(__name__)

ASK_SECONDS: Final = 5.0
"""Whether a compiled engine is there by now is asked no more often: the answer takes 10 ms."""

_ready: dict[str, Engine] = {}
_asked: dict[str, float] = {}


def prepare(game: Game[Any]) -> None:
    """Have the best engine of a game ready to think at once: the compiled one as soon as it need not be compiled."""
    now = time.monotonic()
    if prepared(game).compiled or now - _asked.get(game.slug, -ASK_SECONDS) < ASK_SECONDS:
        return
    engine = engine_of(game)
    if engine.compiled:
        engine.warm_up()
        log.info("the compiled search of %s was loaded in %.1f s", game.slug, time.monotonic() - now)
    _ready[game.slug], _asked[game.slug] = engine, time.monotonic()


def prepared(game: Game[Any]) -> Engine:
    """The engine that is ready; a plain one if none was prepared."""
    return _ready.get(game.slug) or _ready.setdefault(game.slug, Engine(game))
