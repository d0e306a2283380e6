"""The commands of workers: what cannot work is told at the start."""

from dataclasses import replace

import pytest

from ai import cache
from services.shared.settings import Settings, SettingsError
from worker.cli import run_worker

SETTINGS = Settings(redis_url="unix:///nowhere/s", secrets=("s" * 32,), bots="compiled")


def test_a_worker_without_the_compiler_that_others_count_on_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "numba_version", lambda: None)
    with pytest.raises(SettingsError, match="POMONA_BOTS is compiled, but numba is not installed here"):
        run_worker(SETTINGS)


def test_a_worker_without_the_solver_that_others_count_on_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(SettingsError, match="POMONA_SOLVER is yes, but OR-Tools is not installed here"):
        run_worker(replace(SETTINGS, bots=None, solver="yes"))


def test_a_worker_takes_only_from_queues_that_there_are() -> None:
    with pytest.raises(SettingsError, match="There is no queue bots; queues are bots-light, bots-heavy, jobs, reviews"):
        run_worker(SETTINGS, ["bots", "jobs"])
