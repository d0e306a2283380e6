"""From many legal moves to one, part by part."""

from typing import Any

from api.terminal.narrowing import question


def listed(*moves: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"move": move, "label": str(number)} for number, move in enumerate(moves)]


PLANTS = listed(
    {"type": "plant", "card": "oak-1", "at": [0, 1]},
    {"type": "plant", "card": "oak-1", "at": [1, 0]},
    {"type": "plant", "card": "oak-2", "at": [0, 1]},
    {"type": "plant", "card": "oak-2", "at": [1, 0]},
)


def test_the_first_part_that_differs_is_asked_first() -> None:
    asked = question(PLANTS)
    assert (asked.part, asked.answers) == ("card", ["oak-1", "oak-2"])
    assert not asked.last


def test_an_answer_leaves_the_moves_that_agree_with_it() -> None:
    asked = question(PLANTS).narrowed(1)
    assert (asked.part, asked.answers) == ("at", [[0, 1], [1, 0]])
    assert asked.last
    assert asked.narrowed(0).moves == [PLANTS[2]]


def test_a_single_move_asks_nothing() -> None:
    assert question(PLANTS[:1]).answers == []


def test_a_part_that_some_moves_lack_can_still_be_asked() -> None:
    draws = listed({"type": "draw", "source": "deck"}, {"type": "draw", "source": "pile", "seat": 1})
    asked = question(draws)
    assert (asked.part, asked.answers) == ("source", ["deck", "pile"])
    assert asked.narrowed(1).moves == [draws[1]]
