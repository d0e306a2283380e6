"""Jobs in real workers: whatever is killed, they end, and bots' turns come first."""

import os
import signal
from typing import Any

import pytest

from services.ai.job_store import MOST_TRIES, Job
from services.ai.questions import questions
from services.rules.match import Match
from services.shared.queue import Queue
from services.shared.tasks import JOBS, WORK
from tests.support.house import APP, House
from tests.support.running import SWEEPER, WORKER, Program, running
from tests.support.waiting import eventually

pytestmark = pytest.mark.timeout(300)


def ask_for_hint(house: House, steps: int = 0) -> Job:
    """A new hint for a person."""
    match_id = house.create("person", "person")
    for _ in range(steps):
        house.play(match_id)
    match: Match = house.match(match_id)
    return house.services.hints.ask(APP, match_id, match.to_act or 0, 0)


def ends(house: House, job: Job, seconds: float = 120) -> Job:
    """The job once it has ended."""
    assert eventually(lambda: house.jobs.look(APP, job.id).ended, seconds)
    return house.jobs.look(APP, job.id)


def begun(house: House, job: Job, attempt: int) -> bool:
    """Wait until a worker has begun it so often."""
    return eventually(lambda: house.jobs.look(APP, job.id).attempts == attempt, 60)


def child_of(worker: Program) -> int:
    """The process of a worker that does the work."""
    children = f"/proc/{worker.process.pid}/task/{worker.process.pid}/children"
    with open(children) as told:  # noqa: PTH123 - no file
        return int(told.read().split()[-1])


def test_hints_and_reviews_are_made_by_workers(house: House) -> None:
    hint = ask_for_hint(house, 2)
    match_id = house.create("person", "person")
    house.play(match_id)
    house.matches.resign(APP, match_id, 1, 0, house.match(match_id).version)
    review = house.services.reviews.ask(APP, match_id, 0)
    with running(house.settings, WORKER):
        assert ends(house, hint).state == "done"
        assert ends(house, review).state == "done"
    outcome: Any = house.jobs.look(APP, review.id).outcome
    assert outcome["totals"]["moves"] == review.total - 1 == 4


def test_every_example_of_a_question_is_answered_and_the_same_twice(house: House) -> None:
    asked = [
        house.jobs.solve(
            APP,
            {"game": slug, "question": known["name"], "body": known["example"], "limits": {"work": 0.2, "seed": 1}},
        )
        for slug, all_known in questions().items()
        for known in all_known * 2
    ]
    assert asked
    with running(house.settings, WORKER):
        answers: list[Any] = [ends(house, job).outcome for job in asked]
    for first, second in zip(answers[::2], answers[1::2], strict=True):
        assert first["value"] <= first["bound"]
        assert first["optimal"] == (first["value"] == first["bound"])
        assert first == second or not (first["deterministic"] and second["deterministic"])


def test_a_worker_killed_in_a_job_costs_an_attempt_and_no_more(house: House) -> None:
    job = ask_for_hint(house, 1)
    with running(house.settings, WORKER) as worker:
        assert begun(house, job, 1)
        worker.kill_all()
    assert not house.jobs.look(APP, job.id).ended
    with running(house.settings, WORKER), running(house.settings, SWEEPER):
        house.make_job_due(job.id)
        done = ends(house, job)
    assert (done.state, done.done) == ("done", 1)
    assert done.attempts >= 2


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="needs /proc")  # noqa: PTH112 - a question to Linux
def test_a_job_whose_worker_is_killed_again_and_again_is_given_up(house: House) -> None:
    job = ask_for_hint(house, 1)
    with running(house.settings, WORKER) as worker, running(house.settings, SWEEPER):
        for attempt in range(1, MOST_TRIES + 1):
            assert begun(house, job, attempt), worker.log.read_text()
            os.kill(child_of(worker), signal.SIGKILL)
            house.make_job_due(job.id)
        failed = ends(house, job)
    assert (failed.state, failed.attempts) == ("failed", MOST_TRIES)
    assert failed.json()["failure"]["code"] == "gave_up"


POISON: list[tuple[tuple[Any, ...], str]] = [
    ((APP, "a" * 26, 0), "dropped: part 0 of job aaaaaaaaaaaaaaaaaaaaaaaaaa is done, over, or done by another worker"),
    ((APP, "../\x00{b00}", -1), "dropped: part -1 of job ../"),
    ((1, "a", "b"), "dropped: (1, 'a', 'b') is no part of a job"),
]


def test_a_poisoned_part_is_dropped_with_a_line_in_the_log(house: House) -> None:
    outbox = Queue(str(house.settings.broker))
    for ids, _ in POISON:
        assert outbox.send(WORK, *ids, queue=JOBS)
    with running(house.settings, WORKER) as worker:
        for _, line in POISON:
            assert worker.said(line, 120), line
