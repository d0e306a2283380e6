"""What is known of a game, found by its slug; a game without a module is played by search alone."""

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any

from services.rules.contract import Game


def evaluation_of(game: Game[Any]) -> Callable[[Any, int], float] | None:
    """evaluate(state, seat) of `ai.knowledge.<slug>`, if there is such a module."""
    name = f"ai.knowledge.{game.slug}"
    if importlib.util.find_spec(name) is None:
        return None
    found: Callable[[Any, int], float] | None = getattr(importlib.import_module(name), "evaluate", None)
    return found
