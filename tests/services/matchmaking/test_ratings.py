"""Rating matches on a real Redis: each counts once, whatever dies when."""

import os
import signal
import subprocess
import sys
import threading
from functools import partial
from random import Random
from typing import Any

import pytest

from services.ai.ladder import rating_of
from services.matchmaking.rating import points_of
from services.matchmaking.ratings import AT_ONCE, Rated
from services.matchmaking.results import NEW, Result
from services.rules.ended import Ended
from services.rules.match import RESIGNED
from services.rules.registry import GAMES
from services.shared.embedded import Embedded
from services.shared.reach import reach
from services.wiring import wire
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
    take_again,
    waiting,
)
from tests.support.running import SWEEPER, running
from tests.support.waiting import eventually


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
    ended = Ended(reach(str(house.settings.redis_url)), house.store)
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


def test_for_who_plays_with_whom_the_middle_counts_and_somebody_new_is_average(house: House) -> None:
    finish(house.services, "ada", "bob")
    rate_all(house)
    strength = partial(house.ratings.strength, APP, GAME)
    assert strength(["ada"]) == points_of(known(house)["ada"].people.mu) > 1000
    assert strength(["new"]) == 1000
    assert strength(["ada", "new"]) == (strength(["ada"]) + 1000) / 2


# Whole games


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_played_to_its_end_counts_by_its_places(house: House, game: str) -> None:
    match_id = seat_players(house.services, "ada", "bob", game=game)
    while not house.match(match_id).over:
        house.play(match_id)
    rate_all(house)
    once_and_right(house, [match_id], game)
    places = (house.match(match_id).result or {})["places"]
    after = [known(house, game)[player].people.mu for player in ("ada", "bob")]
    assert (after[0] > after[1], after[0] < after[1]) == (places[0] < places[1], places[0] > places[1])


def test_a_bot_that_played_to_the_end_is_the_measure_of_whoever_played_against_it(house: House) -> None:
    match_id = seat_players(house.services, "ada", bots=["seedling"], game="applejack")
    thinking = house.thinking()
    while not house.match(match_id).over:
        house.play(match_id)
        for task in house.tasks():
            thinking.think(*task)
    short = any(entry.body.get("short") for entry in house.entries(match_id))
    rate_all(house)
    match = house.match(match_id)
    mine, its = (match.result or {})["places"]
    counted = Result(
        match_id, match.updated, (("ada", mine),), (("seedling", its, rating_of("applejack", "seedling") or 0),)
    )
    assert results(house, "applejack") == ([] if short else [counted])


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
