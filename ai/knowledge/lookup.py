"""What is known of a game, found by its slug; a game without a module is played by search alone."""

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from services.rules.contract import Game
from services.rules.kernel import Rng, rule

Evaluate = Callable[[Any, int, list[float]], float]
Playout = Callable[[Any, Rng, list[int]], int]
PlayBy = Callable[[Any, Rng, list[int]], int]
Script = Callable[[Any], int]
"""script(state as its seat sees it): the action that it plays."""

SWING = 10.0


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """What searches are told of a game."""

    evaluate: Evaluate | None
    """evaluate(state, seat, weights): points that the seat may expect above its rivals; None where nothing is known."""
    playout: Playout
    """playout(state, rng, room): an action that is played in imagined games; a random one where nothing is known."""
    propose: Playout
    """propose(state, rng, room): an action that a tree tries first; the playout's where nothing else is known."""
    promising: Callable[[Any, list[int]], int]
    """promising(state, out) -> n: the legal actions that a tree tries below its root; all where nothing is known."""
    search: dict[str, dict[str, Any]]
    """How bots of each kind search this game, where they do it otherwise: fields of `ai.search.budgets.Bot`."""
    budgets: dict[str, dict[str, Any]]
    """The budgets of levels in this game, where they are not the usual ones: fields of `Bot` by the name of a level."""
    weights: dict[str, float]
    """The weights of the evaluation, in the order in which it reads them."""
    habits: dict[str, tuple[int, ...]]
    """The weights of the playout, rows of numbers by name, where it has any."""
    play_by: PlayBy | None
    """play_by(state, rng, weights): what the playout would do with other weights than its own, which stand in a row."""
    swing: float
    """Points expected ahead that count as half way from an even game to a won one."""


@cache
def knowledge_of(game: Game[Any]) -> Knowledge:
    """What `ai.knowledge.<slug>` says of the game, if there is such a module; `ai.cache` follows what that imports.

    Budgets stand apart, in `ai.knowledge.<slug>_levels`: no compiled code comes from them, nor do moves of other bots.
    """
    judged = _module(game.slug)
    weights = getattr(judged, "WEIGHTS", {})
    evaluate = getattr(judged, "evaluate", None)
    playout = getattr(judged, "playout", game.random_action)
    return Knowledge(
        _unweighted(evaluate) if evaluate and not weights else evaluate,
        playout,
        getattr(judged, "propose", playout),
        getattr(judged, "promising", game.legal_actions),
        getattr(judged, "SEARCH", {}),
        getattr(_module(f"{game.slug}_levels"), "BUDGETS", {}),
        weights,
        getattr(judged, "HABITS", {}),
        getattr(judged, "play_by", None),
        getattr(judged, "SWING", SWING),
    )


@cache
def scripts_of(game: Game[Any]) -> dict[str, Script]:
    """The scripted opponents of the game by name, if there is an `ai.knowledge.<slug>_scripts`.

    They are measured against, never searched with: nothing that is compiled may import them.
    """
    return getattr(_module(f"{game.slug}_scripts"), "SCRIPTS", {})


def _module(name: str) -> ModuleType | None:
    """The module of that name beside this one, if there is one."""
    full = f"{__package__}.{name}"
    return importlib.import_module(full) if importlib.util.find_spec(full) else None


def _unweighted(evaluate: Callable[[Any, int], float]) -> Evaluate:
    """An evaluation that has no weights to tune, as searches call it."""

    @rule
    def judge(s: Any, seat: int, w: list[float]) -> float:  # noqa: ARG001 - as searches call it
        return evaluate(s, seat)

    return judge
