"""The tiles, the orchards and the harvest boards, made from the stand-in or from the file that the server names."""

from typing import Any

from services.rules.components import load_table, one_of, record, rows, whole
from services.rules.errors import ComponentsError
from services.rules.kernel import BLANK, table

from .stand_in import COLOURS, N_COLOURS, ROWS, SPACES

SEATS = (1, 2, 3, 4)
MAX_SEATS = 4
N_TILES = 100
TURNS = 19
"""Turns of a seat: as many as an orchard has fields."""
MOST_APPLES = 6
"""A tile has six edges for its icons; the same holds for blossoms."""
MOST_PRICE = 20

# A component file ----------------------------------------------------------------------------------------------------


def check(value: Any) -> dict[str, Any]:
    """The rows of a component file, those it leaves out filled in from the stand-in; raises ComponentsError."""
    made = {**ROWS, **record(value, "", (), tuple(ROWS))}
    for i, row in enumerate(rows(made["tiles"], "/tiles", N_TILES, N_TILES)):
        _check_tile(row, f"/tiles/{i}")
    corners = record(made["corners"], "/corners", ("A", "B"))
    _check_corners(corners["A"], "/corners/A")
    for i, row in enumerate(rows(corners["B"], "/corners/B", MAX_SEATS, MAX_SEATS)):
        _check_corners(row, f"/corners/B/{i}")
    track = record(made["track"], "/track", tuple(map(str, SEATS)))
    for seats in SEATS:
        _check_track(track[str(seats)], f"/track/{seats}", SPACES[seats] - 1)
    return made


def _check_tile(row: Any, at: str) -> None:
    tile = record(row, at, ("apples", "blossoms", "price", "hives"))
    for i, name in enumerate(rows(tile["apples"], f"{at}/apples", 0, MOST_APPLES)):
        one_of(name, f"{at}/apples/{i}", COLOURS)
    whole(tile["blossoms"], f"{at}/blossoms", 0, MOST_APPLES)
    whole(tile["price"], f"{at}/price", 1, MOST_PRICE)
    edges = rows(tile["hives"], f"{at}/hives", 1, 6)
    for i, edge in enumerate(edges):
        whole(edge, f"{at}/hives/{i}", 0, 5)
    if len(set(edges)) < len(edges):
        raise ComponentsError(f"{at}/hives", "names an edge twice")


def _check_corners(row: Any, at: str) -> None:
    for i, corner in enumerate(rows(row, at, 6, 6)):
        if isinstance(corner, str):
            one_of(corner, f"{at}/{i}", COLOURS)
        else:
            whole(corner, f"{at}/{i}", 0, MOST_PRICE)


def _check_track(row: Any, at: str, moves: int) -> None:
    names = 0
    for i, apples in enumerate(rows(row, at, moves, moves)):
        for k, name in enumerate(rows(apples, f"{at}/{i}", 0, 2)):
            one_of(name, f"{at}/{i}/{k}", COLOURS)
            names += 1
    if names < N_COLOURS:
        raise ComponentsError(at, f"must have at least {N_COLOURS} apples, as many as there are apple tiles")


COMPONENTS = load_table("applejack", ROWS, check)
"""What this server plays with."""

# The orchard ---------------------------------------------------------------------------------------------------------

WIDE = 8
CELLS = 7 * WIDE
"""An orchard and its corners lie in seven rows of cells, (q, r) in cell (r + 3) * WIDE + q + 3, so that a step is an
addition; the last column is empty and keeps the ends of two rows apart."""
STEP = table((1, WIDE, WIDE - 1, -1, -WIDE, 1 - WIDE))
"""From a cell to the next one over edge 0 .. 5: 0 towards the right-hand corner, then clockwise."""

FIELDS = tuple((q, r) for r in range(-2, 3) for q in range(-2, 3) if abs(q + r) <= 2)
"""The coordinates of each field, row by row."""
N_FIELDS = len(FIELDS)
CELL = table((r + 3) * WIDE + q + 3 for q, r in FIELDS)
"""The cell of each field."""

CORNERS = ((3, 0), (0, 3), (-3, 3), (-3, 0), (0, -3), (3, -3))
"""Corner i lies beyond edge i of a corner field and touches nothing else; clockwise from the right-hand one."""
PLACES = table([*CELL, *((r + 3) * WIDE + q + 3 for q, r in CORNERS)])
"""Every cell that can show something: the fields, then the corners."""

# Faces: what a cell can show ------------------------------------------------------------------------------------------

NOTHING = N_TILES
"""The face of a free field, of a pasture, and of what lies outside; a tile's face is the tile itself."""
CORNER_APPLE = NOTHING + 1
"""The face of a corner with an apple of colour c: CORNER_APPLE + c."""
CORNER_HIVE = CORNER_APPLE + N_COLOURS - 1
"""The face of a corner with a hive of value v, 1 to 20: CORNER_HIVE + v."""

TILES: list[dict[str, Any]] = COMPONENTS.table["tiles"]


def _apples(names: list[str]) -> list[int]:
    return [names.count(name) for name in COLOURS]


