"""Probes: what works is told from what only runs."""

import os
import signal
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import pomona
from services.alive import SILENT_SECONDS, tell
from services.shared.settings import Settings, SettingsError
from services.shared.tasks import HARD_SECONDS
from tests.support.house import House
from tests.support.running import SWEEPER, WORKER, running
from tests.support.waiting import eventually
from tests.support.web import Web
from worker.alive import FORGET_SECONDS, PING_SECONDS

NOWHERE = "unix:///nowhere/s"


@pytest.fixture
def proving(house: House, tmp_path: Path) -> Settings:
    """Settings of a house in which workers and sweepers touch a file."""
    return Settings(**{**vars(house.settings), "alive_file": tmp_path / "alive"})


def grow_old(settings: Settings) -> None:
    """Let the file have been touched too long ago."""
    assert settings.alive_file
    then = time.time() - SILENT_SECONDS - 1
    os.utime(settings.alive_file, (then, then))


@pytest.mark.parametrize(("role", "program"), [("worker", WORKER), ("sweeper", SWEEPER)])
def test_who_works_is_alive(proving: Settings, role: str, program: tuple[str, ...]) -> None:
    assert tell(proving, role) == 1, "nothing was proved yet"
    with running(proving, program):
        assert eventually(lambda: tell(proving, role) == 0, 40)
    grow_old(proving)
    assert tell(proving, role) == 1


def test_a_worker_proves_that_it_consumes_before_all_other_work_and_leaves_nothing_behind(
    house: House, proving: Settings
) -> None:
    with running(proving, WORKER):
        assert eventually(lambda: tell(proving, "worker") == 0, 40)
        (binding,) = house.broker.keys("_kombu.binding.alive-*")
        assert 0 < house.broker.ttl(binding) <= FORGET_SECONDS
    assert house.broker.keys("alive-*") == []
    assert house.broker.hlen("unacked") == 0


@pytest.mark.slow
def test_a_worker_whose_event_loop_turns_but_whose_children_take_nothing_is_not_alive(proving: Settings) -> None:
    with running(proving, WORKER) as worker:
        assert eventually(lambda: tell(proving, "worker") == 0, 40)
        pid = worker.process.pid
        children = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        for child in children:
            os.kill(child, signal.SIGSTOP)
        grow_old(proving)
        try:
            assert not eventually(lambda: tell(proving, "worker") == 0, 2 * PING_SECONDS)
        finally:
            for child in children:
                os.kill(child, signal.SIGCONT)
        assert eventually(lambda: tell(proving, "worker") == 0, 2 * PING_SECONDS)


@pytest.mark.parametrize("role", ["worker", "sweeper"])
def test_while_redis_is_away_nobody_is_restarted_for_it(tmp_path: Path, role: str) -> None:
    assert tell(Settings(redis_url=NOWHERE, alive_file=tmp_path / "alive"), role) == 0


def test_who_thinks_for_as_long_as_a_task_may_is_still_alive() -> None:
    assert PING_SECONDS + 2 * HARD_SECONDS < SILENT_SECONDS <= FORGET_SECONDS


def test_a_web_process_is_asked_over_http(
    proving: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Web(proving, tmp_path / "log") as web:
        asked = Settings(**{**vars(proving), "port": web.port, "host": "0.0.0.0"})  # noqa: S104 - as in an image
        assert tell(asked, "web") == 0
    assert tell(asked, "web") == 1
    assert f"nothing answers on port {web.port}" in capsys.readouterr().out


def test_a_probe_of_what_proves_nothing_is_refused() -> None:
    with pytest.raises(SettingsError, match="POMONA_ALIVE_FILE is not set"):
        tell(Settings(redis_url=NOWHERE), "worker")


def test_the_command_ends_with_the_code_that_probes_want(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("POMONA_PORT", "1")
    monkeypatch.setenv("POMONA_ALIVE_FILE", str(tmp_path / "alive"))
    assert CliRunner().invoke(pomona.main, ["alive", "web"]).exit_code == 1
    (tmp_path / "alive").touch()
    told = CliRunner().invoke(pomona.main, ["alive", "worker"])
    assert (told.exit_code, told.output) == (0, "alive\n")
