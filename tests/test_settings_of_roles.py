"""Whatever is started with a setting that is wrong or missing ends at once, with one line that names the setting."""

import os
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner

import pomona
from services.shared.settings import PARTS

WEB = [["web", "--parts", part] for part in PARTS]
BEHIND = [["worker"], ["sweeper"]]
BESIDE = [["doctor"], ["alive", "worker"], ["archive"], ["ratings"]]
GOOD = {"POMONA_REDIS_URL": "unix:///nowhere/s", "POMONA_SECRETS": "s" * 32}


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """An environment that is well, in which no web process would replace this one."""

    def refuse(*_: object) -> NoReturn:
        pytest.fail("it starts")

    monkeypatch.setattr(os, "execve", refuse)
    for name in [name for name in os.environ if name.startswith("POMONA_")]:
        monkeypatch.delenv(name)
    for name, value in {**GOOD, "POMONA_DATA": str(tmp_path), "POMONA_PARTS": "all"}.items():
        monkeypatch.setenv(name, value)
    return monkeypatch


def the_line(command: list[str]) -> str:
    """The one line with which a command ends."""
    told = CliRunner().invoke(pomona.main, command)
    assert told.exit_code == 1, told.output
    assert told.output.count("\n") == 1, told.output
    return told.output


@pytest.mark.parametrize("command", [*WEB, *BEHIND, *BESIDE, ["serve"]], ids=" ".join)
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("POMONA_SECRETS", "too short"),
        ("POMONA_BROKER_URL", "redis+cluster://one"),
        ("POMONA_REDIS_URL", "redis+sentinel://one"),
        ("POMONA_METRICS_PORT", "many"),
    ],
)
def test_a_wrong_setting_stops_every_role(
    started: pytest.MonkeyPatch, command: list[str], name: str, value: str
) -> None:
    started.setenv(name, value)
    line = the_line(command)
    assert line.startswith(f"Error: {name} (")
    assert value not in line


@pytest.mark.parametrize("command", [*WEB, *BEHIND], ids=" ".join)
def test_a_missing_redis_stops_every_role(started: pytest.MonkeyPatch, command: list[str]) -> None:
    started.delenv("POMONA_REDIS_URL")
    assert the_line(command).startswith("Error: POMONA_REDIS_URL is not set")


@pytest.mark.parametrize("command", [*WEB, *BEHIND], ids=" ".join)
def test_a_missing_secret_stops_every_role_where_none_can_be_made(
    started: pytest.MonkeyPatch, command: list[str], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    started.delenv("POMONA_SECRETS")
    started.setenv("POMONA_DATA", str(tmp_path / "file"))
    assert the_line(command).startswith("Error: POMONA_SECRETS is not set")


def test_the_doctor_names_what_is_missing(started: pytest.MonkeyPatch) -> None:
    started.delenv("POMONA_REDIS_URL")
    told = CliRunner().invoke(pomona.main, ["doctor"])
    assert told.exit_code == 1
    assert "WRONG  redis: POMONA_REDIS_URL is not set" in told.output
