"""Paths, the right to score and the winner (rulebook: End of Game and Scoring; rulings A2, A8 to A10, B5 to B10)."""

import pytest

from services.rules.games.arboretum import GAME
from services.rules.games.arboretum.components import MAX_SEATS
from services.rules.games.arboretum.scoring import N_SPECIES, claims, path_cells, right_to_score, variety
from services.rules.games.arboretum.state import State

from .table import LETTERS, an_end, best, card

both = pytest.mark.parametrize("bonus", ["each", "uniform"])


def rights(hands: list[str], colour: str) -> list[int]:
    s, sums = an_end(hands), [0] * (MAX_SEATS * N_SPECIES)
    claims(s, sums)
    return [p for p in range(s.seats) if right_to_score(s, sums, p, LETTERS.index(colour))]


def sums_of(hands: list[str], colour: str) -> list[int]:
    s, sums = an_end(hands), [0] * (MAX_SEATS * N_SPECIES)
    claims(s, sums)
    return [sums[p * N_SPECIES + LETTERS.index(colour)] for p in range(s.seats)]


def result(s: State) -> tuple[list[int], list[int]]:
    return GAME.result(s, s.seats)


# What a path is ------------------------------------------------------------------------------------------------------


@both
def test_a_single_card_is_no_path(bonus: str) -> None:  # question 1, B10
    assert best("A8(0,0)", "A", bonus) == 0
    assert best("A1(0,0) B2(1,0)", "A", bonus) == 0


@both
def test_values_rise_strictly(bonus: str) -> None:  # question 2
    assert best("A3(0,0) B3(1,0) A5(2,0)", "A", bonus) == 0
    assert best("A3(0,0) B5(1,0) A5(2,0)", "A", bonus) == 0
    assert best("A5(0,0) A3(1,0)", "A", bonus) > 0


@both
def test_values_may_leave_gaps(bonus: str) -> None:  # question 3
    assert best("A2(0,0) A7(1,0)", "A", bonus) == {"each": 4, "uniform": 2}[bonus]


@both
def test_a_path_may_turn_corners_but_not_go_diagonally(bonus: str) -> None:  # question 4
    assert best("A1(0,0) B2(1,0) B3(1,1) A4(2,1)", "A", bonus) == {"each": 7, "uniform": 5}[bonus]
    assert best("A1(0,0) B7(1,0) A4(1,1)", "A", bonus) == 0


@both
def test_a_path_may_wind_around_and_touch_itself(bonus: str) -> None:
    trees = "A1(0,0) A2(1,0) A3(1,1) A4(0,1) A5(-1,1) A6(-1,0)"
    assert best(trees, "A", bonus) == 13


@both
def test_a_path_begins_and_ends_in_its_colour(bonus: str) -> None:
    assert best("A2(0,0) A3(1,0) B4(2,0)", "A", bonus) == {"each": 4, "uniform": 2}[bonus]
    assert best("B2(0,0) A3(1,0) A4(2,0)", "B", bonus) == 0


@pytest.mark.parametrize(
    ("trees", "each", "uniform"),
    [
        # The table of the two readings.
        ("A3(0,0) A4(1,0) A7(2,0)", 6, 3),
        ("A3(0,0) A4(1,0) A6(2,0) A7(3,0)", 8, 8),
        ("A1(0,0) A3(1,0) A6(2,0) A8(3,0)", 11, 11),
        ("A1(0,0) B4(1,0) A8(2,0)", 8, 6),
        ("A2(0,0) B3(1,0) B5(2,0) A6(3,0)", 6, 4),
        ("A1(0,0) A2(1,0) A3(2,0) A4(3,0) A5(4,0) A6(5,0) A7(6,0) A8(7,0)", 19, 19),
        ("A1(0,0) B2(1,0) B3(2,0) B4(3,0) B5(4,0) B6(5,0) B7(6,0) A8(7,0)", 13, 11),
        # Questions 5 to 7, B10.
        ("A3(0,0) A4(1,0) A5(2,0)", 6, 3),
        ("A2(0,0) A4(1,0) B5(2,0) A6(2,1)", 7, 4),
        ("A1(0,0) A2(1,0) A3(2,0) A4(3,0)", 9, 9),
        ("A5(0,0) A6(1,0) A7(2,0) A8(3,0)", 10, 10),
        ("A1(0,0) A8(1,0)", 7, 5),
    ],
)
def test_what_a_path_is_worth(trees: str, each: int, uniform: int) -> None:
    assert (best(trees, "A", "each"), best(trees, "A", "uniform")) == (each, uniform)


