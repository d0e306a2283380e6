"""The laws that every game keeps, on random games of every number of seats, with the default and with drawn options."""

import itertools
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rules.contract import NO_ACTION, SPECTATOR, Game, Refusal
from services.rules.errors import BadMove, BadOption
from services.rules.notation import move_schema
from services.rules.registry import GAMES
from tests.support.games import Table, any_move, anything, everything, frozen, rng, soil, some_legal, spoilt, tables

JUNK: tuple[object, ...] = (None, "no such value", -7, 1.5, [], {}, [[]], [None], [{}], ["no such name"])

DOCS = Path(__file__).parents[2] / "docs" / "games"

every_table = pytest.mark.parametrize("table", tables(0, 1, 2), ids=str)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


# States --------------------------------------------------------------------------------------------------------------


@every_table
def test_dealing_sets_every_field(table: Table) -> None:
    dirty = table.game.State()
    soil(dirty)
    table.game.deal(dirty, table.seats, table.options(), rng("deal", table))
    assert everything(dirty) == everything(table.start())


@every_table
def test_the_same_seed_is_the_same_game_and_every_value_fits_its_field(table: Table) -> None:
    twice = itertools.zip_longest(table.play(), table.play())
    assert all(a == b and s.to_bytes() == t.to_bytes() for (s, a), (t, b) in twice)


@every_table
def test_a_snapshot_brings_back_every_field(table: Table) -> None:
    game = table.game
    for i, state in enumerate([*table.states(), table.end()]):
        seen = [game.seen(state, viewer) for viewer in table.viewers]
        imagined = [] if game.is_over(state) else [game.imagine(state, v, rng(table, i, v)) for v in table.viewers]
        for one in [state, *seen, *imagined]:
            loaded = game.load(one.to_bytes())
            assert everything(loaded) == everything(one)
            assert loaded.to_bytes() == one.to_bytes()


@every_table
def test_a_snapshot_of_the_wrong_size_is_refused(table: Table) -> None:
    data = table.start().to_bytes()
    for wrong in (data[:-1], data + b"\0", b""):
        with pytest.raises(Exception, match=r"unpack requires a buffer"):
            table.game.load(wrong)


@every_table
def test_questions_change_nothing_not_even_for_a_moment(table: Table) -> None:
    """Threads ask the same state at once: none may find another's scribbling in it."""
    game, random = table.game, Random(str(table))
    for state in map(frozen, table.states()):
        action = random.choice(game.legal(state))
        game.to_act(state), game.is_over(state), game.is_legal(state, action), game.reveals(state, action)
        game.random_action(state, rng(table), [0] * game.max_legal)
        move = game.decode(state, action)
        game.encode(state, move), game.label(state, action), game.explain(state, move), state.to_bytes()
        after = state.clone()
        game.apply(after, action, rng(table))
        for viewer in table.viewers:  # what a viewer sees is worked out once and shared
            seen = frozen(game.seen(state, viewer)), frozen(game.seen(after, viewer))
            game.describe(state, viewer)
            game.tell(seen[0], action, seen[1], viewer)
            game.describe(seen[1], viewer)
    end = frozen(table.end())
    game.result(end, table.seats)
    for viewer in table.viewers:
        game.describe(frozen(game.seen(end, viewer)), viewer)


@every_table
def test_an_action_leaves_copies_alone(table: Table) -> None:
    for state in table.states():
        copy, before = state.clone(), everything(state.clone())
        table.game.apply(copy, table.game.legal(copy)[-1], rng(table))
        assert everything(state) == before


# Actions -------------------------------------------------------------------------------------------------------------


@every_table
def test_a_game_keeps_its_bounds(table: Table) -> None:
    game, steps = table.game, 0
    for state, action in table.play():
        if action == -1:
            break
        legal = game.legal(state)
        assert 1 <= len(legal) <= game.max_legal
        assert len(set(legal)) == len(legal)
        assert all(0 <= a < game.max_action for a in legal)
        assert game.to_act(state) in range(table.seats)
        steps += 1
    assert game.is_over(state)
    assert steps <= game.max_steps


