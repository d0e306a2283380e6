"""Areas, harvests and blossoms (rulebook: The Harvests, The Blossom Scoring; rulings A9, B5, B7)."""

import pytest

from .table import Maker, Table, tile

RED, TWO_RED, THREE_RED = tile(["red"]), tile(["red", "red"]), tile(["red", "red", "red"])


def three(table: Table, colour: str, seat: int = 0) -> list[int]:
    """What a harvest brings at one, two and three pips."""
    return [table.crop(colour, pips, seat) for pips in (1, 2, 3)]


# Areas ---------------------------------------------------------------------------------------------------------------


def test_the_pips_are_taken_from_each_area(play_with: Maker) -> None:  # question 8; rulebook's light green harvest
    table = play_with(TWO_RED, THREE_RED)
    table.plant(0, (-2, 0))
    table.plant(1, (2, 0))
    assert table.crop("red", 1) == 1 + 2


def test_an_area_with_fewer_apples_than_pips_costs_nothing(play_with: Maker) -> None:  # question 9
    table = play_with(TWO_RED)
    table.plant(0, (0, 0))
    assert three(table, "red") == [1, 0, 0]


def test_the_rulebooks_red_harvest(play_with: Maker) -> None:
    rows = [RED, RED, RED, tile(["light-green"] * 3), tile(["light-green"] * 3)]
    table = play_with(*rows)
    for number, at in enumerate([(0, 0), (1, 0), (1, -1)]):
        table.plant(number, at)
    assert table.crop("red", 2) == 1
    with_green = play_with(tile(["red", "light-green"]), RED, RED, *rows[3:])
    for number, at in enumerate([(0, 0), (1, 0), (1, -1)]):
        with_green.plant(number, at)
    with_green.plant(3, (-1, 0))
    with_green.plant(4, (0, 1))
    assert with_green.crop("light-green", 2) == 7 - 2


def test_colours_of_one_tile_belong_to_areas_of_their_own(play_with: Maker) -> None:  # question 10
    table = play_with(tile(["red", "red", "dark-green"]), RED)
    table.plant(0, (0, 0))
    table.plant(1, (0, 1))
    crops = table.view["seats"][0]["crops"]
    assert (crops["red"]["areas"], crops["dark-green"]["areas"]) == ([3], [1])


@pytest.mark.parametrize("rotation", range(6))
def test_it_does_not_matter_how_tiles_are_turned(play_with: Maker, rotation: int) -> None:
    table = play_with(RED, RED)
    table.plant(0, (0, 0), rotation)
    table.plant(1, (0, 1))
    assert three(table, "red") == [1, 0, 0]


def test_a_tile_between_two_areas_makes_them_one(play_with: Maker) -> None:  # question 7, B5
    table = play_with(TWO_RED, tile(["red", "yellow"]), RED, RED, RED)
    for number, at in enumerate([(0, 0), (0, 1), (2, 0), (2, -1)]):
        table.plant(number, at)
    apart = table.state.clone()
    table.plant(4, (1, 0), rotation=6)
    assert table.view["seats"][0]["crops"]["red"]["areas"] == [3, 2]
    assert three(table, "red") == [3, 1, 0]
    table.state = apart
    table.plant(4, (1, 0))
    assert table.view["seats"][0]["crops"]["red"]["areas"] == [6]
    assert three(table, "red") == [5, 4, 3]


def test_a_ring_of_apples_is_one_area(play_with: Maker) -> None:
    table = play_with(*[RED] * 7)
    ring = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    for number, at in enumerate(ring):
        table.plant(number, at)
    table.plant(6, (0, 0))
    assert table.view["seats"][0]["crops"]["red"]["areas"] == [7]
    assert three(table, "red") == [6, 5, 4]


def test_opposite_rims_of_an_orchard_do_not_touch(play_with: Maker) -> None:
    rims = [(2, -2), (2, -1), (2, 0), (-2, 0), (-2, 1), (-2, 2)]
    table = play_with(*[RED] * 6)
    for number, at in enumerate(rims):
        table.plant(number, at)
    assert table.view["seats"][0]["crops"]["red"]["areas"] == [3, 3]


# Harvests ------------------------------------------------------------------------------------------------------------


def test_everybody_harvests_what_the_die_crosses(play_with: Maker) -> None:  # question 22
    table = play_with(*[tile(["brown"] * 3)] * 4)
    table.plant(0, (0, 0), seat=0)
    table.plant(1, (1, 0), seat=1)
    table.plant(2, (1, 1), seat=1)
    assert "harvest" in table.pass_turn()
    assert table.facts[1].params == {"colour": "brown", "pips": 1, "honey": [2, 5]}
    assert table.honey == [16 + 2 + 2, 20 + 5]


def test_the_tile_just_laid_is_harvested(play_with: Maker) -> None:
    table = play_with(tile(["brown"] * 3, price=2, hives=[0]))
    table.hold(0)
    table.play("lay", at=[0, 0], rotation=0)
    assert table.honey == [16 - 2 + 2, 20]


def test_two_apples_on_one_move_are_two_harvests_in_path_order(play_with: Maker) -> None:  # question 12
    table = play_with(tile(["light-green", "light-green", "red", "red", "red"]))
    table.plant(0, (0, 0))
    table.put_die(2)
    table.pass_turn()
    told = [fact.params for fact in table.facts if fact.code == "applejack.harvest"]
    assert [(fact["colour"], fact["honey"]) for fact in told] == [("light-green", [1, 0]), ("red", [2, 0])]
    assert table.honey[0] == 16 + 2 + 3


def test_a_harvest_comes_before_new_tiles() -> None:  # question 13
    table = Table()
    table.fill_troughs([1, 0, 1, 2, 2, 2, 2])
    codes = table.pass_turn()
    assert [code for code in codes if code in {"harvest", "filled"}] == ["harvest", "filled"]


# Blossoms ------------------------------------------------------------------------------------------------------------


def test_the_first_time_over_the_bridge_each_blossom_counts_once(play_with: Maker) -> None:  # B7, A2
    table = play_with(tile(blossoms=4), tile(blossoms=2))
    table.plant(0, (0, 0), seat=0)
    table.plant(1, (0, 0), seat=1)
    table.put_die(13)
    before = table.honey
    codes = table.pass_turn()
    assert "harvest" not in codes
    assert codes[1:3] == ["blossoms", "pips"]
    assert table.honey == [before[0] + 4, before[1] + 2 + 2]
    assert (table.state.space, table.state.pips, table.state.turn) == (0, 2, 0)


def test_the_second_time_over_the_bridge_each_blossom_counts_twice(play_with: Maker) -> None:  # question 11, B7
    table = play_with(tile(blossoms=3), tile(blossoms=1), tile(blossoms=2))
    table.plant(0, (-2, 0))
    table.plant(1, (2, 0))
    table.plant(2, (0, 0), seat=1)
    table.put_die(13, 2)
    before = table.honey
    table.pass_turn()
    assert table.honey == [before[0] + 8, before[1] + 2 + 4]
    assert (table.state.space, table.state.pips) == (0, 3)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pips_rise_at_the_bridge_and_nowhere_else(seats: int) -> None:  # notes 9
    table = Table(seats)
    rises = []
    for turn in range(19 * seats):
        before = table.state.pips, table.state.space
        table.pass_turn()
        if table.state.pips > before[0]:
            rises.append((turn, before[1]))
    assert table.over
    assert rises == [(7 * seats - 1, 7 * seats - 1), (14 * seats - 1, 7 * seats - 1)]
