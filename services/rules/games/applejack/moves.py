"""A turn: take a tile (or draw one blind), lay it face up or as pasture; each action an int."""

from services.rules.kernel import BLANK, Rng, below, remove, rule

from .components import MAX_SEATS, N_FIELDS, N_TILES, PASTURE, PERIOD, PRICE, TURNS
from .harvest import end_turn, is_last_turn
from .orchard import lay
from .state import LAY, OVER, RESTOCK, TAKE, State, take_top

DRAW = 0
"""Draw the top tile of the supply."""
TAKE_TILE = 1
"""Take an open tile: TAKE_TILE + tile."""
LAY_TILE = TAKE_TILE + N_TILES
"""Lay the tile in hand: LAY_TILE + field * WAYS + rotation, or + PASTURE."""
WAYS = PASTURE + 1
MAX_ACTION = LAY_TILE + N_FIELDS * WAYS
MAX_LEGAL = N_FIELDS * WAYS
MAX_STEPS = 3 * TURNS * MAX_SEATS


@rule
def to_act(s: State) -> int:
    """The seat whose turn it is."""
    return s.turn


@rule
def is_over(s: State) -> bool:
    """Whether the last turn has been played."""
    return s.phase == OVER


@rule
def ways(s: State) -> int:
    """In how many ways the tile in hand can be laid on a field: each rotation that it can be paid for, and pasture."""
    return PERIOD[s.held] + 1 if PRICE[s.held] <= s.honey[s.turn] else 1


@rule
def way(k: int, n: int) -> int:
    """The k-th of n ways: a rotation, or PASTURE, which is the last."""
    return k if k < n - 1 else PASTURE


@rule
def legal_actions(s: State, out: list[int]) -> int:
    """Write the legal actions of the seat to act; return how many."""
    n = 0
    if s.phase == LAY:
        per_field = ways(s)
        for i in range(s.n_free[s.turn]):
            for k in range(per_field):
                out[n] = LAY_TILE + s.free[s.turn][i] * WAYS + way(k, per_field)
                n += 1
    elif s.phase != OVER:
        if s.n_supply > 0:
            out[n] = DRAW
            n += 1
        for k in range(2):
            for i in range(s.n_trough[s.offer[k]]):
                out[n] = TAKE_TILE + s.trough[s.offer[k]][i]
                n += 1
        if s.phase == TAKE and s.cottage[s.turn] != BLANK:
            out[n] = TAKE_TILE + s.cottage[s.turn]
            n += 1
    return n


@rule
def trough_with(s: State, tile: int) -> int:
    """Which of the two troughs on offer, 0 or 1, holds a tile; BLANK if none does."""
    for k in range(2):
        for i in range(s.n_trough[s.offer[k]]):
            if s.trough[s.offer[k]][i] == tile:
                return k
    return BLANK


@rule
def is_legal(s: State, action: int) -> bool:
    """Whether the seat to act may play this action; any int may be asked."""
    if action < 0 or action >= MAX_ACTION or s.phase == OVER:
        return False
    if action >= LAY_TILE:
        place, rotation = (action - LAY_TILE) // WAYS, (action - LAY_TILE) % WAYS
        if s.phase != LAY or s.tile[s.turn][place] != BLANK:
            return False
        return rotation == PASTURE or rotation < ways(s) - 1
    if s.phase == LAY:
        return False
    if action == DRAW:
        return s.n_supply > 0
    tile = action - TAKE_TILE
    return (s.phase == TAKE and s.cottage[s.turn] == tile) or trough_with(s, tile) != BLANK


@rule
def random_action(s: State, rng: Rng, room: list[int]) -> int:
    """A uniformly random legal action; placements are drawn without listing them."""
    if s.phase == LAY:
        per_field = ways(s)
        k = below(rng, s.n_free[s.turn] * per_field)
        i = k // per_field
        return LAY_TILE + s.free[s.turn][i] * WAYS + way(k - i * per_field, per_field)
    return room[below(rng, legal_actions(s, room))]


@rule
def apply(s: State, action: int, rng: Rng) -> None:  # noqa: ARG001 - the supply was shuffled when it was dealt
    """Play a legal action."""
    if s.phase == LAY:
        lay(s, s.turn, (action - LAY_TILE) // WAYS, (action - LAY_TILE) % WAYS)
        must_restock = s.restock == 1 and can_restock(s)
        s.restock = 0
        if must_restock:
            s.phase = RESTOCK
        else:
            end_turn(s)
    elif s.phase == RESTOCK:
        s.cottage[s.turn] = pick_up(s, action)
        end_turn(s)
    else:
        s.held = pick_up(s, action)
        s.phase = LAY


@rule
def pick_up(s: State, action: int) -> int:
    """Pick up the tile that an action names: from the supply, a trough on offer, or the own cottage; return it."""
    if action == DRAW:
        return take_top(s)
    tile = action - TAKE_TILE
    k = trough_with(s, tile)
    if k == BLANK:
        s.cottage[s.turn] = BLANK
        s.restock = 1
    else:
        s.n_trough[s.offer[k]] = remove(s.trough[s.offer[k]], s.n_trough[s.offer[k]], tile)
    return tile


@rule
def can_restock(s: State) -> bool:
    """Whether there is a tile for the cottage, and a turn to come."""
    left = s.n_supply + s.n_trough[s.offer[0]] + s.n_trough[s.offer[1]]
    return left > 0 and not is_last_turn(s)


def reveals(s: State, action: int) -> bool:
    """Whether the action turns up tiles of the supply: at once, because troughs are filled, or all at the end."""
    after = s.clone()
    apply(after, action, Rng())
    return after.n_supply < s.n_supply or (after.phase == OVER and after.n_supply > 0)
