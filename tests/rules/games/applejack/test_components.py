"""The stand-in's figures (ruling A13, notes 11), and a component file in its place (decision 14)."""

import json
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from services.rules.components import digest, variable
from services.rules.errors import ComponentsError
from services.rules.games.applejack import GAME
from services.rules.games.applejack.components import HIVES, PERIOD, check
from services.rules.games.applejack.stand_in import COLOURS, ROWS
from services.rules.kernel import Rng

from .table import Maker, imported_anew, tile

TILES = ROWS["tiles"]


# The stand-in --------------------------------------------------------------------------------------------------------


def test_there_are_100_tiles_by_number_of_apples() -> None:
    assert Counter(len(row["apples"]) for row in TILES) == {1: 14, 2: 35, 3: 28, 4: 14, 0: 9}


def test_each_variety_has_32_apples_on_22_tiles() -> None:
    assert Counter(colour for row in TILES for colour in row["apples"]) == dict.fromkeys(COLOURS, 32)
    assert Counter(colour for row in TILES for colour in set(row["apples"])) == dict.fromkeys(COLOURS, 22)


def test_blossoms_and_hives_are_counted() -> None:
    assert sum(row["blossoms"] for row in TILES) == 54
    assert Counter(len(row["hives"]) for row in TILES) == {1: 61, 2: 28, 3: 11}
    patterns = Counter(tuple(row["hives"]) for row in TILES if len(row["hives"]) == 2)
    assert patterns == {(0, 2): 14, (0, 3): 7, (0, 1): 7}


def test_prices_go_from_2_to_10() -> None:
    prices = Counter(row["price"] for row in TILES)
    assert prices == dict(zip(range(2, 11), (3, 6, 8, 16, 15, 18, 12, 16, 6), strict=True))
    assert all(row["price"] == 2 * len(row["apples"]) + row["blossoms"] + len(row["hives"]) for row in TILES)


def test_a_tile_has_at_least_one_hive_and_at_most_six_things() -> None:
    assert min(len(row["hives"]) for row in TILES) == 1
    assert max(len(row["apples"]) + row["blossoms"] + len(row["hives"]) for row in TILES) == 6


def test_no_tile_is_beaten_by_a_cheaper_one() -> None:
    def beats(one: Any, other: Any) -> bool:
        apples, others = Counter(one["apples"]), Counter(other["apples"])
        return (
            one["price"] < other["price"]
            and apples >= others
            and one["blossoms"] >= other["blossoms"]
            and len(one["hives"]) >= len(other["hives"])
        )

    assert not any(beats(one, other) for one in TILES for other in TILES)


def test_only_four_groups_of_tiles_are_alike() -> None:
    faces = Counter((tuple(sorted(row["apples"])), row["blossoms"], tuple(row["hives"])) for row in TILES)
    assert sum(n > 1 for n in faces.values()) == 4


def test_hives_turn_clockwise_and_come_around() -> None:
    for number, row in enumerate(TILES):
        for rotation in range(6):
            edges = {edge for edge in range(6) if HIVES[number][rotation] >> edge & 1}
            assert edges == {(edge + rotation) % 6 for edge in row["hives"]}
        assert len(set(HIVES[number])) == PERIOD[number]


# A component file ----------------------------------------------------------------------------------------------------


def load(folder: Path, monkeypatch: pytest.MonkeyPatch, value: Any) -> Any:
    path = folder / "applejack.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    monkeypatch.setenv(variable("applejack"), str(path))
    with imported_anew() as rules:
        return rules


def test_without_a_file_the_version_is_plain() -> None:
    assert GAME.rules_version == "1"


def test_a_file_with_the_stand_in_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for value in (ROWS, {}, {"corners": ROWS["corners"]}):
        assert load(tmp_path, monkeypatch, value).GAME.rules_version == "1"


