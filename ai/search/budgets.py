"""Bots and their budgets: counts of iterations, the same on every machine, and a cap in seconds.

A level is a bot whose name is a promise: its budget is fixed, and how well it plays is measured (`services.ai.ladder`).
"""

from dataclasses import dataclass, replace
from typing import Any, Final

from ai.knowledge.lookup import knowledge_of, scripts_of
from services.rules.contract import Game


class UnknownBot(ValueError):  # noqa: N818 - a refusal is an answer, not an error of ours
    """A bot that does not exist, or a budget that it does not take; the text is for the user."""


@dataclass(frozen=True, slots=True)
class Bot:
    """How a bot thinks about one decision."""

    name: str
    kind: str
    """random, reflex (the playout's own choice), script (fixed rules of one game), greedy, flat, mcts or planner"""
    iterations: int = 0
    """Playouts of flat, iterations of mcts, compiled."""
    plain: int = 0
    """The same where rules are not compiled; an answer after so few is called short."""
    cap: float = 6.0
    """Seconds after which the best action so far is played."""
    open: bool = False
    """It is handed the true state and deals nothing anew; the arena alone makes such bots (`ai.arena.bot_in_arena`)."""
    worlds: int = 96
    """Imagined worlds times legal actions, about, in which a first look tries every action."""
    sift: int = 0
    """So many actions, the best at first look, are thought about; 0: all."""
    beam: int = 0
    """Whole turns that a beam keeps, of which `sift` are thought about; 0: candidates are single actions."""
    learned: bool = False
    """Games broken off are judged by the value that was learned, if one was for so many seats."""
    explore: float = 0.4
    """Weight of what is little known, in the upper bound of an action."""
    widen: float = 1e9
    """A node has at most 1 + widen * sqrt(visits) children."""
    guide: int = 0
    """Of 100 new children, so many are what knowledge proposes, the others drawn from all."""
    turns: int = 0
    """Turns played on beyond the tree before knowledge of the game judges; without knowledge games go to their end."""
    chance: int = 0
    """Of 100 actions played on, so many are any legal ones."""
    tries: int = 1
    """Proposals of the playout of which an imagined seat plays the best."""
    plans: int = 0
    """Imagined worlds for which a planner plans."""
    work: float = 0.0
    """What it may spend on a decision, in the solver's deterministic time."""
    proposals: int = 0
    """First steps of plans that a search thinks about, whatever its first look says."""
    weights: tuple[float, ...] = ()
    """Of the evaluation, where they are not its own."""
    margin: float = 0.25
    """Share of the margin in the reward of a finished game; the rest is the share of the win."""
    temperature: float = 0.0
    """How readily it errs, in rewards: what it holds for so much worse is played e times less often; 0: never."""


LEVELS: Final = ("seedling", "sapling", "grower", "arborist", "ancient")
"""From the weakest to the strongest. Caps are twice what 95 % of decisions should take: 0.1, 0.3, 0.6, 1 and 3 s."""
BOTS = {
    bot.name: bot
    for bot in (
        Bot("random", "random"),
        Bot("reflex", "reflex"),
        Bot("seedling", "greedy", cap=0.2, temperature=0.04),
        Bot("sapling", "greedy", cap=0.6, temperature=0.012),
        Bot("greedy", "greedy"),
        Bot("grower", "flat", iterations=200, plain=20, cap=1.2, sift=8, turns=4),
        Bot("flat", "flat", iterations=1_000, plain=60, cap=2.0, sift=12, turns=4),
        Bot("mcts", "mcts", iterations=5_000, plain=300, cap=2.0, sift=16, explore=0.15, guide=80),
        Bot("planner", "planner", cap=4.0, plans=4, work=0.2),
        Bot("hybrid", "flat", iterations=1_000, plain=60, cap=4.0, sift=12, turns=4, plans=4, work=0.1, proposals=4),
        Bot("arborist", "flat", iterations=1_000, plain=60, cap=2.0, sift=12, turns=4),
        Bot("ancient", "flat", iterations=4_000, plain=200, cap=6.0, sift=12, turns=4),
    )
}
MOST_ITERATIONS = 10_000_000


def bot_of(text: str, game: Game[Any] | None = None) -> Bot:
    """The bot that a text such as `grower` or `mcts:20000` (iterations) names; raises UnknownBot.

    For a game it searches as measured best there (`SEARCH` of what is known of the game), and a level has the budget
    that it has in that game (`ai.knowledge.<slug>_levels`). A script is known in its own game alone.
    """
    name, colon, count = text.partition(":")
    scripts = [] if game is None else list(scripts_of(game))
    if text in scripts:
        return Bot(text, "script")
    if name not in (*BOTS, *scripts):
        where = "" if game is None else f" in {game.title}"
        raise UnknownBot(f"there is no bot {name!r}{where}; bots are {', '.join((*BOTS, *scripts))}")
    if name in scripts:
        raise UnknownBot(f"{text!r}: {name} plays by fixed rules; only flat and mcts take a number of iterations")
    bot = BOTS[name] if game is None else _suited(BOTS[name], game)
    if not colon:
        return bot
    if name in LEVELS:
        raise UnknownBot(f"{text!r}: the budget of a level is fixed; only flat and mcts take a number of iterations")
    if not bot.iterations or not count.isdecimal() or not 0 < int(count) <= MOST_ITERATIONS:
        raise UnknownBot(f"{text!r}: only flat and mcts take a number of iterations, from 1 to {MOST_ITERATIONS}")
    return replace(bot, name=text, iterations=int(count), plain=int(count), cap=3600.0)


def _suited(bot: Bot, game: Game[Any]) -> Bot:
    """The bot as it plays this game."""
    known = knowledge_of(game)
    level = known.budgets.get(bot.name, {})
    search = known.search.get(level.get("kind", bot.kind), {})
    return replace(bot, **search | level)


def budgets_of(game: Game[Any]) -> dict[str, dict[str, Any]]:
    """The budget of each level in a game: all that `services.ai`, which may not load a bot, needs to know of it."""
    return {name: budget(bot_of(name, game)) for name in LEVELS}


def budget(bot: Bot) -> dict[str, Any]:
    """What a bot's strength is measured with; `plain`: its iterations where rules are not compiled."""
    return {name: getattr(bot, name) for name in ("kind", "iterations", "plain", "temperature", "cap")}
