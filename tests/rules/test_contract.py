"""The table of functions that a game is, and the few things it does by itself."""

import struct

import pytest

from services.rules.contract import NO_ACTION, SPECTATOR, Fact
from services.rules.errors import BadMove, BadOption
from services.rules.games.arboretum import GAME
from services.rules.registry import GAMES
from tests.support.games import everything, rng


def test_games_stand_in_the_registry_under_their_slug() -> None:
    assert GAMES[GAME.slug] is GAME
    assert all(game.slug == slug for slug, game in GAMES.items())


def test_a_fact_is_told_as_its_code_its_text_and_its_parameters() -> None:
    fact = Fact("orchard.bloomed", "The orchard blooms.", {"trees": 3})
    assert fact.json() == {"code": "orchard.bloomed", "text": "The orchard blooms.", "trees": 3}


def test_neither_no_action_nor_the_spectator_is_one_of_the_others() -> None:
    assert NO_ACTION not in range(GAME.max_action)
    assert SPECTATOR not in range(max(GAME.seats))
    assert not GAME.is_legal(GAME.start(2, GAME.pack({}, 2), rng()), NO_ACTION)


def test_options_are_packed_in_the_order_of_the_game_whatever_order_they_come_in() -> None:
    packed = GAME.pack({"path_bonus": "uniform", "open_cards": False}, 2)
    assert packed == GAME.pack({"open_cards": False, "path_bonus": "uniform"}, 2) == [0b111111, 0, 1]
    assert GAME.unpack(packed, 2) == {
        "species": ["cassia", "blue-spruce", "cherry-blossom", "dogwood", "jacaranda", "maple"],
        "open_cards": False,
        "path_bonus": "uniform",
    }


def test_an_option_that_is_null_is_not_an_option_left_out() -> None:
    with pytest.raises(BadOption):
        GAME.pack({"open_cards": None}, 2)


def test_a_copy_that_is_redacted_or_imagined_leaves_the_true_state_alone() -> None:
    state = GAME.start(3, GAME.pack({}, 3), rng("true"))
    before = everything(state.clone())
    seen, imagined = GAME.seen(state, 1), GAME.imagine(state, 1, rng("imagined"))
    assert everything(state) == before
    assert everything(seen) != before != everything(imagined)


def test_a_snapshot_that_does_not_fit_is_refused() -> None:
    with pytest.raises(struct.error):
        GAME.load(b"too short")


def test_a_move_of_another_game_is_refused() -> None:
    with pytest.raises(BadMove) as refused:
        GAME.move({"type": "chess.castle"})
    assert refused.value.pointer == "/type"
