"""Ways to lay out an Arboretum table by hand, in the short names of the tests."""

import re
from collections.abc import Sequence

from services.rules.contract import NO_ACTION
from services.rules.games.arboretum import GAME
from services.rules.games.arboretum.components import CARDS, MAX_SEATS, NAMES, SPECIES, VALUES
from services.rules.games.arboretum.notation import Discard, Draw, Plant
from services.rules.games.arboretum.scoring import path_cells
from services.rules.games.arboretum.state import FIRST_DRAW, OVER, State, clear_table, rebuild
from services.rules.kernel import BLANK
from services.rules.notation import Move
from tests.support.games import rng

LETTERS = "ABCDEFGHIJ"
BONUS = {"each": 0, "uniform": 1}
ALL = (1 << len(SPECIES)) - 1


def card(name: str) -> int:
    """The card A5."""
    return LETTERS.index(name[0]) * VALUES + int(name[1]) - 1


def cards(names: str) -> list[int]:
    """The cards A5 B6."""
    return [card(name) for name in names.split()]


def public(name: str) -> str:
    """The public name of A5."""
    return NAMES[card(name)]


def short(number: int) -> str:
    """The short name of a card."""
    return f"{LETTERS[number // VALUES]}{number % VALUES + 1}"


def planted(text: str) -> list[tuple[str, int, int]]:
    """The trees of A2(0,0) B4(1,0)."""
    found = re.findall(r"([A-J][1-8])\((-?\d+),(-?\d+)\)", text)
    assert len(found) == len(text.split())
    return [(name, int(x), int(y)) for name, x, y in found]


def a_table(  # noqa: PLR0913 - all that can lie on a table
    hands: Sequence[str],
    trees: Sequence[str] = (),
    piles: Sequence[str] = (),
    *,
    deck: str = "",
    known: str = "",
    phase: int = FIRST_DRAW,
    turn: int = 0,
    bonus: str = "each",
    species: int = ALL,
) -> State:
    """A table with these hands, arboretums, piles and deck (top last); all saw the `known` cards drawn."""
    s = State()
    s.seats, s.turn, s.phase, s.path_bonus, s.species = len(hands), turn, phase, BONUS[bonus], species
    s.deck = cards(deck) + [BLANK] * (CARDS - len(cards(deck)))
    s.n_deck = len(cards(deck))
    for p in range(MAX_SEATS):
        clear_table(s, p)
    for p, names in enumerate(hands):
        s.n_hand[p] = len(cards(names))
        s.hand[p][: s.n_hand[p]] = sorted(cards(names))
    for p, names in enumerate(piles):
        s.n_pile[p] = len(cards(names))
        s.pile[p][: s.n_pile[p]] = cards(names)
    for p, text in enumerate(trees):
        for k, (tree, x, y) in enumerate(planted(text)):
            s.tree[p][k], s.x[p][k], s.y[p][k] = card(tree), x, y
            s.n_tree[p] = k + 1
    for name in cards(known):
        s.known[name] = 1
    rebuild(s)
    return s


def an_end(hands: Sequence[str], trees: Sequence[str] = (), *, bonus: str = "each", species: int = ALL) -> State:
    """The same table when the game is over."""
    return a_table(hands, trees or [""] * len(hands), phase=OVER, bonus=bonus, species=species)


def best(trees: str, colour: str, bonus: str = "each") -> int:
    """Points of the best path of a colour in an arboretum."""
    return path_cells(an_end(["", ""], [trees, ""], bonus=bonus), 0, LETTERS.index(colour))[0]


def draw(seat: int | None = None) -> Draw:
    """Draw from the deck, or from the pile of a seat."""
    return Draw("deck") if seat is None else Draw("pile", seat)


def plant(name: str, x: int, y: int) -> Plant:
    """Plant A5 somewhere."""
    return Plant(public(name), (x, y))


def discard(name: str) -> Discard:
    """Discard A5."""
    return Discard(public(name))


def allowed(s: State, move: Move) -> bool:
    """Whether a move is legal; the list, the question and the notation must agree."""
    action = GAME.encode(s, move)
    legal = action in GAME.legal(s)
    assert GAME.is_legal(s, action) == legal
    assert action != NO_ACTION or not legal
    return legal


def play(s: State, *moves: Move) -> State:
    """Play legal moves; return the state."""
    for move in moves:
        assert allowed(s, move), move
        GAME.apply(s, GAME.encode(s, move), rng())
    return s


def hand(s: State, p: int) -> set[str]:
    """The hand of a seat."""
    return {short(c) for c in s.hand[p] if c != BLANK}


def pile(s: State, p: int) -> list[str]:
    """The discard pile of a seat, top last."""
    return [short(c) for c in s.pile[p] if c != BLANK]


def places(s: State) -> set[tuple[int, int]]:
    """Where the seat to act may plant."""
    moves = [GAME.decode(s, action) for action in GAME.legal(s)]
    return {move.at for move in moves if isinstance(move, Plant)}
