"""Ratings find out who plays better: players whose true skill is known."""

import pytest

from services.matchmaking.rating import Rating
from tests.support.rating_error import World, errors, kendall, placed, simulate


def test_with_every_game_the_order_of_the_players_is_known_better() -> None:
    little, much = (simulate(World(players=120, games=games)) for games in (120, 1500))
    assert much["kendall_tau"] > 0.75 > little["kendall_tau"] > 0.3
    assert much["rmse"] < 0.6 * much["rmse_of_the_mean"]
    assert much["rmse"] < little["rmse"] < little["rmse_of_the_mean"]
    assert 0.8 < much["within_two_sigmas"] < little["within_two_sigmas"]


def test_players_who_meet_their_equals_are_found_out_too() -> None:
    found = simulate(World(players=120, games=1500, near=30))
    assert found["kendall_tau"] > 0.7


def test_kendall_counts_pairs() -> None:
    assert kendall([(1, 1), (2, 2), (3, 3)]) == 1
    assert kendall([(1, 3), (2, 2), (3, 1)]) == -1
    assert kendall([(1, 1), (2, 3), (3, 2)]) == pytest.approx(1 / 3)


def test_who_performs_nearly_alike_ties() -> None:
    assert placed({"ada": 3.0, "bob": 2.9, "cyd": 1.0, "dee": 0.5}, 0.2) == {"ada": 1, "bob": 1, "cyd": 3, "dee": 4}


def test_that_all_are_believed_to_be_stronger_is_no_error() -> None:
    found = errors({"ada": 20.0, "bob": 30.0}, {"ada": Rating(25.0, 1.0, 9), "bob": Rating(35.0, 1.0, 9)})
    assert (found["rmse"], found["kendall_tau"], found["within_two_sigmas"]) == (0, 1, 1)
