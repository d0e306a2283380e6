"""Setup (rulebook: Setup for Each Player, General Setup; rulings A11, A13, A14)."""

from collections import Counter

import pytest

from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.components import COMPONENTS, FRUITS, MAX_FREE, MAX_TILES, SICKLES
from services.rules.games.click_a_tree.geometry import KIND
from services.rules.games.click_a_tree.options import FIRST_GAME
from services.rules.games.click_a_tree.state import TAKE, State
from services.rules.games.click_a_tree.view import strips_of
from services.rules.kernel import BLANK
from tests.support.games import rng


def dealt(seats: int, seed: object = 0, **options: object) -> State:
    return GAME.start(seats, GAME.pack(options, seats), rng("deal", seed))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_tile_lies_in_the_ring_before_a_seat_or_in_the_stack(seats: int) -> None:
    s = dealt(seats)
    started = [s.tile[p][0] for p in range(seats)]
    assert sorted([*s.ring, *started, *s.stack[: s.n_stack]]) == list(range(126))
    assert s.n_stack == 126 - 7 - seats
    assert set(s.stack[s.n_stack :]) == {BLANK}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_each_seat_begins_with_a_start_tile_strips_on_2_to_10_and_all_markers_on_1(seats: int) -> None:
    s = dealt(seats)
    for p in range(seats):
        assert (s.n_tile[p], s.q[p][0], s.r[p][0]) == (1, 0, 0)
        assert s.value[p] == [1] * FRUITS
        assert (s.left[p], s.cap[p]) == (s.strips, 1)
        assert (s.n_complete[p], s.reached[p]) == (0, 0)


def test_each_seat_has_the_same_14_harvest_tiles_two_of_them_open() -> None:
    s = dealt(4)
    for p in range(4):
        assert (s.n_face_up[p], s.n_face_down[p]) == (2, 12)
        assert Counter([*s.face_up[p], *s.face_down[p][:12]]) == Counter(KIND[edges] for edges in SICKLES)
    assert len({tuple(s.face_down[p]) for p in range(4)}) == 4


def test_cost_markers_and_tiles_lie_in_any_order() -> None:
    orders = {tuple(dealt(2, seed).ring_place) for seed in range(20)}
    assert all(sorted(order) == list(range(7)) for order in orders)
    assert len(orders) > 15


def test_the_starting_player_is_drawn() -> None:
    starts = Counter(dealt(3, seed).start for seed in range(120))
    assert set(starts) == {0, 1, 2}
    assert min(starts.values()) > 20
    assert all(dealt(3, seed).turn == dealt(3, seed).start for seed in range(9))


def test_the_game_begins_with_the_first_phase_of_round_1() -> None:
    s = dealt(2)
    assert (s.phase, s.round, s.n_taken, s.open_choices) == (TAKE, 1, 0, 0)


# Strips --------------------------------------------------------------------------------------------------------------


def test_the_nine_strips_of_a_first_game_are_the_default() -> None:
    assert strips_of(dealt(2).strips) == [1, 2, 3, 4, 7, 8, 10, 12, 14] == list(FIRST_GAME)


def test_given_strips_are_played_in_any_order_given() -> None:
    wanted = [15, 13, 11, 9, 7, 5, 3, 2, 1]
    s = dealt(3, strips=wanted)
    assert strips_of(s.strips) == sorted(wanted)
    assert all(s.left[p] == s.strips for p in range(3))


def test_random_strips_are_nine_of_fifteen_the_same_for_all() -> None:
    drawn = [dealt(2, seed, strips="random") for seed in range(200)]
    counts = Counter(n for s in drawn for n in strips_of(s.strips))
    assert all(len(strips_of(s.strips)) == 9 and s.left[0] == s.left[1] == s.strips for s in drawn)
    assert set(counts) == set(range(1, 16))
    assert all(90 < n < 150 for n in counts.values())


# Bounds --------------------------------------------------------------------------------------------------------------


def test_the_stack_lasts_for_all_rounds_of_four_seats() -> None:
    assert 7 + 4 + 4 * 14 * 2 == 123 <= len(COMPONENTS.landscape)


def test_a_display_has_at_most_43_tiles() -> None:  # A11
    assert MAX_TILES == 1 + 14 * 3 == 43


def test_around_n_tiles_there_are_at_most_2n_plus_4_free_cells() -> None:
    """A new tile takes one, and of its six neighbours three at most border no other tile."""
    assert MAX_FREE == 2 * MAX_TILES + 4
    s = dealt(1)
    room, chance = [0] * GAME.max_legal, rng("free")
    while not GAME.is_over(s):
        assert s.n_free[0] <= 2 * s.n_tile[0] + 4
        GAME.apply(s, GAME.random_action(s, chance, room), chance)
