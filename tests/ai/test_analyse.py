"""Thinking with several threads: one opinion, the same every time."""

from dataclasses import replace

import pytest

from ai.analyse import analyse, merged
from ai.choose import choose
from ai.search.engine import Engine
from ai.search.runs import Candidate
from services.rules.kernel import Record
from tests.ai.modes import bot, compiled, needs_numba, plain, positions
from tests.support.games import Table, tables, tables_of_fewest


def a_choice(table: Table) -> Record:
    return next(s for s in positions(table, 8) if len(table.game.legal(s)) > 1)


@pytest.mark.parametrize("name", ["greedy", "flat", "mcts"])
@pytest.mark.parametrize("table", tables(0), ids=str)
def test_one_thread_answers_as_choose_does(table: Table, name: str) -> None:
    state, how, engine = a_choice(table), bot(name, 30), plain(table.slug)
    alone, chosen = analyse(table.game, state, how, 7, 1, engine), choose(table.game, state, how, 7, engine=engine)
    assert replace(alone, seconds=0.0) == replace(chosen, seconds=0.0)


def of_both_threads(table: Table, name: str, engine: Engine) -> None:
    state, how = a_choice(table), bot(name, 40)
    once, again = (analyse(table.game, state, how, 7, 2, engine) for _ in range(2))
    assert replace(once, seconds=0.0) == replace(again, seconds=0.0)
    alone = choose(table.game, state, how, 7, engine=engine)
    assert sum(c.visits for c in once.candidates) > sum(c.visits for c in alone.candidates)
    assert once.iterations > alone.iterations
    assert once.action == once.candidates[0].action
    assert table.game.is_legal(state, once.action)


@pytest.mark.parametrize("name", ["flat", "mcts"])
@pytest.mark.parametrize("table", tables_of_fewest(), ids=str)
def test_two_threads_answer_the_same_every_time(table: Table, name: str) -> None:
    of_both_threads(table, name, plain(table.slug))


@needs_numba
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", ["flat", "mcts"])
@pytest.mark.parametrize("table", tables(0), ids=str)
def test_two_threads_answer_alike_in_both_modes(table: Table, name: str) -> None:
    of_both_threads(table, name, compiled(table.slug))
    fast, slow = (analyse(table.game, a_choice(table), bot(name, 40), 3, 2, e(table.slug)) for e in (compiled, plain))
    assert fast.candidates == slow.candidates


def test_a_forced_decision_stays_one() -> None:
    for table in tables(0):
        for state, _ in table.play():
            if not table.game.is_over(state) and len(table.game.legal(state)) == 1:
                seen = table.game.seen(state, table.game.to_act(state))
                assert analyse(table.game, seen, bot("mcts", 30), 1, 2, plain(table.slug)).candidates == ()
                return
    pytest.fail("no game forced anything")


def test_visits_are_added_and_values_weighed_by_them() -> None:
    found = merged([Candidate(4, 10, 0.5), Candidate(9, 30, 0.6), Candidate(4, 30, 0.9), Candidate(2, 5, 1.0)])
    assert [(c.action, c.visits, round(c.value, 9)) for c in found] == [(4, 40, 0.8), (9, 30, 0.6), (2, 5, 1.0)]


def test_a_twin_shares_searches_but_no_buffer() -> None:
    engine = Engine(plain("arboretum").game)
    engine.tree(3)
    twin = engine.twin()
    assert twin.search is engine.search
    assert twin.room is not engine.room
    assert all(node not in engine.tree(3) for node in twin.tree(3))
