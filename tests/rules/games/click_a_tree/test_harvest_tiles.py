"""Phase 3 (rulebook: Place and Refill a Harvest Tile, rules A to C; rulings A4, A5, B7; questions 11 to 13, 34)."""

import pytest

from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.components import ROUNDS, SICKLES
from services.rules.games.click_a_tree.geometry import KIND, N_TURNS
from services.rules.games.click_a_tree.state import OVER, TAKE, State
from services.rules.kernel import BLANK
from tests.support.games import rng

from .table import Cell, a_table, allowed, codes, harvest, hold, laid, offer, places, play, put, sickles, skip, tile

A, M = tile("a"), tile("m")


def b7() -> State:
    return a_table({(0, 0): A, (1, 0): sickles("03")})


def test_all_places_of_a_tile_with_two_neighbouring_sickles() -> None:  # B7
    assert laid(offer(b7(), "01")) == {
        ((-1, 0), (0, 1)),
        ((-1, 0), (0, 5)),
        ((-1, 1), (0, 5)),
        ((-1, 1), (4, 5)),
        ((0, -1), (0, 1)),
        ((0, -1), (1, 2)),
        ((0, 1), (3, 4)),
        ((1, -1), (2, 3)),
    }


@pytest.mark.parametrize(("kind", "n"), [("01", 8), ("03", 5), ("024", 5), ("0123", 14), ("0134", 8)])
def test_the_number_of_places_of_each_kind(kind: str, n: int) -> None:  # B7
    assert len(laid(offer(b7(), kind))) == n


def test_a_free_cell_that_a_sickle_faces_takes_no_harvest_tile() -> None:  # question 11, B7
    s = offer(b7(), "01", "0123")
    assert (2, 0) not in places(s)
    refusal = GAME.explain(s, harvest("34", 2, 0))
    assert (refusal.code, refusal.rule) == ("click_a_tree.sickle_at_harvest_tile", "harvest-tile")


def test_a_new_sickle_may_not_border_a_harvest_tile_but_a_bare_edge_may() -> None:  # question 11, rule B
    s = offer(b7(), "01", "02")
    assert not allowed(s, harvest("05", 0, 1)), "edge 5 of (0, 1) borders (1, 0)"
    assert GAME.explain(s, harvest("05", 0, 1)).code == "click_a_tree.sickle_at_harvest_tile"
    assert allowed(s, harvest("34", 0, 1)), "only its bare edge 5 borders (1, 0)"


def test_at_least_one_sickle_must_border_a_landscape_tile() -> None:  # question 12, rule C
    s = offer(b7(), "01", "02")
    assert not allowed(s, harvest("12", 0, 1))
    assert GAME.explain(s, harvest("12", 0, 1)).code == "click_a_tree.no_harvest"
    assert not allowed(s, harvest("01", 2, -1)), "it would border the harvest tile alone"
    assert GAME.explain(s, harvest("01", 2, -1)).code == "click_a_tree.no_harvest"


def test_a_harvest_tile_must_border_a_laid_tile() -> None:  # rule A
    s = offer(b7(), "01")
    assert GAME.explain(s, harvest("01", 5, 5)).code == "click_a_tree.not_adjacent"
    assert GAME.explain(s, harvest("01", 0, 0)).code == "click_a_tree.place_taken"


def test_turns_that_give_the_same_sickles_are_one_move() -> None:  # A3
    assert [N_TURNS[sickles(kind) - 128] for kind in ("01", "03", "024", "0134", "0123", "013")] == [6, 3, 2, 3, 6, 6]
    s = offer(b7(), "03", "03")
    assert len(GAME.legal(s)) == len(laid(s)) == 5


def test_only_open_harvest_tiles_may_be_laid_in_any_turn_but_not_flipped() -> None:
    s = offer(a_table({(0, 0): A}), "013")
    assert {sickles_ for _, sickles_ in laid(s)} == {tuple(sorted((d + n) % 6 for d in (0, 1, 3))) for n in range(6)}
    assert GAME.explain(s, harvest("014", 0, 1)).code == "click_a_tree.no_such_harvest_tile"


def test_the_order_in_which_sickles_are_named_does_not_matter_but_none_is_named_twice() -> None:
    s = offer(b7(), "01")
    assert allowed(s, harvest("43", 0, 1))
    assert GAME.explain(s, harvest("344", 0, 1)).code == "click_a_tree.no_such_harvest_tile"


def test_it_may_not_be_declined() -> None:
    s = offer(b7(), "01", "03")
    assert not allowed(s, skip())
    refusal = GAME.explain(s, skip())
    assert (refusal.code, refusal.rule) == ("click_a_tree.one_fits", "no-place")


def test_laying_it_reveals_the_next_one_and_ends_the_turn() -> None:
    s = a_table({(0, 0): A, (1, 0): sickles("03")}, {(0, 0): M})
    offer(s, "01", "0123")
    top = s.face_down[0][s.n_face_down[0] - 1]
    assert all(GAME.reveals(s, action) for action in GAME.legal(s))
    assert codes(s, harvest("34", 0, 1))[-1] == "revealed"
    assert sorted(s.face_up[0]) == sorted((top, sickles("0123") - 128))
    assert (s.turn, s.phase) == (1, TAKE)


