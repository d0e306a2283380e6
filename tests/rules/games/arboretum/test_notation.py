"""Moves as people and clients write them, and why one is refused."""

import pytest

from services.rules.errors import BadMove
from services.rules.games.arboretum import GAME
from services.rules.games.arboretum.components import MAX_TREES, NAMES
from services.rules.games.arboretum.notation import Draw, Plant
from services.rules.games.arboretum.state import DISCARD, PLANT, SECOND_DRAW, State
from services.rules.notation import Move

from .table import a_table, an_end, discard, draw, places, plant, play, public

HANDS = ["A1 A2 A3 B1 B3 C1 C2", "D1 D2 D3 E1 E2 E3 E4"]


def test_moves_read_as_documented() -> None:
    for data, move in [
        ({"type": "arboretum.draw", "source": "deck"}, draw()),
        ({"type": "arboretum.draw", "source": "pile", "seat": 1}, draw(1)),
        ({"type": "arboretum.plant", "card": "oak-7", "at": [0, -1]}, Plant("oak-7", (0, -1))),
        ({"type": "arboretum.discard", "card": "cassia-1"}, discard("A1")),
    ]:
        assert GAME.move(data) == move
        assert move.json() == data


@pytest.mark.parametrize(
    ("data", "pointer"),
    [
        ({"type": "arboretum.draw"}, "/source"),
        ({"type": "arboretum.draw", "source": "box"}, "/source"),
        ({"type": "arboretum.draw", "source": "pile", "seat": 4}, "/seat"),
        ({"type": "arboretum.draw", "source": "pile", "seat": -1}, "/seat"),
        ({"type": "arboretum.plant", "card": "oak-9", "at": [0, 0]}, "/card"),
        ({"type": "arboretum.plant", "card": "Oak-7", "at": [0, 0]}, "/card"),
        ({"type": "arboretum.plant", "card": "oak-7", "at": [18, 0]}, "/at/0"),
        ({"type": "arboretum.plant", "card": "oak-7"}, "/at"),
        ({"type": "arboretum.discard", "card": "oak-7", "at": [0, 0]}, "/at"),
        ({"type": "applejack.draw"}, "/type"),
    ],
)
def test_malformed_moves_are_refused_with_a_pointer(data: object, pointer: str) -> None:
    with pytest.raises(BadMove) as refused:
        GAME.move(data)
    assert refused.value.pointer == pointer


@pytest.mark.parametrize(
    ("phase", "move", "code", "rule"),
    [
        (SECOND_DRAW, plant("A1", 0, 0), "arboretum.wrong_phase", "a-turn"),
        (SECOND_DRAW, discard("A1"), "arboretum.wrong_phase", "a-turn"),
        (PLANT, draw(), "arboretum.wrong_phase", "a-turn"),
        (DISCARD, plant("A1", 0, 0), "arboretum.wrong_phase", "a-turn"),
        (SECOND_DRAW, draw(0), "arboretum.pile_empty", "drawing"),
        (SECOND_DRAW, draw(2), "arboretum.no_such_seat", "drawing"),
        (SECOND_DRAW, Draw("pile"), "arboretum.which_pile", "drawing"),
        (SECOND_DRAW, Draw("deck", 1), "arboretum.deck_has_no_seat", "drawing"),
        (SECOND_DRAW, draw(), "arboretum.deck_empty", "drawing"),
        (PLANT, plant("D1", 1, 0), "arboretum.not_in_hand", "a-turn"),
        (PLANT, plant("A1", 0, 0), "arboretum.place_taken", "planting"),
        (PLANT, plant("A1", 1, 1), "arboretum.not_adjacent", "planting"),
        (PLANT, plant("A1", 17, 17), "arboretum.not_adjacent", "planting"),
        (DISCARD, discard("D1"), "arboretum.not_in_hand", "a-turn"),
    ],
)
def test_every_refusal_has_its_code_and_its_section(phase: int, move: Move, code: str, rule: str) -> None:
    s = a_table(HANDS, ["A4(0,0)", ""], ["", "F1"], deck="", phase=phase)
    assert not GAME.is_legal(s, GAME.encode(s, move))
    refusal = GAME.explain(s, move)
    assert (refusal.code, refusal.rule) == (code, rule)


def test_after_the_end_every_move_is_refused() -> None:
    for move in (draw(), plant("A1", 0, 0), discard("A1")):
        assert GAME.explain(an_end(HANDS), move).code == "arboretum.game_over"


def test_labels_name_the_card_that_everybody_sees() -> None:
    s = a_table(HANDS, piles=["F1", "B2 F2"], deck="F4")
    labels = [GAME.label(s, action) for action in GAME.legal(s)]
    assert labels == [
        "Draw from the deck",
        f"Draw {public('F1')} from your own pile",
        f"Draw {public('F2')} from the pile of seat 1",
    ]
    play(s, draw(), draw(1))
    assert GAME.label(s, GAME.encode(s, plant("A1", 0, 0))) == "Plant cassia-1 at 0, 0"
    assert GAME.label(play(s, plant("A1", 0, 0)), GAME.encode(s, discard("A2"))) == "Discard cassia-2"


# An arboretum without borders ----------------------------------------------------------------------------------------

LONG = 16


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_an_arboretum_may_be_a_line_of_all_its_trees(dx: int, dy: int) -> None:  # question 25
    line = " ".join(f"{'ABC'[k // 8]}{k % 8 + 1}({k * dx},{k * dy})" for k in range(LONG))
    s = a_table(["J1", "J2"], [line, ""], deck="F1", phase=PLANT)
    ends = {(-dx, -dy), (LONG * dx, LONG * dy)}
    sides = {(k * dx + e * dy, k * dy + e * dx) for k in range(LONG) for e in (1, -1)}
    assert places(s) == ends | sides
    play(s, plant("J1", LONG * dx, LONG * dy))
    assert (s.x[0][LONG], s.y[0][LONG]) == (LONG * dx, LONG * dy)
    assert s.n_tree[0] == MAX_TREES
    assert max(abs(s.x[0][LONG]), abs(s.y[0][LONG])) < MAX_TREES


def test_a_far_place_is_never_taken_for_a_near_one() -> None:
    """The grid is a torus inside; outside only true coordinates count."""
    s = a_table(["J1 J2", "I2"], ["A4(0,0) A5(1,0) A6(2,0)", ""], deck="F1", phase=PLANT)
    legal = {at for at in every_place() if GAME.is_legal(s, GAME.encode(s, plant("J1", *at)))}
    assert legal == places(s)
    assert len(legal) == 8


def test_the_two_ends_of_a_long_line_do_not_touch() -> None:
    line = " ".join(f"{'ABC'[k // 8]}{k % 8 + 1}({k},0)" for k in range(LONG))
    s = a_table(["J1", "J2"], [line, ""], deck="F1", phase=PLANT)
    play(s, plant("J1", LONG, 0))
    legal = {at for at in every_place() if GAME.encode(s, plant("J2", *at)) in free_cells(s)}
    assert (-1, 0) in legal
    assert (LONG + 1, 0) in legal
    assert len(legal) == 2 * MAX_TREES + 2


def free_cells(s: State) -> set[int]:
    """Actions that would plant J2 in the arboretum of seat 0 if it were in the hand and it were time."""
    state = s.clone()
    state.phase, state.turn, state.hand[0][0], state.n_hand[0] = PLANT, 0, NAMES.index(public("J2")), 1
    return set(GAME.legal(state))


def every_place() -> list[tuple[int, int]]:
    """All coordinates that a move may carry, and one more."""
    return [(x, y) for x in range(-18, 19) for y in range(-18, 19)]
