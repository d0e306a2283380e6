"""Task strips (rulebook: Completing Tasks, Appendix; rulings A9, A12; questions 17 to 28 and 33)."""

from collections.abc import Iterable

import pytest

from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.components import COMPONENTS, SIGN
from services.rules.games.click_a_tree.display import clear_display, lay
from services.rules.games.click_a_tree.geometry import cell_of
from services.rules.games.click_a_tree.strips import fulfilled
from services.rules.games.click_a_tree.view import strips_of

from . import referee
from .referee import Cell
from .table import BY_TREE, a_table, cap, codes, gone, harvest, hold, offer, play, put, sickles, tile


def meets(
    cells: Iterable[tuple[int, int, int]], *, sign_by: str = "tile", signs: dict[Cell, str] | None = None
) -> set[int]:
    """The strips that tiles (q, r, tree), laid one by one, fulfil together."""
    used: set[int] = set()
    tiles: dict[Cell, int] = {}
    for q, r, tree in cells:
        what = next(
            i for i in BY_TREE[tree] if i not in used and (signs is None or sign_of(i) == signs.get((q, r), sign_of(i)))
        )
        used.add(what)
        tiles[q, r] = what
    return met_by(tiles, sign_by=sign_by)


def sign_of(i: int) -> str:
    return {1: "A", 2: "B", 3: "AB"}[COMPONENTS.landscape[i][3]]


def met_by(tiles: dict[Cell, int], *, sign_by: str = "tile") -> set[int]:
    """Lay tiles one after the other, fulfilled strips taken off; all those that went."""
    s = a_table({(0, 0): 0}, sign_by=sign_by)
    clear_display(s, 0)
    s.left[0] = 0x7FFF
    for at, what in tiles.items():
        k = lay(s, 0, what, cell_of(*at))
        s.left[0] &= ~fulfilled(s, 0, k)
    return set(range(1, 16)) - set(strips_of(s.left[0]))


def one_tree(*cells: Cell, tree: int = 0) -> list[tuple[int, int, int]]:
    return [(q, r, tree) for q, r in cells]


# Shapes of one tree --------------------------------------------------------------------------------------------------

TRIANGLE = [(0, 0), (1, 0), (0, 1)]
RHOMBUS = [*TRIANGLE, (1, -1)]


@pytest.mark.parametrize("turn", range(6))
def test_three_neighbours_of_one_tree_are_a_triangle_in_any_direction(turn: int) -> None:
    a, b = referee.WAYS[turn], referee.WAYS[(turn + 1) % 6]
    assert meets(one_tree((0, 0), a, b)) == {1}
    assert 1 not in meets([(0, 0, 0), (*a, 0), (*b, 1)])


def test_a_bent_line_of_three_is_no_triangle() -> None:
    assert meets(one_tree((0, 0), (1, 0), (1, 1))) == set()


def test_two_triangles_may_be_of_different_trees_and_may_touch() -> None:  # question 20
    assert 2 in meets([*one_tree(*TRIANGLE), (1, 1, 1), (2, 0, 1), (2, 1, 1)])


def test_two_triangles_may_be_of_one_tree() -> None:  # A12
    assert 2 in meets(one_tree(*TRIANGLE, (1, 1), (2, 0), (2, 1)))


def test_two_triangles_may_lie_apart() -> None:  # question 20
    between = [(2, -1, 1), (3, -1, 2)]
    assert 2 in meets([*one_tree(*TRIANGLE), *between, *one_tree((4, -1), (5, -2), (4, -2), tree=3)])


def test_no_tile_counts_for_both_triangles() -> None:  # question 19
    assert 2 not in meets(one_tree((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1))), "an hourglass"
    assert 2 not in meets(one_tree((0, 0), *referee.WAYS[:5])), "a fan of five around one tile"


def test_a_flower_of_one_tree_holds_two_triangles_only_with_an_eighth_tile() -> None:
    """Every triangle of a flower has its middle; the eighth tile makes one that has not."""
    flower = one_tree((0, 0), *referee.WAYS)
    assert 2 not in meets(flower)
    assert 2 in meets([*flower, (2, -1, 0)])


