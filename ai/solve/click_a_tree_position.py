"""Click A Tree: a position as the view of a match tells it, read into a state in which its seat is to act.

Whatever a view tells beyond what is needed is let pass; what is needed is checked, so that the position is one that the
rules could hold.
"""

from collections.abc import Mapping
from typing import Any, Final

from services.rules.components import one_of, rows, whole
from services.rules.errors import ComponentsError
from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.actions import fits
from services.rules.games.click_a_tree.components import (
    COMPONENTS,
    FRUIT_NAMES,
    FRUITS,
    HARVEST_TILES,
    LANDSCAPE_TILES,
    MAX_LANDSCAPE,
    MAX_TILES,
    SEATS,
    STRIPS,
    STRIPS_IN_PLAY,
    TAKEN,
    TOP,
)
from services.rules.games.click_a_tree.display import clear_display, lay
from services.rules.games.click_a_tree.geometry import KIND, cell_of
from services.rules.games.click_a_tree.harvest import completed_by
from services.rules.games.click_a_tree.notation import VERBS, place_at
from services.rules.games.click_a_tree.state import FREE, HARVEST, HARVEST_TILE, LAY, TAKE, State
from services.rules.games.click_a_tree.strips import FIVE_COMPLETED, fulfilled
from services.rules.kernel import BLANK, Rng

PHASES: Final = {VERBS[phase]: phase for phase in (TAKE, LAY, HARVEST)}
ALL_STRIPS: Final = (1 << STRIPS) - 1
KINDS: Final = frozenset(KIND[sum(1 << d for d in edges)] for edges in COMPONENTS.harvest)
"""The harvest tiles that exist."""


def state_of(position: Any, options: Mapping[str, Any]) -> State:
    """The state; raises ComponentsError with a JSON pointer into the position, BadOption."""
    phase = PHASES[one_of(member(position, "", "phase"), "/phase", PHASES)]
    s = GAME.start(SEATS[-1], GAME.pack(options, SEATS[-1]), Rng())
    s.phase, s.turn, s.start = phase, 0, 0
    seen: set[int] = set()
    met = _display(s, member(position, "", "seat"), seen)
    _track(s, position["seat"], met)
    _open_harvest_tiles(s, member(position["seat"], "/seat", "harvest_tiles"))
    s.n_taken, s.taken[:] = 0, [BLANK] * TAKEN
    if phase == TAKE:
        _ring(s, member(position, "", "ring"), seen)
    elif phase == LAY:
        taken = rows(member(position, "", "taken"), "/taken", 1, TAKEN)
        tiles = sorted(_tile(tile, f"/taken/{i}", seen) for i, tile in enumerate(taken))
        s.n_taken, s.taken[: len(tiles)] = len(tiles), tiles
    _room(s)
    return s


def member(value: Any, pointer: str, name: str) -> Any:
    """A member that must be there; others may stand beside it."""
    if not isinstance(value, dict):
        raise ComponentsError(pointer, "must be a JSON object")
    if name not in value:
        raise ComponentsError(f"{pointer}/{name}", "is missing")
    return value[name]


def _tile(value: Any, pointer: str, seen: set[int]) -> int:
    """A landscape tile by its number; each exists once."""
    tile = whole(member(value, pointer, "tile"), f"{pointer}/tile", 1, LANDSCAPE_TILES) - 1
    if tile in seen:
        raise ComponentsError(f"{pointer}/tile", "this tile lies elsewhere")
    seen.add(tile)
    return tile


# The display ---------------------------------------------------------------------------------------------------------


def _display(s: State, seat: Any, seen: set[int]) -> int:
    """Lay the tiles in the order given; return the strips that they fulfil."""
    met = 0
    clear_display(s, 0)
    s.left[0], s.n_complete[0] = ALL_STRIPS, 0
    for i, laid in enumerate(rows(member(seat, "/seat", "display"), "/seat/display", 1, MAX_TILES)):
        pointer = f"/seat/display/{i}"
        tile = _sickles(laid, pointer) if isinstance(laid, dict) and "sickles" in laid else _tile(laid, pointer, seen)
        harvest = s.n_tile[0] - _landscape(s)
        if (harvest + 1 == HARVEST_TILES) if tile >= HARVEST_TILE else (_landscape(s) == MAX_LANDSCAPE):
            raise ComponentsError(pointer, "more tiles of this sort than a display has before the turn ends")
        k = lay(s, 0, tile, _cell(s, laid, pointer, tile))
        met |= fulfilled(s, 0, k)
        s.n_complete[0] += completed_by(s, 0, k)
    return met | (FIVE_COMPLETED if s.n_complete[0] >= 5 else 0)  # noqa: PLR2004 - as the strip says