# The last harvest tiles ----------------------------------------------------------------------------------------------


def late(round_: int, n_open: int) -> State:
    s = offer(a_table({(0, 0): A}, {(0, 0): M}), *["01", "02"][:n_open])
    s.round = round_
    s.n_face_down[0], s.face_down[0] = 0, [BLANK] * 14
    return s


def test_the_13th_turn_chooses_between_two_and_reveals_none() -> None:  # A4, question 34
    s = late(13, 2)
    assert "revealed" not in codes(s, harvest("01", -1, 0))
    assert (s.n_face_up[0], s.face_up[0]) == (1, [sickles("02") - 128, BLANK])


def test_the_14th_turn_lays_the_one_that_is_left() -> None:  # A4
    s = late(14, 1)
    assert len({sickles_ for _, sickles_ in laid(s)}) == 6
    play(s, harvest("01", -1, 0))
    assert (s.n_face_up[0], s.face_up[0]) == (0, [BLANK, BLANK])
    assert s.phase != OVER, "seat 1 plays round 14 as well"


def test_whoever_is_never_stuck_lays_all_14_harvest_tiles() -> None:
    s: State = GAME.start(1, GAME.pack({}, 1), rng("fourteen"))
    room = [0] * GAME.max_legal
    chance = rng("choose fourteen")
    while not GAME.is_over(s):
        GAME.apply(s, GAME.random_action(s, chance, room), chance)
    assert s.round == ROUNDS
    laid_kinds = sorted(KIND[t - 128] for t in s.tile[0][: s.n_tile[0]] if t >= 128)
    assert laid_kinds == sorted(KIND[edges] for edges in SICKLES)


# No place for a harvest tile -----------------------------------------------------------------------------------------

STUCK: list[tuple[list[Cell], tuple[str, int, int] | None]] = [
    ([(1, -2), (2, -2)], ("124", 0, -3)),
    ([(2, -1), (2, 0)], ("14", 1, -3)),
    ([(-1, -1), (-2, 0)], ("12", 2, -3)),
    ([(-2, 1), (-2, 2)], ("124", 3, -3)),
    ([(-1, 2), (0, 2)], ("0234", 3, 0)),
    ([(1, 1), (0, 1)], ("015", -3, 0)),
    ([(1, 0), (0, 0)], ("0145", -3, 3)),
    ([(0, -1), (1, -1)], ("345", 0, 3)),
    ([(-1, 0), (-1, 1)], None),
]
"""Eight turns and two phases after which no harvest tile fits; counted from a start tile at (0, -2)."""
KINDS = ("01", "02", "03", "012", "013", "014", "024", "0123", "0124", "0134")


def stuck(*, turns: int = 9) -> State:
    """Play these turns by legal moves; the open harvest tiles are those the turns need."""
    s = a_table({(0, 0): 0})
    free = iter(range(1, 126))
    for cells, laid_last in STUCK[:turns]:
        tiles = [next(free), next(free)]
        hold(s, *tiles)
        for what, (q, r) in zip(tiles, cells, strict=True):
            play(s, put(what, q, r + 2))
        if laid_last is not None:
            edges, q, r = laid_last
            play(offer(s, edges, "0123"), harvest(edges, q, r + 2))
    return s


def test_the_way_to_a_display_where_nothing_fits_is_legal() -> None:  # A5
    s = stuck(turns=8)
    assert (s.phase, s.round, s.n_tile[0]) == (TAKE, 9, 25)


@pytest.mark.parametrize("kind", KINDS)
def test_where_no_open_harvest_tile_fits_the_only_move_is_to_skip(kind: str) -> None:  # question 13, A5
    s = offer(stuck(), kind, "01")
    assert [GAME.decode(s, action) for action in GAME.legal(s)] == [skip()]
    assert GAME.random_action(s, rng(), [0] * GAME.max_legal) == GAME.encode(s, skip())


def test_skipping_reveals_no_tile_and_keeps_both_open() -> None:  # A5
    s = offer(stuck(), "024", "0134")
    before = (s.face_up[0][:], s.face_down[0][:])
    assert not GAME.reveals(s, GAME.encode(s, skip()))
    assert codes(s, skip()) == ["skipped", "round"]
    assert (s.face_up[0], s.face_down[0]) == before
    assert (s.phase, s.round) == (TAKE, 10)


def test_who_has_skipped_still_ends_after_round_14() -> None:  # A5
    s = offer(stuck(), "024", "0134")
    s.round = ROUNDS
    assert GAME.reveals(s, GAME.encode(s, skip())), "the end shows the stacks"
    play(s, skip())
    assert s.phase == OVER
    assert s.n_face_up[0] == 2


def test_a_landscape_tile_makes_room_again() -> None:
    s = offer(stuck(), "01", "03")
    play(s, skip())
    play(s, put(124, *min(places(hold(s, 124, 125)))))
    play(s, put(125, *min(places(s))))
    assert not allowed(offer(s, "01", "03"), skip())
