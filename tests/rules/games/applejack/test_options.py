"""The published variants (rulebook: Optional Rules; rulings A4, A6, A9)."""

import pytest

from services.rules.games.applejack.components import N_TILES
from services.rules.games.applejack.stand_in import COLOURS

from .table import Maker, Table, tile

ALL = (1, 2, 3, 4)


def corners(table: Table, seat: int) -> list[object]:
    return [corner["apple"] or corner["hive"] for corner in table.view["seats"][seat]["corners"]]


# Own orchards --------------------------------------------------------------------------------------------------------


def test_side_a_is_the_same_for_everybody() -> None:
    table = Table(4)
    assert [corners(table, p) for p in range(4)] == [[8, 6, 4, 3, 5, 7]] * 4
    fields = [corner["field"] for corner in table.view["seats"][0]["corners"]]
    assert fields == [[2, 0], [0, 2], [-2, 2], [-2, 0], [0, -2], [2, -2]]


@pytest.mark.parametrize("seats", ALL)
def test_with_own_orchards_every_seat_has_another_one(seats: int) -> None:
    drawn = set()
    for number in range(12):
        table = Table(seats, number, orchard="B")
        boards = [seat["board"] for seat in table.view["seats"]]
        assert len(set(boards)) == seats
        assert set(boards) <= {"B1", "B2", "B3", "B4"}
        drawn.add(boards[0])
    assert len(drawn) > 1


def test_the_corners_of_side_b() -> None:  # A6
    a = COLOURS
    seats = {
        seat["board"]: corners(table, p)
        for table in [Table(4, orchard="B")]
        for p, seat in enumerate(table.view["seats"])
    }
    assert seats == {
        "B1": [a[0], 8, 6, a[1], 3, 5],
        "B2": [5, a[2], 8, 6, a[3], 3],
        "B3": [3, 5, a[4], 8, 6, a[5]],
        "B4": [a[0], 3, 5, a[6], 8, 6],
    }


SIX_APPLES = {"A": [0] * 6, "B": [["red"] * 6] * 4}


@pytest.mark.parametrize("rotation", range(6))
def test_a_corner_apple_joins_the_tile_on_its_field_however_it_lies(play_with: Maker, rotation: int) -> None:  # A9
    table = play_with(tile(["red"] * 3), corners=SIX_APPLES, orchard="B")
    table.plant(0, (2, 0), rotation)
    assert table.crop("red", 3) == 1
    assert table.view["seats"][0]["crops"]["red"]["areas"] == [4, 1, 1, 1, 1, 1]


def test_a_corner_apple_alone_brings_nothing(play_with: Maker) -> None:  # question 24, A9
    table = play_with(tile(["pink"] * 3), tile(["red"]), tile(), corners=SIX_APPLES, orchard="B")
    assert [table.crop("red", pips) for pips in (1, 2, 3)] == [0, 0, 0]
    table.plant(0, (2, 0))  # the wrong colour
    table.plant(1, (0, 1))  # not on a corner field
    table.plant(2, (-2, 0), rotation=6)
    assert table.view["seats"][0]["crops"]["red"]["areas"] == [1] * 7
    assert table.crop("red", 1) == 0


def test_corner_apples_are_joined_over_tiles_only(play_with: Maker) -> None:  # A9
    table = play_with(*[tile(["red"])] * 3, corners=SIX_APPLES, orchard="B")
    for number, at in enumerate([(2, 0), (1, 1), (0, 2)]):
        table.plant(number, at)
    assert table.view["seats"][0]["crops"]["red"]["areas"] == [5, 1, 1, 1, 1]


def test_hives_of_side_b_pay_like_those_of_side_a(play_with: Maker) -> None:
    table = play_with(tile(price=4, hives=[0]), corners={"A": [0] * 6, "B": [[7, 0, 0, 0, 0, "red"]] * 4}, orchard="B")
    table.hold(0)
    table.play("lay", at=[2, 0], rotation=0)
    assert table.honey[0] == 16


def test_there_is_nothing_to_meet_in_a_corner_with_an_apple_or_without_anything(play_with: Maker) -> None:
    for corner in ("red", 0):
        table = play_with(tile(price=4, hives=[0, 1, 2, 3, 4, 5]), corners={"A": [corner] * 6, "B": [[0] * 6] * 4})
        table.hold(0)
        table.play("lay", at=[2, 0], rotation=0)
        assert table.honey[0] == 16 - 4


# Apple tiles ---------------------------------------------------------------------------------------------------------


def apples(table: Table) -> list[str]:
    return [name for space in table.view["track"]["spaces"] for name in space["apples"]]


@pytest.mark.parametrize("seats", ALL)
def test_apple_tiles_change_the_first_seven_apples_only(seats: int) -> None:
    printed = Table(seats)
    orders = set()
    for number in range(5):
        table = Table(seats, number, apple_tiles="random")
        assert sorted(apples(table)[:7]) == sorted(COLOURS)
        assert apples(table)[7:] == apples(printed)[7:]
        crossed = [len(space["apples"]) for space in table.view["track"]["spaces"]]
        assert crossed == [len(space["apples"]) for space in printed.view["track"]["spaces"]]
        orders.add(tuple(apples(table)[:7]))
    assert len(orders) > 1


