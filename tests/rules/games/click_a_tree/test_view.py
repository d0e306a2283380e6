"""The JSON view, facts, and what nobody may know."""

from collections import Counter

from services.rules.contract import SPECTATOR
from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.components import SICKLES
from services.rules.games.click_a_tree.geometry import KIND, edges_of
from services.rules.games.click_a_tree.state import OVER, State
from tests.support.games import rng

from .table import a_table, cap, codes, facts, harvest, hold, offer, put, sickles, take, tile, track

A, B, M, AM = tile("a"), tile("b"), tile("m"), tile("am")


def seat(s: State, p: int = 0) -> dict[str, object]:
    made = GAME.describe(GAME.seen(s, SPECTATOR), SPECTATOR)["seats"][p]
    assert isinstance(made, dict)
    return made


def test_the_ring_shows_its_costs_to_the_seat_to_act() -> None:
    s = a_table({(0, 0): A}, {(0, 0): B})
    track(s, 0, mango=2)
    costs = {entry["fruit"]: entry["cost"] for entry in GAME.describe(s, 1)["ring"]}
    assert [fruit for fruit, cost in costs.items() if cost is not None] == ["mango"]
    assert costs["mango"] == 1
    track(s, 0)
    assert {entry["cost"] for entry in GAME.describe(s, 1)["ring"]} == {0}


def test_a_display_is_told_tile_by_tile_with_coordinates() -> None:
    s = a_table({(0, 0): AM, (1, 0): sickles("03")})
    first = {"at": [0, 0], "tile": AM + 1, "tree": "mahogany", "fruits": ["avocado", "mango"], "sign": "A"}
    assert seat(s)["display"] == [first, {"at": [1, 0], "sickles": [0, 3], "complete": False}]


def test_the_sign_shown_is_the_one_that_counts() -> None:
    teak = tile("a", 1, "A")
    for sign_by, sign in (("tile", "A"), ("tree", "B")):
        s = a_table({(0, 0): teak}, sign_by=sign_by)
        [shown] = GAME.describe(s, 0)["seats"][0]["display"]
        assert shown["sign"] == sign


def test_territories_have_a_fruit_a_size_and_their_places() -> None:
    s = a_table({(0, 0): AM, (1, 0): tile("a")})
    assert seat(s)["territories"] == [
        {"fruit": "avocado", "size": 2, "at": [[0, 0], [1, 0]]},
        {"fruit": "mango", "size": 1, "at": [[0, 0]]},
    ]


def test_an_open_sickle_says_what_a_tile_there_would_yield() -> None:
    s = a_table({(0, 0): AM, (1, 0): sickles("03"), (2, -1): tile("a", 2), (3, -1): tile("m", 2)})
    assert seat(s)["open_sickles"] == [
        {
            "at": [1, 0],
            "edge": 0,
            "faces": [2, 0],
            "yields": {
                "avocado": 2,
                "mango": 2,
                "papaya": 1,
                "cocoa": 1,
                "banana": 1,
                "pineapple": 1,
                "orange": 1,
            },
        }
    ]


def test_a_line_says_how_far_it_is() -> None:
    s = a_table({(0, 0): A})
    track(s, 0, avocado=10, mango=8, papaya=7, cocoa=7, banana=7)
    assert seat(s)["lines"] == [
        {"number": 2, "value": 10, "past": 1, "missing_fruit": 2},
        {"number": 3, "value": None, "past": 0, "missing_fruit": None},
        {"number": 5, "value": 9, "past": 1, "missing_fruit": 1 + 2 + 2 + 2},
        {"number": 6, "value": 8, "past": 2, "missing_fruit": 1 + 1 + 1 + 8},
        {"number": 7, "value": 7, "past": 5, "missing_fruit": 14},
    ]


def test_the_result_if_the_game_ended_now_counts_lines_reached_by_now() -> None:
    s = a_table({(0, 0): A}, {(0, 0): B})
    track(s, 0, avocado=10, mango=10)
    track(s, 1, avocado=9, mango=9, papaya=9)
    assert GAME.describe(s, 0)["if_ended_now"] == {"scores": [20, 27], "places": [1, 2]}
    assert "scores" not in GAME.describe(s, 0)