@every_table
def test_is_legal_answers_for_any_int_what_the_list_says(table: Table) -> None:
    game, random = table.game, Random(str(table))
    edges = [-(2**40), -2, -1, 0, 1, game.max_action - 1, game.max_action, game.max_action + 1, 2**40]
    for state in table.states():
        legal = set(game.legal(state))
        near = {a + d for a in legal for d in (-1, 0, 1)}
        anywhere = {random.randrange(game.max_action) for _ in range(300)}
        for action in near | anywhere | set(edges):
            assert game.is_legal(state, action) == (action in legal)


@every_table
def test_nothing_is_legal_after_the_end(table: Table) -> None:
    game, end, random = table.game, table.end(), Random(str(table))
    assert game.legal(end) == []
    assert not any(game.is_legal(end, random.randrange(game.max_action)) for _ in range(300))
    assert not any(game.is_legal(end, action) for action in range(-1, min(300, game.max_action)))


@every_table
def test_random_actions_are_legal_and_uniform(table: Table) -> None:
    game, room = table.game, [0] * table.game.max_legal
    for i, state in enumerate(table.states(5)):
        legal, random = game.legal(state), rng("uniform", table, i)
        counts = dict.fromkeys(legal, 0)
        draws = 30 * len(legal)
        for _ in range(draws):
            counts[game.random_action(state, random, room)] += 1
        chi_square = sum((n - 30) ** 2 / 30 for n in counts.values())
        freedom = len(legal) - 1
        assert min(counts.values()) > 0
        assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 10


# Notation ------------------------------------------------------------------------------------------------------------


@every_table
def test_every_legal_action_has_a_notation_of_its_own(table: Table) -> None:
    game = table.game
    for state in table.states():
        legal = game.legal(state)
        moves = [game.decode(state, action) for action in legal]
        assert len({json.dumps(move.json(), sort_keys=True) for move in moves}) == len(legal)
        for action, move in zip(legal, moves, strict=True):
            assert type(move) in game.moves
            assert game.encode(state, move) == action
            assert game.move(json.loads(json.dumps(move.json()))) == move
            assert game.label(state, action).strip()


@every_table
def test_legal_moves_and_options_fit_their_schemas(table: Table) -> None:
    game = table.game
    valid = {move.type: jsonschema.Draft202012Validator(move_schema(move)).is_valid for move in game.moves}
    for state in table.states(6):
        for action in game.legal(state):
            move = game.decode(state, action)
            assert valid[move.type](move.json())
    for option in game.options:
        assert jsonschema.Draft202012Validator(option.schema()).is_valid(table.choices()[option.name])


@every_game
def test_anything_is_a_move_or_refused_with_a_pointer(game: Game[Any]) -> None:
    moves = st.builds(any_move, st.sampled_from(game.moves), st.builds(Random, st.integers()))

    @given(anything | spoilt(moves))
    def read(data: object) -> None:
        try:
            json_again, pointer = game.move(data).json(), None
        except BadMove as refused:
            json_again, pointer = None, refused.pointer
        assert json_again == data if pointer is None else re.fullmatch(r"(/.*)?", pointer, re.DOTALL)

    read()


@every_game
def test_move_types_are_the_game_and_a_verb(game: Game[Any]) -> None:
    kinds = [move.type for move in game.moves]
    assert len(set(kinds)) == len(kinds)
    assert all(re.fullmatch(rf"{game.slug}\.[a-z_]+", kind) for kind in kinds)


@every_table
def test_any_well_formed_move_is_played_or_refused_with_a_reason(table: Table) -> None:
    game, random = table.game, Random(str(table))
    anchors = anchors_of(game)
    for state in table.states():
        for kind in game.moves:
            for _ in range(40):
                move = game.move(any_move(kind, random))
                action = game.encode(state, move)
                if not game.is_legal(state, action):
                    assert action == NO_ACTION or action not in game.legal(state)
                    check_refusal(game, game.explain(state, move), anchors)


