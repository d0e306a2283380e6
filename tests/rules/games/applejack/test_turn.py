"""A turn: take, pay, lay, collect (rulebook: How to Play; rulings A3, A12, A14, B1 to B4, B8, B9)."""

import pytest

from services.rules.games.applejack.moves import DRAW, TAKE_TILE

from .table import Maker, Table, tile

SEATS = (1, 2, 3, 4)


# Taking --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_a_turn_begins_with_a_tile_beside_the_die_or_one_from_the_supply(seats: int) -> None:
    table = Table(seats)
    beside = {name["tile"] for k in (0, 1) for name in table.view["troughs"][k]}
    assert len(beside) == (2 if seats == 1 else 4)
    moves = {str(table.game.decode(table.state, action).json()) for action in table.game.legal(table.state)}
    assert moves == {str({"type": "applejack.take", "tile": name}) for name in beside} | {
        str({"type": "applejack.draw"})
    }


def test_a_tile_of_another_trough_is_out_of_reach() -> None:
    table = Table()
    refusal = table.refusal("take", tile=table.view["troughs"][2][0]["tile"])
    assert refusal.code == "applejack.not_on_offer"


def test_nobody_can_pass() -> None:  # question 6
    table = Table()
    assert {move.type for move in table.game.moves} == {
        f"applejack.{verb}" for verb in ("draw", "take", "lay", "pasture")
    }
    table.state.honey = [0, 0, 0, 0]
    while not table.over:
        assert table.game.legal(table.state)
        table.pass_turn()


def test_a_tile_that_was_taken_must_be_laid() -> None:
    table = Table()
    first, second = (row["tile"] for row in table.view["troughs"][0])
    table.play("take", tile=first)
    assert table.refusal("take", tile=second).code == "applejack.must_lay"
    assert table.refusal("draw").code == "applejack.must_lay"


def test_nothing_can_be_laid_before_a_tile_is_taken() -> None:
    table = Table()
    assert table.refusal("lay", at=[0, 0], rotation=0).code == "applejack.nothing_in_hand"
    assert table.refusal("pasture", at=[0, 0]).code == "applejack.nothing_in_hand"


def test_a_tile_drawn_blind_must_be_laid_too_and_everybody_sees_it() -> None:  # B8, A12
    table = Table()
    assert table.play("draw") == ["drew"]
    assert table.view["held"]["tile"] == table.facts[0].params["tile"]
    beside = table.view["troughs"][0][0]["tile"]
    assert table.refusal("take", tile=beside).code == "applejack.must_lay"


def test_a_blind_tile_that_is_too_dear_becomes_pasture_on_any_free_field(play_with: Maker) -> None:  # question 17, B8
    table = play_with(tile(price=9))
    table.state.honey[0] = 1
    table.hold(0)
    assert [table.game.decode(table.state, action).type for action in table.game.legal(table.state)] == [
        "applejack.pasture"
    ] * 19
    table.play("pasture", at=[-2, 1])
    assert table.honey[0] == 3


def test_a_tile_may_be_taken_that_cannot_be_paid() -> None:  # A12
    table = Table()
    table.state.honey[0] = 0
    taken = table.view["troughs"][0][0]["tile"]
    table.play("take", tile=taken)
    assert table.refusal("lay", at=[0, 0], rotation=0).code == "applejack.too_dear"
    table.play("pasture", at=[0, 0])
    assert table.honey[0] == 2


def test_there_is_no_blind_draw_from_an_empty_supply() -> None:  # A3
    table = Table()
    table.keep_supply(0)
    assert DRAW not in table.game.legal(table.state)
    assert table.refusal("draw").code == "applejack.supply_empty"


def test_with_nothing_to_choose_the_nearest_trough_clockwise_is_on_offer() -> None:  # A3
    table = Table()
    table.fill_troughs([0, 0, 0, 0, 2, 3, 1])
    table.keep_supply(0)
    table.put_die(0)
    assert table.view["offer"]["troughs"] == [4]
    assert table.game.legal(table.state) == [TAKE_TILE + number for number in table.state.trough[4][:2]]
    table.put_die(5, 2)  # between troughs 5 and 6, which are not empty
    assert table.view["offer"]["troughs"] == [5, 6]