def test_strips_left_and_fulfilled_are_told_apart() -> None:
    s: State = GAME.start(2, GAME.pack({}, 2), rng())
    s.left[0] -= 1 << 10 - 1
    s.cap[0] += 1
    view = seat(s)
    assert (view["strips_fulfilled"], view["highest_space"]) == ([10], 2)
    assert view["strips_left"] == [1, 2, 3, 4, 7, 8, 12, 14]
    assert GAME.describe(s, 0)["strips"]["10"] == "two harvest tiles"


# Secrets -------------------------------------------------------------------------------------------------------------


def test_the_order_of_the_stacks_is_hidden_from_everybody_their_content_is_not() -> None:
    s: State = GAME.start(3, GAME.pack({}, 3), rng("hidden"))
    for viewer in (0, 1, 2, SPECTATOR):
        seen: State = GAME.seen(s, viewer)
        assert seen.stack[: s.n_stack] == sorted(s.stack[: s.n_stack]) != s.stack[: s.n_stack]
        assert [sorted(row) for row in seen.face_down] == [sorted(row) for row in s.face_down]
        assert seen.face_down[viewer][:12] == sorted(s.face_down[viewer][:12])
    view = GAME.describe(GAME.seen(s, 1), 1)
    shown = [kind for part in ("open", "stack") for kind in view["seats"][0]["harvest_tiles"][part]]
    assert Counter(map(tuple, shown)) == Counter(tuple(edges_of(KIND[edges])) for edges in SICKLES)


def test_redealing_shuffles_every_stack() -> None:
    s: State = GAME.start(2, GAME.pack({}, 2), rng("redeal"))
    tops = {tuple(GAME.imagine(s, 0, rng("top", n)).stack[-20:]) for n in range(30)}
    mine = {tuple(GAME.imagine(s, 0, rng("mine", n)).face_down[0]) for n in range(30)}
    assert len(tops) == len(mine) == 30


def test_every_tile_of_the_stack_may_come_next() -> None:
    s: State = GAME.start(1, GAME.pack({}, 1), rng("next"))
    nexts = Counter(GAME.imagine(s, 0, rng("next", n)).stack[s.n_stack - 1] for n in range(2000))
    assert set(nexts) == set(s.stack[: s.n_stack])


def test_after_the_end_the_stacks_lie_open() -> None:
    s: State = GAME.start(2, GAME.pack({}, 2), rng("end"))
    s.phase = OVER
    assert GAME.seen(s, 0).stack == s.stack


# Facts ---------------------------------------------------------------------------------------------------------------


def test_a_turn_is_told_in_its_order() -> None:
    s = a_table({(0, 0): A}, {(0, 0): B})
    assert codes(s, take("mango")) == ["took", "refilled"]
    hold(s, M, tile("m", 1))
    assert codes(s, put(M, 1, 0)) == ["laid"]
    assert codes(s, put(tile("m", 1), 2, 0)) == ["laid"]
    assert codes(offer(s, "01", "02"), harvest("45", 0, 1)) == [
        "laid_harvest_tile",
        "harvested",
        "harvested",
        "completed",
        "revealed",
    ]


def test_the_last_turn_of_a_round_tells_of_the_next() -> None:
    s = a_table({(0, 0): A})
    track(s, 0)
    told = facts(offer(s, "01", "02"), harvest("01", -1, 0))
    assert (told[-1].code, told[-1].params) == ("click_a_tree.round", {"round": 2})


def test_a_yield_is_told_with_what_was_lost() -> None:
    s = a_table({(0, 0): A, (1, 0): tile("a", 1)}, {(0, 0): B}, left=cap(2))
    track(s, 0, avocado=1)
    told = facts(offer(s, "01", "02"), harvest("45", 0, 1))
    [params] = [fact.params for fact in told if fact.code == "click_a_tree.harvested"]
    assert params == {"seat": 0, "fruit": "avocado", "yield": 2, "gained": 1, "lost": 1}


def test_the_revealed_tile_is_told_even_if_it_is_like_the_one_laid() -> None:
    s = a_table({(0, 0): A}, {(0, 0): B})
    offer(s, "01", "02")
    s.face_down[0][s.n_face_down[0] - 1] = KIND[sickles("01") - 128]
    told = facts(s, harvest("05", -1, 0))
    assert next(fact.params["sickles"] for fact in told if fact.code == "click_a_tree.revealed") == [0, 1]