@every_table
def test_moves_of_another_moment_are_refused_with_a_reason(table: Table) -> None:
    game, random = table.game, Random(str(table))
    anchors, states = anchors_of(game), table.states()
    moves = [game.decode(state, action) for state in states for action in some_legal(game, state, 4, random)]
    for state in states:
        for move in moves:
            if not game.is_legal(state, game.encode(state, move)):
                check_refusal(game, game.explain(state, move), anchors)


def check_refusal(game: Game[Any], refusal: Refusal, anchors: set[str]) -> None:
    assert re.fullmatch(rf"{game.slug}\.[a-z0-9_]+", refusal.code)
    assert refusal.text.strip()
    assert refusal.rule in anchors, refusal
    assert not {"code", "text", "reason", "rule"} & set(refusal.params)
    json.dumps(refusal.params, allow_nan=False)


def anchors_of(game: Game[Any]) -> set[str]:
    """Names of the sections of a game's page, as GitHub and every Markdown reader make them from headings."""
    text = (DOCS / f"{game.slug}.md").read_text(encoding="utf-8")
    headings = re.findall(r"^#+ +(.+?) *$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


# The end -------------------------------------------------------------------------------------------------------------


@every_table
def test_after_the_end_nothing_is_hidden(table: Table) -> None:
    end = table.end()
    for viewer in table.viewers:
        assert everything(table.game.seen(end, viewer)) == everything(end)


@every_table
def test_the_view_of_the_end_shows_the_result(table: Table) -> None:
    game, end = table.game, table.end()
    points, places = game.result(end, table.seats)
    for viewer in table.viewers:
        view = game.describe(game.seen(end, viewer), viewer)
        assert (view["scores"], view["places"]) == (points, places)


@every_table
def test_places_count_from_one_and_ties_share_them(table: Table) -> None:
    """What decides before the points do is each game's own affair."""
    points, places = table.game.result(table.end(), table.seats)
    assert len(points) == len(places) == table.seats
    for place in places:
        assert place == 1 + sum(other < place for other in places)


# Options -------------------------------------------------------------------------------------------------------------


@every_table
def test_options_come_back_as_they_were_chosen(table: Table) -> None:
    game, choices = table.game, table.choices()
    packed = game.pack(choices, table.seats)
    unpacked = game.unpack(packed, table.seats)
    assert game.pack(unpacked, table.seats) == packed
    for name, value in choices.items():
        assert sorted(unpacked[name]) == sorted(value) if isinstance(value, list) else unpacked[name] == value


@every_table
def test_options_left_out_have_their_default(table: Table) -> None:
    game = table.game
    defaults = {option.name: option.default(table.seats) for option in game.options}
    assert game.unpack(game.pack({}, table.seats), table.seats) == defaults
    for name, value in defaults.items():
        assert game.pack({name: value}, table.seats) == game.pack({}, table.seats)


@every_table
def test_unknown_options_and_wrong_values_are_refused_by_name(table: Table) -> None:
    game = table.game
    with pytest.raises(BadOption) as refused:
        game.pack({"no-such-option": 1}, table.seats)
    assert refused.value.name == "no-such-option"
    for option in game.options:
        for junk in JUNK:
            with pytest.raises(BadOption) as refused:
                game.pack({option.name: junk}, table.seats)
            assert refused.value.name == option.name
            assert str(refused.value)


@every_game
def test_a_game_names_its_seats_and_has_a_page(game: Game[Any]) -> None:
    assert list(game.seats) == sorted(set(game.seats))
    assert SPECTATOR not in game.seats
    assert min(game.seats) >= 1
    assert game.slug == re.sub(r"[^a-z0-9_-]", "", game.slug)
    assert anchors_of(game)
    json.dumps([option.schema() for option in game.options], allow_nan=False)
