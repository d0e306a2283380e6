"""The harvest (rulebook: The Harvest; rulings A1 to A3; scenarios B1 to B5, B8; questions 4 to 10, 17)."""

import pytest

from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.harvest import line
from services.rules.games.click_a_tree.state import CHOOSE, HARVEST, State

from .table import (
    a_table,
    allowed,
    cap,
    choose,
    facts,
    gone,
    harvest,
    hold,
    offer,
    on_track,
    play,
    put,
    sickles,
    tile,
    track,
    value,
)

A0, A1, A2, A3, A4 = (tile("a", tree) for tree in range(5))
M0, M1, M2, M3 = (tile("m", tree) for tree in range(4))
C0, C1, C2, C3 = (tile("c", tree) for tree in range(4))
B0, B1, O5 = tile("b", 0), tile("b", 1), tile("o", 5)
AM = tile("am")


def test_a_tile_laid_beside_a_sickle_yields_its_territory() -> None:  # question 4
    s = a_table({(0, 0): B0, (1, 0): sickles("03"), (2, -1): A0, (3, -1): A1, (3, -2): A2})
    track(s, 0, avocado=2)
    play(hold(s, A3, B1), put(A3, 2, 0))
    assert value(s, "avocado") == 2 + 4


def test_the_yield_is_capped_by_the_strips_and_the_rest_lost() -> None:  # question 4
    s = a_table({(0, 0): B0, (1, 0): sickles("03"), (2, -1): A0, (3, -1): A1, (3, -2): A2}, left=cap(4))
    track(s, 0, avocado=2)
    told = facts(hold(s, A3, B1), put(A3, 2, 0))
    assert value(s, "avocado") == 4
    params = next(fact.params for fact in told if fact.code == "click_a_tree.harvested")
    assert params == {"seat": 0, "fruit": "avocado", "yield": 4, "gained": 2, "lost": 2}


def test_first_turn_with_cap_1() -> None:  # B1, question 14
    s = a_table({(0, 0): M0}, left=cap(1))
    track(s, 0, mango=0, avocado=1, papaya=1, cocoa=1, banana=1, pineapple=1, orange=1)
    play(hold(s, M1, M2), put(M1, 1, 0), put(M2, 2, 0))
    play(offer(s, "01", "024"), harvest("45", 0, 1))
    assert value(s, "mango") == 1
    assert s.n_complete[0] == 1
    assert [line(n, 1) for n in (5, 6, 7)] == [9, 8, 6]
    assert GAME.describe(s, 0)["seats"][0]["end_of_day_tiles"] == 12


def test_a_first_tile_at_the_sickle_is_harvested_small_and_the_second_brings_nothing() -> None:  # B2, question 6
    s = a_table({(0, 0): A0, (1, 0): sickles("03")})
    track(s, 0, avocado=3)
    play(hold(s, A1, A2), put(A1, 2, 0))
    assert value(s, "avocado") == 4, "the start tile is not connected"
    play(s, put(A2, 2, 1))
    assert value(s, "avocado") == 4, "it borders no sickle"


def test_the_tile_at_the_sickle_laid_second_is_harvested_large() -> None:  # B2
    s = a_table({(0, 0): A0, (1, 0): sickles("03")})
    track(s, 0, avocado=3)
    play(hold(s, A1, A2), put(A1, 1, 1))
    assert value(s, "avocado") == 3
    play(s, put(A2, 2, 0))
    assert value(s, "avocado") == 5


@pytest.mark.parametrize(("top", "expected"), [(10, (4, 7)), (6, (4, 6))])
def test_two_tiles_of_one_territory_both_at_sickles_are_two_harvests(  # B3, question 5
    top: int, expected: tuple[int, int]
) -> None:
    s = a_table({(0, 0): A0, (1, 0): sickles("123")}, left=cap(top))
    track(s, 0, avocado=2)
    play(hold(s, A1, A2), put(A1, 0, 1))
    assert value(s, "avocado") == expected[0]
    assert s.n_complete[0] == 0
    play(s, put(A2, 1, 1))
    assert value(s, "avocado") == expected[1]
    assert s.n_complete[0] == 1


def joined() -> State:
    """A tile at (1, 0) joins two avocado territories and faces a sickle."""
    return a_table(
        {
            (0, 0): sickles("01"),
            (0, 1): A0,
            (0, 2): A1,
            (0, 3): A2,
            (1, 1): B0,
            (2, 0): A3,
            (3, 0): A4,
        }
    )


def test_both_fruits_of_a_tile_are_harvested_each_with_its_territory() -> None:  # B4, question 10
    s = joined()
    track(s, 0, avocado=1, mango=4)
    play(hold(s, AM, B1), put(AM, 1, 0))
    assert (value(s, "avocado"), value(s, "mango")) == (7, 5)


def test_two_sickles_at_one_landscape_tile_are_two_harvests() -> None:  # B5, A1 (question 9 as ruled)
    assert after_two_sickles("each") == 9


def test_with_double_sickle_once_they_are_one() -> None:  # B5
    assert after_two_sickles("once") == 5


def after_two_sickles(double_sickle: str) -> int:
    tiles = {(0, 0): sickles("01"), (0, 1): B0, (1, 1): C0, (2, 0): sickles("34"), (1, 2): C1, (1, 3): C2}
    s = a_table(tiles, double_sickle=double_sickle)
    track(s, 0, cocoa=1)
    play(hold(s, C3, B1), put(C3, 1, 0))
    return value(s, "cocoa")


def test_a_new_harvest_tile_with_two_sickles_on_one_territory_harvests_it_once() -> None:  # question 7
    s = a_table({(0, 0): A0, (1, 0): A1, (2, 0): A2})
    track(s, 0, avocado=1)
    play(offer(s, "01", "02"), harvest("45", 0, 1))
    assert value(s, "avocado") == 4


