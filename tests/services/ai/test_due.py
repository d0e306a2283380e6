"""What is due: the outbox, the bot's timer and the lease in one, against everything that can go wrong.

The time is moved, not waited for: by the score of the match in the sorted set, and by the begin of its turn.
"""

import logging
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from redis import Redis

from ai.choose import Decision
from ai.search.runs import Progress
from services.ai.thinking import choose_plainly
from services.rules.match import FALLBACK
from services.rules.matches import BotTurn
from services.rules.store import GIVE_UP_SECONDS, LEASE_SECONDS, SENT_SECONDS, UNSENT_SECONDS
from tests.support.house import APP, House

NOWHERE = "unix:///nowhere/s"


@pytest.fixture
def cut_off(house: House) -> Iterator[House]:
    """Services whose broker does not answer."""
    made = House(replace(house.settings, broker_url=NOWHERE))
    yield made
    made.close()


def verdicts(house: House) -> list[str]:
    """What a sweeper does now, without doing it: one that dies after the claim."""
    return [due.verdict for due in house.store.due()]


def sweep(house: House) -> list[str]:
    """What a sweeper does now."""
    return [due.verdict for due in house.thinking().handle_due()]


def is_due_in(house: House, match_id: str, seconds: float) -> bool:
    """Whether the match is due in about so many seconds."""
    left = house.seconds_left(match_id)
    return left is not None and seconds - 1 < left <= seconds


def test_a_task_that_was_sent_is_looked_at_again_after_20_seconds(house: House) -> None:
    match_id = house.create("random", "person")
    assert house.phase(match_id) == "sent"
    assert is_due_in(house, match_id, SENT_SECONDS)
    assert verdicts(house) == []


def test_a_broker_that_is_away_at_the_commit_changes_no_answer_and_the_sweeper_sends(
    house: House, cut_off: House
) -> None:
    match_id = cut_off.create("random", "person")
    assert cut_off.phase(match_id) == "unsent"
    assert is_due_in(house, match_id, UNSENT_SECONDS)
    house.make_due(match_id)
    assert sweep(house) == ["send"]
    assert house.tasks() == [(APP, match_id, 1, 0)]
    assert house.phase(match_id) == "sent"
    assert is_due_in(house, match_id, SENT_SECONDS)


def test_while_the_broker_is_away_the_sweeper_tries_every_2_seconds(cut_off: House) -> None:
    match_id = cut_off.create("random", "person")
    for _ in range(3):
        cut_off.make_due(match_id)
        assert sweep(cut_off) == ["send"]
        assert cut_off.phase(match_id) == "unsent"
        assert is_due_in(cut_off, match_id, UNSENT_SECONDS)


def test_when_the_broker_is_away_for_a_minute_a_stand_in_plays_the_whole_turn(cut_off: House) -> None:
    match_id = cut_off.create("random", "person")
    cut_off.grow_old(match_id, GIVE_UP_SECONDS)
    cut_off.make_due(match_id)
    assert sweep(cut_off) == ["fallback"]
    moves = cut_off.consistent(match_id)[1:]
    assert len(moves) > 1
    assert {entry.by for entry in moves} == {FALLBACK}
    assert cut_off.person_is_to_act(match_id)
    assert cut_off.seconds_left(match_id) is None


def test_a_task_that_waits_in_the_broker_is_not_sent_again_so_that_a_backlog_does_not_multiply(house: House) -> None:
    match_id = house.create("random", "person")
    for _ in range(2):
        house.grow_old(match_id, SENT_SECONDS)
        house.make_due(match_id)
        assert sweep(house) == ["wait"]
        assert is_due_in(house, match_id, SENT_SECONDS)
    assert len(house.tasks()) == 1


