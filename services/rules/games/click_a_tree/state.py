"""The state of a game, and what each seat knows of it."""

from services.rules.kernel import BLANK, Record, Rng, derived, field, rule, shuffle

from .components import (
    FACE_UP,
    FRUITS,
    HARVEST_TILES,
    LANDSCAPE_TILES,
    MAX_FREE,
    MAX_LANDSCAPE,
    MAX_SEATS,
    MAX_TILES,
    TAKEN,
)
from .geometry import CELLS

TAKE, LAY, CHOOSE, HARVEST, OVER = range(5)
"""The phases of a turn (CHOOSE may follow each tile laid, with option `two_fruit`), and the end."""

BY_TILE, BY_TREE = range(2)
"""Option `sign_by`."""
BOTH_FRUITS, CHOSEN_FRUIT = range(2)
"""Option `two_fruit`."""
EACH_SICKLE, ONCE = range(2)
"""Option `double_sickle`."""

HARVEST_TILE = 128
"""In a display: landscape tiles are below; HARVEST_TILE + edges is a harvest tile with sickles on these edges."""

WILD = -1
"""A cell of the plane that neither bears a tile nor borders one."""
FREE = MAX_TILES
"""A place of a display: below FREE the index of a tile, from FREE on a free cell that borders a tile."""
PLACES = MAX_TILES + MAX_FREE
NOTHING = MAX_TILES
"""The index of no tile; as such it may be looked up: it bears no tree."""


class State(Record):
    """A game of Click A Tree; the first index of a table is the seat, bit n - 1 of a set of strips is strip n."""

    seats: int = field("i1")
    start: int = field("i1")  # who has the starting player marker
    turn: int = field("i1")
    round: int = field("i1")  # from 1
    phase: int = field("i1")
    strips: int = field("i2")  # in this game
    sign_by: int = field("i1")
    two_fruit: int = field("i1")
    double_sickle: int = field("i1")
    ring_place: list[int] = field("i1", FRUITS)  # where the cost marker of each fruit lies
    ring: list[int] = field("i1", FRUITS)  # ring[i]: the tile after the marker at place i, clockwise
    n_stack: int = field("i1")
    stack: list[int] = field("i1", LANDSCAPE_TILES)  # the top is the last one
    n_taken: int = field("i1")
    taken: list[int] = field("i1", TAKEN)  # to be laid by the seat to act, rising
    open_choices: int = field("i1")  # edges of the tile laid last for which a fruit is still to be chosen
    chosen: list[int] = field("i1", 6)  # the fruit chosen at each edge of that tile
    value: list[list[int]] = field("i1", MAX_SEATS, FRUITS)  # of the fruit markers
    left: list[int] = field("i2", MAX_SEATS)  # strips on the fruit track
    n_complete: list[int] = field("i1", MAX_SEATS)  # harvest tiles
    reached: list[int] = field("i1", MAX_SEATS)  # 1: reached a line at the end of a turn
    n_face_up: list[int] = field("i1", MAX_SEATS)
    face_up: list[list[int]] = field("i1", MAX_SEATS, FACE_UP)  # kinds of harvest tiles, rising
    n_face_down: list[int] = field("i1", MAX_SEATS)
    face_down: list[list[int]] = field("i1", MAX_SEATS, HARVEST_TILES)  # kinds; the top is the last one
    n_tile: list[int] = field("i1", MAX_SEATS)
    tile: list[list[int]] = field("i2", MAX_SEATS, MAX_TILES)  # in the order they were laid
    q: list[list[int]] = field("i1", MAX_SEATS, MAX_TILES)
    r: list[list[int]] = field("i1", MAX_SEATS, MAX_TILES)
    n_territory: list[int] = field("i1", MAX_SEATS)  # ever begun; some have merged
    territory: list[list[int]] = field("i1", MAX_SEATS, 2 * MAX_TILES)  # at 2k + i: of the i-th fruit of tile k

    cap: list[int] = derived("i1", MAX_SEATS)  # the highest space of the fruit track without a strip
    n_enclosed: list[int] = derived("i1", MAX_SEATS)  # harvest tiles with six neighbours
    flower: list[int] = derived("i1", MAX_SEATS)  # 1: a landscape tile has six landscape tiles around it
    grid: list[list[int]] = derived("i2", MAX_SEATS, CELLS)  # the place of a cell, or WILD
    n_free: list[int] = derived("i1", MAX_SEATS)
    cell: list[list[int]] = derived("i2", MAX_SEATS, PLACES)
    around: list[list[int]] = derived("i4", MAX_SEATS, PLACES)  # see landscape_edges and so on
    tree: list[list[int]] = derived("i1", MAX_SEATS, MAX_TILES + 1)  # of each tile; -1: a harvest tile, NOTHING
    beside: list[list[int]] = derived("i1", MAX_SEATS, 6 * MAX_TILES)  # at 6k + d: the tile at edge d of tile k
    size: list[list[int]] = derived("i1", MAX_SEATS, 2 * MAX_LANDSCAPE)  # of each territory, 0 once merged


# What a seat knows ---------------------------------------------------------------------------------------------------


def redact(s: State, viewer: int) -> None:  # noqa: ARG001 - the same is hidden from everybody
    """Forget the order of all stacks; what is in them anybody can tell from what lies open."""
    if s.phase == OVER:
        return
    s.stack[: s.n_stack] = sorted(s.stack[: s.n_stack])
    for p in range(s.seats):
        s.face_down[p][: s.n_face_down[p]] = sorted(s.face_down[p][: s.n_face_down[p]])


@rule
def redeal(s: State, seat: int, rng: Rng) -> None:  # noqa: ARG001
    """Shuffle all stacks."""
    if s.phase == OVER:
        return
    shuffle(s.stack, s.n_stack, rng)
    for p in range(s.seats):
        shuffle(s.face_down[p], s.n_face_down[p], rng)


@rule
def pop(items: list[int], n: int) -> int:
    """Take the last of items[:n], blank its slot."""
    item = items[n - 1]
    items[n - 1] = BLANK
    return item
