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
Features = Callable[[Any, int, list[float]], int]
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
    own: Evaluate | None
    """own(state, seat, weights): the evaluation but for what no action of the seat changes; in the same order."""
    features: Features
    """features(state, seat, out) -> n: what is counted of a seat between two turns; nothing where nothing is known."""
    values: dict[int, tuple[float, ...]]
    """By the number of seats: the weight of each feature in the learned value (`pomona fit`)."""
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
    evaluate = _unweighted(evaluate) if evaluate and not weights else evaluate
    playout = getattr(judged, "playout", game.random_action)
    return Knowledge(
        evaluate,
        playout,
        getattr(judged, "propose", playout),
        getattr(judged, "promising", game.legal_actions),
        getattr(judged, "own", None) or evaluate,
        getattr(judged, "features", no_features),
        getattr(_module(f"{game.slug}_learned"), "VALUES", {}),
        getattr(judged, "SEARCH", {}),
        getattr(_module(f"{game.slug}_levels"), "BUDGETS", {}),
        weights,
        getattr(judged, "HABITS", {}),
        getattr(judged, "play_by", None),
        getattr(judged, "SWING", SWING),
    )


@rule
def no_features(s: Any, seat: int, out: list[float]) -> int:  # noqa: ARG001 - as features are called
    """Where nothing is counted."""
    return 0


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