def test_the_nearest_trough_is_looked_for_past_the_last_one() -> None:  # A3
    table = Table()
    table.fill_troughs([0, 2, 0, 0, 1, 0, 0])
    table.keep_supply(0)
    table.put_die(5)
    assert table.view["offer"]["troughs"] == [1]


# Paying --------------------------------------------------------------------------------------------------------------


def test_what_a_tile_will_earn_does_not_help_to_pay_it(play_with: Maker) -> None:  # question 1, B1
    table = play_with(tile(price=6, hives=[0]))
    table.state.honey[0] = 5
    table.hold(0)
    refusal = table.refusal("lay", at=[2, 0], rotation=0)
    assert (refusal.code, refusal.params) == ("applejack.too_dear", {"price": 6, "honey": 5})
    table.play("pasture", at=[2, 0])
    assert table.honey[0] == 7


def test_a_price_may_take_all_the_honey(play_with: Maker) -> None:  # B1, A14
    table = play_with(tile(price=6, hives=[0]))
    table.state.honey[0] = 6
    table.hold(0)
    table.play("lay", at=[2, 0], rotation=0)  # the corner has an 8
    assert (table.facts[0].params["paid"], table.facts[0].params["honey"]) == (6, 6)
    assert table.honey[0] == 6


def test_the_price_is_paid_once_however_many_hives_show_it(play_with: Maker) -> None:  # question 2
    table = play_with(tile(price=5, hives=[0, 2, 4]))
    table.hold(0)
    table.play("lay", at=[0, 0], rotation=0)
    assert table.honey[0] == 16 - 5


def test_a_tile_is_either_paid_or_turned_to_the_pasture(play_with: Maker) -> None:  # question 23
    table = play_with(tile(["red"], price=5, blossoms=2))
    table.hold(0)
    table.play("pasture", at=[0, 0])
    assert table.honey[0] == 16 + 2
    assert table.state.blossoms[0] == 0
    assert table.view["seats"][0]["tiles"] == [{"at": [0, 0], "pasture": True, "tile": "tile-1"}]


# Laying --------------------------------------------------------------------------------------------------------------


def test_any_free_field_will_do(play_with: Maker) -> None:  # question 5
    table = play_with(tile(), tile())
    table.plant(0, (-2, 0))
    table.hold(1)
    fields = {tuple(table.game.decode(table.state, action).json()["at"]) for action in table.game.legal(table.state)}
    assert len(fields) == 18
    assert (-2, 0) not in fields
    assert table.refusal("lay", at=[-2, 0], rotation=0).code == "applejack.field_taken"
    assert table.refusal("pasture", at=[-2, 0]).code == "applejack.field_taken"
    table.play("lay", at=[2, 0], rotation=3)


@pytest.mark.parametrize("at", [[2, 1], [-1, -2], [2, 2], [-2, -2]])
def test_there_is_nothing_beyond_the_fields(at: list[int]) -> None:
    table = Table()
    table.play("draw")
    assert table.refusal("pasture", at=at).code == "applejack.no_such_field"
    assert table.refusal("lay", at=at, rotation=0).code == "applejack.no_such_field"


@pytest.mark.parametrize(("hives", "rotations"), [([0], 6), ([0, 1], 6), ([0, 3], 3), ([0, 2, 4], 2), ([0, 1, 3], 6)])
def test_rotations_that_look_alike_are_one_move(play_with: Maker, hives: list[int], rotations: int) -> None:
    table = play_with(tile(hives=hives))
    table.hold(0)
    assert len(table.game.legal(table.state)) == 19 * (rotations + 1)
    first = table.action({"type": "applejack.lay", "at": [1, 0], "rotation": 1})
    assert table.action({"type": "applejack.lay", "at": [1, 0], "rotation": (1 + rotations) % 6}) == first


