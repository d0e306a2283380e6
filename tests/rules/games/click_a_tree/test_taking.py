"""Phase 1 (rulebook: Choose and Refill Landscape Tiles; ruling A10, scenario B6; questions 1 to 3)."""

import pytest

from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.components import FRUIT_NAMES
from services.rules.games.click_a_tree.notation import Take
from services.rules.games.click_a_tree.state import LAY, State

from .table import a_table, allowed, play, take, tile, track, value


def a_start() -> State:
    return a_table({(0, 0): tile("a")}, {(0, 0): tile("m")})


def takes(s: State) -> set[str]:
    return {move.fruit for move in (GAME.decode(s, action) for action in GAME.legal(s)) if isinstance(move, Take)}


def test_every_pair_is_to_be_had_while_each_fruit_has_one() -> None:
    s = a_start()
    track(s, 0, **dict.fromkeys(FRUIT_NAMES, 1))
    assert takes(s) == set(FRUIT_NAMES)


def test_a_pair_whose_fruit_is_at_0_is_not_available() -> None:  # question 1
    s = a_start()
    track(s, 0, avocado=1, mango=2)
    assert takes(s) == {"avocado", "mango"}
    assert not allowed(s, take("papaya"))
    refusal = GAME.explain(s, take("papaya"))
    assert (refusal.code, refusal.rule) == ("click_a_tree.no_fruit", "taking")


def test_with_one_fruit_left_exactly_its_pair_is_legal() -> None:  # B6
    s = a_start()
    track(s, 0, avocado=2)
    assert takes(s) == {"avocado"}
    play(s, take("avocado"))
    assert value(s, "avocado") == 1
    assert (s.n_taken, s.phase, s.n_stack) == (2, LAY, 126 - 7 - 2 - 2)


def test_with_all_markers_at_0_any_pair_is_free() -> None:  # question 2, B6
    s = a_start()
    track(s, 0)
    assert takes(s) == set(FRUIT_NAMES)
    play(s, take("cocoa"))
    assert s.value[0] == [0] * 7
    assert s.n_taken == 2


def test_it_is_the_own_marker_that_pays() -> None:
    s = a_start()
    track(s, 0)
    track(s, 1, mango=5)
    play(s, take("mango"))
    assert value(s, "mango", 1) == 5


def test_the_last_fruit_pays_before_the_harvest_brings_more() -> None:  # question 3
    s = a_start()
    track(s, 0, mango=1)
    play(s, take("mango"))
    assert value(s, "mango") == 0


@pytest.mark.parametrize("fruit", FRUIT_NAMES)
def test_the_two_tiles_at_the_marker_are_taken_and_both_gaps_refilled(fruit: str) -> None:  # A10
    s = a_start()
    place = s.ring_place[FRUIT_NAMES.index(fruit)]
    before, after = (place - 1) % 7, place
    ring, top = list(s.ring), s.stack[: s.n_stack][::-1]
    play(s, take(fruit))
    assert s.taken == sorted((ring[before], ring[after]))
    assert (s.ring[before], s.ring[after]) == (top[0], top[1]), "first the gap before the marker, clockwise"
    assert [s.ring[i] for i in range(7) if i not in (before, after)] == [
        ring[i] for i in range(7) if i not in (before, after)
    ]
    assert s.ring_place.index(place) == FRUIT_NAMES.index(fruit), "markers never move"


def test_every_tile_of_the_ring_belongs_to_the_pairs_of_two_fruits() -> None:
    s = a_start()
    shown = [tile_["tile"] for entry in GAME.describe(s, 0)["ring"] for tile_ in entry["tiles"]]
    assert sorted(shown) == sorted([t + 1 for t in s.ring] * 2)
    ring = GAME.describe(s, 0)["ring"]
    assert all(ring[i]["tiles"][1] == ring[(i + 1) % 7]["tiles"][0] for i in range(7))


def test_the_new_ring_is_seen_before_anything_is_laid() -> None:
    s = play(a_start(), take("mango"))
    assert all(t in s.ring for t in s.ring)
    assert {entry["fruit"] for entry in GAME.describe(GAME.seen(s, 0), 0)["ring"]} == set(FRUIT_NAMES)
    assert not set(s.taken) & set(s.ring)


def test_taking_shows_hidden_tiles_and_laying_landscape_does_not() -> None:
    s = a_start()
    assert all(GAME.reveals(s, action) for action in GAME.legal(s))
    play(s, take("mango"))
    assert not any(GAME.reveals(s, action) for action in GAME.legal(s))
