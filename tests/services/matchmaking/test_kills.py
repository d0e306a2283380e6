"""Whatever is killed while tickets are paired: each ticket ends, once, and nobody sits in two matches for one."""

import os
import signal
from collections import Counter
from functools import partial
from random import Random
from time import sleep

import pytest

from services.matchmaking.keys import lease_key
from services.matchmaking.tickets import Seen
from services.shared.embedded import Embedded
from tests.services.matchmaking.meeting import Meeting
from tests.support.house import APP, House, outside
from tests.support.running import SWEEPER, Program, running
from tests.support.waiting import eventually

KILLS = 3
EACH = 16
"""Tickets that come before each kill."""


def come(meeting: Meeting, turn: int) -> dict[str, Seen]:
    """Players with a ticket each."""
    return {name: meeting.ask(name) for name in (f"Player {turn}.{number}" for number in range(EACH))}


def some_have_ended(meeting: Meeting, come: dict[str, Seen]) -> bool:
    """Whether a sweeper is at work on these."""
    return any(meeting.look(name, seen).ended for name, seen in come.items())


def all_have_ended(meeting: Meeting, come: dict[str, Seen]) -> bool:
    """Whether none of them waits, whoever rests or was killed holding the lease."""
    meeting.house.redis.delete(lease_key(APP))
    return all(meeting.look(name, seen).ended for name, seen in come.items())


def each_sits_once(meeting: Meeting, everybody: dict[str, Seen]) -> None:
    """Every ticket has a match, the match seats its player, and there is no match that no ticket has."""
    house, matches = meeting.house, Counter[str]()
    for name, seen in everybody.items():
        found = meeting.look(name, seen)
        assert (found.state, found.held.reason) == ("matched", "paired")
        seats = house.match(found.held.match).seats
        assert seats[found.json()["seat"]].player == meeting.holder(name).player
        matches[found.held.match] += 1
    assert set(matches.values()) == {2}
    assert len(list(house.redis.scan_iter("*:match:*"))) == len(matches)
    assert house.services.tickets.store.claims(APP) == []
    for match in matches:
        assert len(house.consistent(match)) == 1


def kill_at_work(meeting: Meeting, new: dict[str, Seen], sweeper: Program, random: Random) -> None:
    """SIGKILL the sweeper at a random moment of its pass."""
    assert eventually(lambda: some_have_ended(meeting, new), 60)
    sleep(random.uniform(0, 0.02))
    sweeper.kill_all()


@pytest.mark.timeout(300)
def test_sweepers_killed_in_the_middle_of_a_pass_seat_everybody_once(house: House) -> None:
    meeting, everybody, random = Meeting(house), dict[str, Seen](), Random(1)
    for turn in range(KILLS):
        new = come(meeting, turn)
        everybody |= new
        house.redis.delete(lease_key(APP))  # of the one before, who is dead
        with running(house.settings, SWEEPER) as sweeper:
            kill_at_work(meeting, new, sweeper, random)
    with running(house.settings, SWEEPER) as one, running(house.settings, SWEEPER) as other:
        assert eventually(lambda: all_have_ended(meeting, everybody), 60)
        one.kill_all()
        other.kill_all()
    each_sits_once(meeting, everybody)


@pytest.mark.timeout(300)
def test_a_redis_killed_in_the_middle_of_a_pass_costs_nothing(durable: tuple[Embedded, House]) -> None:
    server, house = durable
    meeting, everybody, random = Meeting(house), dict[str, Seen](), Random(2)
    with running(house.settings, SWEEPER) as one, running(house.settings, SWEEPER) as other:
        for turn in range(2):
            new = come(meeting, turn)
            everybody |= new
            assert eventually(partial(some_have_ended, meeting, new), 60)
            sleep(random.uniform(0, 0.02))
            os.kill(server.pid, signal.SIGKILL)
            server.start()
        assert eventually(lambda: all_have_ended(meeting, everybody), 60)
        one.kill_all()
        other.kill_all()
    each_sits_once(meeting, everybody)


def test_the_lease_of_a_killed_sweeper_lapses(house: House) -> None:
    store = house.services.tickets.store
    assert store.lease(APP, 0.05)
    with outside(str(house.settings.redis_url)) as client:
        assert eventually(lambda: not client.exists(lease_key(APP)))
    assert store.lease(APP, 0.05)
