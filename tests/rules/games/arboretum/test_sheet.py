"""The score calculator for real tables: any names, and what is wrong is pointed at."""

import copy
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rules.errors import BadOption, BadPosition
from services.rules.games.arboretum import GAME
from services.rules.games.arboretum.sheet import EXAMPLE, score_sheet
from services.rules.notation import Json
from tests.support.games import anything, spoilt

Change = Callable[[Json], Any]


def test_the_example_is_scored() -> None:
    assert score_sheet(EXAMPLE, {}) == {
        "rights": {"A": [0], "B": [0, 1], "C": [1], "D": [1], "E": [0, 1], "F": [0, 1]},
        "best": [{"A": 5}, {"C": 5}],
        "totals": [5, 5],
        "distinct_colours": [2, 1],
        "winners": [0],
    }


def test_the_option_is_each_unless_it_is_said() -> None:
    assert score_sheet(EXAMPLE, {"path_bonus": "each"}) == score_sheet(EXAMPLE, {})
    assert score_sheet(EXAMPLE, {"path_bonus": "uniform"})["totals"] == [3, 3]
    assert score_sheet(EXAMPLE, {"open_cards": False}) == score_sheet(EXAMPLE, {})


@pytest.mark.parametrize(("name", "value"), [("path_bonus", "both"), ("path_bonus", None), ("bonus", "each")])
def test_wrong_options_are_refused(name: str, value: object) -> None:
    with pytest.raises(BadOption) as refused:
        score_sheet(EXAMPLE, {name: value})
    assert refused.value.name == name


def test_the_input_is_left_as_it_was() -> None:
    position = copy.deepcopy(EXAMPLE)
    score_sheet(position, {})
    assert position == EXAMPLE


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("oak", "maple"),
        ("Oak ", "Maple "),
        ("Royal Poinciana ", "Tulip Poplar "),
        ("royal-poinciana-", "tulip_poplar_"),
        ("Eiche: ", "Ahorn: "),
        ("桜", "楓"),
        ("Ä", "é"),
        ("O'ak/~", "“b”"),
        ("X2Y", "X3Y "),
    ],
)
def test_colours_may_have_any_names(a: str, b: str) -> None:
    position = {
        "hands": [[f"{a}6"], [f"{b}7"]],
        "tableaux": [[[f"{a}1", 0, 0], [f"{b}3", 1, 0], [f"{a}4", 2, 0]], [[f"{b}2", 5, 5], [f"{b}8", 5, 6]]],
    }
    sheet = score_sheet(position, {})
    names = [a.strip(" _:-"), b.strip(" _:-")]
    assert sheet["rights"] == {names[0]: [0], names[1]: [1]}
    assert sheet["best"] == [{names[0]: 6}, {names[1]: 6}]
    assert sheet["totals"] == [6, 6]


def test_spelling_case_and_separators_do_not_matter() -> None:
    position = {
        "hands": [["Royal Poinciana 6"], []],
        "tableaux": [[["royal-poinciana-1", 0, 0], ["ROYAL_POINCIANA 2", 1, 0]], []],
    }
    assert score_sheet(position, {})["best"] == [{"Royal Poinciana": 5}, {}]
    named = {**position, "colours": ["royal  poinciana", "Oak"]}
    assert score_sheet(named, {})["rights"] == {"royal  poinciana": [0], "Oak": [0, 1]}


def test_where_the_first_tree_stands_does_not_matter() -> None:
    for dx, dy in [(100, -100), (-7, 3), (10**12, 10**12)]:
        moved = copy.deepcopy(EXAMPLE)
        for trees in moved["tableaux"]:
            for tree in trees:
                tree[1], tree[2] = tree[1] + dx, tree[2] + dy
        assert score_sheet(moved, {}) == score_sheet(EXAMPLE, {})


