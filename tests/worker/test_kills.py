"""Whatever is killed in the middle of a bot's thinking: its move comes later, and once."""

import os
import signal
from dataclasses import replace
from pathlib import Path

from services.shared.embedded import Embedded
from tests.support.house import House
from tests.support.running import SLOW_WORKER, SWEEPER, WORKER, running
from tests.support.waiting import eventually, gone


def the_bot_moved_once(house: House, match_id: str, asked: int) -> None:
    """The bot's turn is there, whole, as its own bot played it."""
    answer = house.consistent(match_id)[asked:]
    assert [entry.by for entry in answer] == ["bot:greedy"] * 4
    assert house.match(match_id).to_act == 0


def test_a_worker_killed_with_its_children_delays_the_move_and_no_more(house: House) -> None:
    match_id = house.create("person", "greedy")
    with running(house.settings, SLOW_WORKER, slow=1, seconds=60) as worker:
        asked = house.play(match_id).version
        assert worker.thinks()
        worker.kill_all()
        assert eventually(lambda: gone(worker.thoughts()[0][2]))
    assert house.match(match_id).version == asked
    with running(house.settings, WORKER), running(house.settings, SWEEPER):
        house.make_due(match_id)
        assert house.answered(match_id)
    the_bot_moved_once(house, match_id, asked)


def test_a_child_killed_in_its_thinking_is_replaced_and_the_move_comes(house: House) -> None:
    match_id = house.create("person", "greedy")
    with running(house.settings, SLOW_WORKER, slow=1, seconds=60) as worker, running(house.settings, SWEEPER):
        asked = house.play(match_id).version
        assert worker.thinks()
        os.kill(worker.thoughts()[0][2], signal.SIGKILL)
        assert worker.said("has moved on from version"), "it comes back at once and finds the lease of the dead"
        house.make_due(match_id)
        assert house.answered(match_id)
    the_bot_moved_once(house, match_id, asked)


def test_a_parent_killed_alone_leaves_a_child_whose_answer_counts_once(house: House) -> None:
    match_id = house.create("person", "greedy")
    with running(house.settings, SLOW_WORKER, slow=1, seconds=2) as worker:
        asked = house.play(match_id).version
        assert worker.thinks()
        worker.process.kill()
        worker.process.wait(10)
        with running(house.settings, WORKER), running(house.settings, SWEEPER):
            house.make_due(match_id)
            assert house.answered(match_id)
            assert eventually(lambda: gone(worker.thoughts()[0][2])), "the child does not live on"
    the_bot_moved_once(house, match_id, asked)


def test_a_killed_sweeper_is_made_good_by_any_other(house: House) -> None:
    match_id = house.create("person", "greedy")
    with running(house.settings, SWEEPER) as sweeper:
        sweeper.kill_all()
    asked = house.play(match_id).version
    assert house.tasks(), "the broker loses the task"
    house.store.lease("dev", match_id, asked)
    with running(house.settings, WORKER), running(house.settings, SWEEPER):
        house.make_due(match_id)
        assert house.answered(match_id)
    the_bot_moved_once(house, match_id, asked)


def test_a_redis_killed_and_back_before_the_answer_costs_nothing(durable: tuple[Embedded, House]) -> None:
    server, house = durable
    match_id = house.create("person", "greedy")
    with running(house.settings, SLOW_WORKER, slow=1, seconds=3) as worker:
        asked = house.play(match_id).version
        assert worker.thinks()
        os.kill(server.pid, signal.SIGKILL)
        server.start()
        assert house.answered(match_id)
        the_bot_moved_once(house, match_id, asked)
        asked = house.play(match_id).version
        assert house.answered(match_id), "the worker goes on"
    the_bot_moved_once(house, match_id, asked)


def test_a_redis_that_is_away_when_the_answer_comes_makes_it_come_again(durable: tuple[Embedded, House]) -> None:
    server, house = durable
    match_id = house.create("person", "greedy")
    with (
        running(house.settings, SLOW_WORKER, slow=1, seconds=1) as worker,
        running(house.settings, SWEEPER) as sweeper,
    ):
        asked = house.play(match_id).version
        assert worker.thinks()
        os.kill(server.pid, signal.SIGKILL)
        assert worker.said(f"Redis is away, match {match_id} stays due at version {asked}")
        assert sweeper.said("Redis is away, the next attempt is in 5.0 s")
        server.start()
        house.make_due(match_id)
        assert house.answered(match_id, 60)
        assert sweeper.process.poll() is None
        assert worker.process.poll() is None
    the_bot_moved_once(house, match_id, asked)


def test_a_broker_away_at_the_commit_and_back_later_gets_the_task_from_the_sweeper(
    durable: tuple[Embedded, House], tmp_path: Path
) -> None:
    _, own = durable
    with Embedded(tmp_path / "broker") as broker:
        house = House(replace(own.settings, broker_url=broker.url))
        match_id = house.create("person", "greedy")
        with running(house.settings, WORKER) as worker, running(house.settings, SWEEPER) as sweeper:
            assert worker.said("ready.")
            os.kill(broker.pid, signal.SIGKILL)
            asked = house.play(match_id).version
            assert house.phase(match_id) == "unsent"
            assert sweeper.said("The broker is away, pomona.ai.think")
            broker.start()
            assert house.answered(match_id, 60)
        the_bot_moved_once(house, match_id, asked)
        house.close()
