"""Real workers: bots answer by themselves, and nothing that arrives can hurt."""

from collections.abc import Callable
from typing import Any

from services.rules.match import FALLBACK
from services.shared.queue import Queue
from services.shared.tasks import LIGHT, THINK
from tests.support.house import APP, House
from tests.support.running import SLOW_WORKER, SWEEPER, WORKER, running
from tests.support.waiting import eventually


def test_bots_answer_by_themselves_until_a_person_is_to_act(house: House) -> None:
    match_id = house.create("person", "greedy", "random")
    with running(house.settings, WORKER):
        for _ in range(3):
            asked = house.play(match_id)
            assert house.answered(match_id)
            answer = house.consistent(match_id)[asked.version :]
            assert [entry.by for entry in answer] == ["bot:greedy"] * 4 + ["bot:random"] * 4
    assert house.seconds_left(match_id) is None


def test_a_cluster_of_workers_and_sweepers_plays_every_move_of_many_matches_exactly_once(house: House) -> None:
    with (
        running(house.settings, WORKER),
        running(house.settings, WORKER),
        running(house.settings, SWEEPER),
        running(house.settings, SWEEPER),
    ):
        matches = [house.create(*["random"] * seats) for seats in (2, 3, 4)] + [house.create("random", "greedy")]
        assert eventually(lambda: all(house.match(match_id).over for match_id in matches), 90)
    for match_id in matches:
        entries = house.consistent(match_id)
        assert {entry.by for entry in entries[1:]} <= {"bot:random", "bot:greedy"}
        assert house.seconds_left(match_id) is None


def lost(house: House) -> Callable[[], bool]:
    """Whether the queue is empty and nothing waits for an acknowledgement."""
    return lambda: not house.broker.llen(LIGHT) and not house.broker.hlen("unacked")


POISON: list[tuple[str, tuple[Any, ...], str]] = [
    (THINK, (APP, "a" * 26, 1, 0), "dropped: match aaaaaaaaaaaaaaaaaaaaaaaaaa has moved on from version 1"),
    (THINK, (APP, "../\x00{b00}", 1, 0), "dropped: match ../"),
    (THINK, ("", "", -1, -1), "dropped: match  has moved on from version -1"),
    (THINK, (1, 2, "three", 4), "dropped: (1, 2, 'three', 4) is no bot's turn"),
    (THINK, (APP, "a" * 26), "missing 2 required positional arguments"),
    ("pomona.ai.dream", (APP, "a" * 26, 1, 0), "Received unregistered task of type 'pomona.ai.dream'"),
]


def test_a_poisoned_task_is_dropped_with_a_line_in_the_log(house: House) -> None:
    match_id = house.create("person", "random")
    outbox = Queue(str(house.settings.broker))
    for task, ids, _ in POISON:
        assert outbox.send(task, *ids)
    house.play(match_id)
    with running(house.settings, WORKER) as worker:
        assert house.answered(match_id)
        for _, _, line in POISON:
            assert worker.said(line), line
        assert eventually(lost(house))


def test_a_bot_that_takes_for_ever_is_sent_once_more_and_then_replaced(house: House) -> None:
    match_id = house.create("person", "greedy")
    with (
        running(house.settings, SLOW_WORKER, slow=2, seconds=8) as first,
        running(house.settings, SLOW_WORKER, slow=2, seconds=8),
        running(house.settings, SWEEPER) as sweeper,
    ):
        asked = house.play(match_id)
        assert first.thinks()
        house.make_due(match_id)
        assert eventually(lambda: len(first.thoughts()) == 2), "sent once more, to the other worker"
        house.make_due(match_id)
        assert house.answered(match_id, 5), sweeper.log.read_text()
        assert sweeper.said(f"match {match_id}: greedy did not answer at version {asked.version}")
    answer = house.consistent(match_id)[asked.version :]
    assert {entry.by for entry in answer} == {FALLBACK}
    assert {version for version, _, _ in first.thoughts()} == {asked.version}


def test_a_worker_that_is_told_to_stop_finishes_its_turn_first(house: House) -> None:
    match_id = house.create("person", "greedy")
    with running(house.settings, SLOW_WORKER, slow=1, seconds=1) as worker:
        house.play(match_id)
        assert worker.thinks()
    assert house.person_is_to_act(match_id)
    assert lost(house)()
    house.consistent(match_id)
