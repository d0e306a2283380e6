"""Moves read from JSON: what is malformed is refused with a pointer to the place."""

import json
from dataclasses import dataclass
from typing import ClassVar

import jsonschema
import pytest

from services.rules.errors import BadMove
from services.rules.notation import Move, cell, move_schema, name_of, part, read_move, whole


@dataclass(frozen=True)
class Graft(Move):
    """Graft a twig."""

    type: ClassVar[str] = "orchard.graft"
    twig: str = part(name_of(("apple", "pear"), "A twig."))
    at: tuple[int, int] = part(cell(9, "Where."))
    knots: int | None = part(whole(1, 3, "How many."), optional=True)


@dataclass(frozen=True)
class Water(Move):
    """Water some trees."""

    type: ClassVar[str] = "orchard.water"
    trees: tuple[str, ...] = part({"type": "array", "items": name_of(("a", "b"), "A tree."), "maxItems": 2})
    gently: bool = part({"type": "boolean"})


MOVES = (Graft, Water)
GRAFT = {"type": "orchard.graft", "twig": "pear", "at": [-9, 9]}
WATER = {"type": "orchard.water", "trees": ["a", "b"], "gently": True}


def test_moves_come_back_from_their_json() -> None:
    for data, move in [
        (GRAFT, Graft("pear", (-9, 9))),
        ({**GRAFT, "knots": 3}, Graft("pear", (-9, 9), 3)),
        (WATER, Water(("a", "b"), gently=True)),
        ({**WATER, "trees": []}, Water((), gently=True)),
    ]:
        assert read_move(MOVES, data) == move
        assert move.json() == data
        assert read_move(MOVES, json.loads(json.dumps(move.json()))) == move


@pytest.mark.parametrize("data", [None, [], "orchard.graft", 7, True, [GRAFT]])
def test_a_move_is_an_object(data: object) -> None:
    assert refused(data) == ""


@pytest.mark.parametrize("kind", [None, "orchard.chop", "graft", ["orchard.graft"], {"a": 1}, 5, True, ""])
def test_the_type_must_be_one_of_the_game(kind: object) -> None:
    assert refused({**GRAFT, "type": kind}) == "/type"
    assert refused({"twig": "pear"}) == "/type"


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"twig": "plum"}, "/twig"),
        ({"twig": 1}, "/twig"),
        ({"twig": None}, "/twig"),
        ({"twig": ["pear"]}, "/twig"),
        ({"twig": {"pear": 1}}, "/twig"),
        ({"twig": True}, "/twig"),
        ({"at": [0]}, "/at"),
        ({"at": [0, 0, 0]}, "/at"),
        ({"at": "00"}, "/at"),
        ({"at": {"0": 0, "1": 0}}, "/at"),
        ({"at": [0, 10]}, "/at/1"),
        ({"at": [-10, 0]}, "/at/0"),
        ({"at": [10**30, 0]}, "/at/0"),
        ({"at": [0, True]}, "/at/1"),
        ({"at": [0, "1"]}, "/at/1"),
        ({"at": [0.5, 1]}, "/at/0"),
        ({"at": [[0], 1]}, "/at/0"),
        ({"at": [None, 1]}, "/at/0"),
        ({"knots": 0}, "/knots"),
        ({"knots": 4}, "/knots"),
        ({"knots": False}, "/knots"),
        ({"knots": True}, "/knots"),
        ({"knots": None}, "/knots"),
        ({"knots": float("nan")}, "/knots"),
        ({"colour": "red"}, "/colour"),
        ({"": 1}, "/"),
        ({"a/b~c": 1}, "/a~1b~0c"),
    ],
)
def test_a_wrong_part_is_pointed_at(wrong: dict[str, object], pointer: str) -> None:
    assert refused({**GRAFT, **wrong}) == pointer


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"trees": ["a", "c"]}, "/trees/1"),
        ({"trees": ["a", "b", "a"]}, "/trees"),
        ({"gently": 1}, "/gently"),
        ({"gently": "yes"}, "/gently"),
    ],
)
def test_a_wrong_list_or_flag_is_pointed_at(wrong: dict[str, object], pointer: str) -> None:
    assert refused({**WATER, **wrong}) == pointer


@pytest.mark.parametrize("name", ["twig", "at"])
def test_a_part_left_out_is_pointed_at(name: str) -> None:
    assert refused({key: value for key, value in GRAFT.items() if key != name}) == f"/{name}"


def test_the_schema_takes_what_is_read_and_refuses_what_is_refused() -> None:
    schema = move_schema(Graft)
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema).is_valid
    assert check(GRAFT)
    assert check({**GRAFT, "knots": 2})
    mistakes: list[dict[str, object]] = [
        {"twig": "plum"},
        {"at": [0]},
        {"at": [0, 10]},
        {"knots": 0},
        {"knots": True},
        {"colour": "red"},
    ]
    for wrong in mistakes:
        assert not check({**GRAFT, **wrong})
    assert not check({"type": "orchard.graft", "twig": "pear"})
    assert schema["description"] == "Graft a twig."


def refused(data: object) -> str:
    with pytest.raises(BadMove) as caught:
        read_move(MOVES, data)
    assert str(caught.value)
    return caught.value.pointer