def test_a_1_in_the_middle_or_an_8_of_another_colour_gives_no_bonus() -> None:
    assert best("A2(0,0) B8(1,0) A7(0,1)", "A") == 4
    assert best("B1(0,0) A2(1,0) A3(2,0)", "A") == 4


def test_one_tree_may_lie_on_paths_of_several_species() -> None:  # B7, question 27
    trees = "A1(0,0) B2(1,0) A3(2,0) B5(2,1) A6(1,1) B8(1,2)"
    assert (best(trees, "A"), best(trees, "B")) == (9, 10)
    assert result(an_end(["", ""], [trees, ""]))[0] == [19, 0]
    assert result(an_end(["", ""], [trees, ""], bonus="uniform"))[0] == [13, 0]


def test_the_option_changes_the_best_path() -> None:  # B6, A10
    mine = "A2(0,0) A3(1,0) A5(2,0) A7(3,0) B3(0,1) A4(1,1) B5(2,1) C6(3,1)"
    for bonus, a, b, points in [("each", 10, 5, [15, 5]), ("uniform", 8, 3, [11, 3])]:
        assert (best(mine, "A", bonus), best(mine, "B", bonus)) == (a, b)
        assert result(an_end(["A6", ""], [mine, "C1(0,0) C2(1,0)"], bonus=bonus))[0] == points
    shown = {bonus: path_cells(an_end(["A6", ""], [mine, ""], bonus=bonus), 0, 0)[1] for bonus in ("each", "uniform")}
    assert len(shown["each"]) == 6
    assert shown["uniform"] == [0, 1, 2, 3]


@both
def test_of_several_best_paths_one_is_shown(bonus: str) -> None:  # question 26
    s = an_end(["", ""], ["A3(0,0) A5(1,0) A2(0,1) A6(1,1) ", ""], bonus=bonus)
    points, path = path_cells(s, 0, 0)
    values = [s.tree[0][k] % 8 for k in path]
    assert points == 8
    assert values == sorted(set(values))


# The right to score --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "sums", "who"),
    [
        (["A8 A1", ""], [9, 0], [0]),  # question 8
        (["A8 A1", "A2"], [9, 2], [0]),  # question 9
        (["A8", "A1"], [0, 1], [1]),  # question 10
        (["A8 A3", "A1", "A4"], [3, 1, 4], [2]),  # question 11
        (["A7", "A3 A4"], [7, 7], [0, 1]),  # question 12
        (["", ""], [0, 0], [0, 1]),  # question 14
        (["", "", "", ""], [0, 0, 0, 0], [0, 1, 2, 3]),
        (["A8 A3", "A1 A2", ""], [3, 3, 0], [0, 1]),  # B5
        (["A8 A3", "A1 A2", "A4"], [3, 3, 4], [2]),  # B5
        (["A8", "A7"], [8, 7], [0]),
        (["A8 A2", "A7 A1"], [2, 8], [1]),  # A8: the rest of the hand still counts
        (["A2", ""], [2, 0], [0]),
    ],
)
def test_the_highest_sum_has_the_right(hands: list[str], sums: list[int], who: list[int]) -> None:
    assert sums_of(hands, "A") == sums
    assert rights(hands, "A") == who


def test_a_cancelled_8_never_leaves_all_sums_at_zero() -> None:  # question 15
    for other in ("A1", "A1 A2", "A1 A7"):
        assert max(sums_of(["A8", other], "A")) > 0


def test_the_1_counts_only_in_an_opponents_hand() -> None:  # A8, B9
    for trees in (["", "A1(0,0)"], ["A1(0,0)", ""]):
        s, sums = an_end(["A8", "A7"], trees), [0] * (MAX_SEATS * N_SPECIES)
        claims(s, sums)
        assert [sums[0], sums[N_SPECIES]] == [8, 7]


def test_the_1_of_another_species_cancels_nothing() -> None:
    assert sums_of(["A8", "B1"], "A") == [8, 0]


def test_a_planted_8_keeps_its_points_when_the_8_would_be_cancelled() -> None:
    trees = ["A7(0,0) A8(1,0)", ""]
    assert result(an_end(["A2", ""], trees))[0] == [6, 0]


def test_who_has_the_right_without_a_path_blocks_the_others() -> None:  # question 13
    assert result(an_end(["A7", "A6"], ["B1(0,0)", "A2(0,0) A3(1,0)"]))[0] == [0, 0]


def test_a_species_nobody_holds_is_scored_by_all() -> None:  # question 14
    assert result(an_end(["B1", "C1"], ["A2(0,0) A3(1,0)", "A4(0,0) A5(1,0)"]))[0] == [4, 4]


def test_tied_seats_each_score_their_own_best_path() -> None:  # A10
    s = an_end(["A7", "A3 A4"], ["A1(0,0) A2(1,0)", "A5(0,0) A6(1,0) B7(2,0) A8(3,0)"])
    assert result(s)[0] == [5, 9]


