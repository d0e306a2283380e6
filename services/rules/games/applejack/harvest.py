"""The end of a turn: the die moves, apples ripen, blossoms are counted, troughs are filled."""

from services.rules.kernel import BLANK, rule

from .components import (
    AFTER,
    BEFORE,
    END,
    LENGTH,
    MIDDLE,
    MIDDLE_ROOM,
    MIDDLE_SPACE,
    N_TROUGHS,
    NOWHERE,
)
from .state import OVER, TAKE, State, fill

ROUNDS = 3


@rule
def is_last_turn(s: State) -> bool:
    """Whether the die lies on the end space in the last round."""
    return s.pips == ROUNDS and s.space == END[s.seats]


@rule
def end_turn(s: State) -> None:
    """Move the die and let the next seat take its turn; the turn on the end space is the last one and moves nothing."""
    if is_last_turn(s):
        s.phase = OVER
        s.offer[0] = s.offer[1] = NOWHERE
        return
    for k in range(2):
        colour = s.apple[2 * s.space + k]
        if colour != BLANK:
            harvest(s, colour)
    s.space += 1
    if s.space == LENGTH[s.seats]:
        start_round(s)
    if s.seats == 1 and s.space == MIDDLE_SPACE:
        enter_middle(s)
    else:
        refill(s)
    s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0
    s.phase = TAKE
    make_offer(s)


@rule
def harvest(s: State, colour: int) -> None:
    """Everybody collects: for each area of the colour its apples less the pips."""
    for p in range(s.seats):
        s.honey[p] += s.crop[p][3 * colour + s.pips - 1]


@rule
def start_round(s: State) -> None:
    """Over the bridge: everybody collects for blossoms, as often as the die has pips, then it gets one pip more.

    The solo board has no bridge; there only the pips change.
    """
    if s.seats > 1:
        for p in range(s.seats):
            s.honey[p] += s.pips * s.blossoms[p]
    s.space = 0
    s.pips += 1


@rule
def enter_middle(s: State) -> None:
    """Solo: a honey for each empty tree of the middle, then at least two tiles to choose from."""
    s.honey[0] += MIDDLE_ROOM - s.n_trough[MIDDLE]
    while s.n_trough[MIDDLE] < 2 and s.n_supply > 0:
        fill(s, MIDDLE)


@rule
def refill(s: State) -> None:
    """If at most one tile lies beside the die, each trough gets one, clockwise from the one after it, then the middle.

    A supply that runs short fills as far as it goes.
    """
    after = AFTER[s.seats][s.space]
    if s.n_trough[BEFORE[s.seats][s.space]] + s.n_trough[after] < 2:
        for i in range(N_TROUGHS):
            if s.n_supply > 0:
                fill(s, (after + i) % N_TROUGHS)
        if s.seats == 1 and s.n_supply > 0 and s.n_trough[MIDDLE] < MIDDLE_ROOM:
            fill(s, MIDDLE)


@rule
def make_offer(s: State) -> None:
    """The troughs beside the die; if there is nothing to choose at all, the nearest one that has a tile, clockwise."""
    before, after = BEFORE[s.seats][s.space], AFTER[s.seats][s.space]
    s.offer[0], s.offer[1] = before, after
    if s.n_supply + s.n_trough[before] + s.n_trough[after] == 0 and s.cottage[s.turn] == BLANK:
        s.offer[1] = NOWHERE
        for i in range(N_TROUGHS - 1, -1, -1):
            if s.n_trough[(after + i) % N_TROUGHS] > 0:
                s.offer[0] = (after + i) % N_TROUGHS