def _landscape(s: State) -> int:
    return sum(tree != BLANK for tree in s.tree[0][: s.n_tile[0]])


def _sickles(laid: Any, pointer: str) -> int:
    """A harvest tile as it lies."""
    return HARVEST_TILE + _edges(laid["sickles"], f"{pointer}/sickles")


def _edges(value: Any, pointer: str) -> int:
    """Edges as bits; there must be a harvest tile with sickles on them."""
    edges = [whole(d, f"{pointer}/{i}", 0, 5) for i, d in enumerate(rows(value, pointer, 1, 6))]
    bits = sum(1 << d for d in set(edges))
    if len(set(edges)) != len(edges) or KIND[bits] not in KINDS:
        raise ComponentsError(pointer, "there is no harvest tile with sickles on these edges")
    return bits


def _cell(s: State, laid: Any, pointer: str, tile: int) -> int:
    """Where a tile lies: the first one at the origin, each other one beside an earlier one."""
    at = rows(member(laid, pointer, "at"), f"{pointer}/at", 2, 2)
    q, r = (whole(number, f"{pointer}/at/{i}", -MAX_TILES, MAX_TILES) for i, number in enumerate(at))
    if s.n_tile[0] == 0:
        if (q, r) != (0, 0) or tile >= HARVEST_TILE:
            raise ComponentsError(pointer, "the first tile is the start tile, a landscape tile at 0, 0")
        return cell_of(0, 0)
    place = place_at(s, q, r)
    if place < FREE:
        text = "a tile lies there already" if place >= 0 else "it borders no tile before it"
        raise ComponentsError(f"{pointer}/at", text)
    if tile >= HARVEST_TILE and not fits(s, 0, tile - HARVEST_TILE, place):
        raise ComponentsError(pointer, "a harvest tile may not lie so")
    return cell_of(q, r)


# The rest of a seat, and what lies in the middle ---------------------------------------------------------------------


def _track(s: State, seat: Any, met: int) -> None:
    left = rows(member(seat, "/seat", "strips_left"), "/seat/strips_left", 0, STRIPS_IN_PLAY)
    s.left[0] = 0
    for i, number in enumerate(left):
        strip = 1 << whole(number, f"/seat/strips_left/{i}", 1, STRIPS) - 1
        if s.left[0] & strip:
            raise ComponentsError(f"/seat/strips_left/{i}", "named twice")
        if met & strip:
            raise ComponentsError(f"/seat/strips_left/{i}", "the display fulfils this strip")
        s.left[0] |= strip
    s.cap[0] = TOP - len(left)
    track = member(seat, "/seat", "track")
    for fruit, name in enumerate(FRUIT_NAMES):
        s.value[0][fruit] = whole(member(track, "/seat/track", name), f"/seat/track/{name}", 0, s.cap[0])


def _open_harvest_tiles(s: State, tiles: Any) -> None:
    shown = rows(member(tiles, "/seat/harvest_tiles", "open"), "/seat/harvest_tiles/open", 1, 2)
    kinds = sorted(KIND[_edges(edges, f"/seat/harvest_tiles/open/{i}")] for i, edges in enumerate(shown))
    s.n_face_up[0], s.face_up[0][:] = len(kinds), [*kinds, BLANK][:2]
    s.n_face_down[0], s.face_down[0][:] = 0, [BLANK] * HARVEST_TILES


def _ring(s: State, ring: Any, seen: set[int]) -> None:
    """The cost markers clockwise, each with the tile before it and the one after it."""
    after = []
    for i, marker in enumerate(rows(ring, "/ring", FRUITS, FRUITS)):
        fruit = FRUIT_NAMES.index(one_of(member(marker, f"/ring/{i}", "fruit"), f"/ring/{i}/fruit", FRUIT_NAMES))
        pair = rows(member(marker, f"/ring/{i}", "tiles"), f"/ring/{i}/tiles", 2, 2)
        s.ring_place[fruit] = i
        s.ring[i] = _tile(pair[1], f"/ring/{i}/tiles/1", seen)
        after.append((fruit, member(pair[0], f"/ring/{i}/tiles/0", "tile")))
    if len({fruit for fruit, _ in after}) != FRUITS:
        raise ComponentsError("/ring", "each fruit has one cost marker")
    for i, (_, before) in enumerate(after):
        if before != s.ring[i - 1] + 1:
            raise ComponentsError(f"/ring/{i}/tiles/0", "must be the tile after the marker before it, clockwise")


def _room(s: State) -> None:
    """Tiles still to be laid must have room."""
    more = TAKEN if s.phase == TAKE else s.n_taken
    if _landscape(s) + more > MAX_LANDSCAPE:
        raise ComponentsError("/seat/display", f"a display has at most {MAX_LANDSCAPE} landscape tiles")
