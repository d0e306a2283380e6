"""How Applejack is drawn on a terminal."""

from typing import Any

import pytest

from api.terminal import applejack
from services.rules.games.applejack import GAME
from services.rules.games.applejack.stand_in import COLOURS
from services.rules.notation import Json
from services.rules.registry import GAMES
from tests.api.terminal.drawn import printed, some_views

ONE: Json = {"tile": "tile-6", "apples": ["red", "red"], "blossoms": 1, "price": 5, "hives": [0, 3]}


def views(seats: int, **options: Any) -> list[Json]:
    """Some views of a random game, from the first to the last."""
    return some_views(GAME, seats, **options)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_game_can_be_drawn_from_the_first_view_to_the_last(seats: int) -> None:
    assert "applejack" in GAMES
    for view in views(seats, orchard="B", extra_tile=True):
        text = printed(applejack.draw(view, 0, {}))
        assert all(f"Seat {seat['seat']}: {seat['honey']} honey" in text for seat in view["seats"])
        assert all(row["tile"] in text for trough in view["troughs"] for row in trough)


def test_a_tile_shows_its_apples_blossoms_price_and_where_its_hives_look() -> None:
    assert applejack.tile(ONE).plain == "tile-6 RR* 5→←"


def test_varieties_can_be_told_apart_without_colours() -> None:
    letters = [applejack.icons({"apples": [colour], "blossoms": 0}).plain for colour in COLOURS]
    assert len(set(letters)) == 7
    legend = printed(applejack.draw(views(2)[0], 0, {}))
    assert all(f"{letter} {colour}" in legend for letter, colour in zip(letters, COLOURS, strict=True))


def test_the_numbers_of_answers_stand_on_the_own_free_fields() -> None:
    view = views(2)[0]
    marks = {(q, r): f"{q}{r}x" for q, r in view["seats"][1]["free"]}
    text = printed(applejack.draw(view, 1, marks))
    assert all(text.count(mark) == 1 for mark in ("-20x", "00x", "2-2x", "02x"))
    assert "00x" not in printed(applejack.draw(view, None, {}))


def test_a_rotation_shows_where_a_hive_on_edge_0_will_look() -> None:
    assert [printed(applejack.answer("rotation", n)).strip() for n in range(6)] == [
        f"{n} {arrow}" for n, arrow in enumerate("→↘↙←↖↗")
    ]
    assert printed(applejack.answer("type", "applejack.lay")).strip() == "lay"