def test_two_triangles_that_a_greedy_choice_would_miss() -> None:
    strip = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    for order in (strip, [strip[i] for i in (2, 3, 1, 4, 0, 5)], [strip[i] for i in (3, 2, 4, 1, 5, 0)]):
        assert 2 in meets(one_tree(*order)), "the triangle in the middle spoils both others"


@pytest.mark.parametrize("turn", range(6))
def test_two_triangles_with_a_common_side_are_a_rhombus(turn: int) -> None:  # question 22
    a, b, c = (referee.WAYS[(turn + i) % 6] for i in range(3))
    assert meets(one_tree((0, 0), a, b, c)) == {1, 3}


@pytest.mark.parametrize("shape", [[*TRIANGLE, (-1, 0)], [*TRIANGLE, (2, 0)], [(0, 0), (1, 0), (1, 1), (0, 2)]])
def test_four_tiles_in_another_shape_are_no_rhombus(shape: list[Cell]) -> None:
    assert 3 not in meets(one_tree(*shape))


@pytest.mark.parametrize("d", range(3))
def test_four_in_a_straight_row_along_each_axis(d: int) -> None:  # question 23
    row = [(n * referee.WAYS[d][0], n * referee.WAYS[d][1]) for n in range(4)]
    assert meets(one_tree(*row)) == {4}
    assert meets(one_tree(*row[:3])) == set()
    assert 4 not in meets([*one_tree(*row[:3]), (*row[3], 1)])


def test_a_row_is_filled_in_the_middle_as_well() -> None:
    row = [(0, 0), (1, 0), (3, 0), (2, 0)]
    around = [(1, -1, 1), (2, -1, 2), (3, -1, 3)]
    assert 4 in meets([*one_tree(*row[:2]), *around, *one_tree(*row[2:])])


def test_five_in_a_row_contain_a_row_of_four() -> None:  # A12
    five = [(n, 0) for n in range(5)]
    left_out = [(n, 0, 0) for n in (0, 1, 2, 4)]
    assert meets([*left_out[:3], (3, -1, 1), left_out[3], (3, 0, 0)]) == {4}
    assert meets(one_tree(*five)) == {4}


def test_eight_in_a_row_are_two_rows_of_four_and_seven_are_not() -> None:  # A12
    assert 5 in meets(one_tree(*[(n, 0) for n in range(8)]))
    assert 5 not in meets(one_tree(*[(n, 0) for n in range(7)]))


def test_two_rhombuses_of_different_trees() -> None:
    far = [(q + 2, r) for q, r in RHOMBUS]
    assert 5 in meets([*one_tree(*RHOMBUS), *one_tree(*far, tree=1)])


def test_one_rhombus_and_one_row_are_not_enough() -> None:  # question 21
    row = [(n, 2) for n in range(4)]
    met = meets([*one_tree(*RHOMBUS), *one_tree(*row, tree=1)])
    assert {3, 4} <= met
    assert 5 not in met


def test_two_rows_that_cross_share_a_tile_and_are_not_enough() -> None:
    rows = [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (0, 2), (0, 3)]
    assert 5 not in meets(one_tree(*rows))


# Any tree ------------------------------------------------------------------------------------------------------------


def test_six_in_a_row_of_any_trees() -> None:
    row = [(n, 0, n) for n in range(6)]
    assert 6 in meets(row)
    assert 6 not in meets(row[:5])
    assert 6 in meets([*row, (6, 0, 0)])


def test_a_harvest_tile_interrupts_a_row() -> None:
    tiles: dict[Cell, int] = {(n, 0): n for n in range(7)}
    assert 6 in met_by(tiles)
    tiles[3, 0] = sickles("14")
    assert 6 not in met_by(tiles)


def test_a_flower_is_seven_landscape_tiles_the_middle_one_too() -> None:  # A12
    flower = [(0, 0, 0), *((*way, n) for n, way in enumerate(referee.WAYS))]
    assert 7 in meets(flower)
    tiles = {(q, r): 20 * n for n, (q, r, _) in enumerate(flower)}
    assert 7 in met_by(tiles)
    ring = {way: 20 * n for n, way in enumerate(referee.WAYS)}
    start = {(1, 0): ring[1, 0]}
    assert 7 not in met_by_from(start, {**ring, (0, 0): sickles("03")})


