"""What is known of the levels: their budgets in each game and how they fared, read from a file beside this module.

`ladder.json` is `{"games": {slug: {"levels": {name: budget}, "cells": [row ...]}}}`; a row tells how `bot`, in one
seat, fared against `against` in all others. Bots stay unloaded: a test holds the budgets equal to theirs.
"""

import json
from functools import cache
from math import log10
from pathlib import Path
from typing import Any, Final

from services.rules.notation import Json

FILE: Final = Path(__file__).with_name("ladder.json")
TOLD: Final = ("seats", "against", "games", "win_share", "interval", "think_p50", "think_p95", "current")
"""What is told of a row to those who ask for bots."""
ANCHOR: Final = "seedling"
ANCHORED: Final = 1000
"""The rating of the weakest level, from which all others are counted."""
SCALE: Final = 400
"""Points of rating that stand for odds of ten to one."""
PRIOR: Final = 0.5
"""Wins that each side of a row is given beside its own, so that none is infinitely stronger."""
ROUNDS: Final = 1000


@cache
def ladder() -> Json:
    """What stands in the file, by game."""
    found: Json = json.loads(FILE.read_text())["games"]
    return found


def budget_of(game: str, level: str) -> Json | None:
    """The budget of a level in a game, if it is one."""
    found: Json | None = ladder().get(game, {}).get("levels", {}).get(level)
    return found


def cells_of(game: str) -> list[Json]:
    """All rows of a game; none before anything was measured."""
    found: list[Json] = ladder().get(game, {}).get("cells", [])
    return found


def rows_of(game: str, bot: str) -> list[Json]:
    """How a bot fared at the default options, as it is told."""
    fared = (row for row in cells_of(game) if row["bot"] == bot and not row.get("options"))
    return [{name: row[name] for name in TOLD} for row in fared]


def ratings(cells: list[Json]) -> dict[str, int]:
    """The rating of every bot that is linked with the weakest level by games of two at the default options.

    The most likely strengths by the model of Bradley and Terry (1952), on a logarithmic scale like that of Elo.
    """
    duels = [row for row in cells if row["seats"] == 2 and not row.get("options")]  # noqa: PLR2004 - a duel
    linked = _linked(duels)
    strength = dict.fromkeys(linked, 1.0)
    for _ in range(ROUNDS):
        strength = {name: _likelier(name, duels, strength) for name in linked}
    return {name: round(ANCHORED + SCALE * log10(strength[name] / strength[ANCHOR])) for name in linked}


def _linked(duels: list[Json]) -> list[str]:
    """The weakest level, and whoever is linked with it by duels."""
    found = [ANCHOR]
    for name in found:
        for row in duels:
            pair = (row["bot"], row["against"])
            found += [other for other in pair if name in pair and other not in found]
    return found if len(found) > 1 else []


def _likelier(name: str, duels: list[Json], strength: dict[str, float]) -> float:
    """A step of minorization and maximization (Hunter 2004)."""
    wins = weight = 0.0
    for row in duels:
        if name in (row["bot"], row["against"]):
            other = row["against"] if name == row["bot"] else row["bot"]
            share = row["win_share"] if name == row["bot"] else 1 - row["win_share"]
            wins += share * row["games"] + PRIOR
            weight += (row["games"] + 2 * PRIOR) / (strength[name] + strength[other])
    return wins / weight


@cache
def rating_of(game: str, bot: str) -> int | None:
    """The rating of a bot in a game, if it was measured."""
    return _ratings_of(game).get(bot)


@cache
def _ratings_of(game: str) -> dict[str, int]:
    return ratings(cells_of(game))


def budget_told(budget: Json) -> Json:
    """A budget as it is told: what it is where rules are compiled."""
    told: dict[str, Any] = {name: budget[name] for name in ("kind", "iterations", "temperature", "cap")}
    return told
