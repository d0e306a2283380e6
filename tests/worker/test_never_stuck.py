"""Workers are killed in a loop, and yet every match ends, each of its moves played once."""

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from services.rules.match import FALLBACK
from services.rules.registry import GAMES
from services.rules.store import GIVE_UP_SECONDS
from tests.support.house import House
from tests.support.running import SWEEPER, WORKER, running
from tests.support.waiting import eventually

GLANCE = 0.2
"""Seconds between two looks."""
LIFE = (0.3, 3.0)
"""Seconds that a worker lives once it is ready."""
PATIENCE = 3.0
"""Seconds after which a match that has not moved is made to wait no longer: for it a minute has passed."""


@contextmanager
def mortal_workers(house: House, seed: int) -> Iterator[list[int]]:
    """Workers one after the other, each killed with all its children at any moment; the process ids of the dead."""
    over, dead, moments = threading.Event(), list[int](), random.Random(seed)

    def live_and_die() -> None:
        while not over.is_set():
            with running(house.settings, WORKER) as worker:
                worker.said("ready.")
                over.wait(moments.uniform(*LIFE))
                worker.kill_all()
                dead.append(worker.process.pid)

    thread = threading.Thread(target=live_and_die)
    thread.start()
    try:
        yield dead
    finally:
        over.set()
        thread.join()


def all_over(house: House, matches: list[str], seconds: float) -> bool:
    """Wait until all matches have ended, while time goes faster for those who wait for the dead."""
    moved = dict.fromkeys(matches, (0, time.monotonic()))

    def over() -> bool:
        time.sleep(GLANCE)  # a look at every match costs more than most of their moves
        now, going_on = time.monotonic(), 0
        for match_id in matches:
            match, (version, since) = house.match(match_id), moved[match_id]
            going_on += not match.over
            if match.version > version:
                moved[match_id] = match.version, now
            elif not match.over and now - since > PATIENCE:
                house.grow_old(match_id, GIVE_UP_SECONDS)
                house.make_due(match_id)
        return going_on == 0

    return eventually(over, seconds)


@pytest.mark.timeout(250)
@pytest.mark.parametrize("matches", [4, pytest.param(20, marks=pytest.mark.slow)])
def test_with_workers_killed_in_a_loop_every_match_ends_and_every_move_is_played_once(
    house: House, matches: int
) -> None:
    slugs, seated = list(GAMES), dict[str, tuple[str, str]]()
    for number in range(matches):
        bots = ("random", "random") if number >= len(slugs) else ("random", "seedling")
        seated[house.create(*bots, game=slugs[number % len(slugs)])] = bots
    with running(house.settings, SWEEPER), mortal_workers(house, 6) as dead:
        assert all_over(house, list(seated), 220)
    assert len(dead) > 1
    played = Counter[str]()
    for match_id, bots in seated.items():
        entries = house.consistent(match_id)
        for entry in entries[1:]:
            assert entry.by in {f"bot:{bots[entry.seat]}", FALLBACK}
            played[entry.by] += 1
        assert house.match(match_id).result is not None
        assert house.seconds_left(match_id) is None
    assert played["bot:random"] > 0
    assert played["bot:seedling"] > 0