def met_by_from(start: dict[Cell, int], tiles: dict[Cell, int]) -> set[int]:
    """The same where the first tile does not lie at the origin."""
    [(q, r)] = start
    return met_by({(x - q, y - r): what for (x, y), what in {**start, **tiles}.items()})


# Categories ----------------------------------------------------------------------------------------------------------


def test_four_different_trees_of_a_category_that_hang_together() -> None:  # question 24
    row = [(n, 0, n) for n in range(4)]
    assert 8 in meets(row, signs={(0, 0): "A", (1, 0): "AB", (2, 0): "A", (3, 0): "AB"})
    assert 9 in meets(row, signs={(0, 0): "B", (1, 0): "AB", (2, 0): "B", (3, 0): "B"})
    assert not {8, 9} & meets(row, signs={(0, 0): "A", (1, 0): "B", (2, 0): "A", (3, 0): "AB"})


def test_ab_tiles_count_for_both_categories() -> None:
    assert {8, 9} <= meets([(n, 0, n) for n in range(4)], signs={(n, 0): "AB" for n in range(4)})


def test_no_tree_may_occur_twice() -> None:
    row = [(0, 0, 0), (1, 0, 1), (2, 0, 0), (3, 0, 2)]
    assert 8 not in meets(row, signs={(n, 0): "A" for n in range(4)})


def test_the_four_tiles_themselves_must_hang_together() -> None:  # A12
    """Four trees in one component, but no connected four of them all different."""
    row = [(0, 0, 0), (1, 0, 1), (2, 0, 1), (3, 0, 2), (4, 0, 2), (5, 0, 3)]
    assert 8 not in meets(row, signs={(n, 0): "A" for n in range(6)})


@pytest.mark.parametrize("shape", [[(0, 0), (1, 0), (0, 1), (-1, 0)], [(0, 0), (1, 0), (-1, 1), (0, -1)], RHOMBUS])
def test_the_shape_of_the_group_does_not_matter(shape: list[Cell]) -> None:
    assert 8 in meets([(*cell, n) for n, cell in enumerate(shape)], signs=dict.fromkeys(shape, "A"))


def test_with_sign_by_tree_exactly_four_trees_are_of_each_category() -> None:  # A13
    by_tree = SIGN[1]
    for bit, eligible in ((1, {0, 2, 3, 5}), (2, {1, 2, 4, 5})):
        assert {t for i, (t, _, _, _) in enumerate(COMPONENTS.landscape) if by_tree[i] & bit} == eligible
    assert 8 in meets([(n, 0, tree) for n, tree in enumerate((0, 2, 3, 5))], sign_by="tree")
    assert 8 not in meets([(n, 0, tree) for n, tree in enumerate((0, 2, 3, 4))], sign_by="tree")
    assert 9 in meets([(n, 0, tree) for n, tree in enumerate((5, 4, 2, 1))], sign_by="tree")


# Harvest tiles -------------------------------------------------------------------------------------------------------


def test_two_harvest_tiles_that_border_each_other() -> None:
    assert 10 in met_by({(0, 0): 0, (1, 0): sickles("03"), (0, 1): sickles("34")})
    assert 10 not in met_by({(0, 0): 0, (1, 0): sickles("03"), (-1, 0): sickles("03")})


def test_three_harvest_tiles_around_one_corner() -> None:  # question 25
    three = {(0, 0): 0, (1, 0): sickles("3"), (0, 1): sickles("4"), (1, 1): sickles("0")}
    assert {10, 11} <= met_by(three)
    line_of_three = {(0, 0): 0, (1, 0): sickles("3"), (2, 0): sickles("5"), (3, 0): sickles("5")}
    assert 11 not in met_by(line_of_three)


def test_ten_of_fourteen_harvest_tiles_can_take_part_in_three() -> None:  # A13
    def two_bare_edges_side_by_side(edges: tuple[int, ...]) -> bool:
        return any(d not in edges and (d + 1) % 6 not in edges for d in range(6))

    assert sum(map(two_bare_edges_side_by_side, COMPONENTS.harvest)) == 10


def test_one_harvest_tile_enclosed_by_any_tiles() -> None:  # question 26
    tiles = {(0, 0): 0, (1, 0): sickles("03"), (1, -1): 1, (2, -1): 2, (2, 0): 3, (1, 1): sickles("1"), (0, 1): 4}
    assert 12 in met_by(tiles)
    del tiles[0, 1]
    assert 12 not in met_by(tiles)


