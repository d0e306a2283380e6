"""Ratings on a real Redis: each match counts once, and everything can be worked out again."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from redis import Redis

from services.matchmaking.rating import AT_ONCE, Rated
from services.matchmaking.results import NEW, Result
from services.rules.ended import Ended
from services.rules.match import RESIGNED
from services.shared.embedded import Embedded
from services.wiring import wire
from tests.support.house import APP, House, settings_for
from tests.support.rated import (
    GAME,
    finish,
    known,
    once_and_right,
    resign,
    results,
    seat_players,
    take_again,
    waiting,
)
from tests.support.running import SWEEPER, running
from tests.support.waiting import eventually

PLAYERS = [f"player{number}" for number in range(6)]


def some_matches(house: House, count: int, seed: int = 1) -> list[str]:
    """Matches of two to four of the players, drawn."""
    random = Random(seed)
    return [finish(house.services, *random.sample(PLAYERS, random.randint(2, 4))) for _ in range(count)]


def rate_all(house: House) -> list[Rated]:
    return list(house.ratings.rate_ended())


def test_a_match_waits_from_its_last_entry_until_it_is_rated(house: House) -> None:
    match_id = seat_players(house.services, "ada", "bob")
    assert waiting(house) == 0
    resign(house.services, match_id, 1)
    assert house.entries(match_id)[-1].type == RESIGNED
    assert waiting(house) == 1
    assert rate_all(house) == [Rated(APP, match_id, 1)]
    once_and_right(house, [match_id])
    assert known(house)["ada"].people.mu > 25 > known(house)["bob"].people.mu


def test_a_match_that_is_not_rated_never_waits(house: House) -> None:
    match_id = house.create("person", "person")
    resign(house.services, match_id, 1)
    assert house.match(match_id).over
    assert waiting(house) == 0


def test_a_match_from_which_nothing_follows_is_settled_without_a_result(house: House) -> None:
    finish(house.services, "ada", "")
    assert [rated.number for rated in rate_all(house)] == [0]
    once_and_right(house, [])


def test_a_match_is_rated_once_however_often_it_is_taken(house: House) -> None:
    match_id = finish(house.services, "ada", "bob")
    other = finish(house.services, "bob", "cyd")
    for _ in range(2):
        assert house.ratings.rate(APP, match_id) == Rated(APP, match_id, 1)
        assert house.ratings.rate(APP, other) == Rated(APP, other, 2)
    once_and_right(house, [match_id, other])


def test_a_match_that_somebody_has_taken_is_left_to_them_for_a_while(house: House) -> None:
    match_id = finish(house.services, "ada", "bob")
    ended = Ended(house.redis, house.store)
    assert list(ended.claim()) == [(APP, match_id)]
    assert list(ended.claim()) == []
    assert rate_all(house) == []
    take_again(house)
    assert rate_all(house) == [Rated(APP, match_id, 1)]


def test_with_a_bot_the_rating_among_people_stays_and_the_strength_of_then_is_kept(house: House) -> None:
    match_id = seat_players(house.services, "ada", bots=["greedy"])
    resign(house.services, match_id, 0)
    rate_all(house)
    after = known(house)["ada"]
    assert after.people == NEW.people
    assert after.bots.games == 1
    assert after.bots.mu < NEW.bots.mu
    (result,) = results(house)
    assert isinstance(result, Result)
    assert [(bot, place) for bot, place, _ in result.bots] == [("greedy", 1)]
    once_and_right(house, [match_id])


def test_many_matches_that_end_at_once_do_not_keep_the_sweeper_from_the_bots(house: House) -> None:
    matches = some_matches(house, AT_ONCE + 5)
    assert len(rate_all(house)) == AT_ONCE
    assert len(rate_all(house)) == 5
    once_and_right(house, matches)


def test_a_match_that_cannot_be_rated_now_is_told_and_keeps_no_other_waiting(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    matches = some_matches(house, 3)
    write = house.ratings.store.write

    def broken(app: str, game: str, length: int, result: Result, *more: Any) -> int | None:
        if result.match == matches[0]:
            raise RuntimeError("a bug")
        return write(app, game, length, result, *more)

    monkeypatch.setattr(house.ratings.store, "write", broken)
    assert sorted(rated.id for rated in rate_all(house)) == sorted(matches[1:])
    assert f"match {matches[0]} waits for its rating" in caplog.text
    monkeypatch.undo()
    take_again(house)
    rate_all(house)
    once_and_right(house, matches)


# Together


def test_raters_in_many_threads_lose_and_double_nothing(house: House) -> None:
    matches = some_matches(house, 40)
    raters = [wire(house.settings).ratings for _ in range(4)]
    done: list[list[Rated]] = [[] for _ in raters]

    def run(number: int) -> None:
        # All of them come to every match, whoever has taken it, each in an order of its own.
        for match_id in Random(number // 2).sample(matches, len(matches)):
            done[number].append(raters[number].rate(APP, match_id) or pytest.fail("never came to it"))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(raters))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(each) for each in done] == [40] * 4
    assert all(sorted(each) == sorted(done[0]) for each in done)
    once_and_right(house, matches)


@pytest.mark.parametrize("step", ["read", "written"])
def test_a_rater_that_is_killed_between_two_steps_is_made_good_by_the_next(house: House, step: str) -> None:
    matches = some_matches(house, 5)
    command = [sys.executable, "-m", "tests.support.dying_rater", str(house.settings.redis_url), step, "2"]
    died = subprocess.run(command, check=False, capture_output=True, timeout=60)
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert len(results(house)) == (2 if step == "written" else 1)
    assert waiting(house) == 4
    take_again(house)
    rate_all(house)
    once_and_right(house, matches)


def any_more(house: House, before: int) -> bool:
    return len(results(house)) > before


@pytest.fixture
def durable(tmp_path: Path) -> Iterator[tuple[Embedded, House]]:
    """A server that may be killed, and the services on it."""
    with Embedded(tmp_path / "redis") as server:
        house = House(settings_for(server.url, tmp_path))
        yield server, house
        house.close()


def test_sweepers_and_the_server_are_killed_while_matches_end_and_each_match_counts_once(
    durable: tuple[Embedded, House],
) -> None:
    server, house = durable
    matches: list[str] = []
    for seed in (1, 2):
        with running(house.settings, SWEEPER) as one, running(house.settings, SWEEPER) as two:
            before = len(results(house))
            matches += some_matches(house, 12, seed)
            assert eventually(partial(any_more, house, before))
            one.kill_all()
            os.kill(server.pid, signal.SIGKILL)
            two.kill_all()
        server.start()
    take_again(house)
    with running(house.settings, SWEEPER):
        assert eventually(lambda: waiting(house) == 0)
    once_and_right(house, matches)


# All anew


def wipe(house: House, *kinds: str) -> None:
    """Lose some of what ratings are kept in."""
    for kind in kinds:
        for key in house.redis.scan_iter(f"{{mm:{APP}}}:{kind}:*"):
            house.redis.delete(key)


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


# Boards


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