def _turned(edges: list[int], rotation: int) -> int:
    return sum(1 << (edge + rotation) % 6 for edge in edges)


PRICE = table([tile["price"] for tile in TILES] + [0] * (1 + N_COLOURS) + list(range(1, MOST_PRICE + 1)))
"""By face: the number in its hives, which is a tile's price too."""
APPLES = table(
    [_apples(tile["apples"]) for tile in TILES]
    + [_apples([])]
    + [_apples([name]) for name in COLOURS]
    + [_apples([])] * MOST_PRICE
)
"""By face: apples of each colour."""
BLOSSOMS = table(tile["blossoms"] for tile in TILES)
HIVES = table([_turned(tile["hives"], rotation) for rotation in range(6)] for tile in TILES)
"""HIVES[tile][rotation]: bit d is set where a hive lies on edge d."""
COLOURS_OF = tuple(tuple(colour for colour in range(N_COLOURS) if row[colour]) for row in APPLES)
"""By face: the colours it shows; only for plain Python."""
PASTURE = 6
"""The rotation of a tile that lies face down."""
PERIOD = table(next(k for k in (1, 2, 3, 6) if row[k % 6] == row[0]) for row in HIVES)
"""Rotations of a tile that differ; from there on they come again."""


def _corner_faces(corners: list[int | str]) -> list[int]:
    faces = [NOTHING] * CELLS
    for cell, corner in zip(PLACES[N_FIELDS:], corners, strict=True):
        if isinstance(corner, str):
            faces[cell] = CORNER_APPLE + COLOURS.index(corner)
        elif corner:
            faces[cell] = CORNER_HIVE + corner
    return faces


def _corner_hives(faces: tuple[int, ...]) -> list[int]:
    """The edge of a corner that looks at the orchard."""
    hives = [0] * CELLS
    for i, cell in enumerate(PLACES[N_FIELDS:]):
        hives[cell] = 1 << (i + 3) % 6 if faces[cell] > CORNER_HIVE else 0
    return hives


BOARD_FACE = table(map(_corner_faces, [COMPONENTS.table["corners"]["A"], *COMPONENTS.table["corners"]["B"]]))
"""The faces of an empty orchard: side A, then side B of boards 1 to 4."""
BOARD_HIVES = table(_corner_hives(faces) for faces in BOARD_FACE)
BOARD_SHOWN = table(
    [sum(1 << cell for cell in range(CELLS) if faces[cell] == CORNER_APPLE + colour) for colour in range(N_COLOURS)]
    for faces in BOARD_FACE
)
"""BOARD_SHOWN[board][colour]: bit i is set where cell i of the empty orchard shows the colour."""

# The harvest board ---------------------------------------------------------------------------------------------------

N_TROUGHS = 7
MIDDLE = 7
"""The trough of the middle space of the solo board."""
NOWHERE = 8
"""A trough that is always empty, where a space has only one."""
TROUGH_ROOM = 16
"""A trough starts with at most 2 tiles and gets one at each refill; the supply is enough for at most 14 of them."""
MIDDLE_ROOM = 3

MAX_SPACES = max(SPACES.values())
LENGTH = table([0, *SPACES.values()])
"""Spaces of a round, by number of seats."""
MIDDLE_SPACE = 2
END = table([0, MIDDLE_SPACE, *(5 * seats - 1 for seats in SEATS[1:])])
"""The space on which the third round ends, by number of seats: 19 turns for each."""
HONEY = table([[0] * 4, [14, 0, 0, 0], [16, 20, 0, 0], [16, 19, 22, 0], [16, 18, 20, 22]])
"""Honey at the start, by number of seats and seat."""


def _beside(seats: int) -> list[tuple[int, int]]:
    rim = [(p % N_TROUGHS, (p + 1) % N_TROUGHS) for p in range(MAX_SPACES)]
    if seats == 1:
        rim.insert(MIDDLE_SPACE, (MIDDLE, NOWHERE))
    return rim[:MAX_SPACES]


BEFORE = table([before for before, _ in _beside(seats)] for seats in range(MAX_SEATS + 1))
"""BEFORE[seats][space]: the trough before the die, going clockwise."""
AFTER = table([after for _, after in _beside(seats)] for seats in range(MAX_SEATS + 1))
"""AFTER[seats][space]: the trough after the die, or NOWHERE on the middle space."""


def _crossed(seats: int) -> list[int]:
    moves = COMPONENTS.table["track"].get(str(seats), [])
    pairs = [[COLOURS.index(name) for name in apples] + [BLANK] * (2 - len(apples)) for apples in moves]
    flat = [colour for pair in pairs for colour in pair]
    return flat + [BLANK] * (2 * MAX_SPACES - len(flat))


TRACK = table(map(_crossed, range(MAX_SEATS + 1)))
"""TRACK[seats][2 * space + k]: the k-th apple crossed on the move from a space, or BLANK."""

NAMES = tuple(f"tile-{i + 1}" for i in range(N_TILES))
"""The public name of each tile."""
TILE = {name: tile for tile, name in enumerate(NAMES)}
