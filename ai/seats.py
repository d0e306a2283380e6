"""Whether the seats of a game are even: points by seat, and leads over seat 0 with 95 % intervals."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from ai.arena import Standing, Z


def by_seat(standings: Sequence[Standing]) -> list[dict[str, Any]]:
    """For each seat its mean points, its mean lead over seat 0, and how far from that the true one may be (95 %).

    Every bot sits everywhere in every deal, so only seats differ. Games of one deal are alike: a deal counts as one.
    """
    seats = len(standings)
    games = [{each.seats[i]: each.points[i] for each in standings} for i in range(len(standings[0].points))]
    deals = [games[first : first + seats] for first in range(0, len(games), seats)]
    found = []
    for seat in range(seats):
        leads = [fmean(game[seat] - game[0] for game in deal) for deal in deals]
        within = Z * stdev(leads) / sqrt(len(leads)) if len(leads) > 1 else None
        points = fmean(game[seat] for game in games)
        row = {"seat": seat, "points": round(points, 2), "lead": round(fmean(leads), 2)}
        found.append({**row, "within": None if within is None else round(within, 2)})
    return found
