"""The warm start: nobody waits for the compiler."""

import shutil
from pathlib import Path

import pytest

from ai import cache
from tests.support.house import House
from tests.support.running import running
from tests.support.waiting import eventually

WARM_WORKER = ("-m", "pomona", "worker")

needs_numba = pytest.mark.skipif(cache.numba_version() is None, reason="numba is not installed")


def ready(folder: Path) -> list[Path]:
    """What says that the search of Arboretum is compiled."""
    return list((folder / "cache").rglob("arboretum-*/ready"))


@needs_numba
@pytest.mark.slow
@pytest.mark.timeout(400)
def test_workers_think_plainly_while_one_process_compiles_and_then_load_what_it_made(house: House) -> None:
    folder = house.settings.data
    match_id = house.create("person", "greedy")
    with running(house.settings, WARM_WORKER) as worker:
        assert worker.said("compiling arboretum")
        house.play(match_id)
        assert house.answered(match_id)
        assert ready(folder) == [], "the bot did not wait"
        assert eventually(lambda: ready(folder), 300)

        def loaded() -> bool:
            house.play(match_id)
            return house.answered(match_id) and worker.said("the compiled search of arboretum was loaded", 1)

        assert eventually(loaded, 60)
    with running(house.settings, WARM_WORKER) as worker:
        assert worker.said("the compiled search of arboretum was loaded")
        assert worker.said("ready.")
        assert "compiling" not in worker.log.read_text()
        house.play(match_id)
        assert house.answered(match_id)
    assert {entry.by for entry in house.consistent(match_id)[1:]} == {"person", "bot:greedy"}
    shutil.rmtree(folder / "cache")
