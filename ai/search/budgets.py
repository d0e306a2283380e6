"""Bots and their budgets: counts of iterations, the same on every machine, and a cap in seconds."""

from dataclasses import dataclass, replace
from typing import Any

from ai.knowledge.lookup import knowledge_of
from services.rules.contract import Game


class UnknownBot(ValueError):  # noqa: N818 - a refusal is an answer, not an error of ours
    """A bot that does not exist, or a budget that it does not take; the text is for the user."""


@dataclass(frozen=True, slots=True)
class Bot:
    """How a bot thinks about one decision."""

    name: str
    kind: str
    """random, reflex (the playout's own choice), greedy, flat or mcts"""
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
    explore: float = 0.4
    """Weight of what is little known, in the upper bound of an action."""
    widen: float = 1e9
    """A node has at most 1 + widen * sqrt(visits) children."""
    guide: int = 0
    """Of 100 new children, so many are proposed by the playout, the others drawn from all."""
    turns: int = 0
    """Turns played on beyond the tree before knowledge of the game judges; without knowledge games go to their end."""
    chance: int = 0
    """Of 100 actions played on, so many are any legal ones."""
    tries: int = 1
    """Proposals of the playout of which an imagined seat plays the best."""
    weights: tuple[float, ...] = ()
    """Of the evaluation, where they are not its own."""
    margin: float = 0.25
    """Share of the margin in the reward of a finished game; the rest is the share of the win."""


BOTS = {
    bot.name: bot
    for bot in (
        Bot("random", "random"),
        Bot("reflex", "reflex"),
        Bot("greedy", "greedy"),
        Bot("flat", "flat", iterations=1_000, plain=60, cap=2.0, sift=12, turns=4),
        Bot("mcts", "mcts", iterations=5_000, plain=300, cap=2.0, sift=16, explore=0.15, guide=80),
    )
}
MOST_ITERATIONS = 10_000_000


def bot_of(text: str, game: Game[Any] | None = None) -> Bot:
    """The bot that a text such as `greedy` or `mcts:20000` (iterations) names; raises UnknownBot.

    For a game it searches as measured best there (`SEARCH` of what is known of the game).
    """
    name, _, count = text.partition(":")
    if name not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}; bots are {', '.join(BOTS)}")
    bot = BOTS[name]
    if game is not None:
        bot = replace(bot, **knowledge_of(game).search.get(bot.kind, {}))
    if not count:
        return bot
    if not bot.iterations or not count.isdecimal() or not 0 < int(count) <= MOST_ITERATIONS:
        raise UnknownBot(f"{text!r}: only flat and mcts take a number of iterations, from 1 to {MOST_ITERATIONS}")
    return replace(bot, name=text, iterations=int(count), plain=int(count), cap=3600.0)
