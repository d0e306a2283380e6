"""Playing the cells of a ladder on, a deal at a time."""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, inf
from time import monotonic
from typing import Final

from ai.arena import processes
from ai.ladder.cells import Cell

DEALS_A_JOB: Final = 4
"""Deals that a cell is played on before the next one has its turn, for each job."""


def climb(
    cells: Sequence[Cell], games: int, jobs: int = 1, until: float = inf, clock: Callable[[], float] = monotonic
) -> Iterator[Cell]:
    """Play every cell on to `games` games, whole deals of them; yield the cell that has grown after each deal.

    The cell that has the fewest is played first, so that all have about as many whenever this is broken off. No deal
    is begun that, taking as long as the last one of its cell, would end after `until`.
    """
    with processes(jobs) as spread:
        while todo := [cell for cell in cells if cell.tally.deals < wanted(cell, games)]:
            cell = min(todo, key=lambda each: each.tally.deals * each.seats)
            first = cell.tally.deals
            began = clock()
            if began >= until:
                return
            for deal in spread(cell.player(), range(first, min(first + DEALS_A_JOB * jobs, wanted(cell, games)))):
                cell.count(deal)
                yield cell
                now = clock()
                if now + (now - began) > until:
                    return
                began = now


def wanted(cell: Cell, games: int) -> int:
    """Deals that make so many games."""
    return ceil(games / cell.seats)