def test_two_territories_of_one_fruit_at_one_harvest_tile_add_up() -> None:  # question 8
    s = a_table({(0, 0): A0, (1, 0): B0, (2, -1): A1, (3, -1): A2})
    track(s, 0, avocado=1)
    play(offer(s, "02", "01"), harvest("02", 1, -1))
    assert value(s, "avocado") == 1 + 1 + 2


def test_corners_do_not_connect_territories() -> None:
    s = a_table({(0, 0): A0, (1, 0): B0, (0, 1): O5, (1, 1): A1})
    track(s, 0, avocado=1)
    play(offer(s, "05", "02"), harvest("05", 0, 2))
    assert value(s, "avocado") == 2


def test_a_fruit_of_a_two_fruit_tile_counts_in_full_for_both_territories() -> None:
    s = a_table({(0, 0): AM, (1, 0): A0, (0, -1): M0})
    track(s, 0, avocado=1, mango=1)
    play(offer(s, "01", "02"), harvest("45", 0, 1))
    assert (value(s, "avocado"), value(s, "mango")) == (3, 3)


def test_a_second_sickle_on_a_two_fruit_tile_adds_the_fruit_that_is_new() -> None:  # A3
    s = a_table({(0, 0): AM, (1, 0): A0})
    track(s, 0, avocado=1, mango=1)
    play(offer(s, "01", "02"), harvest("45", 0, 1))
    assert (value(s, "avocado"), value(s, "mango")) == (3, 2)


# Option two_fruit: choose --------------------------------------------------------------------------------------------


def test_with_two_fruit_choose_the_owner_picks_one_fruit_for_the_sickle() -> None:  # A3
    for fruit, expected in (("avocado", (7, 4)), ("mango", (1, 5))):
        s = joined()
        s.two_fruit = 1
        track(s, 0, avocado=1, mango=4)
        play(hold(s, AM, B1), put(AM, 1, 0))
        assert s.phase == CHOOSE
        assert (value(s, "avocado"), value(s, "mango")) == (1, 4)
        assert not allowed(s, choose("banana"))
        play(s, choose(fruit))
        assert (value(s, "avocado"), value(s, "mango")) == expected
        assert s.n_taken == 1


def test_each_sickle_has_its_own_choice_and_one_territory_is_harvested_once() -> None:
    tiles = {(0, 0): AM, (1, 0): tile("am", other_than=[AM])}
    for fruits, expected in ((("avocado", "avocado"), (3, 1)), (("avocado", "mango"), (3, 3))):
        s = a_table(tiles, two_fruit="choose")
        track(s, 0, avocado=1, mango=1)
        play(offer(s, "01", "02"), harvest("45", 0, 1))
        play(s, choose(fruits[0]))
        assert s.phase == CHOOSE
        play(s, choose(fruits[1]))
        assert (value(s, "avocado"), value(s, "mango")) == expected


def test_tiles_with_one_fruit_ask_for_no_choice() -> None:
    s = a_table({(0, 0): A0, (1, 0): sickles("03")}, two_fruit="choose")
    track(s, 0)
    play(hold(s, A1, B1), put(A1, 2, 0), put(B1, 0, -1))
    assert value(s, "avocado") == 1
    assert s.phase == HARVEST


def test_a_choice_that_the_tile_does_not_offer_is_refused() -> None:
    s = joined()
    s.two_fruit = 1
    play(hold(s, AM, B1), put(AM, 1, 0))
    refusal = GAME.explain(s, choose("banana"))
    assert (refusal.code, refusal.params["fruits"]) == ("click_a_tree.not_on_tile", ["avocado", "mango"])


# The order inside one placement --------------------------------------------------------------------------------------


def test_a_strip_met_by_the_tile_frees_its_space_for_the_harvest() -> None:  # B8 a, question 17
    left = cap(4, 1)
    s = a_table({(0, 0): B0, (1, 0): sickles("03"), (2, -1): tile("a", 3), (3, -1): tile("m", 3)}, left=left)
    track(s, 0, avocado=4)
    new = tile("a", 3, other_than=[tile("a", 3)])
    told = [fact.code for fact in facts(hold(s, new, B1), put(new, 2, 0))]
    assert gone(s, 0, left) == {1}
    assert (s.cap[0], value(s, "avocado")) == (5, 5)
    assert told.index("click_a_tree.strip_fulfilled") < told.index("click_a_tree.harvested")


def test_strip_14_comes_after_the_harvest_of_the_tile_that_completes_the_fifth() -> None:  # B8 b, A2
    left = cap(4, 14)
    s = a_table({(0, 0): B0, (1, 0): sickles("03"), (2, -1): A0}, left=left)
    s.n_complete[0] = 4
    track(s, 0, avocado=4)
    told = [fact.code for fact in facts(hold(s, A1, B1), put(A1, 2, 0))]
    assert gone(s, 0, left) == {14}
    assert (s.n_complete[0], s.cap[0], value(s, "avocado")) == (5, 5, 4)
    assert [code.split(".")[1] for code in told] == ["laid", "harvested", "completed", "strip_fulfilled"]


def test_several_strips_met_by_one_tile_all_go_at_once() -> None:  # A12
    left = cap(3, 1, 3)
    same = [i for i in range(126) if i // 21 == 2]
    s = a_table({(0, 0): same[0], (1, 0): same[1], (0, 1): same[2]}, left=left)
    on_track(s, 0, left)
    play(hold(s, same[3], B1), put(same[3], 1, -1))
    assert gone(s, 0, left) == {1, 3}
    assert s.cap[0] == 5
