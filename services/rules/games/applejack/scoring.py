"""The end: the final harvest, the bonus for varieties, the last blossoms, and the winner."""

from services.rules.kernel import rule, table

from .harvest import ROUNDS
from .stand_in import N_COLOURS
from .state import State

VARIETY_BONUS = table((0, 0, 0, 0, 4, 11, 21, 35))
"""By number of varieties that bring honey in the final harvest."""
SOLO_TARGET, SOLO_OUTSTANDING = 65, 80


@rule
def final_crop(s: State, p: int) -> int:
    """What the final harvest of all varieties brings, before it is doubled."""
    honey = 0
    for colour in range(N_COLOURS):
        honey += s.crop[p][3 * colour + ROUNDS - 1]
    return honey


@rule
def varieties(s: State, p: int) -> int:
    """How many varieties bring honey in the final harvest."""
    n = 0
    for colour in range(N_COLOURS):
        if s.crop[p][3 * colour + ROUNDS - 1] > 0:
            n += 1
    return n


@rule
def scores(s: State, out: list[int]) -> None:
    """Points of each seat, as if the game ended now: honey, final harvest twice, varieties, blossoms."""
    for p in range(s.seats):
        out[p] = s.honey[p] + 2 * final_crop(s, p) + VARIETY_BONUS[varieties(s, p)] + s.blossoms[p]


@rule
def ranking(s: State, scores: list[int], out: list[int]) -> None:
    """Place of each seat from 1, by points; equal seats share a place."""
    for p in range(s.seats):
        out[p] = 1
        for other in range(s.seats):
            if scores[other] > scores[p]:
                out[p] += 1
