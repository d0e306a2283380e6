"""How Click A Tree is drawn on a terminal."""

import re

import pytest

from api.terminal import click_a_tree
from api.terminal.tables import drawing
from services.rules.games.click_a_tree import GAME
from services.rules.kernel import Rng
from services.rules.notation import Json
from tests.api.terminal.drawn import printed, some_views

FRUITS = dict.fromkeys(GAME.describe(GAME.start(1, GAME.pack({}, 1), Rng()), 0)["seats"][0]["track"], "red")


def views(seats: int) -> list[Json]:
    """Some views of a random game, from the first to the last."""
    return some_views(GAME, seats, two_fruit="choose")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_game_can_be_drawn_from_the_first_view_to_the_last(seats: int) -> None:
    for view in views(seats):
        text = printed(drawing("click_a_tree").draw(view, 0, {}))
        assert all(f"Seat {seat['seat']}: {seat['sum']} fruit" in text for seat in view["seats"])
        assert all(f"{tile['tile']} {tile['tree']}" in text for pair in view["ring"] for tile in pair["tiles"])
        shown = [tile for seat in view["seats"] for tile in seat["display"]]
        drawn = text[text.index("The ring") :]
        assert len(re.findall(r"\bharvest (?!tiles)|#", drawn)) == sum("sickles" in tile for tile in shown)


def test_neighbours_lie_half_a_field_apart_in_the_next_row() -> None:
    view = views(1)[0]
    here = {"tree": "here", "sign": "A", "fruits": ["mango"]}
    view["seats"][0]["display"] = [{**here, "at": [0, 0]}, {**here, "at": [0, 1]}, {**here, "at": [-1, 1]}]
    rows = [line for line in printed(click_a_tree.draw(view, 0, {})).splitlines() if "He A" in line]
    [[first], [second, third]] = [[i for i in range(len(row)) if row.startswith("He A", i)] for row in rows]
    assert (first - second, third - first) == (click_a_tree.WIDE // 2, click_a_tree.WIDE // 2)


def test_a_tile_shows_its_number_tree_sign_and_fruits() -> None:
    tile = {"tile": 17, "tree": "kapok", "sign": "AB", "fruits": ["mango", "cocoa"]}
    assert click_a_tree.tile(tile, FRUITS).plain == "17 kapok AB mango+cocoa"


def test_fruits_are_told_apart_without_colours() -> None:
    view = views(1)[0]
    view["seats"][0]["display"] = [{"tree": "kapok", "sign": "AB", "fruits": ["mango", "cocoa"], "at": [0, 0]}]
    view["seats"][0]["track"] = {fruit: n for n, fruit in enumerate(FRUITS)}
    text = printed(click_a_tree.draw(view, None, {}))
    [tree, below] = text[text.index("Ka AB") :].splitlines()[:2]
    assert (tree.split()[:2], below.split()[1:3]) == (["Ka", "AB"], ["ma", "co"])
    assert "av 0 ma 1 pa 2 co 3 ba 4 pi 5 or 6" in text


def test_the_strips_are_named() -> None:
    assert "Strips: 1 triangle, 2 two triangles, 3 rhombus," in printed(click_a_tree.draw(views(1)[0], 0, {}))


def test_the_numbers_of_answers_stand_on_the_own_free_places() -> None:
    view = views(2)[0]
    marks = {(1, 0): "1x", (0, 1): "2x", (-1, 1): "3x", (-1, 0): "4x", (0, -1): "5x", (1, -1): "6x"}
    text = printed(click_a_tree.draw(view, 1, marks))
    assert all(text.count(mark) == 1 for mark in marks.values())
    assert "1x" not in printed(click_a_tree.draw(view, None, marks))


def test_sickles_are_shown_as_arrows() -> None:
    assert printed(click_a_tree.answer("sickles", [0, 1, 2, 3, 4, 5])).strip() == "→↘↙←↖↗"
    assert printed(click_a_tree.answer("tile", 17)).strip() == "tile 17"
    assert printed(click_a_tree.answer("type", "click_a_tree.lay")).strip() == "lay"
