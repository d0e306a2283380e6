"""The laws of secrets and views that every game keeps: what may be seen, tried and told.

What `redact` forgets to hide, and `redeal` therefore leaves in place, no law can see: the tests of each game follow
what a seat is told and hold what it is shown against that.
"""

import json
import re
from random import Random
from typing import Any

import pytest

from services.rules.contract import Fact, Game
from services.rules.kernel import Record, Rng
from tests.support.games import Table, any_move, everything, rng, some_legal, tables

FACT_LIMIT = 300
"""Bytes of a fact in a log entry."""

every_table = pytest.mark.parametrize("table", tables(0, 1, 2), ids=str)


def facts_json(facts: list[Fact]) -> str:
    return json.dumps([fact.json() for fact in facts], allow_nan=False, sort_keys=True)


def view_json(game: Game[Any], state: Record, viewer: int) -> str:
    return json.dumps(game.describe(game.seen(state, viewer), viewer), allow_nan=False, sort_keys=True)


# Secrets -------------------------------------------------------------------------------------------------------------


@every_table
def test_what_a_viewer_may_not_know_is_not_in_what_it_is_given(table: Table) -> None:
    game = table.game
    for i, state in enumerate(table.states()):
        for viewer in table.viewers:
            seen = game.seen(state, viewer)
            for j in range(3):
                imagined = game.imagine(state, viewer, rng(table, i, viewer, j))
                assert game.seen(imagined, viewer).to_bytes() == seen.to_bytes()
                assert view_json(game, imagined, viewer) == view_json(game, state, viewer)


@every_table
def test_redacting_twice_is_redacting_once(table: Table) -> None:
    game = table.game
    for state in [*table.states(), table.end()]:
        for viewer in table.viewers:
            seen = game.seen(state, viewer)
            assert everything(game.seen(seen, viewer)) == everything(seen)


@every_table
def test_the_hidden_can_be_imagined_in_more_than_one_way(table: Table) -> None:
    game, start = table.game, table.start()
    for viewer in table.viewers:
        if game.seen(start, viewer).to_bytes() != start.to_bytes():
            imagined = {game.imagine(start, viewer, rng(table, viewer, j)).to_bytes() for j in range(4)}
            assert len(imagined) > 1


@every_table
def test_an_imagined_game_can_be_played_to_its_end(table: Table) -> None:
    game, room = table.game, [0] * table.game.max_legal
    for i, state in enumerate(table.states(5)):
        for viewer in table.viewers:
            chance = rng("imagined", table, i, viewer)
            imagined = game.imagine(state, viewer, chance)
            for _ in range(game.max_steps):
                if game.is_over(imagined):
                    break
                game.apply(imagined, game.random_action(imagined, chance, room), chance)
            assert game.is_over(imagined)
            assert game.seen(imagined, viewer).to_bytes() == imagined.to_bytes()


@every_table
def test_everybody_sees_whose_turn_it_is(table: Table) -> None:
    game = table.game
    for i, state in enumerate(table.states()):
        for viewer in table.viewers:
            for known in (game.seen(state, viewer), game.imagine(state, viewer, rng(table, i, viewer))):
                assert not game.is_over(known)
                assert game.to_act(known) == game.to_act(state)


@every_table
def test_what_the_seat_to_act_may_do_depends_on_what_it_sees(table: Table) -> None:
    game, random = table.game, Random(str(table))
    for i, state in enumerate(table.states()):
        imagined = game.imagine(state, game.to_act(state), rng(table, i))
        assert game.legal(imagined) == game.legal(state)
        for action in some_legal(game, state, 20, random):
            assert game.decode(imagined, action) == game.decode(state, action)
            assert game.label(imagined, action) == game.label(state, action)
            assert game.reveals(imagined, action) == game.reveals(state, action)
        for kind in game.moves:
            for _ in range(10):
                move = game.move(any_move(kind, random))
                action = game.encode(state, move)
                assert game.encode(imagined, move) == action
                if not game.is_legal(state, action):
                    assert game.explain(imagined, move) == game.explain(state, move)


@every_table
def test_an_action_that_reveals_nothing_can_be_tried(table: Table) -> None:
    game, random = table.game, Random(str(table))
    for i, state in enumerate(table.states(20)):
        me = game.to_act(state)
        for action in some_legal(game, state, 8, random):
            if not game.reveals(state, action):
                answers = {after(game, state, action, me, rng(table, i))}
                for j in range(3):
                    chance = rng(table, i, j)
                    answers.add(after(game, game.imagine(state, me, chance), action, me, chance))
                assert len(answers) == 1


def after(game: Game[Any], state: Record, action: int, viewer: int, chance: Rng) -> tuple[bytes, str]:
    """What a viewer sees and is told of an action."""
    then = state.clone()
    game.apply(then, action, chance)
    now, seen = game.seen(state, viewer), game.seen(then, viewer)
    return seen.to_bytes(), facts_json(game.tell(now, action, seen, viewer))


@every_table
def test_facts_tell_no_more_than_the_table_shows(table: Table) -> None:
    """Actions of others after which the table looks alike to a viewer are told alike, whatever they really were."""
    game, random = table.game, Random(str(table))
    for i, state in enumerate(table.states(20)):
        for viewer in set(table.viewers) - {game.to_act(state)}:
            told: dict[bytes, str] = {}
            for j in range(3):
                true = state if j == 0 else game.imagine(state, viewer, rng(table, i, viewer, j))
                for action in some_legal(game, true, 8, random):
                    seen, facts = after(game, true, action, viewer, rng(table, i, viewer))
                    assert told.setdefault(seen, facts) == facts


# Views and facts -----------------------------------------------------------------------------------------------------


@every_table
def test_facts_are_small_and_named(table: Table) -> None:
    game, chance = table.game, rng(table)
    for state, action in table.play():
        if action == -1:
            break
        then = state.clone()
        game.apply(then, action, chance)
        for viewer in table.viewers:
            facts = game.tell(game.seen(state, viewer), action, game.seen(then, viewer), viewer)
            assert facts
            for fact in facts:
                assert re.fullmatch(rf"{game.slug}\.[a-z0-9_]+", fact.code)
                assert fact.text.strip()
                assert not {"code", "text"} & set(fact.params)
                assert len(json.dumps(fact.json(), allow_nan=False, separators=(",", ":"))) <= FACT_LIMIT


@every_table
def test_a_view_is_json(table: Table) -> None:
    game = table.game
    for state in [*table.states(), table.end()]:
        for viewer in table.viewers:
            text = view_json(game, state, viewer)
            assert json.loads(text) == game.describe(game.seen(state, viewer), viewer)