def test_a_task_that_waits_is_given_up_after_a_minute_and_not_later(house: House) -> None:
    match_id = house.create("random", "person")
    house.grow_old(match_id, GIVE_UP_SECONDS - 5)
    house.make_due(match_id)
    assert sweep(house) == ["wait"]
    assert is_due_in(house, match_id, 5)
    house.grow_old(match_id, 5)
    house.make_due(match_id)
    assert sweep(house) == ["fallback"]
    assert house.person_is_to_act(match_id)
    ((_, _, version, _),) = house.tasks()
    assert house.thinking().think(APP, match_id, version, 0) == 0, "the late task is dropped"


@pytest.mark.parametrize("phase", ["unsent", "thinking"])
def test_a_sweeper_that_dies_between_claiming_and_sending_loses_nothing(
    house: House, cut_off: House, phase: str
) -> None:
    match_id = cut_off.create("random", "person")
    if phase == "thinking":
        assert house.store.lease(APP, match_id, 1)
    for _ in range(3):
        house.make_due(match_id)
        assert verdicts(house) == ["send"]
        assert is_due_in(house, match_id, UNSENT_SECONDS)
    house.make_due(match_id)
    assert sweep(house) == ["send"]
    assert len(house.tasks()) == 1


def test_a_sweeper_that_dies_while_its_stand_in_thinks_is_replaced(house: House) -> None:
    match_id = house.create("random", "person")
    house.grow_old(match_id, GIVE_UP_SECONDS)
    house.make_due(match_id)
    assert verdicts(house) == ["fallback"]
    assert is_due_in(house, match_id, LEASE_SECONDS)
    house.make_due(match_id)
    assert sweep(house) == ["fallback"]
    assert house.person_is_to_act(match_id)


def test_of_many_sweepers_exactly_one_gets_what_is_due(cut_off: House) -> None:
    matches = [cut_off.create("random", "person") for _ in range(20)]
    for match_id in matches:
        cut_off.make_due(match_id)
    with ThreadPoolExecutor(8) as sweepers:
        claimed = [due for found in sweepers.map(lambda _: list(cut_off.store.due()), range(8)) for due in found]
    assert sorted(due.id for due in claimed) == sorted(matches)


def test_a_task_that_arrives_before_it_is_noted_as_sent_keeps_its_lease(cut_off: House) -> None:
    match_id = cut_off.create("random", "person")
    assert cut_off.store.lease(APP, match_id, 1)
    cut_off.store.mark_sent(APP, match_id, 1)
    assert cut_off.phase(match_id) == "thinking"
    assert is_due_in(cut_off, match_id, LEASE_SECONDS)


def test_a_note_that_comes_after_the_move_touches_nothing(cut_off: House) -> None:
    match_id = cut_off.create("random", "random")
    turn = cut_off.matches.seen_by(APP, match_id, 0, 1)
    assert turn is not None
    assert cut_off.matches.play_for(turn, turn.game.legal(turn.state)[0], "bot:random") is not None
    cut_off.store.mark_sent(APP, match_id, 1)
    assert cut_off.phase(match_id) == "unsent"
    assert is_due_in(cut_off, match_id, UNSENT_SECONDS)


def test_a_lapsed_lease_is_sent_once_more_and_then_a_stand_in_plays(house: House) -> None:
    match_id = house.create("random", "person")
    assert house.tasks()
    assert house.store.lease(APP, match_id, 1)
    assert not house.store.lease(APP, match_id, 1)
    house.make_due(match_id)
    assert sweep(house) == ["send"]
    assert house.tasks() == [(APP, match_id, 1, 0)]
    assert house.store.lease(APP, match_id, 1)
    house.make_due(match_id)
    assert sweep(house) == ["fallback"]
    assert {entry.by for entry in house.consistent(match_id)[1:]} == {FALLBACK}
    assert house.person_is_to_act(match_id)


def test_playing_on_renews_the_lease_and_the_tries(house: House) -> None:
    match_id = house.create("random", "person")
    assert house.store.lease(APP, match_id, 1)
    house.make_due(match_id)
    assert verdicts(house) == ["send"]
    assert house.store.lease(APP, match_id, 1)
    turn = house.matches.seen_by(APP, match_id, 0, 1)
    assert turn is not None
    assert house.matches.play_for(turn, turn.game.legal(turn.state)[0], "bot:random", going_on=True) is not None
    assert house.phase(match_id) == "thinking"
    assert is_due_in(house, match_id, LEASE_SECONDS)
    house.make_due(match_id)
    assert verdicts(house) == ["send"], "the next decision has two tries of its own"