def test_the_enclosed_tile_of_12_serves_13_too() -> None:  # question 26
    ring = [(0, 0), (1, -1), (2, -1), (3, -1), (3, 0), (2, 1), (1, 1), (0, 1)]
    tiles: dict[Cell, int] = {(0, 0): 0, (1, 0): sickles("34"), (2, 0): sickles("01")}
    tiles |= {cell: n + 1 for n, cell in enumerate(ring[1:])}
    assert {10, 12, 13} <= met_by(tiles)
    del tiles[3, 0]
    met = met_by(tiles)
    assert 12 in met
    assert 13 not in met


def test_a_harvest_tile_that_fills_the_last_gap_encloses_its_neighbour_and_itself() -> None:
    ring = [(0, 0), (1, -1), (2, -1), (3, -1), (3, 0), (2, 1), (1, 1), (0, 1)]
    tiles: dict[Cell, int] = {(0, 0): 0, (1, 0): sickles("34")} | {cell: n + 1 for n, cell in enumerate(ring[1:])}
    assert not {12, 13} & met_by(tiles)
    assert {12, 13} <= met_by({**tiles, (2, 0): sickles("01")})


def test_four_trees_around_a_harvest_tile_need_no_closed_ring() -> None:  # question 27
    tiles = {(0, 0): 0, (1, 0): sickles("03"), (1, -1): 21, (2, -1): 42}
    assert 15 not in met_by(tiles)
    assert 15 not in met_by({**tiles, (2, 0): 1})
    assert 15 in met_by({**tiles, (2, 0): 63})


def test_four_trees_may_stand_before_the_harvest_tile_comes() -> None:
    tiles: dict[Cell, int] = {(0, 0): 0, (1, -1): 21, (2, -1): 42, (2, 0): 63}
    assert 15 not in met_by(tiles)
    assert 15 in met_by({**tiles, (1, 0): sickles("03")})


def test_five_completed_harvest_tiles() -> None:
    left = cap(4, 14)
    for completed, expected in ((3, set()), (4, {14})):
        s = a_table({(0, 0): tile("a"), (1, 0): tile("m")}, left=left)
        s.n_complete[0] = completed
        play(offer(s, "01", "02"), harvest("45", 0, 1))
        assert gone(s, 0, left) == expected


# Fulfilled strips ----------------------------------------------------------------------------------------------------


def test_the_start_tile_counts_for_patterns() -> None:  # question 28
    left = cap(5, 1)
    s = a_table({(0, 0): BY_TREE[3][0]}, left=left)
    play(hold(s, *BY_TREE[3][1:3]), put(BY_TREE[3][1], 1, 0), put(BY_TREE[3][2], 0, 1))
    assert gone(s, 0, left) == {1}


def test_one_tile_may_serve_the_patterns_of_several_strips() -> None:  # question 19
    assert {1, 3, 4} <= meets(one_tree(*RHOMBUS, (2, 0), (3, 0)))


def test_a_fulfilled_strip_is_removed_told_and_frees_a_space() -> None:
    left = cap(5, 10)
    s = a_table({(0, 0): tile("a"), (1, 0): sickles("03")}, left=left)
    assert "strip_fulfilled" in codes(offer(s, "01", "02"), harvest("34", 0, 1))
    assert s.cap[0] == 6
    seat = GAME.describe(s, 0)["seats"][0]
    assert 10 not in seat["strips_left"]


def test_strips_of_other_seats_stay() -> None:  # question 33
    left = cap(5, 10)
    s = a_table({(0, 0): tile("a"), (1, 0): sickles("03")}, {(0, 0): tile("m")}, left=left)
    play(offer(s, "01", "02"), harvest("34", 0, 1))
    assert (gone(s, 0, left), gone(s, 1, left)) == ({10}, set())
    assert (s.cap[0], s.cap[1]) == (6, 5)


def test_strips_that_are_not_in_the_game_are_never_fulfilled() -> None:
    s = a_table({(0, 0): tile("a"), (1, 0): sickles("03")}, left=cap(5, 1, 2, 3, 4, 5)[:5])
    play(offer(s, "01", "02"), harvest("34", 0, 1))
    assert s.cap[0] == 5
