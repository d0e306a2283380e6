"""What a seat may do, each action an int: take two landscape tiles, lay them, lay a harvest tile."""

from services.rules.kernel import Rng, below, rule

from .components import FRUIT, FRUITS, LANDSCAPE_TILES, MAX_FREE, MAX_SEATS, ROUNDS
from .display import harvest_edges, landscape_edges, sickle_edges
from .geometry import KIND, N_TURNS, TURNS
from .harvest import harvested
from .state import CHOOSE, FREE, HARVEST, LAY, OVER, TAKE, State

TAKE_AT = 0
"""Take the two tiles at the cost marker of a fruit: TAKE_AT + fruit."""
CHOOSE_FRUIT = TAKE_AT + FRUITS
"""Harvest this fruit at the first sickle that waits: CHOOSE_FRUIT + fruit."""
SKIP = CHOOSE_FRUIT + FRUITS
"""No harvest tile fits."""
LAY_TILE = SKIP + 1
"""Lay a tile taken on the j-th free cell: LAY_TILE + tile * MAX_FREE + j."""
LAY_HARVEST = LAY_TILE + LANDSCAPE_TILES * MAX_FREE
"""Lay a harvest tile with sickles on these edges (bits): LAY_HARVEST + edges * MAX_FREE + j."""
MAX_ACTION = LAY_HARVEST + 64 * MAX_FREE
MAX_LEGAL = 2 * MAX_FREE * 6
MAX_STEPS = MAX_SEATS * (ROUNDS * 4 + 42)
"""Four actions a turn, and at most one choice for each of a seat's 42 sickles."""
TRIES = 64
"""Random guesses at a place for a harvest tile before all of them are listed."""


@rule
def to_act(s: State) -> int:
    """The seat whose turn it is."""
    return s.turn


@rule
def is_over(s: State) -> bool:
    """Whether the last round has been played."""
    return s.phase == OVER


@rule
def cost(s: State, p: int) -> int:
    """What two tiles cost: one fruit, or nothing for a seat without any."""
    for fruit in range(FRUITS):
        if s.value[p][fruit] > 0:
            return 1
    return 0


@rule
def fits(s: State, p: int, edges: int, place: int) -> bool:
    """Whether a harvest tile with these sickles may lie on a free place: rules B and C, which include A."""
    return (
        sickle_edges(s, p, place) == 0
        and edges & harvest_edges(s, p, place) == 0
        and edges & landscape_edges(s, p, place) != 0
    )


@rule
def kinds_face_up(s: State, p: int) -> int:
    """How many different kinds of harvest tiles lie open; they stand first in face_up."""
    n = s.n_face_up[p]
    return 1 if n == 2 and s.face_up[p][0] == s.face_up[p][1] else n


@rule
def first_choice(s: State) -> int:
    """The first edge of the tile just laid for which a fruit is still to be chosen."""
    d = 0
    while s.open_choices >> d & 1 == 0:
        d += 1
    return d


@rule
def waiting(s: State) -> int:
    """The landscape tile at the first sickle for which a fruit is still to be chosen."""
    return s.tile[s.turn][harvested(s, s.turn, s.n_tile[s.turn] - 1, first_choice(s))]


@rule
def legal_actions(s: State, out: list[int]) -> int:
    """Write the legal actions of the seat to act; return how many."""
    me = s.turn
    n = 0
    if s.phase == TAKE:
        price = cost(s, me)
        for fruit in range(FRUITS):
            if s.value[me][fruit] >= price:
                out[n] = TAKE_AT + fruit
                n += 1
    elif s.phase == LAY:
        for i in range(s.n_taken):
            for j in range(s.n_free[me]):
                out[n] = LAY_TILE + s.taken[i] * MAX_FREE + j
                n += 1
    elif s.phase == CHOOSE:
        for i in range(2):
            out[n] = CHOOSE_FRUIT + FRUIT[waiting(s)][i]
            n += 1
    elif s.phase == HARVEST:
        n = harvest_actions(s, me, out)
    return n


@rule
def harvest_actions(s: State, me: int, out: list[int]) -> int:
    """Write every place and turn of the open harvest tiles, or SKIP; return how many."""
    n = 0
    for i in range(kinds_face_up(s, me)):
        kind = s.face_up[me][i]
        for j in range(s.n_free[me]):
            if sickle_edges(s, me, FREE + j) == 0 and landscape_edges(s, me, FREE + j):
                for turn in range(N_TURNS[kind]):
                    if fits(s, me, TURNS[kind][turn], FREE + j):
                        out[n] = LAY_HARVEST + TURNS[kind][turn] * MAX_FREE + j
                        n += 1
    if n == 0:
        out[0] = SKIP
        n = 1
    return n


@rule
def none_fits(s: State, p: int) -> bool:
    """Whether no open harvest tile fits anywhere."""
    for i in range(s.n_face_up[p]):
        kind = s.face_up[p][i]
        for j in range(s.n_free[p]):
            for turn in range(N_TURNS[kind]):
                if fits(s, p, TURNS[kind][turn], FREE + j):
                    return False
    return True


@rule
def has(items: list[int], n: int, item: int) -> bool:
    """Whether the item is among items[:n]."""
    for i in range(n):
        if items[i] == item:
            return True
    return False


@rule
def is_legal(s: State, action: int) -> bool:
    """Whether the seat to act may play this action; any int may be asked."""
    me = s.turn
    if action < 0 or action >= MAX_ACTION or s.phase == OVER:
        return False
    if action >= LAY_HARVEST:
        edges, j = (action - LAY_HARVEST) // MAX_FREE, (action - LAY_HARVEST) % MAX_FREE
        open_kind = s.phase == HARVEST and has(s.face_up[me], s.n_face_up[me], KIND[edges])
        return bool(open_kind and j < s.n_free[me] and fits(s, me, edges, FREE + j))
    if action >= LAY_TILE:
        tile, j = (action - LAY_TILE) // MAX_FREE, (action - LAY_TILE) % MAX_FREE
        return s.phase == LAY and has(s.taken, s.n_taken, tile) and j < s.n_free[me]
    if action == SKIP:
        return s.phase == HARVEST and none_fits(s, me)
    if action >= CHOOSE_FRUIT:
        return s.phase == CHOOSE and has(FRUIT[waiting(s)], 2, action - CHOOSE_FRUIT)
    return s.phase == TAKE and s.value[me][action - TAKE_AT] >= cost(s, me)


@rule
def random_action(s: State, rng: Rng, room: list[int]) -> int:
    """A uniformly random legal action; places are guessed before they are listed."""
    me = s.turn
    free = s.n_free[me]
    if s.phase == LAY:
        return LAY_TILE + s.taken[below(rng, s.n_taken)] * MAX_FREE + below(rng, free)
    if s.phase == HARVEST:
        kinds = kinds_face_up(s, me)
        for _ in range(TRIES):
            kind, j, turn = s.face_up[me][below(rng, kinds)], below(rng, free), below(rng, 6)
            if turn < N_TURNS[kind]:
                edges: int = TURNS[kind][turn]
                if fits(s, me, edges, FREE + j):
                    return LAY_HARVEST + edges * MAX_FREE + j
    return room[below(rng, legal_actions(s, room))]
