"""Bots and their budgets: counts of iterations, the same on every machine, and a cap in seconds."""

from dataclasses import dataclass, replace


class UnknownBot(ValueError):  # noqa: N818 - a refusal is an answer, not an error of ours
    """A bot that does not exist, or a budget that it does not take; the text is for the user."""


@dataclass(frozen=True, slots=True)
class Bot:
    """How a bot thinks about one decision."""

    name: str
    kind: str
    """random, greedy or mcts"""
    iterations: int = 0
    """Of mcts, compiled."""
    plain: int = 0
    """Of mcts where rules are not compiled; an answer after so few is called short."""
    cap: float = 6.0
    """Seconds after which the best action so far is played."""
    worlds: int = 96
    """Of greedy: imagined worlds times legal actions, about."""
    explore: float = 0.4
    """Weight of what is little known, in the upper bound of an action."""
    margin: float = 0.25
    """Share of the margin in the reward of a finished game; the rest is the share of the win."""
    widen: float = 1e9
    """A node has at most 1 + widen * sqrt(visits) children."""
    cutoff: int = 0
    """Random actions beyond the tree before knowledge of the game judges; without knowledge games go to their end."""
    swing: float = 10.0
    """Points expected ahead that count as half way from an even game to a won one."""


BOTS = {
    bot.name: bot
    for bot in (
        Bot("random", "random"),
        Bot("greedy", "greedy"),
        Bot("mcts", "mcts", iterations=20_000, plain=600, cap=2.0),
    )
}
MOST_ITERATIONS = 10_000_000


def bot_of(text: str) -> Bot:
    """The bot that a text such as `greedy` or `mcts:20000` (iterations) names; raises UnknownBot."""
    name, _, count = text.partition(":")
    if name not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}; bots are {', '.join(BOTS)}")
    bot = BOTS[name]
    if not count:
        return bot
    if bot.kind != "mcts" or not count.isdecimal() or not 0 < int(count) <= MOST_ITERATIONS:
        raise UnknownBot(f"{text!r}: only mcts takes a number of iterations, from 1 to {MOST_ITERATIONS}")
    return replace(bot, name=text, iterations=int(count), plain=int(count), cap=3600.0)
