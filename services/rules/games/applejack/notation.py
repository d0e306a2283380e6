"""The public notation of actions, and why a move is refused."""

from dataclasses import dataclass
from typing import Any, ClassVar

from services.rules.contract import NO_ACTION, Refusal
from services.rules.kernel import BLANK
from services.rules.notation import Move, cell, name_of, part, whole

from .components import APPLES, BLOSSOMS, FIELDS, MIDDLE, NAMES, PASTURE, PERIOD, PRICE, TILE, TILES
from .moves import DRAW, LAY_TILE, TAKE_TILE, WAYS, trough_with
from .orchard import PASTURE_HONEY, income
from .stand_in import COLOURS
from .state import LAY, OVER, RESTOCK, TAKE, State

FIELD = {at: place for place, at in enumerate(FIELDS)}
AT = cell(2, "A field of the own orchard: [q, r], counted from the middle one at [0, 0].")


@dataclass(frozen=True)
class Draw(Move):
    """Draw the top tile of the supply, which everybody then sees."""

    type: ClassVar[str] = "applejack.draw"


@dataclass(frozen=True)
class Take(Move):
    """Take an open tile: from a trough beside the die or, to lay it, from the own cottage."""

    type: ClassVar[str] = "applejack.take"
    tile: str = part(name_of(NAMES, "A tile on offer."))


@dataclass(frozen=True)
class Lay(Move):
    """Pay for the tile in hand and lay it face up."""

    type: ClassVar[str] = "applejack.lay"
    at: tuple[int, int] = part(AT)
    rotation: int = part(whole(0, 5, "By how many edges the tile is turned, clockwise."))


@dataclass(frozen=True)
class Pasture(Move):
    """Turn the tile in hand to its pasture side, for 2 honey, and lay it."""

    type: ClassVar[str] = "applejack.pasture"
    at: tuple[int, int] = part(AT)


AnyMove = Draw | Take | Lay | Pasture


def encode(s: State, move: AnyMove) -> int:
    """The action a move stands for, or NO_ACTION; of rotations that look the same the first one is meant."""
    if isinstance(move, Draw):
        return DRAW
    if isinstance(move, Take):
        return TAKE_TILE + TILE[move.tile]
    if move.at not in FIELD:
        return NO_ACTION
    action = LAY_TILE + FIELD[move.at] * WAYS
    if isinstance(move, Pasture):
        return action + PASTURE
    return action + (move.rotation if s.held == BLANK else move.rotation % PERIOD[s.held])


def decode(s: State, action: int) -> Move:  # noqa: ARG001 - an action says all
    """The notation of a legal action."""
    if action == DRAW:
        return Draw()
    if action < LAY_TILE:
        return Take(NAMES[action - TAKE_TILE])
    place, rotation = divmod(action - LAY_TILE, WAYS)
    return Pasture(FIELDS[place]) if rotation == PASTURE else Lay(FIELDS[place], rotation)


def what_is_on(tile: int) -> str:
    """A tile in words."""
    counts = [f"{n} {COLOURS[i]}" for i, n in enumerate(APPLES[tile]) if n]
    if BLOSSOMS[tile]:
        counts.append(f"{BLOSSOMS[tile]} blossom{'s' if BLOSSOMS[tile] > 1 else ''}")
    hives = TILES[tile]["hives"]
    counts.append(f"hive{'s' if len(hives) > 1 else ''} {PRICE[tile]} on {', '.join(map(str, sorted(hives)))}")
    return ", ".join(counts)


def whence(s: State, tile: int) -> str | int:
    """Where a tile on offer lies: the number of a trough, `middle`, or `cottage`."""
    k = trough_with(s, tile)
    if k == BLANK:
        return "cottage"
    return "middle" if s.offer[k] == MIDDLE else s.offer[k]


def label(s: State, action: int) -> str:
    """A short text for a button."""
    purpose = " for the cottage" if s.phase == RESTOCK else ""
    if action == DRAW:
        return f"Draw from the supply{purpose}"
    if action < LAY_TILE:
        tile = action - TAKE_TILE
        place = whence(s, tile)
        trough = f"trough {place}" if isinstance(place, int) else f"the {place}"
        return f"Take {NAMES[tile]} ({what_is_on(tile)}) from {trough}{purpose}"
    place, rotation = divmod(action - LAY_TILE, WAYS)
    at = f"{FIELDS[place][0]}, {FIELDS[place][1]}"
    if rotation == PASTURE:
        return f"Pasture at {at}: get {PASTURE_HONEY}"
    honey = income(s, s.turn, place, s.held, rotation)
    return f"Lay {NAMES[s.held]} at {at} turned by {rotation}: pay {PRICE[s.held]}, get {honey}"


PHASES = {TAKE: "take", LAY: "lay", RESTOCK: "restock", OVER: "over"}
"""What the seat to act does in each phase."""


def explain(s: State, move: AnyMove) -> Refusal:
    """Why a move that is not legal is refused."""
    if isinstance(move, Draw | Take):
        return _explain_choice(s, move)
    if s.phase != LAY:
        return _refuse("nothing_in_hand", "There is no tile in your hand; take one first.", "a-turn")
    at = list(move.at)
    if move.at not in FIELD:
        return _refuse("no_such_field", "The orchard has no such field.", "the-orchard", at=at)
    if s.tile[s.turn][FIELD[move.at]] != BLANK:
        return _refuse("field_taken", "A tile lies there already.", "laying", at=at)
    price, honey = PRICE[s.held], s.honey[s.turn]
    text = f"The tile costs {price} honey and you have {honey}; you can turn it to the pasture."
    return _refuse("too_dear", text, "paying", price=price, honey=honey)


def _explain_choice(s: State, move: Draw | Take) -> Refusal:
    if s.phase == LAY:
        return _refuse("must_lay", "Lay the tile in your hand first.", "a-turn", tile=NAMES[s.held])
    if isinstance(move, Draw):
        return _refuse("supply_empty", "The supply is empty.", "blind-draw")
    if s.phase == RESTOCK:
        text = f"The cottage gets a tile from a trough beside the die or from the supply; {move.tile} lies elsewhere."
        return _refuse("not_on_offer", text, "extra-tile", tile=move.tile)
    return _refuse("not_on_offer", f"{move.tile} lies in no trough beside the die.", "taking", tile=move.tile)


def _refuse(code: str, text: str, rule: str, **params: Any) -> Refusal:
    return Refusal(f"applejack.{code}", text, rule, params)
