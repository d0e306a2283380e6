"""The setup."""

from services.rules.kernel import BLANK, Rng, below, insert, ints, rule, shuffle

from .components import (
    FACE_UP,
    FRUITS,
    HARVEST_TILES,
    LANDSCAPE_TILES,
    MAX_SEATS,
    SICKLES,
    STRIPS,
    STRIPS_IN_PLAY,
    TAKEN,
)
from .display import clear_display, lay
from .geometry import KIND
from .options import RANDOM
from .state import TAKE, State, pop


@rule
def deal(s: State, seats: int, options: list[int], rng: Rng) -> None:
    """Set up a game; options: strips (bits, or RANDOM), sign_by, two_fruit, double_sickle."""
    s.seats, s.round, s.phase = seats, 1, TAKE
    s.strips = options[0] if options[0] != RANDOM else draw_strips(rng)
    s.sign_by, s.two_fruit, s.double_sickle = options[1], options[2], options[3]
    s.n_taken = s.open_choices = 0
    for i in range(TAKEN):
        s.taken[i] = BLANK
    for d in range(6):
        s.chosen[d] = BLANK
    fill_stack(s, rng)
    fill_ring(s, rng)
    for p in range(MAX_SEATS):
        clear_board(s, p)
        if p < seats:
            deal_board(s, p, rng)
    s.start = s.turn = below(rng, seats)


@rule
def draw_strips(rng: Rng) -> int:
    """Nine of the task strips at random, as bits."""
    order = ints(STRIPS)
    for i in range(STRIPS):
        order[i] = i
    shuffle(order, STRIPS, rng)
    strips = 0
    for i in range(STRIPS_IN_PLAY):
        strips |= 1 << order[i]
    return strips


@rule
def fill_stack(s: State, rng: Rng) -> None:
    """All landscape tiles, face down."""
    s.n_stack = LANDSCAPE_TILES
    for tile in range(LANDSCAPE_TILES):
        s.stack[tile] = tile
    shuffle(s.stack, LANDSCAPE_TILES, rng)


@rule
def draw(s: State) -> int:
    """Draw the top landscape tile."""
    n = s.n_stack
    s.n_stack = n - 1
    return pop(s.stack, n)


@rule
def fill_ring(s: State, rng: Rng) -> None:
    """The cost markers in any order, a landscape tile between each two of them."""
    for i in range(FRUITS):
        s.ring_place[i] = i
        s.ring[i] = draw(s)
    shuffle(s.ring_place, FRUITS, rng)


@rule
def clear_board(s: State, p: int) -> None:
    """A seat with nothing."""
    s.left[p] = s.cap[p] = s.n_complete[p] = s.reached[p] = s.n_face_up[p] = s.n_face_down[p] = 0
    for fruit in range(FRUITS):
        s.value[p][fruit] = 0
    for i in range(FACE_UP):
        s.face_up[p][i] = BLANK
    for i in range(HARVEST_TILES):
        s.face_down[p][i] = BLANK
    clear_display(s, p)


@rule
def deal_board(s: State, p: int, rng: Rng) -> None:
    """The strips on spaces 2 to 10, the fruit markers on space 1, harvest tiles, and a start tile."""
    s.left[p], s.cap[p] = s.strips, 1
    for fruit in range(FRUITS):
        s.value[p][fruit] = 1
    for i in range(HARVEST_TILES):
        s.face_down[p][i] = KIND[SICKLES[i]]
    shuffle(s.face_down[p], HARVEST_TILES, rng)
    s.n_face_down[p] = HARVEST_TILES
    while s.n_face_up[p] < FACE_UP:
        reveal(s, p)
    lay(s, p, draw(s), 0)


@rule
def reveal(s: State, p: int) -> None:
    """Turn the top harvest tile face up, if there is one."""
    n = s.n_face_down[p]
    if n > 0:
        s.n_face_down[p] = n - 1
        s.n_face_up[p] = insert(s.face_up[p], s.n_face_up[p], pop(s.face_down[p], n))
