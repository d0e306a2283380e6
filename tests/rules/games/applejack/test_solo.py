"""The solo game (rulebook: Solo Rules; notes 5.2 and 8; ruling A10)."""

import pytest

from .table import Maker, Table, tile


def middle(table: Table) -> int:
    return len(table.view["middle"])


def enter_middle(tiles: int, supply: int = 50) -> Table:
    """The turn before the middle, with so many tiles on it."""
    table = Table(1)
    table.fill_troughs([2, 2, 2, 2, 2, 2, 2, tiles])
    table.keep_supply(supply)
    table.put_die(1)
    return table


def test_one_plays_alone_with_14_honey() -> None:
    assert Table(1).honey == [14]


def test_one_tile_lies_on_the_three_trees_of_the_middle() -> None:
    assert middle(Table(1)) == 1


def test_the_middle_is_visited_on_turns_3_11_and_19() -> None:
    table, visits, turn = Table(1), [], 0
    while not table.over:
        turn += 1
        if not table.view["track"]["spaces"][table.state.space]["troughs"]:
            visits.append(turn)
        table.pass_turn()
    assert visits == [3, 11, 19]
    assert turn == 19


def test_the_outer_spaces_go_around_the_troughs_and_share_one_across_the_middle() -> None:
    troughs = [space["troughs"] for space in Table(1).view["track"]["spaces"]]
    assert troughs == [[0, 1], [1, 2], [], [2, 3], [3, 4], [4, 5], [5, 6], [6, 0]]


@pytest.mark.parametrize(("tiles", "honey", "then"), [(0, 3, 2), (1, 2, 2), (2, 1, 2), (3, 0, 3)])
def test_empty_trees_bring_honey_and_the_middle_has_at_least_two_tiles(tiles: int, honey: int, then: int) -> None:
    table = enter_middle(tiles)
    before = table.honey[0]
    assert "middle" in table.pass_turn()
    assert next(fact.params for fact in table.facts if fact.code == "applejack.middle") == {"seat": 0, "honey": honey}
    assert table.honey[0] == before + 2 + honey
    assert middle(table) == then
    assert ("filled" in {fact.code.removeprefix("applejack.") for fact in table.facts}) == (tiles < 2)


def test_a_short_supply_fills_the_middle_as_far_as_it_goes() -> None:
    table = enter_middle(0, supply=1)
    table.pass_turn()
    assert middle(table) == 1


def test_on_the_middle_its_tiles_are_on_offer_and_a_blind_draw() -> None:
    table = enter_middle(3)
    table.pass_turn()
    offer = table.view["offer"]
    assert offer["troughs"] == []
    assert offer["tiles"] == [row["tile"] for row in table.view["middle"]]
    assert offer["draw"]
    assert table.play("take", tile=offer["tiles"][0]) == ["took"]
    assert table.facts[0].params["from"] == "middle"
    assert middle(table) == 2


def test_the_tiles_of_the_middle_are_out_of_reach_elsewhere() -> None:
    table = Table(1)
    assert table.refusal("take", tile=table.view["middle"][0]["tile"]).code == "applejack.not_on_offer"


def test_troughs_are_not_looked_at_when_the_die_enters_the_middle() -> None:
    table = enter_middle(3)
    table.fill_troughs([0, 1, 0, 0, 0, 0, 0, 3])
    table.put_die(1)
    table.pass_turn()
    assert table.troughs == [0] * 7


def test_whenever_the_troughs_get_a_tile_the_middle_gets_one_after_them() -> None:  # A10
    table = Table(1)
    table.fill_troughs([1, 1, 0, 1, 1, 1, 1, 1])
    table.play("take", tile=table.view["troughs"][1][0]["tile"])
    table.play("pasture", at=[0, 0])
    assert table.troughs == [2, 1, 1, 2, 2, 2, 2]
    assert middle(table) == 2
    assert list(table.facts[-1].params["tiles"]) == ["2", "3", "4", "5", "6", "0", "1", "middle"]


def test_the_middle_holds_three_tiles_at_most() -> None:  # A10
    table = Table(1)
    table.fill_troughs([1, 1, 0, 1, 1, 1, 1, 3])
    table.play("take", tile=table.view["troughs"][1][0]["tile"])
    table.play("pasture", at=[0, 0])
    assert table.troughs == [2, 1, 1, 2, 2, 2, 2]
    assert middle(table) == 3


def test_seven_tiles_are_for_the_troughs_before_the_middle() -> None:  # A10
    table = Table(1)
    table.fill_troughs([1, 1, 0, 1, 1, 1, 1, 1])
    table.keep_supply(7)
    table.play("take", tile=table.view["troughs"][1][0]["tile"])
    table.play("pasture", at=[0, 0])
    assert table.troughs == [2, 1, 1, 2, 2, 2, 2]
    assert middle(table) == 1


def test_leaving_the_middle_the_troughs_are_looked_at_again() -> None:
    table = enter_middle(3)
    table.pass_turn()
    table.fill_troughs([2, 2, 1, 0, 2, 2, 2, 3])
    table.rules.harvest.make_offer(table.state)
    assert "filled" in table.pass_turn()


def test_pips_rise_after_turns_8_and_16_without_blossoms(play_with: Maker) -> None:
    table = play_with(tile(blossoms=6), seats=1)
    table.plant(0, (0, 0))
    rises = []
    for turn in range(1, 19):
        codes = table.pass_turn()
        assert "blossoms" not in codes
        if "pips" in codes:
            rises.append((turn, table.state.pips))
    assert rises == [(8, 2), (16, 3)]
    assert all("blossoms" not in coming for coming in table.view["coming"])
    assert table.view["seats"][0]["final"]["blossoms"] == 6


def test_a_solo_game_has_16_harvests() -> None:
    coming = [harvest["colour"] for harvest in Table(1).view["coming"]]
    assert coming == coming[:7] * 2 + coming[:2]
    assert len(set(coming[:7])) == 7


@pytest.mark.parametrize(
    ("honey", "reached", "words"),
    [(62, None, "with 64 honey."), (63, "target", "the target is reached"), (78, "outstanding", "outstanding")],
)
def test_the_goal_is_65_honey_and_80_is_outstanding(honey: int, reached: str | None, words: str) -> None:
    table = Table(1)
    table.put_die(2, 3)
    table.play("draw")
    table.state.honey[0] = honey
    assert table.play("pasture", at=[0, 0]) == ["pastured", "over"]
    assert table.facts[-1].params == {"scores": [honey + 2], "places": [1], "reached": reached}
    assert words in table.facts[-1].text
    assert table.view["goal"] == {"target": 65, "outstanding": 80}