def test_apple_tiles_lie_there_in_all_rounds(play_with: Maker) -> None:
    table = play_with(*[tile([colour] * 4) for colour in COLOURS], apple_tiles="random")
    for number, at in enumerate([(0, 0), (1, 0), (2, 0), (-1, 0), (-2, 0), (0, 2), (0, -2)]):
        table.plant(number, at)
    first = apples(table)[0]
    for pips in (1, 2, 3):
        table.put_die(0, pips)
        table.pass_turn()
        harvest = next(fact.params for fact in table.facts if fact.code == "applejack.harvest")
        assert (harvest["colour"], harvest["honey"][0]) == (first, 4 - pips)


# Extra tile ----------------------------------------------------------------------------------------------------------


def cottage(table: Table, seat: int = 0) -> str | None:
    kept = table.view["seats"][seat]["cottage"]
    return None if kept is None else str(kept["tile"])


@pytest.mark.parametrize("seats", ALL)
def test_each_seat_begins_with_an_open_tile_at_its_cottage(seats: int) -> None:
    table, without = Table(seats, extra_tile=True), Table(seats)
    assert len({cottage(table, p) for p in range(seats)} - {None}) == seats
    assert table.view["supply"]["count"] == without.view["supply"]["count"] - seats
    assert [cottage(without, p) for p in range(seats)] == [None] * seats


def test_the_tile_at_the_own_cottage_is_on_offer_and_no_other() -> None:
    table = Table(extra_tile=True)
    assert cottage(table) in table.view["offer"]["tiles"]
    assert cottage(table, 1) not in table.view["offer"]["tiles"]
    assert table.refusal("take", tile=cottage(table, 1)).code == "applejack.not_on_offer"


def use_cottage(table: Table) -> list[str]:
    assert table.play("take", tile=cottage(table)) == ["took"]
    assert table.facts[0].params["from"] == "cottage"
    return table.play("pasture", at=table.free[0])


def test_the_cottage_gets_a_new_tile_before_the_die_moves() -> None:  # A4
    table = Table(extra_tile=True)
    assert use_cottage(table) == ["pastured"]
    assert table.view["phase"] == "restock"
    assert (table.state.turn, table.state.space) == (0, 0)
    assert cottage(table) is None
    chosen = table.view["troughs"][1][0]["tile"]
    assert table.play("take", tile=chosen)[0] == "restocked"
    assert cottage(table) == chosen
    assert (table.state.turn, table.state.space) == (1, 1)


def test_the_cottage_may_be_restocked_blind() -> None:  # A4
    table = Table(extra_tile=True)
    use_cottage(table)
    on_top = table.state.supply[table.state.n_supply - 1]
    assert table.play("draw")[0] == "restocked"
    assert cottage(table) == f"tile-{on_top + 1}"
    assert 0 <= on_top < N_TILES


def test_while_the_cottage_is_restocked_nothing_else_can_be_done() -> None:
    table = Table(extra_tile=True)
    use_cottage(table)
    assert table.refusal("take", tile=table.view["troughs"][3][0]["tile"]).code == "applejack.not_on_offer"
    assert table.refusal("pasture", at=table.free[0]).code == "applejack.nothing_in_hand"


def test_the_new_tile_of_the_cottage_counts_when_troughs_are_looked_at() -> None:  # A4
    table = Table(extra_tile=True)
    table.fill_troughs([2, 1, 1, 2, 2, 2, 2])
    use_cottage(table)
    codes = table.play("take", tile=table.view["troughs"][1][0]["tile"])
    assert "filled" in codes
    assert table.troughs == [3, 1, 2, 3, 3, 3, 3]


def test_with_nothing_left_the_cottage_stays_empty() -> None:  # A4
    table = Table(extra_tile=True)
    table.fill_troughs([0, 0, 0, 2, 2, 2, 2])
    table.keep_supply(0)
    table.put_die(0)
    assert table.view["offer"]["tiles"] == [cottage(table)]  # a tile to choose, so no other trough is on offer
    use_cottage(table)
    assert cottage(table) is None
    assert table.state.turn == 1


def test_an_empty_cottage_is_restocked_only_after_its_tile_was_used() -> None:
    table = Table(extra_tile=True)
    table.state.cottage[0] = -1
    table.pass_turn()
    assert cottage(table) is None
    assert table.state.turn == 1


def test_a_tile_laid_from_a_trough_leaves_the_cottage_alone() -> None:
    table = Table(extra_tile=True)
    before = cottage(table)
    table.play("take", tile=table.view["troughs"][0][0]["tile"])
    table.play("pasture", at=[0, 0])
    assert table.state.turn == 1
    assert cottage(table) == before


def test_after_the_last_turn_of_the_game_the_cottage_is_not_restocked() -> None:
    table = Table(extra_tile=True)
    table.put_die(9, 3)
    table.play("take", tile=cottage(table, 1))
    assert table.play("pasture", at=[0, 0]) == ["pastured", "over"]


@pytest.mark.parametrize("seats", ALL)
def test_all_variants_can_be_played_together(seats: int) -> None:
    table = Table(seats, orchard="B", apple_tiles="random", extra_tile=True)
    while not table.over:
        table.act(table.game.legal(table.state)[-1])
    assert len(table.totals) == seats
