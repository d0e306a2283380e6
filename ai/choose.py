"""The one door to the bots: a redacted state goes in, a decision comes out."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from ai.engines import engine_of
from ai.knowledge.lookup import scripts_of
from ai.search.budgets import Bot
from ai.search.engine import Engine
from ai.search.mistakes import FINE, played
from ai.search.runs import Candidate, Progress, Run, first_look, halving, tree_search
from services.rules.contract import Game
from services.rules.kernel import Record, Rng, below, seed


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot plays, and how it came to it."""

    action: int
    iterations: int
    seconds: float
    short: bool
    """Stopped by the clock, or thought in plain Python: weaker than the bot's name says."""
    compiled: bool
    candidates: tuple[Candidate, ...]
    """Best first, which a bot that errs need not have played; empty where nothing had to be weighed."""


def rng_of(number: int) -> Rng:
    """The generator of a seed of up to 96 bits."""
    rng = Rng()
    seed(rng, number, number >> 32, number >> 64)
    return rng


def choose(
    game: Game[Any],
    state: Record,
    bot: Bot,
    number: int,
    cap: float | None = None,
    engine: Engine | None = None,
    progress: Progress | None = None,
) -> Decision:
    """Decide for the seat to act, from `state` as redacted for it.

    The answer depends on the state, the bot and the seed `number` only, unless the cap of the bot or `cap` (seconds)
    ends it first. `engine` is the best that is ready, if none is given. `progress` often hears how
    far a search has come.
    """
    started = perf_counter()
    engine = engine or engine_of(game)
    legal = game.legal(state)
    rng = rng_of(number)
    if len(legal) == 1 or bot.kind == "random":
        action = legal[below(rng, len(legal))]
        return Decision(action, 0, perf_counter() - started, short=False, compiled=engine.compiled, candidates=())
    limit = bot.cap if cap is None else min(bot.cap, cap)
    point = below(rng, FINE) if bot.temperature else 0
    run = Run(engine, state, bot, rng, started + limit, legal, progress=progress)
    if bot.proposals:
        run.proposed = [candidate.action for candidate in by_plan(run)[: bot.proposals]]
    candidates = KINDS[bot.kind](run)
    action = played(run, candidates, point).action
    seconds = perf_counter() - started
    return Decision(action, run.done, seconds, run.short, engine.compiled, tuple(candidates))


def reflex(run: Run) -> list[Candidate]:
    """What the playout would play, in a world that the seat imagines."""
    game = run.engine.game
    world = game.imagine(run.state, game.to_act(run.state), run.rng)
    return [Candidate(run.engine.known.playout(world, run.rng, [0] * game.max_legal), 1, 0.5)]


def scripted(run: Run) -> list[Candidate]:
    """What the script of that name plays."""
    return [Candidate(scripts_of(run.engine.game)[run.bot.name](run.state), 1, 0.5)]


def by_plan(run: Run) -> list[Candidate]:
    """What a planner plays; OR-Tools is loaded for those who ask for it."""
    return importlib.import_module("ai.solve.decide").planned(run)  # type: ignore[no-any-return]


KINDS: dict[str, Callable[[Run], list[Candidate]]] = {
    "reflex": reflex,
    "script": scripted,
    "greedy": first_look,
    "flat": halving,
    "mcts": tree_search,
    "planner": by_plan,
}
"""What each kind of bot does."""
