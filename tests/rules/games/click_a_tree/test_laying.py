"""Phase 2 (rulebook: Place Landscape Tiles; rulings A3, A11, A14)."""

import pytest

from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.components import MAX_FREE, MAX_TILES
from services.rules.games.click_a_tree.geometry import STEPS
from services.rules.games.click_a_tree.notation import Lay
from services.rules.games.click_a_tree.state import HARVEST, LAY, State

from .referee import around
from .table import a_table, allowed, hold, places, play, put, sickles, tile

A, M = tile("a"), tile("m")
P, B = tile("g"), tile("b")


def test_a_tile_must_border_a_laid_tile_with_an_edge() -> None:
    s = hold(a_table({(0, 0): A}), M, P)
    assert places(s) == {(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)}
    assert not allowed(s, put(M, 2, 0))
    assert not allowed(s, put(M, 1, 1)), "its corner touches the start tile, its edges do not"
    assert GAME.explain(s, put(M, 2, 0)).code == "click_a_tree.not_adjacent"


def test_no_tile_may_cover_another() -> None:
    s = hold(a_table({(0, 0): A}), M, P)
    assert not allowed(s, put(M, 0, 0))
    assert GAME.explain(s, put(M, 0, 0)).code == "click_a_tree.place_taken"


def test_both_tiles_are_laid_one_after_the_other_in_the_order_chosen() -> None:
    for first, second in ((M, P), (P, M)):
        s = hold(a_table({(0, 0): A}), M, P)
        play(s, put(first, 1, 0))
        assert (s.phase, s.n_taken) == (LAY, 1)
        assert not allowed(s, put(first, 0, 1)), "it lies already"
        play(s, put(second, 2, 0))
        assert (s.phase, s.n_taken) == (HARVEST, 0)


def test_the_second_tile_may_border_the_first_alone() -> None:
    s = hold(a_table({(0, 0): A}), M, P)
    play(s, put(M, 1, 0))
    assert allowed(s, put(P, 2, 0))


def test_only_the_tiles_taken_may_be_laid() -> None:
    s = hold(a_table({(0, 0): A}), M, P)
    assert not allowed(s, put(B, 1, 0))
    assert GAME.explain(s, put(B, 1, 0)).code == "click_a_tree.not_taken"


def test_a_landscape_tile_may_border_a_harvest_tile_alone_and_fill_what_a_sickle_faces() -> None:  # A11
    s = hold(a_table({(0, 0): A, (1, 0): sickles("03")}), M, P)
    assert allowed(s, put(M, 2, 0)), "a sickle faces it"
    assert allowed(s, put(M, 2, -1)), "no sickle, and nothing but the harvest tile beside it"


def test_turning_a_landscape_tile_is_no_move() -> None:  # A3
    s = hold(a_table({(0, 0): A}), M, P)
    moves = [GAME.decode(s, action) for action in GAME.legal(s)]
    assert all(isinstance(move, Lay) for move in moves)
    assert len({(move.tile, move.at) for move in moves if isinstance(move, Lay)}) == len(moves) == 12


def test_one_seat_does_all_three_phases_before_the_next_seat() -> None:  # A14
    s = hold(a_table({(0, 0): A}, {(0, 0): B}), M, P)
    play(s, put(M, 1, 0), put(P, 2, 0))
    assert s.turn == 0


# A display has no border ---------------------------------------------------------------------------------------------


def straight(d: int, n: int) -> State:
    """A line of n landscape tiles in one direction."""
    cells = [(k * STEPS[d][0], k * STEPS[d][1]) for k in range(n)]
    return a_table({cell: k for k, cell in enumerate(cells)})


@pytest.mark.parametrize("d", range(6))
def test_a_display_may_be_a_line_of_all_its_tiles(d: int) -> None:
    n = MAX_TILES - 1
    s = hold(straight(d, n), 100, 101)
    cells = {(k * STEPS[d][0], k * STEPS[d][1]) for k in range(n)}
    assert places(s) == {near for cell in cells for near in around(cell)} - cells
    assert len(places(s)) == 2 * n + 4
    play(s, put(100, n * STEPS[d][0], n * STEPS[d][1]))
    assert s.n_tile[0] == MAX_TILES
    assert (s.q[0][n], s.r[0][n]) == (n * STEPS[d][0], n * STEPS[d][1])
    assert len(places(s)) == 2 * MAX_TILES + 4 <= MAX_FREE


@pytest.mark.parametrize("d", range(6))
def test_the_ends_of_a_long_line_never_meet(d: int) -> None:
    s = hold(straight(d, MAX_TILES), 100, 101)
    cells = {(k * STEPS[d][0], k * STEPS[d][1]) for k in range(MAX_TILES)}
    assert places(s) == {near for cell in cells for near in around(cell)} - cells


def test_a_far_place_is_never_taken_for_a_near_one() -> None:
    """Inside the plane is a torus; outside only true coordinates count."""
    s = hold(a_table({(0, 0): A, (1, 0): B}), M, P)
    everywhere = [(q, r) for q in range(-MAX_TILES, MAX_TILES + 1) for r in range(-MAX_TILES, MAX_TILES + 1)]
    assert {at for at in everywhere if allowed(s, put(M, *at))} == places(s)
