"""Ratings can be worked out again from the results, and results from the matches; erased players stay erased."""

from typing import Any

import pytest
from redis import Redis

from services.matchmaking.results import Result
from tests.support.house import APP, House
from tests.support.rated import (
    GAME,
    finish,
    known,
    once_and_right,
    rate_all,
    resign,
    results,
    seat_players,
    some_matches,
    waiting,
    wipe,
)


def mixed(house: House) -> list[str]:
    """Matches between people and with bots, rated in another order than that of their ends."""
    matches = some_matches(house, 12)
    with_bot = seat_players(house.services, "player0", bots=["greedy"])
    resign(house.services, with_bot, 0)
    matches.append(with_bot)
    for match_id in reversed(matches):
        assert house.ratings.rate(APP, match_id)
    return matches


def test_ratings_are_worked_out_again_from_the_result_log_to_the_last_bit(house: House) -> None:
    matches = mixed(house)
    before = house.redis.hgetall(f"{{mm:{APP}}}:ratings:{GAME}")
    assert [each.changed for each in house.ratings.recompute(APP)] == [0, 0, 0, 0]
    wipe(house, "ratings", "board")
    found = {each.game: each for each in house.ratings.recompute(APP)}
    assert (found[GAME].results, found[GAME].players, found[GAME].changed) == (13, 6, 6)
    assert house.redis.hgetall(f"{{mm:{APP}}}:ratings:{GAME}") == before
    once_and_right(house, matches)


def test_the_result_log_is_made_again_from_the_matches_in_the_same_order_and_with_the_bots_of_then(
    house: House,
) -> None:
    matches = mixed(house)
    log, before = results(house), house.redis.hgetall(f"{{mm:{APP}}}:ratings:{GAME}")
    wipe(house, "results", "rated", "ratings", "board")
    other = House(house.settings)
    other.ratings._anchors = lambda *_: 3000  # noqa: SLF001 - the ladder is another by now
    found = {each.game: each for each in other.ratings.recompute(APP, from_matches=True)}
    assert (found[GAME].added, found[GAME].results) == (13, 13)
    assert results(house) == log
    assert house.redis.hgetall(f"{{mm:{APP}}}:ratings:{GAME}") == before
    once_and_right(house, matches)
    other.close()


def test_what_the_result_log_has_already_is_not_added_again(house: House) -> None:
    matches = mixed(house)
    late = finish(house.services, "player1", "player2")
    house.services.ratings._ended.settle(APP, late)  # noqa: SLF001 - as if its last write had been lost
    found = {each.game: each for each in house.ratings.recompute(APP, from_matches=True)}
    assert (found[GAME].added, found[GAME].results) == (1, 14)
    once_and_right(house, [*matches, late])


def test_while_it_is_worked_out_again_a_new_result_is_not_lost(house: House) -> None:
    matches = some_matches(house, 6)
    rate_all(house)
    late = list[str]()
    store, once = house.ratings.store, house.ratings.store.replace

    def interrupted(*asked: Any) -> bool:
        if not late:
            late.append(finish(house.services, "player0", "player1"))
            rate_all(house)
        return once(*asked)

    store.replace = interrupted  # type: ignore[assignment, method-assign]
    assert [each.results for each in house.ratings.recompute(APP)] == [7, 0, 0, 0]
    once_and_right(house, [*matches, *late])


# Erased


def test_an_erased_player_has_no_rating_no_line_and_no_result_any_more(house: House, redis: Redis) -> None:
    for _ in range(5):
        finish(house.services, "ada", "bob")
    rate_all(house)
    bob = known(house)["bob"]
    open_match = seat_players(house.services, "ada", "bob", "cyd")
    for _ in range(2):
        house.ratings.erase(APP, "ada")
    assert house.ratings.of(APP, "ada") == {}
    assert [line.player for line in house.ratings.board(APP, GAME, 10).lines] == ["bob"]
    assert known(house)["bob"] == bob
    resign(house.services, open_match, 1, 2)
    rate_all(house)
    log = results(house)
    assert (len(log), log[5]) == (7, "ada")
    assert isinstance(log[6], Result)
    assert [player for player, _ in log[6].players] == ["bob", "cyd"]
    before = redis.hgetall(f"{{mm:{APP}}}:ratings:{GAME}")
    assert sum(each.changed for each in house.ratings.recompute(APP)) == 0
    assert redis.hgetall(f"{{mm:{APP}}}:ratings:{GAME}") == before


@pytest.mark.parametrize("before", [0, 1])
def test_who_is_erased_while_a_match_is_rated_is_erased(
    house: House, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    for _ in range(before):
        finish(house.services, "bob", "cyd")
    rate_all(house)
    finish(house.services, "ada", "bob", "cyd")
    write = house.ratings.store.write

    def erased_first(*asked: Any) -> int | None:
        house.ratings.erase(APP, "ada")
        return write(*asked)

    monkeypatch.setattr(house.ratings.store, "write", erased_first)
    rate_all(house)
    assert set(known(house)) == {"bob", "cyd"}
    assert results(house)[-1].players == (("bob", 1 + 1), ("cyd", 2 + 1))  # type: ignore[union-attr]
    assert waiting(house) == 0


def test_who_was_erased_while_the_ratings_were_lost_does_not_come_back(house: House) -> None:
    finish(house.services, "ada", "bob")
    rate_all(house)
    wipe(house, "ratings", "board")
    house.ratings.erase(APP, "ada")
    list(house.ratings.recompute(APP))
    assert set(known(house)) == {"bob"}
    finish(house.services, "ada", "bob", "cyd")
    wipe(house, "results", "rated", "ratings", "board")
    list(house.ratings.recompute(APP, from_matches=True))
    assert set(known(house)) == {"bob", "cyd"}
