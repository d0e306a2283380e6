"""The public notation of actions, and why a move is refused."""

from dataclasses import dataclass
from typing import ClassVar

from services.rules.contract import NO_ACTION, Refusal
from services.rules.notation import Json, Move, cell, name_of, part, whole

from .actions import CHOOSE_FRUIT, LAY_HARVEST, LAY_TILE, SKIP, TAKE_AT, cost, has, waiting
from .components import FRUIT, FRUIT_NAMES, LANDSCAPE_TILES, MAX_FREE, MAX_TILES, SIGN, SIGNS, TREE, TREE_NAMES
from .display import harvest_edges, sickle_edges
from .geometry import KIND, NEIGHBOURS, STEPS, cell_of, edges_of
from .state import CHOOSE, FREE, HARVEST, LAY, OVER, TAKE, WILD, State

AT = cell(MAX_TILES, "Where: [q, r], counted from the start tile at [0, 0].")
EDGES: Json = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0, "maximum": 5},
    "minItems": 2,
    "maxItems": 4,
    "uniqueItems": True,
    "description": "The edges that bear a sickle as the tile is to lie; edge 0 faces [1, 0], then clockwise.",
}
SIGN_NAMES = {bits: name for name, bits in SIGNS.items()}


@dataclass(frozen=True)
class Take(Move):
    """Pay a fruit and take the two landscape tiles at its cost marker."""

    type: ClassVar[str] = "click_a_tree.take"
    fruit: str = part(name_of(FRUIT_NAMES, "The fruit between the two tiles."))


@dataclass(frozen=True)
class Lay(Move):
    """Lay one of the two landscape tiles taken next to any tile of the own display."""

    type: ClassVar[str] = "click_a_tree.lay"
    tile: int = part(whole(1, LANDSCAPE_TILES, "The number of a tile taken."))
    at: tuple[int, int] = part(AT)


@dataclass(frozen=True)
class Choose(Move):
    """Choose the fruit that is harvested at the first sickle that waits (option two_fruit)."""

    type: ClassVar[str] = "click_a_tree.choose"
    fruit: str = part(name_of(FRUIT_NAMES, "One of the two fruits of the tile at the sickle."))


@dataclass(frozen=True)
class Harvest(Move):
    """Lay one of the open harvest tiles; this ends the turn."""

    type: ClassVar[str] = "click_a_tree.harvest"
    sickles: tuple[int, ...] = part(EDGES)
    at: tuple[int, int] = part(AT)


@dataclass(frozen=True)
class Skip(Move):
    """Lay no harvest tile, because none fits anywhere; this ends the turn."""

    type: ClassVar[str] = "click_a_tree.skip"


MOVES = (Take, Lay, Choose, Harvest, Skip)
AnyMove = Take | Lay | Choose | Harvest | Skip


def encode(s: State, move: AnyMove) -> int:
    """The action a move stands for, or NO_ACTION."""
    if isinstance(move, Take):
        return TAKE_AT + FRUIT_NAMES.index(move.fruit)
    if isinstance(move, Choose):
        return CHOOSE_FRUIT + FRUIT_NAMES.index(move.fruit)
    if isinstance(move, Skip):
        return SKIP
    place = place_at(s, *move.at)
    if place < FREE:
        return NO_ACTION
    if isinstance(move, Lay):
        return LAY_TILE + (move.tile - 1) * MAX_FREE + place - FREE
    return LAY_HARVEST + edge_bits(move.sickles) * MAX_FREE + place - FREE


def edge_bits(edges: tuple[int, ...]) -> int:
    """A set of edges as bits; nothing if one is named twice."""
    return sum(1 << d for d in edges) if len(set(edges)) == len(edges) else 0


def place_at(s: State, q: int, r: int) -> int:
    """The place at true coordinates in the display of the seat to act (far cells share a number on the torus)."""
    me = s.turn
    n = s.n_tile[me]
    near = [(0, 0), *STEPS]
    if any((q - s.q[me][k], r - s.r[me][k]) in near for k in range(n)):
        return s.grid[me][cell_of(q, r)]
    return WILD


def place_of(s: State, p: int, j: int) -> tuple[int, int]:
    """The true coordinates of the j-th free cell."""
    for d, (q, r) in enumerate(STEPS):
        k = s.grid[p][NEIGHBOURS[s.cell[p][FREE + j]][d]]
        if 0 <= k < FREE:
            return s.q[p][k] - q, s.r[p][k] - r
    return 0, 0


def decode(s: State, action: int) -> Move:
    """The notation of a legal action."""
    if action >= LAY_HARVEST:
        edges, j = divmod(action - LAY_HARVEST, MAX_FREE)
        return Harvest(tuple(edges_of(edges)), place_of(s, s.turn, j))
    if action >= LAY_TILE:
        tile, j = divmod(action - LAY_TILE, MAX_FREE)
        return Lay(tile + 1, place_of(s, s.turn, j))
    if action == SKIP:
        return Skip()
    if action >= CHOOSE_FRUIT:
        return Choose(FRUIT_NAMES[action - CHOOSE_FRUIT])
    return Take(FRUIT_NAMES[action - TAKE_AT])


