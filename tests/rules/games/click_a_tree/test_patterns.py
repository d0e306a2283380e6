"""The search for patterns against an independent one, which tries everything."""

from collections.abc import Iterator
from random import Random

import pytest

from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.components import COMPONENTS, SIGN, TREE_NAMES
from services.rules.games.click_a_tree.display import clear_display, lay
from services.rules.games.click_a_tree.state import FREE, HARVEST_TILE, OVER, State
from services.rules.games.click_a_tree.strips import fulfilled
from services.rules.games.click_a_tree.view import strips_of
from tests.support.games import rng

from . import referee
from .referee import Display, Landscape
from .table import BY_TREE, a_table


def read(s: State, p: int) -> Display:
    """A display for the referee."""
    display = Display()
    for k in range(s.n_tile[p]):
        at, what = (s.q[p][k], s.r[p][k]), s.tile[p][k]
        if what < HARVEST_TILE:
            tree, first, second, _ = COMPONENTS.landscape[what]
            sign = {1: "A", 2: "B", 3: "AB"}[SIGN[s.sign_by][what]]
            display.land[at] = Landscape(TREE_NAMES[tree], (str(first), str(second)), sign)
        else:
            display.harvest[at] = frozenset(d for d in range(6) if what >> d & 1)
    return display


def test_after_every_move_no_fulfilled_strip_lies_on_a_track() -> None:  # A9, question 18 as ruled
    for seed in range(4):
        s: State = GAME.start(2, GAME.pack({"strips": "random"}, 2), rng("fulfilled", seed))
        room, chance = [0] * GAME.max_legal, rng("play", seed)
        while s.phase != OVER:
            me = s.turn
            GAME.apply(s, GAME.random_action(s, chance, room), chance)
            assert not referee.fulfilled(read(s, me), s.n_complete[me]) & set(strips_of(s.left[me]))


def crowded(random: Random, s: State, n_trees: int) -> Iterator[tuple[int, int]]:
    """Tiles of few trees, laid close together, some of them harvest tiles; where, as the display takes them."""
    trees = random.sample(range(6), n_trees)
    tiles = [i for tree in trees for i in BY_TREE[tree]]
    random.shuffle(tiles)
    share = random.choice([0.0, 0.1, 0.3])
    for what in tiles[:28]:
        free = [s.cell[0][FREE + i] for i in range(s.n_free[0])]
        density = {cell: s.around[0][s.grid[0][cell]].bit_count() for cell in free}
        wanted = [cell for cell in free if density[cell] >= random.choice([0, 1, 2, 3])] or free
        harvest_tile = HARVEST_TILE + random.choice([3, 9, 21]) if random.random() < share else what
        yield harvest_tile, random.choice(wanted)


SEEN = {2: {1, 2, 3, 4, 5, 6, 7}, 3: {1, 2, 3, 4, 5, 6, 7}, 4: {1, 2, 3, 4, 6, 7, 8, 9}, 6: {1, 6, 7, 8, 9}}
"""Strips that surely come up with so many trees; those of harvest tiles always do."""


@pytest.mark.parametrize("n_trees", SEEN)
def test_the_search_for_patterns_agrees_with_brute_force_on_random_displays(n_trees: int) -> None:
    random = Random(f"patterns {n_trees}")
    seen: set[int] = set()
    for _ in range(40):
        s = a_table({(0, 0): 0}, sign_by=random.choice(["tile", "tree"]))
        clear_display(s, 0)
        s.left[0] = 0x7FFF
        for what, cell in crowded(random, s, n_trees):
            k = lay(s, 0, what, cell)
            met = fulfilled(s, 0, k)
            s.left[0] -= met
            assert referee.fulfilled(read(s, 0), 0) == set(range(1, 16)) - set(strips_of(s.left[0]))
            seen.update(strips_of(met))
    assert seen >= SEEN[n_trees] | {10, 11, 12, 13} | ({15} if n_trees >= 4 else set())
