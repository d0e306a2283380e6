"""What is known of a game, found by its slug; a game without a module is played by search alone."""

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from services.rules.contract import Game
from services.rules.kernel import Rng, rule

Evaluate = Callable[[Any, int, list[float]], float]
Playout = Callable[[Any, Rng, list[int]], int]

SWING = 10.0


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What searches are told of a game."""

    evaluate: Evaluate | None
    """evaluate(state, seat, weights): points that the seat may expect above its rivals; None where nothing is known."""
    playout: Playout
    """playout(state, rng, room): an action that is played in imagined games; a random one where nothing is known."""
    promising: Callable[[Any, list[int]], int]
    """promising(state, out) -> n: the legal actions that a tree tries below its root; all where nothing is known."""
    search: dict[str, dict[str, Any]]
    """How bots of each kind search this game, where they do it otherwise: fields of `ai.search.budgets.Bot`."""
    weights: dict[str, float]
    """The weights of the evaluation, in the order in which it reads them."""
    swing: float
    """Points expected ahead that count as half way from an even game to a won one."""


def knowledge_of(game: Game[Any]) -> Knowledge:
    """What the modules `ai.knowledge.<slug>` and `<slug>_playout` say of the game, if there are such."""
    judged, played = _module(game.slug), _module(f"{game.slug}_playout")
    playout = getattr(played or judged, "playout", game.random_action)
    weights = getattr(judged, "WEIGHTS", {})
    evaluate = getattr(judged, "evaluate", None)
    return Knowledge(
        _unweighted(evaluate) if evaluate and not weights else evaluate,
        playout,
        getattr(judged, "promising", game.legal_actions),
        getattr(judged, "SEARCH", {}),
        weights,
        getattr(judged, "SWING", SWING),
    )


def _unweighted(evaluate: Callable[[Any, int], float]) -> Evaluate:
    """An evaluation that has no weights to tune, as searches call it."""

    @rule
    def judge(s: Any, seat: int, w: list[float]) -> float:  # noqa: ARG001 - as searches call it
        return evaluate(s, seat)

    return judge


def _module(name: str) -> ModuleType | None:
    full = f"{__package__}.{name}"
    return importlib.import_module(full) if importlib.util.find_spec(full) else None
