"""The die's track, the troughs, and the end of the game (rulebook: Move the Applejack; rulings A1 to A4, A7, B6)."""

from collections import Counter

import pytest

from services.rules.games.applejack import GAME
from services.rules.games.applejack.components import NOWHERE
from services.rules.games.applejack.moves import DRAW, TAKE_TILE

from .table import Table, play_out

MANY = (2, 3, 4)
ALL = (1, *MANY)


# The track -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", ALL)
def test_every_seat_has_19_turns_in_order(seats: int) -> None:  # A13
    table = Table(seats)
    turns: list[int] = []
    while not table.over:
        turns.append(table.state.turn)
        assert table.view["track"]["spaces"][table.state.space]["seat"] == table.state.turn
        assert table.view["moves_left"] == 19 * seats - len(turns)
        table.pass_turn()
    assert turns == [turn % seats for turn in range(19 * seats)]


@pytest.mark.parametrize("seats", MANY)
def test_a_space_lies_between_two_neighbouring_troughs(seats: int) -> None:
    spaces = Table(seats).view["track"]["spaces"]
    assert len(spaces) == 7 * seats
    assert [space["troughs"] for space in spaces] == [[p % 7, (p + 1) % 7] for p in range(7 * seats)]


@pytest.mark.parametrize("seats", MANY)
def test_a_game_has_38_harvests(seats: int) -> None:  # A7
    table = Table(seats)
    harvests: Counter[str] = Counter()
    while not table.over:
        table.pass_turn()
        harvests.update(fact.params["colour"] for fact in table.facts if fact.code == "applejack.harvest")
    often = dict.fromkeys(("brown", "pink", "light-green"), 6)
    assert harvests == {**often, **dict.fromkeys(("red", "orange", "dark-green", "yellow"), 5)}


@pytest.mark.parametrize("seats", ALL)
def test_no_apple_lies_on_the_bridge_and_at_most_two_on_a_move(seats: int) -> None:  # notes 6, A13
    spaces = Table(seats).view["track"]["spaces"]
    assert spaces[-1]["apples"] == []
    assert max(len(space["apples"]) for space in spaces) == (2 if seats == 2 else 1)
    assert sum(len(space["apples"]) for space in spaces) == (7 if seats == 1 else 14)


def test_two_seats_cross_a_light_green_and_a_red_apple_at_once() -> None:  # A7
    spaces = Table(2).view["track"]["spaces"]
    assert [len(space["apples"]) for space in spaces] == [1, 1, 2] + [1] * 10 + [0]
    assert spaces[2]["apples"] == ["light-green", "red"]


# The troughs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "tiles"), [(1, 1), (2, 2), (3, 2), (4, 2)])
def test_each_trough_begins_with_its_tiles(seats: int, tiles: int) -> None:
    table = Table(seats)
    assert table.troughs == [tiles] * 7
    assert table.view["supply"]["count"] == 100 - 7 * tiles - (seats == 1)


def test_one_tile_beside_the_die_brings_one_to_each_trough() -> None:  # question 14, B6
    table = Table()
    table.fill_troughs([2, 1, 1, 2, 2, 2, 2])
    table.play("take", tile=table.view["troughs"][1][0]["tile"])
    table.play("pasture", at=[0, 0])
    assert table.troughs == [3, 1, 2, 3, 3, 3, 3]
    assert list(table.facts[-1].params["tiles"]) == ["2", "3", "4", "5", "6", "0", "1"]


def test_the_first_new_tile_goes_to_the_trough_after_the_die() -> None:  # B6, A4
    table = Table()
    table.fill_troughs([2, 1, 1, 2, 2, 2, 2])
    on_top = table.state.supply[: table.state.n_supply][::-1][:7]
    table.play("take", tile=table.view["troughs"][1][0]["tile"])
    table.play("pasture", at=[0, 0])
    new = [table.facts[-1].params["tiles"][str(k)] for k in (2, 3, 4, 5, 6, 0, 1)]
    assert new == [[f"tile-{number + 1}"] for number in on_top]


def test_two_tiles_in_one_trough_are_enough() -> None:  # question 15, B6
    table = Table()
    table.fill_troughs([2, 1, 1, 2, 2, 2, 2])
    table.play("take", tile=table.view["troughs"][0][0]["tile"])
    assert "filled" not in table.play("pasture", at=[0, 0])
    table = Table()
    table.fill_troughs([2, 2, 0, 2, 2, 2, 2])
    table.play("draw")
    assert "filled" not in table.play("pasture", at=[0, 0])
    assert table.troughs == [2, 2, 0, 2, 2, 2, 2]


