"""The state of a game, how it is dealt, and what each seat knows of it: all but the order of the supply."""

from services.rules.kernel import BLANK, Record, Rng, derived, field, insert, ints, rule, shuffle

from .components import (
    BLOSSOMS,
    BOARD_FACE,
    BOARD_HIVES,
    BOARD_SHOWN,
    CELL,
    CELLS,
    COLOURS_OF,
    HIVES,
    HONEY,
    MAX_SEATS,
    MAX_SPACES,
    MIDDLE,
    N_FIELDS,
    N_TILES,
    N_TROUGHS,
    NOWHERE,
    PASTURE,
    TRACK,
    TROUGH_ROOM,
)
from .stand_in import N_COLOURS

TAKE, LAY, RESTOCK, OVER = range(4)
"""The phases of a turn, and the end."""


class State(Record):
    """A game of Applejack; the first index of a table is the seat, or the trough."""

    seats: int = field("i1")
    turn: int = field("i1")
    phase: int = field("i1")
    extra_tile: int = field("i1")
    board: list[int] = field("i1", MAX_SEATS)  # 0: side A, 1 to 4: side B of that board
    space: int = field("i1")  # of the die
    pips: int = field("i1")
    apple: list[int] = field("i1", 2 * MAX_SPACES)  # colours crossed on the move from a space: 2 * space, + 1
    held: int = field("i1")  # the tile that was taken and must be laid
    restock: int = field("i1")  # 1: it came from the cottage
    offer: list[int] = field("i1", 2)  # the troughs to choose from
    n_supply: int = field("i1")
    supply: list[int] = field("i1", N_TILES)  # the top is the last one
    n_trough: list[int] = field("i1", NOWHERE + 1)
    trough: list[list[int]] = field("i1", NOWHERE + 1, TROUGH_ROOM)  # rising
    cottage: list[int] = field("i1", MAX_SEATS)
    honey: list[int] = field("i2", MAX_SEATS)
    tile: list[list[int]] = field("i1", MAX_SEATS, N_FIELDS)
    rotation: list[list[int]] = field("i1", MAX_SEATS, N_FIELDS)  # or PASTURE
    crop: list[list[int]] = field("i1", MAX_SEATS, 3 * N_COLOURS)  # harvest of colour c at k pips: [3 * c + k - 1]
    n_free: list[int] = derived("i1", MAX_SEATS)
    free: list[list[int]] = derived("i1", MAX_SEATS, N_FIELDS)  # rising
    blossoms: list[int] = derived("i1", MAX_SEATS)
    face: list[list[int]] = derived("i1", MAX_SEATS, CELLS)  # what each cell shows
    hives: list[list[int]] = derived("i1", MAX_SEATS, CELLS)  # bit d: a hive on edge d
    shown: list[list[int]] = derived("i8", MAX_SEATS, N_COLOURS)  # bit i: cell i shows the colour


@rule
def deal(s: State, seats: int, options: list[int], rng: Rng) -> None:
    """Set up a game; options: orchard, apple_tiles, extra_tile. Seat 0 starts."""
    s.seats, s.turn, s.phase, s.extra_tile = seats, 0, TAKE, options[2]
    s.space, s.pips, s.held, s.restock = 0, 1, BLANK, 0
    for tile in range(N_TILES):
        s.supply[tile] = tile
    s.n_supply = N_TILES
    shuffle(s.supply, N_TILES, rng)
    for k in range(NOWHERE + 1):
        s.n_trough[k] = 0
        for i in range(TROUGH_ROOM):
            s.trough[k][i] = BLANK
    for k in range(N_TROUGHS):
        for _ in range(1 if seats == 1 else 2):
            fill(s, k)
    if seats == 1:
        fill(s, MIDDLE)
    s.offer[0], s.offer[1] = 0, 1
    print_track(s, options[1], rng)
    hand_out_boards(s, options[0], rng)
    for p in range(MAX_SEATS):
        s.honey[p] = HONEY[seats][p]
        s.cottage[p] = take_top(s) if s.extra_tile and p < seats else BLANK
        clear_orchard(s, p)


