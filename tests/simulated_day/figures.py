"""The figures of a day: how tickets ended, how long people waited, and how far ratings are from true skill."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from services.matchmaking.rating import POINTS, Rating
from services.matchmaking.ticket_store import SEATED
from services.rules.registry import GAMES
from tests.simulated_day.crowd import Crowd
from tests.simulated_day.plan import Day
from tests.support.house import APP, House
from tests.support.rating_error import errors

FEWEST = 30
"""Players of a game of whom fewer say nothing about its ratings."""
_SWEPT = re.compile(r"swept in (\d+\.\d+) s")


def ends(crowd: Crowd) -> Iterator[str]:
    """How many tickets have ended how."""
    held = [visit.last.held for visit in crowd.visits]
    with_bots = Counter((each.state, each.reason) for each in held if each.bots_at is not None)
    for (state, reason), number in sorted(Counter((each.state, each.reason) for each in held).items()):
        yield f"{state} ({reason}): {number} tickets, {with_bots[state, reason]} of which would take bots"


def waits(crowd: Crowd, day: Day) -> Iterator[str]:
    """How long those waited who got a match."""
    held = [visit.last.held for visit in crowd.visits if visit.last.held.state in SEATED]
    seconds = [(each.updated - each.created) * day.speed for each in held]
    shares = [(each.updated - each.created) / (each.deadline - each.created) for each in held]
    yield f"waited p50 / p90 / p99: {_percentiles(seconds, '.0f')} simulated s"
    yield f"which is of the time to the deadline: {_percentiles(shares, '.3f')}"


def rating_errors(house: House, crowd: Crowd) -> Iterator[str]:
    """How far what is believed is from true skill, in points, of those whom people's results have told of."""
    skill = {person.holder.player: person.skill for person in crowd.people}
    for game in GAMES:
        known = {player: each.people for player, each in house.ratings.store.ratings(APP, game).items()}
        known = {player: rating for player, rating in known.items() if rating.games}
        if len(known) < FEWEST:
            continue
        true = {player: skill[player] for player in known}
        before, after = errors(true, dict.fromkeys(known, Rating())), errors(true, known)
        games = sum(each.games for each in known.values()) / len(known)
        rmse = [f"{POINTS * each['rmse']:.0f}" for each in (before, after)]
        tau = [f"{each['kendall_tau']:.2f}" for each in (before, after)]
        yield (
            f"{game}: {len(known)} players, {games:.1f} rated games each; "
            f"RMSE {' -> '.join(rmse)} points, Kendall's tau {' -> '.join(tau)}"
        )


def passes(folder: Path) -> tuple[int, str]:
    """How often the sweepers looked after what is due, and how long that took, by their own logs."""
    took = [
        float(seconds) for log in folder.glob("*.log") for seconds in _SWEPT.findall(log.read_text(errors="replace"))
    ]
    return len(took), _percentiles(took or [0.0], ".3f")


def _percentiles(values: Sequence[float], form: str) -> str:
    ordered = sorted(values) or [0.0]
    return " / ".join(f"{ordered[(len(ordered) - 1) * p // 100]:{form}}" for p in (50, 90, 99))
