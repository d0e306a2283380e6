"""`pomona doctor` on real deployments: a healthy one, and ones that are broken in different ways."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import pomona
from services.shared.settings import Settings
from services.shared.stamps import Stamps
from tests.support.clusters import Nodes
from tests.support.edited import edited
from tests.support.house import House
from tests.support.running import SWEEPER, WORKER, running
from tests.support.waiting import eventually
from tests.support.web import Web
from worker.doctor import Finding, examine, findings

OF_THE_MACHINE = {"compiler"}
"""What depends on who used this machine before."""


def wrong(settings: Settings, *urls: str) -> dict[str, Finding]:
    return {each.name: each for each in findings(settings, urls) if not each.well and each.name not in OF_THE_MACHINE}


@pytest.fixture
def durable(house: House, tmp_path: Path) -> Iterator[Settings]:
    """Settings of a house whose Redis keeps what it is told."""
    house.redis.config_set("appendonly", "yes")
    yield replace(house.settings, archive_dir=tmp_path / "archive", secrets=("s" * 32,))
    house.redis.config_set("appendonly", "no")


def test_a_healthy_deployment_is_well_and_each_broken_part_is_named_with_what_to_do(
    house: House, durable: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ExitStack() as deployment:
        web = deployment.enter_context(Web(durable, tmp_path / "web.log"))
        with running(durable, WORKER), running(durable, SWEEPER):
            assert eventually(lambda: not wrong(durable, web.url), 40), wrong(durable, web.url)
        house.redis.config_set("maxmemory-policy", "allkeys-lru")
        strange = replace(durable, secrets=("t" * 32,))
        broken = wrong(strange, web.url, "http://127.0.0.1:9")
        house.redis.config_set("maxmemory-policy", "noeviction")
    assert set(broken) == {"secrets", "redis eviction", "web http://127.0.0.1:9"}
    assert broken["secrets"].found == "others than those of: sweeper, web, worker"
    assert "noeviction" in broken["redis eviction"].advice
    assert examine(strange, as_json=True) == 1
    told = {each["name"]: each for each in json.loads(capsys.readouterr().out)}
    assert (told["secrets"]["well"], told["redis version"]["well"]) == (False, True)


def test_nobody_works_and_nothing_is_kept(house: House, tmp_path: Path) -> None:
    house.redis.config_set("appendonly", "no")
    match = house.create("random", "person")
    house.make_due(match)
    (tmp_path / "file").touch()
    broken = wrong(replace(house.settings, secrets=("s" * 32,), archive_dir=tmp_path / "file"))
    queues = {name for name in broken if name.startswith("queue ")}
    assert set(broken) - queues == {"redis durability", "sweeper", "folder POMONA_ARCHIVE_DIR"}
    assert len(queues) == 4
    assert "pomona worker --queues bots-light" in broken["queue bots-light"].advice
    assert "pomona sweeper" in broken["sweeper"].advice


def test_redis_is_away(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("POMONA_REDIS_URL", f"unix://{tmp_path}/nobody")
    monkeypatch.setenv("POMONA_SECRETS", "s" * 32)
    monkeypatch.setenv("POMONA_DATA", str(tmp_path))
    told = CliRunner().invoke(pomona.main, ["doctor"])
    assert told.exit_code == 1
    assert "WRONG  redis: it does not answer" in told.output
    assert "Start it, or mend POMONA_REDIS_URL" in told.output


def test_a_setting_that_cannot_be_read_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POMONA_PORT", "http")
    told = CliRunner().invoke(pomona.main, ["doctor"])
    assert (told.exit_code, told.output.count("\n")) == (1, 1)
    assert told.output.startswith("Error: POMONA_PORT (TCP port): ")


def test_a_worker_that_has_gone_is_missed(house: House) -> None:
    stamps = Stamps(house.broker)
    assert stamps.silence("jobs") is None
    stamps.consumes(["jobs"])
    assert 0 <= (stamps.silence("jobs") or 0) < 5
    assert stamps.silence("reviews") is None


# What Redis itself may be -------------------------------------------------------------------------------------------


def through(settings: Settings, url: str) -> dict[str, Finding]:
    """What is wrong where Redis has this address, but for workers, of which there are none."""
    broken = wrong(replace(settings, redis_url=url))
    return {name: each for name, each in broken.items() if not name.startswith("queue ")}


def of_an_older_redis(answer: bytes) -> bytes:
    """As Redis 6.2 answers, which knows of no Valkey."""
    return re.sub(rb"redis_version:\d\.", b"redis_version:6.", answer.replace(b"valkey_version", b"another_number"))


def an_hour_ago(answer: bytes) -> bytes:
    """The answer to TIME of a server whose clock is slow."""
    return re.sub(rb"\A\*2\r\n\$10\r\n(\d{10})", lambda at: b"*2\r\n$10\r\n%d" % (int(at[1]) - 3600), answer)


def test_a_redis_that_is_well_is_so_through_the_door_of_these_tests(durable: Settings) -> None:
    with edited(str(durable.redis_url)) as url:
        assert through(durable, url) == {}


def test_a_redis_that_is_too_old_is_told_with_its_version(durable: Settings) -> None:
    with edited(str(durable.redis_url), of_an_older_redis) as url:
        broken = through(durable, url)
    assert set(broken) == {"redis version"}
    assert broken["redis version"].found.startswith("6.")
    assert broken["redis version"].advice == "Use 7.0 or newer."


def test_a_clock_that_goes_wrong_is_told(durable: Settings) -> None:
    with edited(str(durable.redis_url), an_hour_ago) as url:
        broken = through(durable, url)
    assert set(broken) == {"clock"}
    assert broken["clock"].found.startswith(("3599.", "3600."))
    assert "NTP" in broken["clock"].advice


def test_a_redis_that_is_far_away_is_told(durable: Settings) -> None:
    with edited(str(durable.redis_url), late=0.03) as url:
        broken = through(durable, url)
    assert set(broken) == {"redis latency"}
    assert float(broken["redis latency"].found.removesuffix(" ms")) >= 30


def test_a_cluster_is_told_as_a_broker_and_where_it_is_named_as_one_server(durable: Settings, tmp_path: Path) -> None:
    with Nodes.run(tmp_path / "cluster", masters=1) as nodes:
        url = f"redis://127.0.0.1:{nodes.nodes[0].port}"
        of_queue = wrong(replace(durable, broker_url=url))
        of_both = wrong(replace(durable, redis_url=url))
    assert (of_queue["broker"].found, "redis" in of_queue) == ("a cluster", False)
    assert "Celery" in of_queue["broker"].advice
    assert (of_both["broker"].found, of_both["redis"].found) == ("a cluster", "a node of a cluster")
    assert "redis+cluster://" in of_both["redis"].advice
