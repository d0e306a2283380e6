"""The end of the game and the winner."""

from services.rules.kernel import rule, table

from .components import FRUITS
from .harvest import line
from .state import State

NUMBERS = table((2, 3, 5, 6, 7))
"""The numbers at the lines, from top to bottom as the game goes on."""


@rule
def reaches(s: State, p: int, number: int) -> bool:
    """Whether as many fruit markers of a seat as the number says are past its line; no line, while it is covered."""
    value = line(number, s.n_complete[p])
    past = 0
    for fruit in range(FRUITS):
        past += s.value[p][fruit] >= value
    return value > 0 and past >= number


@rule
def reaches_a_line(s: State, p: int) -> bool:
    """Whether a seat fulfils the condition of at least one line as they lie now."""
    if s.cap[p] < line(7, s.n_complete[p]):
        return False  # no marker can be past the lowest line
    for i in range(len(NUMBERS)):
        if reaches(s, p, NUMBERS[i]):
            return True
    return False


@rule
def scores(s: State, out: list[int]) -> None:
    """The sum of the seven fruit markers of each seat."""
    for p in range(s.seats):
        out[p] = 0
        for fruit in range(FRUITS):
            out[p] += s.value[p][fruit]


@rule
def ranking(s: State, scores: list[int], out: list[int]) -> None:
    """Place of each seat from 1: those who reached a line before all others, then by sum; equal seats share a place."""
    for p in range(s.seats):
        out[p] = 1
        for other in range(s.seats):
            if s.reached[other] > s.reached[p] or (s.reached[other] == s.reached[p] and scores[other] > scores[p]):
                out[p] += 1
