"""Plain and compiled rules and searches are one: every action, point and byte."""

from dataclasses import replace

import pytest

from ai.choose import choose
from services.rules.kernel import MARKED, Record
from services.rules.registry import GAMES
from tests.ai.modes import bot, compiled, needs_numba, plain, positions, random_games
from tests.support.games import Table, everything, soil, tables

pytestmark = [needs_numba, pytest.mark.timeout(600)]  # the first test of a game may have to compile it


@pytest.mark.parametrize("table", tables(0), ids=str)
def test_both_modes_play_the_same_random_games(table: Table) -> None:
    games = 2000 if table.slug == "arboretum" else 300  # the first game guards the approach, each other one its rules
    assert random_games(compiled(table.slug), table, games) == random_games(plain(table.slug), table, games)


@pytest.mark.slow
@pytest.mark.parametrize("table", tables(0, 1), ids=str)
def test_both_modes_play_the_same_5000_random_games(table: Table) -> None:
    assert random_games(compiled(table.slug), table, 5000) == random_games(plain(table.slug), table, 5000)


@pytest.mark.parametrize("table", tables(0, 1), ids=str)
def test_both_modes_grow_the_same_tree(table: Table) -> None:
    for number, state in enumerate(positions(table)):
        fast, slow = (
            choose(table.game, state, bot("mcts", 80), number, engine=e(table.slug)) for e in (compiled, plain)
        )
        assert fast.candidates == slow.candidates
        assert fast.compiled
        assert not slow.compiled


@pytest.mark.parametrize("name", ["greedy", "flat"])
@pytest.mark.parametrize("table", tables(0, 1), ids=str)
def test_both_modes_judge_alike(table: Table, name: str) -> None:
    how = replace(bot(name, 32), turns=1, tries=2, chance=20, sift=4)
    for number, state in enumerate(positions(table, 3)):
        fast, slow = (choose(table.game, state, how, number, engine=e(table.slug)) for e in (compiled, plain))
        assert fast.candidates == slow.candidates


@pytest.mark.parametrize("slug", GAMES)
def test_a_state_goes_into_a_record_and_comes_out_the_same(slug: str) -> None:
    from ai.compiled import to_plain  # noqa: PLC0415 - only where numba is

    for table in tables(2):
        if table.slug == slug:
            for state in [*table.states(), table.end()]:
                box = compiled(slug).put(state)
                assert compiled(slug).state_bytes(box) == state.to_bytes()
                assert everything(to_plain(GAMES[slug].State, box)) == everything(state)


@pytest.mark.parametrize("slug", GAMES)
def test_a_value_too_large_for_its_field_is_refused_at_the_door(slug: str) -> None:
    state: Record = GAMES[slug].State()
    soil(state)
    name = next(name for name, f in state.FIELDS.items() if not f.shape and f.kind == "i1")
    setattr(state, name, 200)
    with pytest.raises(OverflowError):
        compiled(slug).put(state)


@pytest.mark.parametrize("slug", GAMES)
def test_a_write_past_the_end_of_a_buffer_is_an_error_in_compiled_code(slug: str) -> None:
    from ai.search.room import Node, Plan  # noqa: PLC0415
    from services.rules.kernel import Rng  # noqa: PLC0415

    game, engine = GAMES[slug], compiled(slug)
    state = game.start(game.seats[-1], game.pack({}, game.seats[-1]), Rng())
    plan = Plan()
    plan.seats, plan.capacity, plan.widen, plan.swing = game.seats[-1], 1000, 1e9, 1.0
    plan.weights = [1.0] * len(plan.weights)
    plan.seat = game.to_act(state)
    few = engine.boxes(Node, 2)
    with pytest.raises(IndexError):
        engine.search(engine.desk(state), few, engine.put(plan), engine.room, engine.put(Rng()), 50)


def test_every_marked_function_is_taught() -> None:
    from ai.compiled import teach, twin  # noqa: PLC0415
    from services.rules.kernel import Table as Constant  # noqa: PLC0415

    teach()
    for function in MARKED:
        assert not any(isinstance(value, Constant) for value in twin(function).__globals__.values())
