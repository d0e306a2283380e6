"""The memory of a search has a bound, which no budget raises."""

import tracemalloc
from dataclasses import replace
from typing import Any

import pytest

from ai.choose import choose
from ai.engines import compiled_engine
from ai.search import engine as engines
from ai.search import runs
from ai.search.room import MOST_NODES, Node, room_for
from services.rules.registry import GAMES
from tests.ai.modes import bot, compiled, needs_numba, positions
from tests.support.games import Table
from tests.support.pomona import ROOT

pytestmark = [needs_numba, pytest.mark.timeout(600)]  # the first test of a game may have to compile it

BOUND = 64_000_000
"""Bytes of a search, as stated in docs/benchmarks.md."""
DESK = 4


def bytes_of(slug: str) -> tuple[int, int, int]:
    """(tree, buffers, states) of a compiled search."""
    from ai.compiled import dtype  # noqa: PLC0415 - only where numba is

    game = GAMES[slug]
    kinds: tuple[Any, ...] = (Node, room_for(game), game.State)
    sizes = [dtype(kind).itemsize for kind in kinds]
    return MOST_NODES * sizes[0], sizes[1], DESK * sizes[2]


@pytest.mark.parametrize("slug", GAMES)
def test_a_search_stays_under_its_bound_as_the_docs_say(slug: str) -> None:
    parts = bytes_of(slug)
    assert sum(parts) < BOUND
    row = f"| {GAMES[slug].title} | {' | '.join(f'{n:,}' for n in (*parts, sum(parts)))} |"
    assert row in (ROOT / "docs" / "benchmarks.md").read_text()


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_computed_is_what_a_search_is_made_of(slug: str) -> None:
    engine, state = compiled_engine(GAMES[slug]).twin(), positions(Table(slug, 2), 2)[0]
    held = [memoryview(box).nbytes for box in (engine.tree(MOST_NODES + 1), engine.room)]  # type: ignore[arg-type]  # arrays
    states = [memoryview(box).nbytes for box in engine.desk(state)]  # type: ignore[arg-type]  # arrays
    assert (*held, sum(states)) == bytes_of(slug)


@pytest.mark.parametrize("slug", GAMES)
def test_a_larger_budget_takes_no_more_memory_once_the_tree_is_full(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (engines, runs):
        monkeypatch.setattr(module, "MOST_NODES", 500)
    table = Table(slug, 2)
    state = next(s for s in positions(table, 8) if len(table.game.legal(s)) > 1)
    peaks = []
    for iterations in (600, 600, 12_000):  # the first one makes what all others use again
        engine = compiled(slug).twin()
        tracemalloc.start()
        done = choose(table.game, state, replace(bot("mcts", iterations), turns=1), 1, engine=engine)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert done.iterations == iterations
        assert len(engine.tree(1)) == 500
    assert peaks[2] < peaks[1] + 65_536