def pair(s: State, fruit: int) -> tuple[int, int]:
    """The two tiles at the cost marker of a fruit: before and after it, clockwise."""
    after = s.ring_place[fruit]
    return s.ring[after - 1], s.ring[after]


def tile_text(s: State, tile: int) -> str:
    """A landscape tile in words."""
    fruits = " and ".join(FRUIT_NAMES[fruit] for fruit in FRUIT[tile] if fruit >= 0)
    return f"{TREE_NAMES[TREE[tile]]} with {fruits} ({SIGN_NAMES[SIGN[s.sign_by][tile]]})"


def label(s: State, action: int) -> str:
    """A short text for a button."""
    move = decode(s, action)
    if isinstance(move, Take):
        price = f"one {move.fruit}" if cost(s, s.turn) else "nothing"
        first, second = pair(s, action - TAKE_AT)
        return f"Take {tile_text(s, first)} and {tile_text(s, second)} for {price}"
    if isinstance(move, Lay):
        return f"Lay {tile_text(s, move.tile - 1)} at {move.at[0]}, {move.at[1]}"
    if isinstance(move, Harvest):
        return f"Lay the harvest tile at {move.at[0]}, {move.at[1]} with sickles {', '.join(map(str, move.sickles))}"
    if isinstance(move, Choose):
        return f"Harvest {move.fruit}"
    return "Lay no harvest tile: none fits"


# Refusals ------------------------------------------------------------------------------------------------------------

VERBS = {TAKE: "take", LAY: "lay", CHOOSE: "choose", HARVEST: "harvest", OVER: "nothing"}
"""What the seat to act does in each phase."""
TODO = {
    TAKE: "take two landscape tiles",
    LAY: "lay the landscape tiles you took",
    CHOOSE: "choose the fruit that is harvested",
    HARVEST: "lay a harvest tile",
}

PHASES: dict[type[Move], int] = {Take: TAKE, Lay: LAY, Choose: CHOOSE, Harvest: HARVEST, Skip: HARVEST}


def explain(s: State, move: AnyMove) -> Refusal:
    """Why a move that is not legal is refused."""
    if s.phase == OVER:
        return Refusal("click_a_tree.game_over", "The game is over.", "the-end-of-the-game")
    if PHASES[type(move)] != s.phase:
        now = {"phase": VERBS[s.phase]}
        return Refusal("click_a_tree.wrong_phase", f"It is time to {TODO[s.phase]}.", "a-turn", now)
    return _explain_place(s, move) if isinstance(move, Lay | Harvest) else _explain_choice(s, move)


def _explain_choice(s: State, move: Take | Choose | Skip) -> Refusal:
    if isinstance(move, Take):
        text = f"You have no {move.fruit} to pay with."
        return Refusal("click_a_tree.no_fruit", text, "taking", {"fruit": move.fruit})
    if isinstance(move, Choose):
        fruits = [FRUIT_NAMES[fruit] for fruit in FRUIT[waiting(s)]]
        text = f"The tile at this sickle bears {fruits[0]} and {fruits[1]}."
        return Refusal("click_a_tree.not_on_tile", text, "two-fruits", {"fruits": fruits})
    return Refusal("click_a_tree.one_fits", "An open harvest tile fits, so one must be laid.", "no-place")


def _explain_place(s: State, move: Lay | Harvest) -> Refusal:
    place = place_at(s, *move.at)
    where = {"at": list(move.at)}
    if isinstance(move, Lay) and not has(s.taken, s.n_taken, move.tile - 1):
        return Refusal("click_a_tree.not_taken", f"You have not taken tile {move.tile}.", "laying", {"tile": move.tile})
    if isinstance(move, Harvest) and not has(s.face_up[s.turn], s.n_face_up[s.turn], KIND[edge_bits(move.sickles)]):
        sickles = {"sickles": list(move.sickles)}
        text = "No open harvest tile can be turned so that its sickles lie there."
        return Refusal("click_a_tree.no_such_harvest_tile", text, "harvest-tile", sickles)
    if place == WILD:
        return Refusal("click_a_tree.not_adjacent", "A tile must border a tile of your display.", "laying", where)
    if place < FREE:
        return Refusal("click_a_tree.place_taken", "A tile lies there already.", "laying", where)
    if sickle_edges(s, s.turn, place) or edge_bits(getattr(move, "sickles", ())) & harvest_edges(s, s.turn, place):
        text = "A sickle may never border a harvest tile."
        return Refusal("click_a_tree.sickle_at_harvest_tile", text, "harvest-tile", where)
    text = "At least one sickle must border a landscape tile."
    return Refusal("click_a_tree.no_harvest", text, "harvest-tile", where)
