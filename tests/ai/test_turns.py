"""Whole turns as candidates: what a beam finds, in both modes."""

from dataclasses import replace
from math import inf
from time import perf_counter
from typing import Any

import pytest

from ai.choose import choose, rng_of
from ai.search import runs
from ai.search.engine import Engine
from ai.search.room import LINE, MOST_LINES
from ai.search.runs import Line, Run, whole_turns
from services.rules.kernel import Record, Rng
from tests.ai.modes import bot, compiled, needs_numba, plain, positions, same_view
from tests.support.games import Table

TABLES = [Table("click_a_tree", 2, 3), Table("click_a_tree", 3, 1)]
"""Of a game in which chance changes nothing that a seat may do in its turn."""
BEAM = replace(bot("flat", 24), beam=3, turns=2, learned=True, margin=0.0)


def turns(engine: Engine, state: Record, number: int, deadline: float = inf) -> list[Line]:
    """The turns that a beam of three finds."""
    return whole_turns(Run(engine, state, BEAM, rng_of(number), deadline, engine.game.legal(state)))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_turns_that_are_found_are_legal_and_whole(table: Table) -> None:
    game = table.game
    for number, state in enumerate(positions(table)):
        found = turns(plain(table.slug), state, number)
        assert 0 < len(found) <= 3
        for line in found:
            world: Any = game.imagine(state, game.to_act(state), rng_of(number))
            seat = game.to_act(state)
            for action in line:
                assert game.to_act(world) == seat
                assert game.is_legal(world, action)
                game.apply(world, action, Rng())
            assert game.is_over(world) or game.to_act(world) != seat or len(line) == LINE


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_best_turn_is_first(table: Table) -> None:
    engine = plain(table.slug)
    assert engine.known.own is not None
    for number, state in enumerate(positions(table)):
        found = turns(engine, state, number)
        worths = engine.room[0].worths[: len(found)]
        assert worths == sorted(set(worths), reverse=True)


def test_without_time_a_turn_is_begun_and_no_more() -> None:
    table = TABLES[0]
    for number, state in enumerate(positions(table)):
        assert all(len(line) == 1 for line in turns(plain(table.slug), state, number, perf_counter() - 1.0))


def test_what_a_seat_may_not_know_changes_no_decision() -> None:
    table = TABLES[0]
    for number, state in enumerate(table.states(4)):
        one, other = (
            choose(table.game, seen, BEAM, number, engine=plain(table.slug)).candidates
            for seen in same_view(state, table, number)
        )
        assert one == other


def test_each_action_stands_once_among_the_candidates() -> None:
    table = TABLES[0]
    for number, state in enumerate(positions(table)):
        actions = [c.action for c in choose(table.game, state, BEAM, number, engine=plain(table.slug)).candidates]
        assert len(actions) == len(set(actions))


@needs_numba
@pytest.mark.timeout(600)
def test_both_modes_find_the_same_turns_and_decide_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "PLAIN_LINES", MOST_LINES)
    table = TABLES[0]
    fast, slow = compiled(table.slug), plain(table.slug)
    for number, state in enumerate(positions(table)):
        assert turns(fast, state, number) == turns(slow, state, number)
        one, other = (choose(table.game, state, BEAM, number, engine=engine).candidates for engine in (fast, slow))
        assert one == other