def test_a_short_supply_fills_as_far_as_it_goes() -> None:  # question 16, B6, A4
    table = Table()
    table.fill_troughs([2, 1, 1, 2, 2, 2, 2])
    table.keep_supply(3)
    table.play("take", tile=table.view["troughs"][1][0]["tile"])
    assert table.play("pasture", at=[0, 0])[-2:] == ["filled", "supply_empty"]
    assert table.troughs == [2, 0, 2, 3, 3, 2, 2]


def test_tiles_that_came_short_are_not_looked_at_again() -> None:  # A4
    table = Table()
    table.fill_troughs([1, 1, 0, 0, 2, 2, 2])
    table.keep_supply(1)
    table.play("take", tile=table.view["troughs"][1][0]["tile"])
    table.play("pasture", at=[0, 0])
    assert table.troughs == [1, 0, 1, 0, 2, 2, 2]
    assert table.view["offer"]["troughs"] == [1, 2]


def test_nothing_is_filled_at_the_start() -> None:  # A4
    table = Table(1)
    assert table.troughs[:2] == [1, 1]
    assert Table(2).troughs == [2] * 7


@pytest.mark.parametrize("seats", ALL)
def test_a_trough_has_no_limit(seats: int) -> None:
    """Players who shun a trough and never draw blind make it grow; it must hold what it gets."""
    most = 0
    for number in range(7):
        table, shunned = Table(seats, number, extra_tile=number % 2 == 1), number
        while not table.over:
            s = table.state
            kept = {DRAW, *(TAKE_TILE + tile for tile in s.trough[shunned])}
            legal = table.game.legal(s)
            table.game.apply(s, next((action for action in legal if action not in kept), legal[0]), table.rng)
            most = max(most, s.n_trough[shunned])
    assert most >= (4 if seats == 1 else 6)


# The end -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", MANY)
def test_the_turn_on_the_end_space_is_the_last_and_moves_nothing(seats: int) -> None:  # A1, question 18
    table = Table(seats)
    table.put_die(5 * seats - 1, 3)
    assert table.state.turn == seats - 1
    table.fill_troughs([0, 0, 0, 0, 0, 0, 0])
    table.rules.harvest.make_offer(table.state)
    table.play("draw")
    before = table.honey
    assert table.play("pasture", at=[0, 0]) == ["pastured", "over"]
    assert table.over
    assert table.honey[:-1] == before[:-1]
    assert table.honey[-1] == before[-1] + 2
    assert table.troughs == [0] * 7
    assert (table.state.space, table.state.pips) == (5 * seats - 1, 3)


@pytest.mark.parametrize("pips", [1, 2])
def test_the_end_space_means_nothing_in_the_first_two_rounds(pips: int) -> None:
    table = Table()
    table.put_die(9, pips)
    table.pass_turn()
    assert not table.over
    assert table.state.space == 10


def test_the_red_apple_after_the_end_space_is_not_harvested() -> None:  # A1
    table = Table()
    assert table.view["track"]["spaces"][9]["apples"] == ["red"]
    table.put_die(9, 3)
    assert "harvest" not in table.pass_turn()
    assert table.over


# Whole games ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", ALL)
def test_tiles_are_neither_made_nor_lost_and_honey_is_never_owed(seats: int) -> None:
    for number in range(6):
        table = Table(seats, number, extra_tile=number % 2 == 1)
        for s, action in play_out(table, number, eager=number % 3 == 0):
            laid = [tile for orchard in s.tile for tile in orchard if tile >= 0]
            open_tiles = [tile for k in range(8) for tile in s.trough[k][: s.n_trough[k]]]
            kept = [tile for tile in [*s.cottage, s.held] if tile >= 0]
            assert sorted([*laid, *open_tiles, *kept, *s.supply[: s.n_supply]]) == list(range(100))
            assert min(s.honey) >= 0
            assert 0 <= action < GAME.max_action
        assert table.state.n_free[:seats] == [0] * seats


def test_a_game_ends_even_if_every_tile_is_needed() -> None:  # A3
    far = 0
    for number in range(10):
        table = Table(4, number)
        table.keep_supply(4 * 19 - 14)
        for s, _ in play_out(table, number):
            far += s.offer[0] not in {s.space % 7, NOWHERE}
        assert table.over
        assert table.state.n_supply + sum(table.state.n_trough) == 0
    assert far > 0
