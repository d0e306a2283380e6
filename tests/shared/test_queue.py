"""The queue: what we send is what Celery would send, and no worker is lost with its Redis."""

import base64
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from structlog.contextvars import clear_contextvars

from services.shared import kombu_cure
from services.shared.embedded import Embedded
from services.shared.queue import SENT, Queue, celery_app
from services.shared.redis import connect
from services.shared.tasks import HEAVY, LIGHT, QUEUES, THINK, WORKER_OPTIONS
from tests.support.waiting import eventually

UNACKED = "unacked"


@dataclass(frozen=True)
class Worker:
    """A real worker and the diary its tasks write."""

    process: subprocess.Popen[bytes]
    diary: Path
    log: Path

    def lines(self) -> list[str]:
        """What the tasks wrote down so far."""
        return self.diary.read_text().splitlines()

    def wrote(self, start: str) -> bool:
        """Wait for a line that begins so."""
        return eventually(lambda: any(line.startswith(start) for line in self.lines()))


@contextmanager
def worker(broker_url: str, folder: Path, children: int = 2, **env: str) -> Iterator[Worker]:
    """Run a worker with the options of the product on this broker."""
    diary, log = folder / "diary", folder / "log"
    diary.touch()
    command = [sys.executable, "-m", "celery", "-A", "tests.support.celery_worker", "worker", "-c", str(children)]
    environment = {
        **os.environ,
        "POMONA_BROKER_URL": broker_url,
        "DIARY": str(diary),
        **env,
    }
    with log.open("wb") as output:
        process = subprocess.Popen([*command, *WORKER_OPTIONS], env=environment, stdout=output, stderr=output)
    try:
        yield Worker(process, diary, log)
    finally:
        process.terminate()
        process.wait(30)


def sent(client: Redis, name: str) -> dict[str, Any]:
    """Take the only message of a queue, its body read."""
    (raw,) = client.lrange(name, 0, -1)
    client.delete(name)
    found: dict[str, Any] = json.loads(raw)
    return {**found, "body": json.loads(base64.b64decode(found["body"]))}


def shape(found: Mapping[str, Any]) -> dict[str, Any]:
    """Blank what differs between any two messages."""
    drawn = {"id", "reply_to", "root_id", "correlation_id", "delivery_tag", "origin"}
    return {
        key: "*" if key in drawn else shape(value) if isinstance(value, dict) else value for key, value in found.items()
    }


def test_a_message_is_the_one_that_celery_itself_writes(redis_server: Embedded, redis: Redis) -> None:
    clear_contextvars()  # or ours would also name the request of an earlier test
    with celery_app(redis_server.url) as app:
        app.send_task("pomona.ai.think", args=("m1", 7, 2), queue=HEAVY, ignore_result=True)
    theirs = sent(redis, HEAVY)
    assert Queue(redis_server.url).send(THINK, "m1", 7, 2, queue=HEAVY)
    ours = sent(redis, HEAVY)
    assert ours["headers"].pop(SENT) <= time.time(), "and says when it was sent"
    assert shape(ours) == shape(theirs)
    assert ours["headers"]["id"] == ours["headers"]["root_id"] == ours["properties"]["correlation_id"]
    assert ours["headers"]["id"] != theirs["headers"]["id"]


def test_sending_loads_neither_celery_nor_kombu() -> None:
    code = "import sys, services.shared.queue; print({'celery', 'kombu'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