def test_only_one_path_a_species_is_scored_the_best() -> None:
    trees = "A1(0,0) A2(1,0) B8(2,0) A3(3,0) A4(4,0)"
    assert result(an_end(["A7", ""], [trees, ""]))[0] == [5, 0]


def test_species_in_the_box_are_never_scored() -> None:  # A3
    trees = ["A2(0,0) A3(1,0) G1(2,0) G2(3,0)", ""]
    assert result(an_end(["", ""], trees, species=0b0000111111))[0] == [4, 0]
    assert result(an_end(["", ""], trees, species=0b1111111111))[0] == [9, 0]


# The worked example (uniform only, ruling A2): C jacaranda, L lilac, O oak, P royal poinciana, W willow, S cassia ----

EXAMPLE = "A7 B6 B7 C3 C8 D1 D5", "A2 A5 B4 B5 D3 E7 F6", "F5 C2 C7 D8 E1 E3 E8"


@pytest.mark.parametrize(
    ("colour", "sums", "who"),
    [
        ("A", [7, 7, 0], [0, 1]),
        ("B", [13, 9, 0], [0]),
        ("C", [11, 0, 9], [0]),
        ("D", [6, 3, 0], [0]),
        ("E", [0, 7, 12], [2]),
        ("F", [0, 6, 5], [1]),
    ],
)
def test_the_rights_of_the_worked_example(colour: str, sums: list[int], who: list[int]) -> None:
    assert sums_of(list(EXAMPLE), colour) == sums
    assert rights(list(EXAMPLE), colour) == who


def test_the_paths_of_the_worked_example_give_19_in_the_printed_edition() -> None:
    oaks = "C1(0,0) C4(1,0) C5(2,0) C6(3,0)"
    jacarandas = "A1(0,2) E2(1,2) B3(2,2) F7(3,2) A8(4,2)"
    poincianas = "D2(0,4) E4(1,4) D6(2,4)"
    assert best(oaks, "C", "uniform") == 9
    assert best(jacarandas.replace("A1", "A3").replace("E2", "E4").replace("B3", "B5"), "A", "uniform") == 7
    assert best(poincianas, "D", "uniform") == 3


# The winner ----------------------------------------------------------------------------------------------------------

NINE = "A1(0,0) A2(1,0) A3(2,0) A4(3,0)"


def test_the_most_points_win() -> None:
    points, seats = result(an_end(["", ""], [NINE, "B2(0,0) B3(1,0)"]))
    assert points == [9, 4]
    assert seats == [1, 2]


@pytest.mark.parametrize(
    ("first", "second", "seats"),
    [
        ("B1(0,1) C1(1,1) D1(2,1)", "H1(0,1) I1(1,1) F1(2,1) J1(3,1)", [2, 1]),
        ("B1(0,1) C1(1,1) D1(2,1) F1(3,1)", "H1(0,1) I1(1,1) F8(2,1) J1(3,1)", [1, 1]),
    ],
)
def test_a_tie_goes_to_the_more_species_planted_and_then_is_shared(first: str, second: str, seats: list[int]) -> None:
    other = NINE.replace("A", "G")
    points, places = result(an_end(["", ""], [f"{NINE} {first}", f"{other} {second}"]))  # B8, A9
    assert points == [9, 9]
    assert places == seats


def test_species_decide_only_among_equal_points() -> None:  # B8
    six_species = "B2(0,0) B4(1,0) B5(2,0) B6(3,0) C1(0,1) D1(1,1) E1(2,1) F1(3,1) I1(0,-1)"
    mine, others = f"{NINE} J1(0,1) J2(2,1)", NINE.replace("A", "G")
    points, places = result(an_end(["", "", ""], [mine, others, six_species]))
    assert points == [9, 9, 8]
    assert [variety(an_end([""] * 3, [mine, others, six_species]), p) for p in range(3)] == [2, 1, 6]
    assert places == [1, 2, 3]


def test_cards_of_the_hand_are_no_variety() -> None:  # A9
    s = an_end(["J1 I1 H1", "F1"], [NINE, NINE.replace("A", "G")])
    assert result(s)[1] == [1, 1]


def test_shared_places_leave_a_gap() -> None:
    trees = [NINE, NINE.replace("A", "G"), "B2(0,0) B3(1,0)", NINE.replace("A", "H")]
    assert result(an_end([""] * 4, trees))[1] == [1, 1, 4, 1]


def test_the_cards_of_the_tests_are_what_they_say() -> None:
    assert (card("A1"), card("A8"), card("J8")) == (0, 7, 79)
