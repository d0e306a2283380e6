"""Jobs: made once, begun by one worker at a time, ended in any case."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import pytest

from services.ai.errors import NoSuchJob
from services.ai.job_store import MOST_TRIES, Asked, Job
from services.ai.jobs import REVIEW, SOLVE
from services.ai.working import Impossible, Part
from services.rules.errors import KeyReused
from services.rules.notation import Json
from services.shared.ids import bucket, id_beside
from services.shared.tasks import JOBS, REVIEWS
from tests.support.house import APP, House

KEY = "a key of sixteen or more"
ASKS: Json = {"game": "arboretum", "question": "best-paths", "body": {}, "limits": {}}


def echo(part: Part) -> Json:
    """A part that tells who it is, and what came of the others."""
    return {"part": part.number, "others": [other["part"] for other in part.others]}


def broken(_: Part) -> Json:
    raise RuntimeError("a bug")


def three_parts(house: House) -> Job:
    """A new job of two parts and one that joins."""
    return house.jobs.ask(APP, "three", Asked(REVIEW, ASKS, parts=3))


def work(house: House, do: Callable[[Part], Json]) -> int:
    """Do all that is in the queue, and what comes of it; how often something was done."""
    worker, made = house.working(solve=do, review=do), 0
    while tasks := house.tasks():
        made += sum(worker.work(*task) for task in tasks)
    return made


def test_a_job_is_sent_begun_and_done(house: House) -> None:
    job = house.jobs.solve(APP, ASKS)
    assert (job.state, job.total, job.done, job.ended) == ("queued", 1, 0, False)
    assert house.tasks() == [(APP, job.id, 0)]
    states = []

    def look(_: Part) -> Json:
        states.append(house.jobs.look(APP, job.id).state)
        return {"value": 7}

    assert house.working(solve=look).work(APP, job.id, 0)
    done = house.jobs.look(APP, job.id)
    assert states == ["running"]
    assert (done.state, done.done, done.attempts, done.outcome) == ("done", 1, 1, {"value": 7})
    assert done.version > job.version


def test_the_same_key_is_the_same_job_and_another_question_with_it_is_refused(house: House) -> None:
    first = house.jobs.solve(APP, ASKS, KEY)
    assert house.jobs.solve(APP, ASKS, KEY).id == first.id
    assert len(house.tasks()) == 1
    with pytest.raises(KeyReused):
        house.jobs.solve(APP, ASKS | {"body": {"k": 1}}, KEY)
    assert house.jobs.solve("other", ASKS, KEY).id != first.id, "another app has its own"
    assert house.jobs.solve(APP, ASKS).id != house.jobs.solve(APP, ASKS).id, "without a key each is new"


def test_a_job_is_seen_by_its_app_alone(house: House) -> None:
    job = house.jobs.solve(APP, ASKS)
    for app, job_id, kind in (("other", job.id, SOLVE), (APP, "a" * 26, SOLVE), (APP, job.id, REVIEW)):
        with pytest.raises(NoSuchJob):
            house.jobs.look(app, job_id, kind)


def test_the_last_part_waits_for_the_others_and_joins_them(house: House) -> None:
    job = three_parts(house)
    assert house.tasks() == [(APP, job.id, 0), (APP, job.id, 1)]
    worker = house.working(review=echo)
    assert not worker.work(APP, job.id, 2), "too early"
    assert worker.work(APP, job.id, 1)
    assert not worker.work(APP, job.id, 1), "it is done"
    assert house.tasks() == []
    assert worker.work(APP, job.id, 0)
    assert house.jobs.look(APP, job.id).done == 2
    assert house.tasks() == [(APP, job.id, 2)]
    assert worker.work(APP, job.id, 2)
    assert house.jobs.look(APP, job.id).outcome == {"part": 2, "others": [0, 1]}
    assert not worker.work(APP, job.id, 0), "it is over"
    assert not worker.work(APP, job.id, 3), "there is no such part"


def test_of_many_workers_one_does_a_part(house: House) -> None:
    job = house.jobs.solve(APP, ASKS)
    with ThreadPoolExecutor(8) as pool:
        did = list(pool.map(lambda _: house.working(solve=echo).work(APP, job.id, 0), range(8)))
    assert did.count(True) == 1
    assert house.jobs.look(APP, job.id).attempts == 1


def test_of_two_results_of_a_part_the_first_one_counts_once(house: House) -> None:
    job = three_parts(house)
    assert house.jobs.store.begin(APP, job.id, 0), "a worker that takes too long"
    house.make_job_due(job.id)
    assert house.jobs.store.begin(APP, job.id, 0), "another one"
    assert not house.jobs.store.done(APP, job.id, 0, {"part": 0})
    assert not house.jobs.store.done(APP, job.id, 0, {"part": "late"})
    assert house.jobs.look(APP, job.id).done == 1
    work(house, echo)
    assert house.jobs.look(APP, job.id).outcome == {"part": 2, "others": [0, 1]}


def test_a_part_whose_worker_has_died_is_sent_again_when_its_lease_has_lapsed(house: House) -> None:
    job = house.jobs.solve(APP, ASKS)
    house.tasks()
    assert house.jobs.store.begin(APP, job.id, 0)
    assert not house.working(solve=echo).work(APP, job.id, 0), "somebody has it"
    assert list(house.jobs.sweep()) == []
    house.make_job_due(job.id)
    assert [found.parts for found in house.jobs.sweep()] == [(0,)]
    assert work(house, echo) == 1
    done = house.jobs.look(APP, job.id)
    assert (done.state, done.attempts) == ("done", 2)
    assert list(house.jobs.sweep()) == []


def test_a_part_that_kills_every_worker_ends_the_job_as_failed(house: House) -> None:
    job = house.jobs.solve(APP, ASKS)
    for _ in range(MOST_TRIES):
        assert house.jobs.store.begin(APP, job.id, 0)
        house.make_job_due(job.id)
        assert len(list(house.jobs.sweep())) == 1
    assert not house.working(solve=echo).work(APP, job.id, 0)
    failed = house.jobs.look(APP, job.id)
    assert (failed.state, failed.attempts) == ("failed", MOST_TRIES)
    assert failed.outcome == {"code": "gave_up", "text": "3 attempts came to nothing."}


def test_a_part_that_fails_is_tried_again_at_once_and_given_up_in_the_end(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    job = house.jobs.solve(APP, ASKS)
    assert work(house, broken) == MOST_TRIES
    assert caplog.text.count("a bug") >= MOST_TRIES
    failed = house.jobs.look(APP, job.id)
    assert failed.state == "failed"
    assert failed.json()["failure"]["code"] == "gave_up"
    house.make_job_due(job.id)
    assert list(house.jobs.sweep()) == [], "it is over"


def test_what_is_impossible_is_not_tried_twice(house: House) -> None:
    def impossible(_: Part) -> Json:
        raise Impossible("too_large", "Too large.")

    job = house.jobs.solve(APP, ASKS)
    assert work(house, impossible) == 1
    assert house.jobs.look(APP, job.id).outcome == {"code": "too_large", "text": "Too large."}


def test_what_the_broker_lost_is_sent_by_the_sweeper_each_time_after_twice_as_long(house: House) -> None:
    job = three_parts(house)
    waits = []
    for _ in range(4):
        assert len(house.tasks()) == 2, "the broker loses them"
        house.make_job_due(job.id)
        assert [found.parts for found in house.jobs.sweep()] == [(0, 1)]
        key = f"{{b{bucket(job.id):02d}}}:job:{APP}/{job.id}"
        waits.append(float(house.redis.hget(key, "again") or 0) - house.redis.time()[0])
    for before, after in pairwise(waits):
        assert 1.9 < after / before < 2.1


def test_answers_expire_and_what_is_kept_with_a_match_does_not(house: House) -> None:
    job = house.jobs.solve(APP, ASKS)
    key = f"{{b{bucket(job.id):02d}}}:job:{APP}/{job.id}"
    assert 0 < house.redis.ttl(key) <= house.settings.job_minutes * 60
    house.redis.expire(key, 10)
    work(house, echo)
    assert house.redis.ttl(key) > 10, "from its last change on"
    house.redis.delete(key)
    house.make_job_due(job.id)
    assert list(house.jobs.sweep()) == []
    three = three_parts(house)
    assert house.redis.ttl(f"{{b{bucket(three.id):02d}}}:job:{APP}/{three.id}") == -1


def test_a_job_that_failed_and_is_kept_for_ever_begins_again_when_it_is_asked_for_again(house: House) -> None:
    job = three_parts(house)
    house.working(review=echo).work(APP, job.id, 0)
    work(house, broken)
    assert house.jobs.look(APP, job.id).state == "failed"
    again = three_parts(house)
    assert (again.state, again.done, again.outcome) == ("queued", 1, None)
    assert work(house, echo) == 2
    assert house.jobs.look(APP, job.id).outcome == {"part": 2, "others": [0, 1]}


def test_each_kind_of_job_goes_through_its_queue(house: House) -> None:
    house.jobs.solve(APP, ASKS)
    three_parts(house)
    lengths: Any = house.broker.llen(JOBS), house.broker.llen(REVIEWS)
    assert lengths == (1, 2)


def test_what_is_kept_with_a_match_lies_in_its_bucket() -> None:
    made = {id_beside(b"secret", match_id, "review") for match_id in ("a", "b", "c")}
    assert {bucket(each) for each in made} == {bucket(match_id) for match_id in ("a", "b", "c")}
    assert id_beside(b"secret", "a", "review") in made
    assert id_beside(b"other", "a", "review") not in made