def test_trees_may_be_listed_in_any_order() -> None:
    shuffled = change(lambda p: p["tableaux"][0].sort(key=lambda tree: tree[0], reverse=True))
    assert score_sheet(shuffled, {}) == score_sheet(EXAMPLE, {})
    ends_first = change(lambda p: p["tableaux"].__setitem__(0, [["A2", 0, 0], ["A5", 2, 0], ["B4", 1, 0]]))
    assert score_sheet(ends_first, {})["best"][0] == {"A": 5}


def test_empty_hands_and_arboretums_score_nothing() -> None:
    assert score_sheet({"hands": [[], []], "tableaux": [[], []]}, {}) == {
        "rights": {},
        "best": [{}, {}],
        "totals": [0, 0],
        "distinct_colours": [0, 0],
        "winners": [0, 1],
    }


def change(what: Change) -> Json:
    position = copy.deepcopy(EXAMPLE)
    what(position)
    return position


def tree(value: object, seat: int = 0, k: int = 1) -> Change:
    return lambda p: p["tableaux"][seat].__setitem__(k, value)


def held(value: object) -> Change:
    return lambda p: p["hands"][1].__setitem__(1, value)


def set_to(name: str, value: object) -> Change:
    return lambda p: p.__setitem__(name, value)


@pytest.mark.parametrize(
    ("what", "pointer"),
    [
        (lambda p: p.pop("hands"), "/hands"),
        (lambda p: p.pop("tableaux"), "/tableaux"),
        (set_to("hands", {"0": []}), "/hands"),
        (set_to("tableaux", None), "/tableaux"),
        (set_to("hands", [["A6"]]), "/hands"),
        (set_to("hands", [[], [], [], [], []]), "/hands"),
        (set_to("tableaux", [[], [], []]), "/tableaux"),
        (set_to("players", 3), "/players"),
        (set_to("players", "2"), "/players"),
        (set_to("players", None), "/players"),
        (set_to("scores", [1, 2]), "/scores"),
        (set_to("a/b", 1), "/a~1b"),
        (set_to("colours", "ABC"), "/colours"),
        (set_to("colours", ["A", "A"]), "/colours"),
        (set_to("colours", ["A", " a "]), "/colours"),
        (set_to("colours", ["A", ""]), "/colours"),
        (set_to("colours", ["A", " - "]), "/colours"),
        (set_to("colours", ["A", 5]), "/colours"),
        (set_to("colours", list("ABCDEFGHIJK")), "/colours"),
        (set_to("colours", ["A", "B", "D"]), "/hands/1/0"),
        (lambda p: p["hands"].__setitem__(1, "C4"), "/hands/1"),
        (lambda p: p["hands"].__setitem__(1, [f"C{v}" for v in range(1, 9)]), "/hands/1"),
        (held("D9"), "/hands/1/1"),
        (held("D0"), "/hands/1/1"),
        (held("D"), "/hands/1/1"),
        (held("4"), "/hands/1/1"),
        (held("-4"), "/hands/1/1"),
        (held(" 4"), "/hands/1/1"),
        (held(""), "/hands/1/1"),
        (held("D14"), "/hands/1/1"),
        (held("D٣"), "/hands/1/1"),
        (held(4), "/hands/1/1"),
        (held(None), "/hands/1/1"),
        (held(["D4"]), "/hands/1/1"),
        (held("C4"), "/hands/1/1"),
        (held("c 4"), "/hands/1/1"),
        (held("A2"), "/hands/1/1"),
        (tree("B4"), "/tableaux/0/1"),
        (tree(["B4", 1]), "/tableaux/0/1"),
        (tree(["B4", 1, 0, 0]), "/tableaux/0/1"),
        (tree(["B4", 1, "0"]), "/tableaux/0/1"),
        (tree(["B4", 1, 0.0]), "/tableaux/0/1"),
        (tree(["B4", True, 0]), "/tableaux/0/1"),
        (tree([]), "/tableaux/0/1"),
        (tree({"card": "B4"}), "/tableaux/0/1"),
        (tree(7), "/tableaux/0/1"),
        (tree(None), "/tableaux/0/1"),
        (tree([["B4"], 1, 0]), "/tableaux/0/1/0"),
        (tree(["B9", 1, 0]), "/tableaux/0/1/0"),
        (tree(["A2", 1, 0]), "/tableaux/0/1/0"),
        (tree(["C1", 1, 0], seat=1), "/tableaux/1/1/0"),
        (tree(["B4", 0, 0]), "/tableaux/0/1"),
        (tree(["B4", 1, 2]), "/tableaux/0/1"),
        (tree(["C2", 1, 1], seat=1), "/tableaux/1/1"),
        (tree(["C2", 19, 0], seat=1), "/tableaux/1/1"),
        (tree(["C2", 18, 0], seat=1), "/tableaux/1/1"),
        (lambda p: p["tableaux"].__setitem__(1, {}), "/tableaux/1"),
        (lambda p: p["tableaux"].__setitem__(1, [["C1", x, 0] for x in range(18)]), "/tableaux/1"),
    ],
)
@pytest.mark.parametrize("colours_are_named", [True, False])
def test_what_is_wrong_is_pointed_at(what: Change, pointer: str, colours_are_named: bool) -> None:
    position = copy.deepcopy(EXAMPLE)
    if not colours_are_named:
        del position["colours"]
    what(position)
    with pytest.raises(BadPosition) as refused:
        score_sheet(position, {})
    assert refused.value.pointer == pointer
    assert str(refused.value)


