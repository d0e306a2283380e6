"""The public notation of actions, and why a move is refused."""

from dataclasses import dataclass
from typing import ClassVar

from services.rules.contract import NO_ACTION, Refusal
from services.rules.notation import Move, cell, name_of, part, whole

from .components import CARD, CELLS, MAX_SEATS, MAX_TREES, NAMES, NEIGHBOURS, STEPS
from .moves import DISCARD_CARD, DRAW_DECK, DRAW_PILE, PLANT_CARD, holds
from .state import DISCARD, FIRST_DRAW, FREE, OVER, PLANT, SECOND_DRAW, State, cell_of


@dataclass(frozen=True)
class Draw(Move):
    """Draw the top card of the deck, or of the discard pile of a seat."""

    type: ClassVar[str] = "arboretum.draw"
    source: str = part(name_of(("deck", "pile"), "The deck, or a discard pile."))
    seat: int | None = part(whole(0, MAX_SEATS - 1, "Whose discard pile; left out for the deck."), optional=True)


@dataclass(frozen=True)
class Plant(Move):
    """Plant a card of the hand in the own arboretum, next to a tree of it."""

    type: ClassVar[str] = "arboretum.plant"
    card: str = part(name_of(NAMES, "A card of the own hand."))
    at: tuple[int, int] = part(cell(MAX_TREES, "Where: [x, y], counted from the first tree at [0, 0]."))


@dataclass(frozen=True)
class Discard(Move):
    """Put a card of the hand on the own discard pile; this ends the turn."""

    type: ClassVar[str] = "arboretum.discard"
    card: str = part(name_of(NAMES, "A card of the own hand."))


def encode(s: State, move: Draw | Plant | Discard) -> int:
    """The action a move stands for, or NO_ACTION; the first tree stands at the origin wherever it was asked for."""
    if isinstance(move, Discard):
        return DISCARD_CARD + CARD[move.card]
    if isinstance(move, Plant):
        x, y = move.at if s.n_tree[s.turn] else (0, 0)
        return PLANT_CARD + CARD[move.card] * CELLS + cell_of(x, y) if near_a_tree(s, x, y) else NO_ACTION
    if move.source == "deck":
        return DRAW_DECK if move.seat is None else NO_ACTION
    return NO_ACTION if move.seat is None else DRAW_PILE + move.seat


def near_a_tree(s: State, x: int, y: int) -> bool:
    """Whether true coordinates touch the arboretum of the seat to act (on the torus, far cells share a number)."""
    me = s.turn
    touching = any(abs(s.x[me][k] - x) + abs(s.y[me][k] - y) <= 1 for k in range(s.n_tree[me]))
    return touching or s.n_tree[me] == 0


def place_of(s: State, p: int, place: int) -> tuple[int, int]:
    """The true coordinates of a free cell next to a tree of the seat."""
    for d, (dx, dy) in enumerate(STEPS):
        k = s.grid[p][NEIGHBOURS[place][d]]
        if k >= 0:
            return s.x[p][k] - dx, s.y[p][k] - dy
    return 0, 0


def decode(s: State, action: int) -> Move:
    """The notation of a legal action."""
    if action >= PLANT_CARD:
        card, place = divmod(action - PLANT_CARD, CELLS)
        return Plant(NAMES[card], place_of(s, s.turn, place))
    if action >= DISCARD_CARD:
        return Discard(NAMES[action - DISCARD_CARD])
    return Draw("deck") if action == DRAW_DECK else Draw("pile", action - DRAW_PILE)


def label(s: State, action: int) -> str:
    """A short text for a button."""
    move = decode(s, action)
    if isinstance(move, Plant):
        return f"Plant {move.card} at {move.at[0]}, {move.at[1]}"
    if isinstance(move, Discard):
        return f"Discard {move.card}"
    if action == DRAW_DECK:
        return "Draw from the deck"
    p = action - DRAW_PILE
    whose = "your own pile" if p == s.turn else f"the pile of seat {p}"
    return f"Draw {NAMES[s.pile[p][s.n_pile[p] - 1]]} from {whose}"


VERBS = {FIRST_DRAW: "draw", SECOND_DRAW: "draw", PLANT: "plant", DISCARD: "discard"}
"""What the seat to act does in each phase."""


def explain(s: State, move: Draw | Plant | Discard) -> Refusal:
    """Why a move that is not legal is refused."""
    if s.phase == OVER:
        return Refusal("arboretum.game_over", "The game is over.", "the-end-of-the-game")
    now = VERBS[s.phase]
    if move.type != f"arboretum.{now}":
        return Refusal("arboretum.wrong_phase", f"It is time to {now}.", "a-turn", {"phase": now})
    if isinstance(move, Draw):
        return _explain_draw(s, move)
    if not holds(s, s.turn, CARD[move.card]):
        return Refusal("arboretum.not_in_hand", f"{move.card} is not in your hand.", "a-turn", {"card": move.card})
    at = list(move.at) if isinstance(move, Plant) else []
    if isinstance(move, Plant) and near_a_tree(s, *move.at) and s.grid[s.turn][cell_of(*move.at)] != FREE:
        return Refusal("arboretum.place_taken", "A tree stands there already.", "planting", {"at": at})
    return Refusal("arboretum.not_adjacent", "A tree must touch another of your trees.", "planting", {"at": at})


def _explain_draw(s: State, move: Draw) -> Refusal:
    if move.source == "deck":
        if move.seat is not None:
            return Refusal("arboretum.deck_has_no_seat", "The deck belongs to no seat; leave the seat out.", "drawing")
        return Refusal("arboretum.deck_empty", "The deck is empty.", "drawing")
    if move.seat is None:
        return Refusal("arboretum.which_pile", "Say the seat whose discard pile you draw from.", "drawing")
    if move.seat >= s.seats:
        return Refusal("arboretum.no_such_seat", f"There is no seat {move.seat}.", "drawing", {"seat": move.seat})
    return Refusal("arboretum.pile_empty", "That discard pile is empty.", "drawing", {"seat": move.seat})
