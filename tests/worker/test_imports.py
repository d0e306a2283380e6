"""Which process loads what."""

import pytest

from tests.test_house import loaded_by, modules_below

BOTS = {"ai", "llvmlite", "numba", "numpy", "ortools"}
QUEUE = {"celery", "kombu", "billiard"}


def test_what_serves_the_web_loads_neither_bots_nor_celery() -> None:
    web = ["services.wiring", "services.ai.requests", "services.ai.roster"]
    assert loaded_by(*web) & (BOTS | QUEUE | {"worker"}) == set()


def test_no_service_but_the_thinking_loads_celery() -> None:
    services = set(modules_below("services")) - {"services.shared.kombu_cure"}
    assert loaded_by(*sorted(services)) & QUEUE == set()


@pytest.mark.parametrize("modules", [("worker.app", "worker.warm", "worker.cli"), ("worker.sweeper", "worker.wiring")])
def test_neither_worker_nor_sweeper_loads_the_compiler_before_it_is_needed(modules: tuple[str, ...]) -> None:
    assert loaded_by(*modules) & (BOTS - {"ai"}) == set()


def test_a_sweeper_runs_without_celery() -> None:
    assert loaded_by("worker.sweeper", "worker.wiring") & QUEUE == set()


def test_advice_and_answers_load_no_solver_before_one_is_asked_for() -> None:
    asked = ["ai.advice", "ai.solve.decide", "services.ai.advising", "services.ai.boards", "services.ai.solving"]
    assert "ortools" not in loaded_by(*asked)
