"""A cell of the ladder: one bot against another at so many seats, as far as it has been played."""

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from math import ceil, floor, log
from typing import Any, Final, Self

from ai.arena import Played, player, wilson
from ai.cache import SOURCES, source_files
from ai.search.budgets import LEVELS, Bot, bot_of
from services.rules.contract import Game
from services.rules.notation import Json
from services.rules.registry import GAMES

PAIRS: Final = (*((upper, lower) for lower, upper in pairwise(LEVELS)), ("arborist", "greedy"))
"""Who plays whom: the bot that is measured, and the one that has all other seats."""
STEP: Final = 1.05
"""Think times are counted in classes, each so many times as long as the one before: quantiles err by 2.5 %."""
NOT_OF_PLAY: Final = frozenset(
    {
        "ai/cache.py",
        "ai/compiled.py",
        "ai/engines.py",
        "ai/search/budgets.py",
        "services/rules/errors.py",
        "services/rules/notation.py",
    }
)
"""Sources that change no move of a bot; of the budgets, those of the two bots are looked at themselves."""


@dataclass(slots=True)
class Tally:
    """Sums, from which figures are made and to which further games are added."""

    deals: int = 0
    """Deals 0 .. deals - 1 of the seed have been played, from every seat."""
    margin: int = 0
    decisions: int = 0
    iterations: int = 0
    times: Counter[int] = field(default_factory=Counter)
    """Decisions by the class of their think time."""

    def quantile(self, share: float) -> float:
        """The think time, in seconds, that so large a share of the decisions did not exceed; 0 without any."""
        rank, seen = ceil(share * self.times.total()), 0
        for number, count in sorted(self.times.items()):
            seen += count
            if seen >= rank:
                return float(STEP ** (number + 0.5))
        return 0.0


@dataclass(slots=True)
class Cell:
    """A bot against another, who has all other seats; `rules` and `knowledge` are what they play by."""

    game: str
    seats: int
    bot: str
    against: str
    options: Mapping[str, Any]
    seed: int
    rules: str
    knowledge: str
    games: int = 0
    """That count: those in which a bot was stopped by its cap do not."""
    wins: float = 0.0
    short: int = 0
    """Decisions that were stopped."""
    left_out: int = 0
    """Games with one."""
    tally: Tally = field(default_factory=Tally)

    @classmethod
    def blank(cls, game: Game[Any], seats: int, pair: tuple[str, str], options: Mapping[str, Any], seed: int) -> Self:
        """A cell in which nothing has been played; raises UnknownBot, BadSeats, BadOption."""
        bots = [bot_of(name, game) for name in pair]
        made = cls(game.slug, seats, *pair, options, seed, game.rules_version, digest(game, bots))
        made.player()
        return made

    @classmethod
    def read(cls, game: str, data: Json) -> Self:
        """The cell that `json` wrote."""
        tally = Tally(**{**data["tally"], "times": Counter(dict(data["tally"]["times"]))})
        kept = (
            "seats",
            "bot",
            "against",
            "options",
            "seed",
            "rules",
            "knowledge",
            "games",
            "wins",
            "short",
            "left_out",
        )
        return cls(game, **{name: data[name] for name in kept}, tally=tally)

    def json(self) -> Json:
        """The cell as it is kept: its figures, and the sums behind them."""
        games, tally = self.games, self.tally
        interval = wilson(self.wins, games) if games else (0.0, 1.0)
        names = ("seats", "bot", "against", "options", "games", "wins")
        return {
            **{name: getattr(self, name) for name in names},
            "win_share": round(self.wins / max(1, games), 4),
            "interval": [round(end, 4) for end in interval],
            "margin": round(tally.margin / max(1, games), 2),
            "think_p50": round(tally.quantile(0.5), 5),
            "think_p95": round(tally.quantile(0.95), 5),
            "iterations": round(tally.iterations / max(1, tally.decisions)),
            **{name: getattr(self, name) for name in ("short", "left_out", "seed", "rules", "knowledge")},
            "tally": {**asdict(tally), "times": sorted(tally.times.items())},
        }

    @property
    def place(self) -> tuple[Any, ...]:
        """Which cell of a game's ladder it is, whatever has been played in it."""
        return self.seats, self.bot, self.against, sorted(self.options.items())

    def goes_on_from(self, other: "Cell") -> bool:
        """Whether the games of the other cell are games of this one."""
        return all(getattr(self, name) == getattr(other, name) for name in ("place", "seed", "rules", "knowledge"))

    def player(self) -> Callable[[int], list[Played]]:
        """What plays the games of a deal of this cell."""
        game = GAMES[self.game]
        upper, lower = (bot_of(name, game) for name in (self.bot, self.against))
        return player(game, [upper] + [lower] * (self.seats - 1), self.seed, self.options)

    def count(self, deal: Sequence[Played]) -> None:
        """Enter the games of the next deal."""
        self.tally.deals += 1
        for game in deal:
            short = sum(thought.short for thought in game.thoughts)
            self.short += short
            if short:
                self.left_out += 1
            else:
                self._count_game(game)

    def _count_game(self, game: Played) -> None:
        tally, thought = self.tally, game.thoughts[0]
        self.games += 1
        self.wins += game.share_of_win(0)
        tally.margin += game.margin(0)
        tally.decisions += len(thought.seconds)
        tally.iterations += thought.iterations
        tally.times.update(floor(log(max(seconds, 1e-9), STEP)) for seconds in thought.seconds)


def digest(game: Game[Any], bots: Sequence[Bot]) -> str:
    """A short name of all that the moves of these bots come from, the same on every machine."""
    made = hashlib.sha256()
    planning = ["ai/solve/decide.py", f"ai/solve/{game.slug}.py"] if any(bot.plans for bot in bots) else []
    learned = [f"ai/knowledge/{game.slug}_learned.py"] if any(bot.learned for bot in bots) else []
    more = [name for name in planning + learned if (SOURCES / name).exists()]
    for path in source_files(game, SOURCES, "ai/choose.py", *more):
        name = path.relative_to(SOURCES).as_posix()
        if name not in NOT_OF_PLAY:
            made.update(name.encode() + b"\0" + path.read_bytes())
    for bot in bots:
        made.update(repr(asdict(bot)).encode())
    return made.hexdigest()[:12]
