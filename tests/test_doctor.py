"""`pomona doctor` on real deployments: a healthy one, and ones that are broken in different ways."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import pomona
from services.shared.settings import Settings
from services.shared.stamps import Stamps
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