@pytest.mark.parametrize("slow_one_is_first", [True, False])
def test_when_a_slow_thinker_loses_its_lease_the_first_answer_counts_and_the_other_is_dropped(
    house: House, slow_one_is_first: bool
) -> None:
    match_id = house.create("random", "person")
    (task,) = house.tasks()

    def slowly(turn: BotTurn, number: int, _progress: Progress) -> Decision:
        if turn.version == 1:
            house.make_due(match_id)
            assert sweep(house) == ["send"]
            (again,) = house.tasks()
            assert again == task
            if not slow_one_is_first:
                assert house.thinking().think(*again) > 0
        return choose_plainly(turn, number, "random")

    assert (house.thinking(slowly).think(*task) > 0) is slow_one_is_first
    assert (house.thinking().think(*task) > 0) is False
    assert {entry.by for entry in house.consistent(match_id)[1:]} == {"bot:random"}
    assert house.person_is_to_act(match_id)


def test_a_bot_that_answers_after_the_stand_in_is_dropped(house: House) -> None:
    match_id = house.create("random", "person")
    (task,) = house.tasks()

    def endlessly(turn: BotTurn, number: int, _progress: Progress) -> Decision:
        house.grow_old(match_id, GIVE_UP_SECONDS)
        house.make_due(match_id)
        assert sweep(house) == ["fallback"]
        return choose_plainly(turn, number, "random")

    assert house.thinking(endlessly).think(*task) == 0
    assert {entry.by for entry in house.consistent(match_id)[1:]} == {FALLBACK}


def test_the_seat_of_a_person_who_resigned_is_played_on(house: House) -> None:
    match_id = house.create("person", "person", "person")
    house.matches.resign(APP, match_id, 0, 0, 1)
    (task,) = house.tasks()
    assert house.thinking().think(*task) > 0
    assert {(entry.seat, entry.by) for entry in house.consistent(match_id)[2:]} == {(0, "bot:greedy")}
    assert house.match(match_id).to_act == 1


def test_several_bots_in_a_row_are_each_sent_and_each_looked_after(house: House, cut_off: House) -> None:
    match_id = cut_off.create("random", "random", "random", "person")
    for seat in range(3):
        house.make_due(match_id)
        assert sweep(house) == ["send"]
        ((_, _, version, asked),) = house.tasks()
        assert asked == seat
        assert cut_off.thinking().think(APP, match_id, version, seat) > 0
    assert house.match(match_id).to_act == 3
    assert house.seconds_left(match_id) is None


def test_a_match_that_is_gone_is_no_longer_due(house: House, redis: Redis) -> None:
    match_id = house.create("random", "person")
    redis.delete(*[key for key in redis.scan_iter() if match_id.encode() in key])
    house.make_due(match_id)
    assert sweep(house) == []
    assert house.seconds_left(match_id) is None


def test_one_match_that_cannot_be_helped_does_not_stop_the_others(
    house: House, cut_off: House, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    good, broken = cut_off.create("random", "person"), cut_off.create("random", "person")
    (key,) = [key for key in redis.scan_iter() if b":match:" in key and broken.encode() in key]
    redis.hset(key, "meta", b"{")
    for match_id in (good, broken):
        house.make_due(match_id)
    with caplog.at_level(logging.ERROR):
        assert sorted(sweep(house)) == ["send", "send"]
    assert f"match {broken} stays due at version 1" in caplog.text
    assert house.tasks() == [(APP, good, 1, 0)]
    assert house.seconds_left(broken) is not None


def test_the_clock_of_this_machine_counts_for_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 0.0)
    match_id = house.create("random", "person")
    assert is_due_in(house, match_id, SENT_SECONDS)
    house.make_due(match_id)
    assert verdicts(house) == ["wait"]
