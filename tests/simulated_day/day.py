"""Lets a day pass and judges it."""

import time
from dataclasses import dataclass, replace
from pathlib import Path

from services.shared.embedded import Embedded
from tests.simulated_day.chaos import Chaos
from tests.simulated_day.crowd import Crowd
from tests.simulated_day.figures import ends, passes, rating_errors, waits
from tests.simulated_day.plan import Day
from tests.simulated_day.verdict import judge
from tests.support.house import House, settings_for
from tests.support.rated import waiting
from tests.support.waiting import eventually

RATED_SECONDS = 120.0
"""In which the last ratings must be settled."""


@dataclass
class Lived:
    """A day that is over."""

    house: House
    crowd: Crowd
    killed: list[str]
    wrong: list[str]
    told: list[str]
    """The figures, a line each."""


def live(day: Day, server: Embedded, folder: Path) -> Lived:
    """Let a day pass on this server, which is killed in its course."""
    settings = replace(settings_for(server.url, folder), log_level="debug", ticket_minutes=24 * 60)
    house = House(settings)
    crowd = Crowd(house, day)
    crowd.gather()
    with Chaos(day, server, settings) as chaos:
        began = time.monotonic()
        in_time = crowd.live(chaos.revive)
        took = time.monotonic() - began
        rated = eventually(lambda: waiting(house) == 0, RATED_SECONDS)
    found = judge(house, crowd)
    wrong = [
        *(f"the chaos broke down: {error!r}" for error in chaos.failed),
        *([] if in_time else ["the day did not end in time"]),
        *([] if rated else ["the ratings were not settled in time"]),
        *found.wrong,
    ]
    sweeps, lasted = passes(folder)
    number = len(crowd.visits)
    told = [
        f"{day.players} players, {number} tickets, {len(found.matches)} matches in {took:.0f} s",
        f"{number / took:.1f} tickets/s, {sweeps / took:.1f} sweeps/s, which took p50 / p90 / p99 {lasted} s",
        f"killed: {chaos.killed.count('sweeper')} sweepers, {chaos.killed.count('redis')} times Redis",
        f"people: {', '.join(f'{what} {number}' for what, number in sorted(crowd.told.items()))}",
        f"the crowd itself was late by {day.speed * crowd.latest:.0f} simulated s at most",
        *ends(crowd),
        *waits(crowd, day),
        *rating_errors(house, crowd),
    ]
    return Lived(house, crowd, chaos.killed, wrong, told)