@rule
def print_track(s: State, random: int, rng: Rng) -> None:
    """The apples of the track; the seven apple tiles cover the first seven in random order if asked for."""
    order = ints(N_COLOURS)
    for colour in range(N_COLOURS):
        order[colour] = colour
    if random:
        shuffle(order, N_COLOURS, rng)
    n = 0
    for i in range(2 * MAX_SPACES):
        s.apple[i] = TRACK[s.seats][i]
        if random and s.apple[i] != BLANK and n < N_COLOURS:
            s.apple[i] = order[n]
            n += 1


@rule
def hand_out_boards(s: State, own: int, rng: Rng) -> None:
    """Side A for everybody, or side B of the boards in random order."""
    for p in range(MAX_SEATS):
        s.board[p] = p + 1
    if own:
        shuffle(s.board, MAX_SEATS, rng)
    for p in range(MAX_SEATS):
        if not own or p >= s.seats:
            s.board[p] = 0


@rule
def clear_orchard(s: State, p: int) -> None:
    """An empty orchard."""
    for i in range(3 * N_COLOURS):
        s.crop[p][i] = 0
    for place in range(N_FIELDS):
        s.tile[p][place] = s.rotation[p][place] = BLANK
        s.free[p][place] = place
    s.n_free[p] = N_FIELDS
    s.blossoms[p] = 0
    for cell in range(CELLS):
        s.face[p][cell] = BOARD_FACE[s.board[p]][cell]
        s.hives[p][cell] = BOARD_HIVES[s.board[p]][cell]
    for colour in range(N_COLOURS):
        s.shown[p][colour] = BOARD_SHOWN[s.board[p]][colour]


@rule
def take_top(s: State) -> int:
    """Take the top tile of the supply, which is not empty."""
    s.n_supply -= 1
    tile = s.supply[s.n_supply]
    s.supply[s.n_supply] = BLANK
    return tile


@rule
def fill(s: State, k: int) -> None:
    """Put the top tile of the supply into a trough."""
    s.n_trough[k] = insert(s.trough[k], s.n_trough[k], take_top(s))


def rebuild(s: State) -> None:
    """Make again what the orchards show from the tiles that lie in them."""
    for p in range(MAX_SEATS):
        board, turned = s.board[p], s.rotation[p]
        face, hives, shown = list(BOARD_FACE[board]), list(BOARD_HIVES[board]), list(BOARD_SHOWN[board])
        free, blossoms = [], 0
        for place, tile in enumerate(s.tile[p]):
            if tile == BLANK:
                free.append(place)
            elif turned[place] != PASTURE:
                cell = CELL[place]
                face[cell], hives[cell] = tile, HIVES[tile][turned[place]]
                blossoms += BLOSSOMS[tile]
                for colour in COLOURS_OF[tile]:
                    shown[colour] |= 1 << cell
        s.face[p], s.hives[p], s.shown[p], s.blossoms[p] = face, hives, shown, blossoms
        s.n_free[p] = len(free)
        s.free[p] = free + [BLANK] * (N_FIELDS - len(free))


# What a seat knows ---------------------------------------------------------------------------------------------------


def redact(s: State, viewer: int) -> None:  # noqa: ARG001 - everybody knows the same
    """Blank the order of the supply, the one thing that nobody knows; after the end nothing is hidden."""
    if s.phase != OVER:
        s.supply = [BLANK] * N_TILES


@rule
def unseen(s: State, out: list[int]) -> int:
    """Write the tiles that lie nowhere in the open, which are those of the supply, rising; return how many."""
    seen = ints(N_TILES + 1)  # the last place is for BLANK
    for tile in range(N_TILES):
        seen[tile] = 0
    for k in range(NOWHERE):
        for i in range(s.n_trough[k]):
            seen[s.trough[k][i]] = 1
    for p in range(s.seats):
        seen[s.cottage[p]] = 1
        for place in range(N_FIELDS):
            seen[s.tile[p][place]] = 1
    seen[s.held] = 1
    n = 0
    for tile in range(N_TILES):
        if seen[tile] == 0:
            out[n] = tile
            n += 1
    return n


@rule
def redeal(s: State, viewer: int, rng: Rng) -> None:  # noqa: ARG001
    """Put the tiles of the supply into a random order."""
    if s.phase != OVER:
        unseen(s, s.supply)
        shuffle(s.supply, s.n_supply, rng)
