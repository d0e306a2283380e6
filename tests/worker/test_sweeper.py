"""The loop of the sweeper."""

import logging
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.rules.store import Due
from services.shared.settings import Settings
from tests.support.house import House, settings_for
from tests.support.running import SWEEPER, running
from tests.support.waiting import eventually
from worker.sweeper import LONGEST_PAUSE, PAUSE_SECONDS, Sweeper
from worker.wiring import wire_workshop

NOWHERE = "unix:///nowhere/s"


def test_while_redis_is_away_the_sweeper_asks_less_and_less_often_but_never_stops(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sweeper = Sweeper(wire_workshop(settings_for(NOWHERE, tmp_path)).handle_due)
    with caplog.at_level(logging.WARNING):
        assert [sweeper.sweep() for _ in range(6)] == [1.0, 2.0, 4.0, 5.0, 5.0, LONGEST_PAUSE]
    assert caplog.text.count("Redis is away") == 6


def test_as_soon_as_redis_is_back_it_asks_as_often_as_before(house: House, tmp_path: Path) -> None:
    away, back = (wire_workshop(settings).handle_due for settings in (settings_for(NOWHERE, tmp_path), house.settings))
    turns = iter([away, away, back])
    sweeper = Sweeper(lambda: iter(next(turns)()))
    assert [sweeper.sweep() for _ in range(3)] == [1.0, 2.0, PAUSE_SECONDS]


def test_an_error_of_our_own_is_told_and_does_not_end_the_loop(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> Iterator[Due]:
        raise RuntimeError("a bug")

    assert Sweeper(broken).sweep() == 2 * PAUSE_SECONDS
    assert "a bug" in caplog.text


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_sweeper_stops_when_told_to(house: House, number: signal.Signals) -> None:
    match_id = house.create("person", "greedy")
    house.play(match_id)
    house.make_due(match_id)
    with running(house.settings, SWEEPER) as sweeper:
        assert eventually(lambda: (house.seconds_left(match_id) or 0) > 1), "it sweeps"
        sweeper.process.send_signal(number)
        assert sweeper.process.wait(10) == 0
        assert "Traceback" not in sweeper.log.read_text()


def test_a_missing_address_is_told_in_one_line(tmp_path: Path) -> None:
    with running(Settings(data=tmp_path), SWEEPER) as sweeper:
        assert sweeper.process.wait(30) == 1
    assert sweeper.log.read_text() == "Error: POMONA_REDIS_URL is not set; `pomona serve` brings a server of its own.\n"
