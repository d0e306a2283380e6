"""A turn: draw two cards, plant one, discard one (rulebook: The Game Turn; rulings A4 to A7, B2 to B4)."""

import pytest

from services.rules.games.arboretum import GAME
from services.rules.games.arboretum.notation import Discard
from services.rules.games.arboretum.state import DISCARD, FIRST_DRAW, PLANT, SECOND_DRAW

from .table import a_table, allowed, discard, draw, hand, pile, places, plant, play

HANDS = ["A1 A2 A3 B1 B3 C1 C2", "D1 D2 D3 E1 E2 E3 E4"]


# Drawing -------------------------------------------------------------------------------------------------------------


def test_on_the_first_turn_the_first_pile_is_empty_and_the_others_have_a_card() -> None:
    s = a_table(HANDS, piles=["", "F1"], deck="F4 F3 F2")
    assert allowed(s, draw())
    assert not allowed(s, draw(0))
    assert allowed(s, draw(1))


def test_without_open_cards_both_first_draws_come_from_the_deck() -> None:
    s = a_table(HANDS, deck="F4 F3 F2")
    for _ in range(2):
        assert len(GAME.legal(s)) == 1
        play(s, draw())
    assert hand(s, 0) >= {"F2", "F3"}


def test_both_cards_may_come_from_one_pile_two_deep() -> None:  # B3, question 16
    s = a_table(HANDS, piles=["", "B2 C5 D7"], deck="F3 F2 F1")
    play(s, draw(1))
    assert hand(s, 0) == {*HANDS[0].split(), "D7"}
    play(s, draw(1), plant("C5", 0, 0), discard("A1"))
    assert pile(s, 1) == ["B2"]
    assert pile(s, 0) == ["A1"]
    assert s.n_deck == 3
    assert s.n_hand[0] == 7


def test_the_own_pile_may_be_drawn_from() -> None:
    s = a_table(HANDS, piles=["F1", ""], deck="F3 F2")
    assert "F1" in hand(play(s, draw(0)), 0)
    assert pile(s, 0) == []


def test_the_second_source_is_chosen_after_seeing_the_first_card() -> None:  # question 17
    s = a_table(HANDS, piles=["F1", "F5"], deck="F3 F2")
    play(s, draw())
    assert s.phase == SECOND_DRAW
    assert "F2" in hand(GAME.seen(s, 0), 0)
    assert all(allowed(s, source) for source in (draw(), draw(0), draw(1)))


def test_only_the_top_card_of_a_pile_can_be_drawn() -> None:  # question 18
    s = a_table(HANDS, piles=["", "F1 F2 F3"], deck="F5 F4")
    play(s, draw(1))
    assert "F3" in hand(s, 0)
    assert pile(s, 1) == ["F1", "F2"]


def test_the_deck_is_drawn_from_its_top() -> None:
    assert {"F1", "F2"} <= hand(play(a_table(HANDS, deck="F4 F3 F2 F1"), draw(), draw()), 0)


def test_an_empty_pile_is_no_source() -> None:
    s = a_table(HANDS, piles=["", "F1"], deck="F3 F2")
    play(s, draw(1))
    assert not allowed(s, draw(1))
    assert not allowed(s, draw(0))


def test_nobody_has_a_pile_beyond_the_seats() -> None:
    s = a_table(HANDS, piles=["", "F1"], deck="F3 F2")
    assert not allowed(s, draw(2))
    assert not allowed(s, draw(3))


def test_the_card_discarded_this_turn_cannot_be_drawn_this_turn() -> None:
    s = a_table(HANDS, deck="F5 F4 F3 F2")
    play(s, draw(), draw(), plant("A1", 0, 0), discard("A2"))
    assert GAME.to_act(s) == 1
    assert allowed(s, draw(0))


# Planting ------------------------------------------------------------------------------------------------------------


def test_nine_cards_after_drawing_seven_after_the_turn() -> None:  # question 20
    s = a_table(HANDS, deck="F5 F4 F3 F2 F1")
    assert play(s, draw(), draw()).n_hand[0] == 9
    assert play(s, plant("A1", 0, 0)).n_hand[0] == 8
    assert play(s, discard("A2")).n_hand[0] == 7


def test_a_card_just_drawn_may_be_planted_or_discarded() -> None:  # question 19
    s = play(a_table(HANDS, deck="F5 F4 F3 F2 F1"), draw(), draw())
    assert allowed(s, plant("F1", 0, 0))
    assert allowed(play(s, plant("F2", 0, 0)), discard("F1"))


def test_the_first_tree_has_one_place_whatever_coordinates_are_sent() -> None:  # B4, question 23
    s = a_table(HANDS, phase=PLANT, deck="F1")
    assert places(s) == {(0, 0)}
    assert len(GAME.legal(s)) == 7
    actions = {GAME.encode(s, plant("A1", x, y)) for x in range(-17, 18) for y in range(-17, 18)}
    assert len(actions) == 1
    play(s, plant("A1", 17, -9))
    assert (s.x[0][0], s.y[0][0]) == (0, 0)


