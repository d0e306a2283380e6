"""The bots that may sit at a table, by name; who thinks how is for the bot library, which web processes never load.

A level promises how well it plays. Where rules cannot be compiled only those are offered whose budget plain Python can
spend in time, and one that plans where workers have a solver: in creating a match and in lists alike.
"""

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from services.ai.ladder import budget_of, budget_told, rating_of, rows_of
from services.ai.questions import solves
from services.rules.notation import Json
from services.rules.registry import GAMES
from services.shared.settings import Settings
from services.shared.tasks import HEAVY, LIGHT


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as people see it, the queue that its turns go through, and its budget, unless it is a level."""

    name: str
    description: str
    queue: str
    budget: tuple[str, int, float] | None = None
    """Kind, iterations and cap in seconds, the same in every game; a level has its own in each."""

    def json(self) -> Json:
        """The bot as it stands in the lists of games."""
        return {"name": self.name, "description": self.description}

    def json_in_full(self) -> Json:
        """All that is known of it, for each game in which it is offered."""
        games = {slug: self._json_of(slug) for slug in GAMES if offer(slug)[self.name]}
        return {**self.json(), "level": self.budget is None, "games": games}

    def budget_in(self, game: str) -> Json | None:
        """Its budget in a game."""
        if self.budget is None:
            return budget_of(game, self.name)
        kind, iterations, cap = self.budget
        return {"kind": kind, "iterations": iterations, "temperature": 0.0, "cap": cap}

    def fits_plainly(self, game: str) -> bool:
        """Whether it can spend its budget in plain Python; who is no level plays with less, and says so."""
        budget = budget_of(game, self.name)
        return self.budget is not None or (budget is not None and budget.get("plain", 0) >= budget["iterations"])

    def may_sit(self, game: str) -> bool:
        """Whether workers have what it needs to play this game as its name says."""
        if self.budget is not None and self.budget[0] == "planner" and not solves():
            return False
        return compiles() or self.fits_plainly(game)

    def _json_of(self, game: str) -> Json:
        budget = self.budget_in(game)
        return {
            "budget": budget_told(budget) if budget else None,
            "rating": rating_of(game, self.name),
            "ladder": rows_of(game, self.name),
        }


ROSTER: Final = {
    bot.name: bot
    for bot in (
        Bot("random", "Plays any legal move.", LIGHT, ("random", 0, 6.0)),
        Bot("seedling", "For the first game: looks one move ahead and errs often.", LIGHT),
        Bot("sapling", "For beginners: looks one move ahead and errs now and then.", LIGHT),
        Bot("greedy", "Looks one move ahead and takes what looks best now.", LIGHT, ("greedy", 0, 6.0)),
        Bot("grower", "For those who know the game: plays the best moves on for a short while.", HEAVY),
        Bot(
            "flat",
            "Plays the best moves on in the same imagined worlds, and drops the worse half again and again.",
            HEAVY,
            ("flat", 1_000, 2.0),
        ),
        Bot(
            "mcts",
            "Searches many possible worlds with information-set Monte Carlo tree search.",
            HEAVY,
            ("mcts", 5_000, 2.0),
        ),
        Bot(
            "planner",
            "Plans the rest of its own board with a constraint solver, and plays the first step of the best plan.",
            HEAVY,
            ("planner", 0, 4.0),
        ),
        Bot("arborist", "For good players: searches as is best in each game.", HEAVY),
        Bot("ancient", "For experts: searches as is best in each game, and thinks the longest.", HEAVY),
    )
}
"""From the weakest to the strongest, about: which of the searches is the better depends on the game."""


@cache
def compiles() -> bool:
    """Whether workers can compile rules: as is said, else as is installed here, where all run the same."""
    said = Settings.read().bots
    return importlib.util.find_spec("numba") is not None if said is None else said == "compiled"


def offer(game: str) -> Mapping[str, bool]:
    """All bots by name, and whether each is offered in this game."""
    return {name: bot.may_sit(game) for name, bot in ROSTER.items()}


def offered(game: str | None = None) -> list[Bot]:
    """The bots that are offered in this game, or in any."""
    slugs = list(GAMES) if game is None else [game]
    return [bot for bot in ROSTER.values() if any(offer(slug)[bot.name] for slug in slugs)]
