"""End of the game and the winner; the solo game (rulings A7 to A9; B10; questions 16, 29 to 32)."""

import pytest

from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.components import FRUIT_NAMES, ROUNDS
from services.rules.games.click_a_tree.scoring import reaches_a_line
from services.rules.games.click_a_tree.state import OVER, TAKE, State

from .table import a_table, codes, facts, harvest, offer, play, sickles, tile, track

A, M = tile("a"), tile("m")


def three(start: int = 0) -> State:
    """Three seats whose harvest tiles can be laid at (-1, 0) without any yield or completion."""
    s = a_table({(0, 0): A}, {(0, 0): A}, {(0, 0): A}, start=start)
    for p in range(3):
        track(s, p)
    return s


def values(s: State, p: int, *numbers: int) -> None:
    """The seven markers; those left out are at 0. Avocado comes last, for it will be harvested."""
    track(s, p, **dict(zip(FRUIT_NAMES[1:] + FRUIT_NAMES[:1], numbers, strict=False)))


def end_turn(s: State) -> State:
    """The seat to act lays a harvest tile beside its start tile: one avocado, nothing completed."""
    return play(offer(s, "01", "012"), harvest("01", -1, 0))


def reached(s: State, *numbers: int, completed: int = 0) -> bool:
    values(s, 0, *numbers)
    s.n_complete[0] = completed
    return reaches_a_line(s, 0)


# Lines ---------------------------------------------------------------------------------------------------------------


def test_two_markers_at_10_pass_the_2() -> None:
    s = three()
    assert reached(s, 10, 10)
    assert not reached(s, 10, 9)


def test_five_at_9_six_at_8_seven_at_7_pass_their_lines_at_first() -> None:
    s = three()
    assert reached(s, 9, 9, 9, 9, 9)
    assert not reached(s, 9, 9, 9, 9, 8, 0, 0)
    assert reached(s, 8, 8, 8, 8, 8, 8)
    assert reached(s, 7, 7, 7, 7, 7, 7, 7)
    assert not reached(s, 7, 7, 7, 7, 7, 7, 6)


def test_three_at_9_pass_the_3_once_the_marker_5_has_left_it() -> None:  # A8
    s = three()
    assert not reached(s, 9, 9, 9)
    assert not reached(s, 9, 9, 9, completed=2)
    assert reached(s, 9, 9, 9, completed=3)


def test_more_markers_and_higher_values_pass_as_well() -> None:  # A7
    assert reached(three(), 10, 10, 10, 10, 10, 10, 10)


def test_the_line_7_lies_at_2_in_the_end() -> None:
    s = three()
    assert reached(s, 2, 2, 2, 2, 2, 2, 2, completed=13)
    assert not reached(s, 2, 2, 2, 2, 2, 2, 1, completed=14)


# When it is checked --------------------------------------------------------------------------------------------------


def test_a_marker_move_alone_can_pass_a_line() -> None:  # question 16, A7
    s = a_table({(0, 0): A, (1, 0): M}, {(0, 0): A})
    track(s, 0, avocado=10, mango=10, papaya=6, cocoa=6, banana=6, pineapple=6, orange=6)
    track(s, 1)
    s.value[0][0] = 9
    assert not reaches_a_line(s, 0)
    s.cap[0] = 9
    told = facts(offer(s, "01", "02"), harvest("45", 0, 1))
    assert s.reached[0] == 1
    assert next(f.params for f in told if f.code == "click_a_tree.line_reached") == {"seat": 0, "numbers": [7]}


def test_the_line_is_checked_at_the_end_of_the_turn_alone() -> None:
    s = three()
    values(s, 0, 10, 10)
    s.phase = TAKE
    assert s.reached == [0, 0, 0, 0]
    play(s, GAME.decode(s, GAME.legal(s)[0]))
    assert s.reached == [0, 0, 0, 0]
    end_turn(s)
    assert s.reached[0] == 0, "a fruit was paid before the turn's end"


def test_the_round_is_played_to_its_end() -> None:  # question 31
    s = three(start=1)
    values(s, 1, 10, 10)
    end_turn(s)
    assert (s.reached[1], s.turn, s.phase) == (1, 2, TAKE)
    end_turn(s)
    assert (s.turn, s.phase) == (0, TAKE)
    end_turn(s)
    assert s.phase == OVER


def test_nobody_gets_a_turn_more() -> None:  # question 31
    s = three(start=1)
    for _ in range(2):
        end_turn(s)
    values(s, 0, 10, 10)
    end_turn(s)
    assert s.phase == OVER
    assert [s.n_tile[p] for p in range(3)] == [2, 2, 2]


def test_what_was_reached_stays_reached_to_the_end_of_the_round() -> None:  # question 32
    s = three()
    values(s, 0, 10, 10)
    end_turn(s)
    for _ in range(2):
        end_turn(s)
    assert (s.reached[0], reaches_a_line(s, 0)) == (1, True)


