"""Moves in public notation, labels and refusals."""

import pytest

from services.rules.errors import BadMove, BadOption
from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.options import FIRST_GAME
from services.rules.games.click_a_tree.state import CHOOSE, HARVEST, LAY, TAKE, State
from services.rules.notation import Move

from .table import a_table, choose, harvest, hold, offer, play, put, sickles, skip, take, tile, track

AM, A, B, M = tile("am"), tile("a"), tile("b"), tile("m")


def at(phase: int) -> State:
    """Seat 0 in this phase; avocado and mango wait at (2, 0) in CHOOSE."""
    s = a_table({(0, 0): A, (1, 0): sickles("03")}, {(0, 0): M}, two_fruit="choose")
    track(s, 0, mango=1)
    if phase == LAY:
        hold(s, AM, B)
    elif phase == CHOOSE:
        play(hold(s, AM, B), put(AM, 2, 0))
    elif phase == HARVEST:
        offer(s, "01", "03")
    assert s.phase == phase
    return s


@pytest.mark.parametrize(
    ("phase", "move", "code", "rule"),
    [
        (TAKE, put(AM, 0, 1), "wrong_phase", "a-turn"),
        (TAKE, choose("mango"), "wrong_phase", "a-turn"),
        (LAY, take("mango"), "wrong_phase", "a-turn"),
        (LAY, harvest("01", 0, 1), "wrong_phase", "a-turn"),
        (LAY, skip(), "wrong_phase", "a-turn"),
        (CHOOSE, put(B, 0, 1), "wrong_phase", "a-turn"),
        (HARVEST, choose("mango"), "wrong_phase", "a-turn"),
        (TAKE, take("cocoa"), "no_fruit", "taking"),
        (LAY, put(M, 0, 1), "not_taken", "laying"),
        (LAY, put(AM, 3, 3), "not_adjacent", "laying"),
        (LAY, put(AM, 1, 0), "place_taken", "laying"),
        (CHOOSE, choose("cocoa"), "not_on_tile", "two-fruits"),
        (HARVEST, harvest("012", 0, 1), "no_such_harvest_tile", "harvest-tile"),
        (HARVEST, harvest("01", 9, 9), "not_adjacent", "laying"),
        (HARVEST, harvest("01", 0, 0), "place_taken", "laying"),
        (HARVEST, harvest("34", 2, 0), "sickle_at_harvest_tile", "harvest-tile"),
        (HARVEST, harvest("12", 0, 1), "no_harvest", "harvest-tile"),
        (HARVEST, skip(), "one_fits", "no-place"),
    ],
)
def test_every_refusal_has_its_code_and_its_section(phase: int, move: Move, code: str, rule: str) -> None:
    s = at(phase)
    assert not GAME.is_legal(s, GAME.encode(s, move))
    refusal = GAME.explain(s, move)
    assert (refusal.code, refusal.rule) == (f"click_a_tree.{code}", rule)


@pytest.mark.parametrize(
    ("data", "pointer"),
    [
        ({"type": "click_a_tree.take"}, "/fruit"),
        ({"type": "click_a_tree.take", "fruit": "cherry"}, "/fruit"),
        ({"type": "click_a_tree.lay", "tile": 0, "at": [0, 1]}, "/tile"),
        ({"type": "click_a_tree.lay", "tile": 127, "at": [0, 1]}, "/tile"),
        ({"type": "click_a_tree.lay", "tile": 1, "at": [0, 44]}, "/at/1"),
        ({"type": "click_a_tree.lay", "tile": 1, "at": [0, 1], "turn": 2}, "/turn"),
        ({"type": "click_a_tree.harvest", "sickles": [0], "at": [0, 1]}, "/sickles"),
        ({"type": "click_a_tree.harvest", "sickles": [0, 6], "at": [0, 1]}, "/sickles/1"),
        ({"type": "click_a_tree.harvest", "sickles": [0, 1, 2, 3, 4], "at": [0, 1]}, "/sickles"),
        ({"type": "click_a_tree.skip", "why": "so"}, "/why"),
    ],
)
def test_malformed_moves_are_refused_with_a_pointer(data: object, pointer: str) -> None:
    with pytest.raises(BadMove) as refused:
        GAME.move(data)
    assert refused.value.pointer == pointer


def test_labels_say_what_is_done() -> None:
    s = at(TAKE)
    [label] = [GAME.label(s, action) for action in GAME.legal(s)]
    assert label.startswith("Take ")
    assert label.endswith(" for one mango")
    s = at(LAY)
    assert GAME.label(s, GAME.encode(s, put(AM, 2, 0))) == "Lay mahogany with avocado and mango (A) at 2, 0"
    s = at(CHOOSE)
    assert [GAME.label(s, action) for action in GAME.legal(s)] == ["Harvest avocado", "Harvest mango"]
    s = at(HARVEST)
    text = "Lay the harvest tile at 0, 1 with sickles 3, 4"
    assert GAME.label(s, GAME.encode(s, harvest("34", 0, 1))) == text
    s = at(TAKE)
    track(s, 0)
    assert all(GAME.label(s, action).endswith(" for nothing") for action in GAME.legal(s))


@pytest.mark.parametrize(
    "value", [None, 9, "first", [], list(range(1, 9)), [1] * 9, list(range(9)), [*range(1, 9), 16], [*range(1, 9), 9.0]]
)
def test_strips_are_nine_different_numbers_or_random(value: object) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.pack({"strips": value}, 2)
    assert refused.value.name == "strips"


def test_options_come_back_in_their_normal_form() -> None:
    for value, normal in (("random", "random"), (list(FIRST_GAME)[::-1], list(FIRST_GAME))):
        assert GAME.unpack(GAME.pack({"strips": value}, 2), 2)["strips"] == normal