def test_a_colour_that_is_not_named_is_refused_and_where_none_is_named_all_are_known() -> None:
    position = change(held("X4"))
    with pytest.raises(BadPosition, match="no colour 'X'") as refused:
        score_sheet(position, {})
    assert refused.value.pointer == "/hands/1/1"
    del position["colours"]
    assert score_sheet(position, {})["rights"]["X"] == [1]


@given(anything | spoilt(st.just(EXAMPLE)))
def test_anything_is_scored_or_refused_with_a_pointer(position: Any) -> None:
    try:
        seats, pointer = len(score_sheet(position, {})["totals"]), None
    except BadPosition as refused:
        seats, pointer = 0, refused.pointer
    assert seats == len(position["hands"]) if pointer is None else re.fullmatch(r"(/.*)?", pointer, re.DOTALL)


@pytest.mark.parametrize("position", [None, [], "A5", 3, True])
def test_a_position_is_an_object(position: Any) -> None:
    with pytest.raises(BadPosition) as refused:
        score_sheet(position, {})
    assert refused.value.pointer == ""


def test_eleven_colours_on_the_cards_are_too_many() -> None:
    hands = [[f"{c}1" for c in "ABCDEF"], [f"{c}1" for c in "GHIJK"]]
    with pytest.raises(BadPosition, match="at most 10 colours"):
        score_sheet({"hands": hands, "tableaux": [[], []]}, {})


def test_a_very_long_name_is_refused_at_once() -> None:
    for text in (" " * 200_000, "-" * 200_000 + "9", "a " * 100_000 + "x"):
        with pytest.raises(BadPosition) as refused:
            score_sheet({"hands": [[text], []], "tableaux": [[], []]}, {})
        assert refused.value.pointer == "/hands/0/0"


def test_the_notes_beside_a_position_are_let_pass() -> None:
    notes = {"id": "P1", "title": "a table", "tags": [], "why": "because", "expected": {}, "players": 2}
    assert score_sheet({**EXAMPLE, **notes}, {}) == score_sheet(EXAMPLE, {})


def test_the_games_table_of_contents_has_the_calculator() -> None:
    assert GAME.score_sheet is score_sheet
    assert json.loads(json.dumps(score_sheet(EXAMPLE, {}))) == score_sheet(EXAMPLE, {})