def test_without_a_line_the_next_round_begins_with_the_starting_player() -> None:
    s = three(start=2)
    for seat in (2, 0, 1):
        assert s.turn == seat
        end_turn(s)
    assert (s.turn, s.round, s.phase) == (2, 2, TAKE)


# Who wins ------------------------------------------------------------------------------------------------------------


def results(s: State) -> tuple[list[int], list[int]]:
    assert s.phase == OVER
    return GAME.result(s, s.seats)


def test_only_those_who_reached_a_line_compare_sums() -> None:  # B10
    s = three(start=1)
    values(s, 1, 9, 9, 9, 9, 7, 6, 0)
    end_turn(s)
    s.n_complete[2] = 9
    values(s, 2, 7, 7, 7, 7, 7, 2, 0)
    assert lines_passed_after_a_turn(s) == [5]
    s.n_complete[0] = 9
    values(s, 0, 9, 8, 8, 5, 5, 5, 0)
    assert lines_passed_after_a_turn(s) == [6]
    assert s.reached[:3] == [1, 0, 1]
    assert results(s) == ([41, 50, 38], [1, 3, 2])
    assert GAME.describe(s, 0)["places"] == [1, 3, 2]


def lines_passed_after_a_turn(s: State) -> list[int]:
    told = facts(offer(s, "01", "012"), harvest("01", -1, 0))
    [numbers] = [fact.params["numbers"] for fact in told if fact.code == "click_a_tree.line_reached"]
    assert isinstance(numbers, list)
    return numbers


def test_the_only_seat_past_a_line_wins_with_a_smaller_sum() -> None:  # question 29
    s = three()
    values(s, 0, 10, 10)
    end_turn(s)
    values(s, 1, 8, 8, 8, 8, 8, 0, 0)
    end_turn(s)
    end_turn(s)
    assert results(s) == ([21, 41, 1], [1, 2, 3])


def test_of_two_past_a_line_the_larger_sum_wins() -> None:  # question 30
    s = three()
    values(s, 0, 10, 10)
    end_turn(s)
    values(s, 1, 10, 10, 3)
    end_turn(s)
    end_turn(s)
    assert results(s) == ([21, 24, 1], [2, 1, 3])


def test_equal_sums_share_the_win() -> None:  # question 30
    s = three()
    values(s, 0, 10, 10, 3)
    end_turn(s)
    values(s, 1, 10, 10, 1, 1, 1)
    end_turn(s)
    assert "over" in codes(offer(s, "01", "012"), harvest("01", -1, 0))
    assert results(s) == ([24, 24, 1], [1, 1, 3])


def test_after_round_14_all_sums_are_compared() -> None:
    s = three()
    s.round = ROUNDS
    for numbers in ((5, 5), (4, 4, 4), (1,)):
        values(s, s.turn, *numbers)
        end_turn(s)
    assert results(s) == ([11, 13, 2], [2, 1, 3])


def test_a_line_reached_in_round_14_decides() -> None:
    s = three()
    s.round = ROUNDS
    for numbers in ((10, 10), (8, 8, 8), (1,)):
        values(s, s.turn, *numbers)
        end_turn(s)
    assert results(s) == ([21, 25, 2], [1, 2, 3])


# Solo ----------------------------------------------------------------------------------------------------------------


def alone() -> State:
    s = a_table({(0, 0): A})
    track(s, 0)
    return s


def test_a_solo_game_ends_with_the_turn_in_which_a_line_is_crossed() -> None:  # A9
    s = alone()
    values(s, 0, 10, 10)
    told = facts(offer(s, "01", "012"), harvest("01", -1, 0))
    assert results(s) == ([21], [1])
    assert (told[-1].params["crossed"], told[-1].text) == ([0], "The game is over: 21 fruit, a line crossed.")


def test_a_solo_game_without_a_line_ends_after_14_turns() -> None:  # A9
    assert end_turn(alone()).phase == TAKE
    s = alone()
    s.round = ROUNDS
    told = facts(offer(s, "01", "012"), harvest("01", -1, 0))
    assert s.phase == OVER
    assert told[-1].params["crossed"] == []


def test_in_solo_a_removed_strip_can_end_the_game_with_a_smaller_sum() -> None:  # A9
    """Removal is no choice: the freed space lifts a marker over the line."""
    s = a_table({(0, 0): A, (1, 0): sickles("03")}, left=[10])
    track(s, 0, mango=10, avocado=9)
    play(offer(s, "01", "02"), harvest("34", 0, 1))
    assert s.phase == OVER
    assert s.reached[0] == 1


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_nothing_is_left_to_do_after_the_end(seats: int) -> None:
    s = a_table(*[{(0, 0): A}] * seats, start=seats - 1)
    s.phase = OVER
    assert GAME.legal(s) == []
    assert GAME.explain(s, harvest("01", -1, 0)).code == "click_a_tree.game_over"
