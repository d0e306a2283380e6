"""What a move that was played was worth, beside the best that a small search finds."""

from dataclasses import dataclass
from typing import Any, Final

from ai.choose import choose
from ai.outlook import Outlook, outlooks
from ai.search.budgets import bot_of
from ai.search.engine import Engine
from services.rules.contract import Game

REVIEWER: Final = "grower"
"""The level that looks for better moves."""
SEARCH_SECONDS: Final = 1.5
GAMES: Final = {True: 120, False: 12}
"""Imagined games of each move, compiled and plain."""
PLAY_SECONDS: Final = 8.0
BEST: Final = 3
"""So many moves stand beside the one that was played."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A move that was played, and the best ones in its place, in the order in which the search prefers them."""

    played: Outlook
    best: tuple[Outlook, ...]
    """With the played one, if it is among them; just that one where there was no choice."""

    @property
    def win_share(self) -> float | None:
        """How much of the win the played move gave away; None where the seat plays alone."""
        best, played = self.best[0].win_share, self.played.win_share
        return None if best is None or played is None else max(0.0, best - played)

    @property
    def score(self) -> float:
        """How many points of its own it gave away."""
        return max(0.0, self.best[0].score - self.played.score)


def judge(game: Game[Any], state: Any, action: int, number: int, engine: Engine) -> Judged:
    """Judge an action of the seat to act, from the state as the seat saw it."""
    decision = choose(game, state, bot_of(REVIEWER, game), number, SEARCH_SECONDS, engine)
    ranked = [candidate.action for candidate in decision.candidates][:BEST] or [decision.action]
    actions = ranked if action in ranked else [*ranked, action]
    found = outlooks(engine, state, actions, number, GAMES[engine.compiled], PLAY_SECONDS)
    return Judged(next(each for each in found if each.action == action), tuple(found[: len(ranked)]))
