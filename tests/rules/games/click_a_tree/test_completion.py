"""Completed harvest tiles (rulebook: Completing Harvest Tiles; rulings A6, A8; B9; questions 14 and 15)."""

import pytest

from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.harvest import line

from .referee import lines
from .table import a_table, facts, harvest, hold, offer, play, put, sickles, tile

A, M, B = tile("a"), tile("m"), tile("b")

AT = {
    0: {2: 10, 5: 9, 6: 8, 7: 7},
    3: {2: 10, 3: 9, 5: 8, 6: 7, 7: 6},
    6: {2: 10, 3: 9, 5: 7, 6: 6, 7: 5},
    9: {2: 10, 3: 9, 5: 6, 6: 5, 7: 4},
    12: {2: 10, 3: 9, 5: 5, 6: 4, 7: 3},
    13: {2: 10, 3: 9, 5: 5, 6: 4, 7: 2},
}
"""The value at each line after so many completed harvest tiles."""


def shown(completed: int) -> dict[int, int]:
    return {number: line(number, completed) for number in (2, 3, 5, 6, 7) if line(number, completed)}


@pytest.mark.parametrize("completed", AT)
def test_the_lines_after_some_completions(completed: int) -> None:
    assert shown(completed) == AT[completed]


@pytest.mark.parametrize("completed", range(15))
def test_the_topmost_marker_that_can_move_moves_down_one_space(completed: int) -> None:
    assert shown(completed) == lines(completed)


def test_the_order_of_the_markers_is_7_6_5() -> None:
    moved = [next(n for n in (5, 6, 7) if line(n, i + 1) < line(n, i)) for i in range(13)]
    assert moved == [7, 6, 5, 7, 6, 5, 7, 6, 5, 7, 6, 5, 7]


def test_the_printed_3_counts_once_the_marker_5_has_left_it() -> None:  # A8
    assert [line(3, n) for n in range(5)] == [0, 0, 0, 9, 9]


def test_a_14th_completion_moves_no_marker() -> None:  # A6
    assert shown(14) == AT[13]
    s = offer(a_table({(0, 0): A}), "01")
    s.n_complete[0] = 13
    s = a_table({(0, 0): A, (1, 0): M})
    s.n_complete[0] = 13
    told = facts(offer(s, "01", "02"), harvest("45", 0, 1))
    completed = next(fact for fact in told if fact.code == "click_a_tree.completed")
    assert (completed.params["completed"], completed.params["marker"]) == (14, None)
    assert GAME.describe(s, 0)["seats"][0]["end_of_day_tiles"] == 0


def test_a_harvest_tile_may_be_complete_as_it_is_laid() -> None:  # question 14
    s = a_table({(0, 0): A, (1, 0): M})
    told = facts(offer(s, "01", "02"), harvest("45", 0, 1))
    assert s.n_complete[0] == 1
    completed = next(fact for fact in told if fact.code == "click_a_tree.completed")
    assert completed.params == {"seat": 0, "at": [0, 1], "completed": 1, "marker": 7, "value": 6}


def test_it_is_complete_when_the_last_of_its_sickles_is_covered_and_only_once() -> None:
    s = a_table({(0, 0): A, (1, 0): sickles("0123")})
    play(hold(s, M, B), put(M, 2, 0), put(B, 1, 1))
    assert s.n_complete[0] == 0
    play(hold(s, M + 1, B + 1), put(M + 1, 0, 1), put(B + 1, 1, -1))
    assert s.n_complete[0] == 1
    play(hold(s, M + 2, B + 2), put(M + 2, 2, -1), put(B + 2, 3, -1))
    assert s.n_complete[0] == 1


def test_a_harvest_tile_beside_a_bare_edge_completes_nothing() -> None:
    s = a_table({(0, 0): A, (1, 0): sickles("03")})
    play(offer(s, "01", "02"), harvest("34", 0, 1))
    assert s.n_complete[0] == 0


def test_one_tile_that_completes_two_lays_two_end_of_day_tiles() -> None:  # B9, question 15
    tiles = {(0, 0): sickles("01"), (0, 1): B, (1, 1): M, (2, 0): sickles("23")}
    s = a_table(tiles)
    s.n_complete[0] = 2
    told = facts(hold(s, A, M + 1), put(A, 1, 0))
    completed = [fact.params for fact in told if fact.code == "click_a_tree.completed"]
    assert [(c["completed"], c["marker"], c["value"]) for c in completed] == [(3, 5, 8), (4, 7, 5)]
    assert shown(s.n_complete[0]) == {2: 10, 3: 9, 5: 8, 6: 7, 7: 5}