def test_a_broker_that_is_away_is_a_line_in_the_log_and_no_exception(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert not Queue("unix:///nowhere/s").send(THINK, "m1", 7, 2)
    assert "pomona.ai.think('m1', 7, 2) was not sent" in caplog.text


def test_sending_works_again_as_soon_as_the_broker_is_back(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server, connect(server.url) as client:
        outbox = Queue(server.url)
        assert outbox.send(THINK, "m1", 7, 2)
        os.kill(server.pid, signal.SIGKILL)
        assert not outbox.send(THINK, "m1", 8, 2)
        server.start()
        assert outbox.send(THINK, "m1", 9, 2)
        assert client.llen(LIGHT) == 2
        outbox.close()


def test_limits_stand_in_the_right_order() -> None:
    conf = celery_app("redis://localhost").conf
    assert conf.task_soft_time_limit == 25
    assert conf.task_time_limit == 30
    assert conf.broker_transport_options["visibility_timeout"] == 60


def test_only_json_is_accepted_late_acknowledged_and_never_hoarded() -> None:
    conf = celery_app("unix:///tmp/s").conf
    assert conf.broker_url == "redis+socket:///tmp/s"
    assert conf.accept_content == ["json"]
    assert conf.task_acks_late
    assert conf.task_reject_on_worker_lost
    assert conf.task_ignore_result
    assert conf.worker_prefetch_multiplier == 1


def test_the_cure_is_for_known_versions_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kombu_cure, "SICK", {"1.0"})
    assert not kombu_cure.apply()


def test_a_worker_does_what_was_sent_the_urgent_first(redis_server: Embedded, redis: Redis, tmp_path: Path) -> None:
    outbox = Queue(redis_server.url)
    for name in reversed(QUEUES):
        for number in range(3):
            assert outbox.send("pomona.test.note", name, number, queue=name)
    with worker(redis_server.url, tmp_path, children=1) as running:
        assert eventually(lambda: len(running.lines()) == 3 * len(QUEUES))
        assert running.lines() == [f"{name} {number}" for name in QUEUES for number in range(3)]
        assert eventually(lambda: redis.hlen(UNACKED) == 0)


def test_a_worker_survives_a_redis_killed_in_the_middle_of_a_task(tmp_path: Path) -> None:
    # Two children: the defect needs one that waits for work while the other has a task.
    with Embedded(tmp_path / "data") as server, worker(server.url, tmp_path, children=2, VISIBILITY="3") as running:
        outbox = Queue(server.url)
        assert outbox.send("pomona.test.work", "first", 1500)
        assert running.wrote("first begins")
        os.kill(server.pid, signal.SIGKILL)
        assert running.wrote("first ends")
        server.start()
        assert outbox.send("pomona.test.work", "second", 10)
        assert running.wrote("second ends"), running.log.read_text()
        assert running.process.poll() is None
        with connect(server.url) as client:
            assert eventually(lambda: client.hlen(UNACKED) == client.llen(LIGHT) == 0)
        outbox.close()


def test_a_task_whose_child_was_killed_is_done_by_the_next_one(
    redis_server: Embedded, redis: Redis, tmp_path: Path
) -> None:
    with worker(redis_server.url, tmp_path) as running:
        Queue(redis_server.url).send("pomona.test.work", "first", 1000)
        assert running.wrote("first begins")
        os.kill(int(running.lines()[0].rsplit(maxsplit=1)[1]), signal.SIGKILL)
        assert running.wrote("first ends")
        assert len({line for line in running.lines() if "begins" in line}) == 2
        assert eventually(lambda: redis.hlen(UNACKED) == 0)


def test_a_task_whose_worker_was_killed_is_done_by_another(
    redis_server: Embedded, redis: Redis, tmp_path: Path
) -> None:
    with worker(redis_server.url, tmp_path) as running:
        Queue(redis_server.url).send("pomona.test.work", "first", 3000)
        assert running.wrote("first begins")
        running.process.kill()
    with worker(redis_server.url, tmp_path, VISIBILITY="2") as other:
        assert other.wrote("first ends")
        assert eventually(lambda: redis.hlen(UNACKED) == 0)


def test_a_stopped_worker_lets_its_task_finish(redis_server: Embedded, redis: Redis, tmp_path: Path) -> None:
    with worker(redis_server.url, tmp_path) as running:
        Queue(redis_server.url).send("pomona.test.work", "first", 1000)
        assert running.wrote("first begins")
    assert running.lines()[-1] == "first ends"
    assert redis.llen(LIGHT) == redis.hlen(UNACKED) == 0
