"""Thinking about one position with several threads, for reviews: a search of its own in each, and one opinion of all.

Root parallelisation (Chaslot, Winands, van den Herik 2008). Compiled searches hold no interpreter lock.
"""

import hashlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

from ai.choose import Decision, choose
from ai.engines import engine_of
from ai.search.budgets import Bot
from ai.search.engine import Engine
from ai.search.runs import Candidate
from services.rules.contract import Game
from services.rules.kernel import Record


def analyse(
    game: Game[Any], state: Record, bot: Bot, number: int, threads: int = 1, engine: Engine | None = None
) -> Decision:
    """What the bot, thinking `threads` times at once from different seeds, comes to from `state` as redacted.

    Each thread has the whole budget of the bot. The answer depends on the state, the bot, the number and the threads
    only, unless the cap ends it first; one thread answers as `choose` does.
    """
    started = perf_counter()
    engine = engine or engine_of(game)
    if threads == 1:
        return choose(game, state, bot, number, engine=engine)
    engines = [engine, *(engine.twin() for _ in range(threads - 1))]
    numbers = [number, *(_further(number, i) for i in range(1, threads))]
    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(lambda own, drawn: choose(game, state, bot, drawn, engine=own), engines, numbers))
    candidates = tuple(merged(c for decision in found for c in decision.candidates))
    return Decision(
        action=candidates[0].action if candidates else found[0].action,
        iterations=sum(decision.iterations for decision in found),
        seconds=perf_counter() - started,
        short=any(decision.short for decision in found),
        compiled=engine.compiled,
        candidates=candidates,
    )


def merged(candidates: Iterable[Candidate]) -> list[Candidate]:
    """One candidate for each action, visits added, values weighed by visits; most visited first, then the best."""
    visits, sums = dict[int, int](), dict[int, float]()
    for c in candidates:
        visits[c.action] = visits.get(c.action, 0) + c.visits
        sums[c.action] = sums.get(c.action, 0.0) + c.visits * c.value
    found = [Candidate(action, n, sums[action] / max(1, n)) for action, n in visits.items()]
    return sorted(found, key=lambda c: (-c.visits, -c.value, c.action))


def _further(number: int, i: int) -> int:
    """The number of a further thread."""
    return int.from_bytes(hashlib.sha256(f"{number} {i}".encode()).digest()[:12])
