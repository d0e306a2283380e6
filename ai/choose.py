"""The one door to the bots: a redacted state goes in, a decision comes out."""

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from ai.engines import engine_of
from ai.search.budgets import Bot
from ai.search.engine import Engine
from ai.search.room import MOST_NODES, Plan
from services.rules.contract import Game
from services.rules.kernel import Record, Rng, below, seed

FIRST_CHUNK = {True: 512, False: 8}
"""Iterations before the clock is looked at for the first time, compiled and plain."""
CHUNK_SECONDS = 0.05
"""Later looks are about so far apart."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal action as a bot judged it."""

    action: int
    visits: int
    value: float


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
    """Best first; empty where nothing had to be weighed."""


def rng_of(number: int) -> Rng:
    """The generator of a seed of up to 96 bits."""
    rng = Rng()
    seed(rng, number, number >> 32, number >> 64)
    return rng


def choose(
    game: Game[Any], state: Record, bot: Bot, number: int, cap: float | None = None, engine: Engine | None = None
) -> Decision:
    """Decide for the seat to act, from `state` as redacted for it.

    The answer depends on the state, the bot and the seed `number` only, unless the cap of the bot or `cap` (seconds)
    ends it first. `engine` is the best that is ready, if none is given.
    """
    started = perf_counter()
    engine = engine or engine_of(game)
    legal = game.legal(state)
    rng = rng_of(number)
    candidates: list[Candidate] = []
    done = wanted = 0
    if len(legal) > 1 and bot.kind == "greedy":
        candidates = _greedy(engine, state, bot, rng, len(legal))
        done = wanted = candidates[0].visits
    elif len(legal) > 1 and bot.kind == "mcts":
        wanted = bot.iterations
        limit = min(bot.cap, cap if cap is not None else bot.cap)
        candidates, done = _search(engine, state, bot, rng, started + limit)
    action = candidates[0].action if candidates else legal[below(rng, len(legal))]
    seconds = perf_counter() - started
    return Decision(action, done, seconds, done < wanted, engine.compiled, tuple(candidates))


def _plan(engine: Engine, state: Any, bot: Bot, capacity: int) -> Plan:
    game, plan = engine.game, Plan()
    plan.seats, plan.seat, plan.capacity = state.seats, game.to_act(state), capacity
    plan.explore, plan.margin, plan.widen = bot.explore, bot.margin, bot.widen
    plan.cutoff, plan.swing = bot.cutoff if engine.evaluate else game.max_steps, bot.swing
    plan.low, plan.high = game.score_span
    return plan


def _greedy(engine: Engine, state: Record, bot: Bot, rng: Rng, n: int) -> list[Candidate]:
    world, box = engine.boxes(engine.game.State, 1), engine.boxes(engine.game.State, 1)
    worlds = max(1, min(16, bot.worlds // n))
    plan = _plan(engine, state, bot, 0)
    engine.greedy(engine.put(state), world, box, engine.put(plan), engine.room, engine.put(rng), worlds)
    found = _candidates(engine, n)
    return sorted(found, key=lambda c: -c.value)


def _search(engine: Engine, state: Record, bot: Bot, rng: Rng, deadline: float) -> tuple[list[Candidate], int]:
    """(candidates, iterations): in chunks between which the clock is looked at."""
    budget = bot.iterations if engine.compiled else min(bot.plain, bot.iterations)
    tree = engine.tree(min(budget + 1, MOST_NODES))
    root, box = engine.put(state), engine.boxes(engine.game.State, 1)
    plan, rngs = engine.put(_plan(engine, state, bot, min(budget + 1, MOST_NODES))), engine.put(rng)
    done, chunk, found = 0, FIRST_CHUNK[engine.compiled], 0
    now = perf_counter()
    while done < budget and (done == 0 or now < deadline):
        step = min(chunk, budget - done)
        found = engine.search(root, box, tree, plan, engine.room, rngs, step)
        done += step
        before, now = now, perf_counter()
        pace = step / max(now - before, 1e-6)
        chunk = max(1, int(pace * min(CHUNK_SECONDS, max(deadline - now, 0.0))))
    return sorted(_candidates(engine, found), key=lambda c: (-c.visits, -c.value, c.action)), done


def _candidates(engine: Engine, n: int) -> list[Candidate]:
    room = engine.room[0]
    rows = zip(room.actions[:n], room.visits[:n], room.values[:n], strict=True)
    return [Candidate(int(action), int(visits), float(value)) for action, visits, value in rows]
