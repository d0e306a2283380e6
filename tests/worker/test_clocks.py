"""Clocks with real sweepers and a real store, all of which may be killed: what is done when a time is over, once."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from pathlib import Path

import pytest

from services.rules.clocks import Clock
from services.rules.errors import MatchOver, NotAway, NotYourTurn, Stale, TimeOver
from services.rules.match import Match
from services.shared.embedded import Embedded
from tests.support.house import APP, House, settings_for
from tests.support.running import SWEEPER, WORKER, Program, running
from tests.support.waiting import eventually

SHORT = Clock("move", 2_000)
"""Short enough to be waited for, long enough to be killed in."""


DECK = {"type": "arboretum.draw", "source": "deck"}


@dataclass
class Mortal:
    """A store that may be killed, and the services on it."""

    server: Embedded
    house: House

    def kill(self) -> None:
        """SIGKILL the store."""
        os.kill(self.server.pid, signal.SIGKILL)

    def wait_for(self, match: Match) -> None:
        """Wait until the time of the match is over, by the clock of this machine, which is the store's too."""
        assert match.deadline is not None
        assert eventually(lambda: time.time() * 1000 > (match.deadline or 0), 30)


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Mortal]:
    with Embedded(tmp_path / "redis") as server:
        house = House(settings_for(server.url, tmp_path))
        yield Mortal(server, house)
        house.close()


@contextmanager
def sweeping(house: House, count: int = 1) -> Iterator[list[Program]]:
    """Sweepers that have begun to sweep."""
    settings = replace(house.settings, log_level="debug")
    with ExitStack() as stack:
        sweepers = [stack.enter_context(running(settings, SWEEPER)) for _ in range(count)]
        assert all(sweeper.said("swept in", 60) for sweeper in sweepers)
        yield sweepers


@pytest.mark.parametrize("on_expiry", ["stand_in", "resign"])
def test_all_are_killed_across_a_deadline_and_it_fires_once_when_they_are_back(mortal: Mortal, on_expiry: str) -> None:
    house = mortal.house
    with sweeping(house, 2) as sweepers:
        match_id = house.set_up("person", "person", clock=SHORT, on_expiry=on_expiry)
        before = house.match(match_id)
        for sweeper in sweepers:
            sweeper.kill_all()
        mortal.kill()
    mortal.wait_for(before)
    mortal.server.start()
    with sweeping(house, 2):
        assert eventually(lambda: touched(house.match(match_id)), 60)
    entries = house.consistent(match_id)[1:]
    first = list(takewhile(lambda entry: entry.seat == 0, entries))
    if on_expiry == "stand_in":
        assert [entry.by for entry in first] == ["clock"] * 4
    else:
        assert [(entry.type, entry.by) for entry in first] == [("resigned", "clock")]


def test_a_worker_plays_for_whoever_the_clock_has_taken_away_until_they_return(mortal: Mortal) -> None:
    house = mortal.house
    with sweeping(house), running(house.settings, WORKER):
        match_id = house.set_up("person", "random", clock=Clock("move", 1_000), on_expiry="bot", stand_in="random")
        assert eventually(lambda: house.match(match_id).seats[0].away, 60)
        assert eventually(lambda: any(entry.by == "bot:random" for entry in house.entries(match_id)), 60)
        assert eventually(lambda: came_back(house, match_id), 60)
    by = [entry.by for entry in house.consistent(match_id) if entry.seat == 0]
    assert by[0] == "clock"
    assert "bot:random" in by
    assert "person" in by


def came_back(house: House, match_id: str) -> bool:
    """Whether the person is back; not in a turn that has run out, nor when all is over."""
    match = house.match(match_id)
    with suppress(TimeOver, Stale, MatchOver, NotAway):
        match = house.presence.come_back(APP, match_id, 0, 0).match
    return match.over or not match.seats[0].away


def test_sweepers_are_killed_again_and_again_and_no_turn_hangs_or_is_played_twice(mortal: Mortal) -> None:
    house, clock = mortal.house, Clock("move", 1_000)
    matches = [
        house.set_up("person", "person", clock=clock, on_expiry=on_expiry)
        for on_expiry in ("bot", "resign", "stand_in")
        for _ in range(6)
    ]
    mortal.wait_for(house.match(matches[-1]))
    for _ in range(3):
        with running(replace(house.settings, log_level="debug"), SWEEPER) as sweeper:
            sweeper.said("handled", 1)
            sweeper.kill_all()
    mortal.kill()
    mortal.server.start()
    with sweeping(house, 2):
        for match_id in matches:
            house.make_due(match_id)
        assert eventually(lambda: all(touched(house.match(each)) for each in matches), 60)
    for match_id in matches:
        first = [entry for entry in house.consistent(match_id)[1:] if entry.seat == 0][:4]
        kinds = [(entry.type, entry.by) for entry in first if entry.by == "clock"]
        assert kinds in ([("left", "clock")], [("resigned", "clock")], [("played", "clock")] * 4)


def touched(match: Match) -> bool:
    """Whether the first turn was dealt with."""
    return match.over or match.seats[0].away or match.to_act == 1 or match.turn > 1


def test_people_who_move_in_time_are_never_moved_for_and_the_late_always_are(mortal: Mortal) -> None:
    """Two sweepers look on while people draw in time or in the last moment, and then think too long."""
    house = mortal.house
    match_id = house.set_up("person", "person", clock=Clock("move", 1_000))
    with sweeping(house, 2):
        for turn in range(5):
            match = house.match(match_id)
            seat, ends = match.to_act or 0, match.deadline or 0
            if turn % 2:
                assert eventually(lambda ends=ends: time.time() * 1000 > ends - 3, 30)  # type: ignore[misc]
            with suppress(TimeOver, Stale, NotYourTurn):
                house.matches.play(APP, match_id, seat, 0, DECK, match.version)
            assert eventually(lambda seat=seat: house.match(match_id).to_act != seat, 60)  # type: ignore[misc]
    entries = house.consistent(match_id)
    ends, seat = 0, -1
    for before, entry in pairwise(entries):
        if entry.seat != seat:
            ends, seat = round(before.at * 1e6) // 1000 + 1_000, entry.seat
        assert (round(entry.at * 1e6) // 1000 >= ends) == (entry.by == "clock")
    assert "clock" in {entry.by for entry in entries}