def test_a_full_orchard_ends_the_turns_of_its_seat() -> None:
    table = Table()
    turns = [0, 0]
    while not table.over:
        turns[table.state.turn] += 1
        table.pass_turn()
    assert turns == [19, 19]
    assert table.state.n_free[:2] == [0, 0]


# Hives ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("new", "old", "honey"), [(4, 5, 4), (5, 4, 4), (7, 7, 7)])
def test_two_hives_that_meet_bring_the_lower_number(play_with: Maker, new: int, old: int, honey: int) -> None:
    table = play_with(tile(price=old, hives=[0]), tile(price=new, hives=[3]))  # question 3
    table.plant(0, (0, 0))
    table.hold(1)
    table.play("lay", at=[1, 0], rotation=0)
    assert table.honey[0] == 16 - new + honey


def test_hives_must_meet_edge_to_edge(play_with: Maker) -> None:  # question 25, B4
    table = play_with(tile(price=4, hives=[0]), tile(price=5, hives=[0, 3]))
    table.plant(0, (1, 0))
    table.state.honey[0] = 7
    table.hold(1)
    table.play("lay", at=[2, 0], rotation=1)
    assert table.honey[0] == 7 - 5


def test_a_corner_and_a_tile_at_once_are_both_paid(play_with: Maker) -> None:  # questions 3 and 4, B2
    table = play_with(tile(price=4, hives=[0]), tile(price=5, hives=[0, 3]))
    table.plant(0, (1, 0))
    table.state.honey[0] = 7
    table.hold(1)
    table.play("lay", at=[2, 0], rotation=0)
    assert table.honey[0] == 7 - 5 + (5 + 4)


def test_a_pair_of_hives_pays_only_when_it_is_made(play_with: Maker) -> None:  # A8, B3
    table = play_with(tile(price=4, hives=[0]), tile(price=5, hives=[0, 3]), tile(price=6, hives=[5]))
    table.plant(0, (1, 0))
    table.plant(1, (2, 0))
    table.state.honey[0] = 11
    table.hold(2)
    table.play("lay", at=[1, 1], rotation=0)  # its hive faces edge 2 of the tile on [2, 0], where there is none
    assert table.honey[0] == 11 - 6


def test_three_contacts_bring_three_times(play_with: Maker) -> None:  # B9
    table = play_with(tile(price=4, hives=[3]), tile(price=10, hives=[5]), tile(), tile(price=10, hives=[0, 2, 4]))
    table.plant(0, (1, 0))
    table.plant(1, (-1, 1))
    table.plant(2, (0, -1), rotation=6)
    table.state.honey[0] = 10
    table.hold(3)
    table.play("lay", at=[0, 0], rotation=0)
    assert table.honey[0] == 4 + 10


def test_a_pasture_kills_the_hive_of_its_corner(play_with: Maker) -> None:  # A8
    table = play_with(tile(), tile(price=3, hives=[0, 1, 2, 3, 4, 5]))
    table.plant(0, (2, 0), rotation=6)
    for at in ([1, 0], [2, -1], [1, 1]):  # all that touch it
        laid = Table.__new__(Table)
        laid.__dict__.update(table.__dict__, state=table.state.clone())
        laid.hold(1)
        laid.play("lay", at=at, rotation=0)
        assert laid.facts[0].params["honey"] == 0


@pytest.mark.parametrize(
    ("edge", "field", "value"),
    [(0, [2, 0], 8), (1, [0, 2], 6), (2, [-2, 2], 4), (3, [-2, 0], 3), (4, [0, -2], 5), (5, [2, -2], 7)],
)
def test_each_corner_of_side_a_pays_over_its_edge(play_with: Maker, edge: int, field: list[int], value: int) -> None:
    table = play_with(tile(price=20, hives=[0]))  # A6
    table.state.honey[0] = 20
    table.hold(0)
    before = table.state
    for turned in range(6):
        table.state = before.clone()
        table.play("lay", at=field, rotation=turned)
        assert table.honey[0] == (value if turned == edge else 0)