@pytest.mark.parametrize(
    ("trees", "number"),
    [
        ("A4(0,0)", 4),
        ("A4(0,0) A5(1,0)", 6),
        ("A4(0,0) A5(1,0) A6(1,1)", 7),
        ("A4(0,0) A5(1,0) A6(1,1) A7(0,1)", 8),
        ("A4(0,0) A5(1,0) A6(1,1) A7(1,2) A8(0,2) B4(-1,2) B5(-1,1) B6(-1,0)", 13),
    ],
)
def test_a_tree_must_touch_another(trees: str, number: int) -> None:  # B4
    s = a_table(HANDS, [trees, ""], phase=PLANT, deck="F1")
    taken = {(s.x[0][k], s.y[0][k]) for k in range(s.n_tree[0])}
    around = {(x + dx, y + dy) for x, y in taken for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    assert places(s) == around - taken
    assert len(places(s)) == number


def test_no_diagonal_touches() -> None:
    s = a_table(HANDS, ["A4(0,0)", ""], phase=PLANT, deck="F1")
    assert not any(allowed(s, plant("A1", x, y)) for x in (-1, 1) for y in (-1, 1))


def test_a_tree_is_never_covered() -> None:  # question 24
    s = a_table(HANDS, ["A4(0,0) A5(1,0)", ""], phase=PLANT, deck="F1")
    assert not allowed(s, plant("A1", 0, 0))
    assert not allowed(s, plant("A1", 1, 0))


def test_only_the_own_arboretum_counts() -> None:
    s = a_table(HANDS, ["A4(0,0)", "B4(0,0) B5(1,0)"], phase=PLANT, deck="F1")
    assert not allowed(s, plant("A1", 2, 0))
    assert allowed(s, plant("A1", 1, 0))


def test_only_cards_of_the_own_hand_are_planted_and_discarded() -> None:
    s = a_table(HANDS, phase=PLANT, deck="F1")
    assert not allowed(s, plant("D1", 0, 0))
    play(s, plant("A1", 0, 0))
    assert not allowed(s, discard("D1"))
    assert not allowed(s, discard("A1"))


def test_every_phase_allows_its_own_moves_only() -> None:
    for phase in (FIRST_DRAW, SECOND_DRAW, PLANT, DISCARD):
        s = a_table(HANDS, piles=["", "F1"], deck="F4 F3 F2", phase=phase)
        assert allowed(s, draw()) == allowed(s, draw(1)) == (phase in (FIRST_DRAW, SECOND_DRAW))
        assert allowed(s, plant("A1", 0, 0)) == (phase == PLANT)
        assert allowed(s, discard("A1")) == (phase == DISCARD)


# The end of a turn and of the game -----------------------------------------------------------------------------------


def test_the_discard_goes_on_the_own_pile_and_the_next_seat_draws() -> None:
    s = a_table(["A1", "B1", "C1"], piles=["D1", "D2", "D3"], deck="E1", phase=DISCARD, turn=2)
    play(s, discard("C1"))
    assert pile(s, 2) == ["D3", "C1"]
    assert (GAME.to_act(s), s.phase) == (0, FIRST_DRAW)


def test_the_last_card_drawn_first_leaves_the_piles_for_the_second() -> None:  # A6, B2, question 21
    s = a_table(HANDS, piles=["B2", "C5 D7"], deck="F1")
    play(s, draw())
    assert not GAME.is_over(s)
    assert not allowed(s, draw())
    assert allowed(s, draw(0))
    assert allowed(s, draw(1))
    play(s, draw(1), plant("D7", 0, 0))
    assert not GAME.is_over(s)
    play(s, discard("A1"))
    assert GAME.is_over(s)
    assert [s.n_tree[0], s.n_tree[1]] == [1, 0]


def test_the_last_card_drawn_second_ends_the_game_after_the_same_turn() -> None:  # A6
    s = a_table(HANDS, piles=["B2", "C5"], deck="F1")
    play(s, draw(1), draw())
    assert (s.n_deck, s.phase) == (0, PLANT)
    play(s, plant("A1", 0, 0))
    assert not GAME.is_over(s)
    assert GAME.is_over(play(s, discard("A2")))


def test_a_turn_that_leaves_a_card_in_the_deck_does_not_end_the_game() -> None:
    s = a_table(HANDS, piles=["B2", "C5"], deck="F2 F1")
    play(s, draw(), draw(1), plant("A1", 0, 0), discard("A2"))
    assert (s.n_deck, GAME.is_over(s), GAME.to_act(s)) == (1, False, 1)


def test_after_the_end_nobody_discards() -> None:
    s = play(a_table(HANDS, deck="", phase=DISCARD), discard("A1"))
    assert not allowed(s, Discard("cassia-2"))