def test_a_file_replaces_what_it_names_and_marks_the_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    value = {"corners": {**ROWS["corners"], "A": [9, 0, "red", 3, 5, 20]}}
    rules = load(tmp_path, monkeypatch, value)
    assert rules.GAME.rules_version == f"1+{digest(value)}"
    assert list(rules.components.PRICE[:100]) == [row["price"] for row in TILES]
    state = rules.GAME.start(2, rules.GAME.pack({}, 2), Rng())
    corners = rules.GAME.describe(state, 0)["seats"][0]["corners"]
    assert [corner["hive"] for corner in corners] == [9, None, None, 3, 5, 20]
    assert [corner["apple"] for corner in corners] == [None, None, "red", None, None, None]


def test_a_game_with_other_tiles_can_be_played_to_its_end(play_with: Maker) -> None:
    full = [tile([COLOURS[i % 7]] * 6, blossoms=6, price=1, hives=[0, 1, 2, 3, 4, 5]) for i in range(100)]
    table = play_with(*full, seats=4)
    while not table.over:
        table.act(table.game.legal(table.state)[0])
    assert table.game.load(table.state.to_bytes()).crop == table.state.crop
    assert table.state.blossoms[:4] == [19 * 6] * 4


def test_a_variety_on_all_fields_fits_its_record(play_with: Maker) -> None:
    table = play_with(*[tile(["red"] * 6, blossoms=6, price=1)] * 100, corners={"A": ["red"] * 6, "B": [[0] * 6] * 4})
    for number, at in enumerate(table.rules.components.FIELDS):
        table.plant(number, at)
    table.state.to_bytes()
    assert table.crop("red", 1) == 19 * 6 + 6 - 1


def changed(*path: str | int, to: Any) -> Any:
    value = deepcopy(ROWS)
    inner = value
    for step in path[:-1]:
        inner = inner[step]  # type: ignore[index]
    inner[path[-1]] = to  # type: ignore[index]
    return value


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ([], ""),
        ({"tile": []}, "/tile"),
        ({"tiles": TILES[:99]}, "/tiles"),
        (changed("tiles", 3, to=None), "/tiles/3"),
        (changed("tiles", 3, "apples", to=["blue"]), "/tiles/3/apples/0"),
        (changed("tiles", 3, "apples", to=["red"] * 7), "/tiles/3/apples"),
        (changed("tiles", 3, "blossoms", to=7), "/tiles/3/blossoms"),
        (changed("tiles", 3, "price", to=0), "/tiles/3/price"),
        (changed("tiles", 3, "price", to=21), "/tiles/3/price"),
        (changed("tiles", 3, "hives", to=[]), "/tiles/3/hives"),
        (changed("tiles", 3, "hives", to=[6]), "/tiles/3/hives/0"),
        (changed("tiles", 3, "hives", to=[1, 1]), "/tiles/3/hives"),
        (changed("tiles", 3, "name", to="x"), "/tiles/3/name"),
        (changed("corners", "A", 2, to=21), "/corners/A/2"),
        (changed("corners", "A", 2, to=True), "/corners/A/2"),
        (changed("corners", "A", to=[1] * 5), "/corners/A"),
        (changed("corners", "B", 1, 4, to="blue"), "/corners/B/1/4"),
        (changed("corners", "B", to=[[1] * 6] * 3), "/corners/B"),
        (changed("track", "5", to=[]), "/track/5"),
        (changed("track", "2", to=[["red"]] * 14), "/track/2"),
        (changed("track", "2", to=[["red"] * 3, *[[]] * 12]), "/track/2/0"),
        (changed("track", "2", to=[["blue"], *[[]] * 12]), "/track/2/0/0"),
        (changed("track", "2", to=[["red"], *[[]] * 12]), "/track/2"),
        ({"track": {"2": ROWS["track"]["2"]}}, "/track/1"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(value: Any, pointer: str) -> None:
    with pytest.raises(ComponentsError) as caught:
        check(value)
    assert caught.value.pointer == pointer
    assert "\n" not in str(caught.value)


def test_a_server_with_a_wrong_file_does_not_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        Exception, match=r"^POMONA_COMPONENTS_APPLEJACK: .*applejack.json at /tiles: must have 100 items"
    ):
        load(tmp_path, monkeypatch, {"tiles": []})


def test_our_own_rules_are_as_before_when_another_process_has_a_file(play_with: Maker) -> None:
    table = play_with(tile(price=1))
    assert table.game is not GAME
    assert table.game.rules_version != GAME.rules_version == "1"
