"""Boards: ranks, pages, and the lines around a player."""

import pytest

from services.matchmaking.results import NEW
from tests.support.house import APP, House
from tests.support.rated import (
    GAME,
    finish,
    rate_all,
)


def test_only_who_has_played_enough_is_listed(house: House) -> None:
    for number in range(house.settings.leaderboard_games):
        assert house.ratings.board(APP, GAME, 10).listed == 0
        finish(house.services, "ada", "bob" if number else "cyd")
        rate_all(house)
    assert [(line.rank, line.player) for line in house.ratings.board(APP, GAME, 10).lines] == [(1, "ada")]


def fill(house: House, points: dict[str, int]) -> None:
    """A board of these players, with these points."""
    key = f"{{mm:{APP}}}"
    house.redis.hset(f"{key}:ratings:{GAME}", mapping=dict.fromkeys(points, NEW.text()))
    house.redis.zadd(f"{key}:board:{GAME}", dict(points))


def test_who_has_as_many_points_shares_a_rank_and_the_next_rank_is_skipped(house: House) -> None:
    fill(house, {"ada": 900, "bob": 800, "cyd": 800, "dee": 700, "eve": -20})
    lines = house.ratings.board(APP, GAME, 10).lines
    assert [(line.rank, line.player, line.points) for line in lines] == [
        (1, "ada", 900), (2, "cyd", 800), (2, "bob", 800), (4, "dee", 700), (5, "eve", -20),
    ]  # fmt: skip
    assert house.ratings.of(APP, "bob")[GAME][1] == 2
    assert house.ratings.of(APP, "eve")[GAME][1] == 5


def test_pages_follow_each_other_through_ties_and_though_players_move(house: House) -> None:
    points = {f"p{number:03}": 1000 - number // 30 for number in range(100)}
    fill(house, points)
    whole = house.ratings.board(APP, GAME, 1000).lines
    assert [line.rank for line in whole[::30]] == [1, 31, 61, 91]
    paged, after = [], None
    while lines := house.ratings.board(APP, GAME, 7, after).lines:
        paged += lines
        after = (lines[-1].points, lines[-1].player)
    assert paged == whole
    # The last line of a page moves away, and the next page still begins where it stood.
    house.redis.zadd(f"{{mm:{APP}}}:board:{GAME}", {whole[6].player: 5000})
    assert house.ratings.board(APP, GAME, 7, (whole[6].points, whole[6].player)).lines[0].player == whole[7].player


@pytest.mark.parametrize(("player", "first", "last"), [("p000", "p000", "p004"), ("p050", "p048", "p052")])
def test_around_a_player_are_those_above_and_below(house: House, player: str, first: str, last: str) -> None:
    fill(house, {f"p{number:03}": 1000 - number for number in range(100)})
    found = house.ratings.around(APP, GAME, 5, player)
    assert found is not None
    assert [found.lines[0].player, found.lines[-1].player] == [first, last]
    assert player in [line.player for line in found.lines]
    assert [line.rank for line in found.lines] == list(range(found.first + 1, found.first + 6))


def test_at_the_end_of_the_board_the_stretch_is_as_long(house: House) -> None:
    fill(house, {f"p{number:03}": 1000 - number for number in range(100)})
    found = house.ratings.around(APP, GAME, 5, "p099")
    assert found is not None
    assert [line.player for line in found.lines] == ["p095", "p096", "p097", "p098", "p099"]
    assert house.ratings.around(APP, GAME, 5, "nobody") is None


def test_apps_do_not_see_each_others_players(house: House) -> None:
    finish(house.services, "ada", "bob", app="other")
    rate_all(house)
    assert house.ratings.of("other", "ada")
    assert house.ratings.of(APP, "ada") == {}
    assert house.ratings.store.apps() == ["other"]
