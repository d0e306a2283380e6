"""The tiles: landscape tiles with trees, fruits and signs, harvest tiles with sickles.

The true tables have not been published; what stands here is a stand-in that keeps every number the rulebook tells
(docs/games/click_a_tree.md#components). A checked data file named by the server takes its place.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from services.rules.components import load_table, one_of, record, rows, whole
from services.rules.errors import ComponentsError
from services.rules.kernel import BLANK, table

SEATS = (1, 2, 3, 4)
MAX_SEATS = 4
FRUITS = 7
TREES = 6
LANDSCAPE_TILES = 126
HARVEST_TILES = 14
PAIRS = 42
"""Landscape tiles with two fruits."""
END_OF_DAY_TILES = 13
ROUNDS = HARVEST_TILES
"""Every turn lays one harvest tile, so nobody has more turns than harvest tiles."""
TAKEN = 2
FACE_UP = 2
"""Harvest tiles to choose from."""
STRIPS = 15
STRIPS_IN_PLAY = 9
TOP = 10
"""The highest space of the fruit track; the strips lie on spaces 2 to 10."""

MAX_TILES = 1 + 3 * ROUNDS
"""A display at most: the start tile, two landscape tiles and one harvest tile a turn."""
MAX_LANDSCAPE = 1 + 2 * ROUNDS
MAX_FREE = 2 * MAX_TILES + 4
"""Cells around n tiles that hang together: at most 2n + 4, as around a straight line."""

SIGNS = {"A": 1, "B": 2, "AB": 3}
"""Bit 0: category A, bit 1: category B."""
EDGES = 6


@dataclass(frozen=True)
class Components:
    """Everything that a data file may replace, checked."""

    fruits: tuple[str, ...]
    trees: tuple[str, ...]
    tree_signs: tuple[int, ...]
    landscape: tuple[tuple[int, int, int, int], ...]
    """(tree, fruit, second fruit or BLANK, sign) of each landscape tile."""
    harvest: tuple[tuple[int, ...], ...]
    """The edges with a sickle of each harvest tile."""


STAND_IN_FRUITS = ("avocado", "mango", "papaya", "cocoa", "banana", "pineapple", "orange")
STAND_IN_TREES = ("mahogany", "teak", "kapok", "moringa", "baobab", "acacia")


def stand_in(fruits: Sequence[str] = STAND_IN_FRUITS, trees: Sequence[str] = STAND_IN_TREES) -> dict[str, Any]:
    """The components as a data file would give them: regular, and true to every number that is known."""
    tiles = []
    for t, tree in enumerate(trees):
        for f, fruit in enumerate(fruits):
            for i, sign in enumerate(SIGNS):
                pair = [fruit, fruits[(f + 1 + t % 3) % FRUITS]] if i == (t + f) % 3 else [fruit]
                tiles.append({"tree": tree, "fruits": pair, "sign": sign})
    twos = [[0, 1], [0, 2], [0, 3]]
    threes = [[0, 1, 2], [0, 1, 3], [0, 1, 4], [0, 2, 4]]
    fours = [[0, 1, 2, 3], [0, 1, 2, 4], [0, 1, 3, 4]]
    return {
        "fruits": list(fruits),
        "trees": list(trees),
        "tree_signs": dict(zip(trees, ["A", "B", "AB"] * 2, strict=True)),
        "landscape_tiles": tiles,
        "harvest_tiles": twos + threes + threes + fours,
    }


def check(value: Any) -> Components:
    """The components that a JSON value stands for, what it leaves out as in the stand-in; raises ComponentsError."""
    given = record(value, "", (), ("fruits", "trees", "tree_signs", "landscape_tiles", "harvest_tiles"))
    fruits = _names(given.get("fruits", list(STAND_IN_FRUITS)), "/fruits", FRUITS)
    trees = _names(given.get("trees", list(STAND_IN_TREES)), "/trees", TREES)
    parts = {**stand_in(fruits, trees), **given}
    signs = record(parts["tree_signs"], "/tree_signs", trees)
    landscape = tuple(
        _landscape(tile, f"/landscape_tiles/{i}", fruits, trees)
        for i, tile in enumerate(rows(parts["landscape_tiles"], "/landscape_tiles", LANDSCAPE_TILES, LANDSCAPE_TILES))
    )
    pairs = sum(second != BLANK for _, _, second, _ in landscape)
    if pairs != PAIRS:
        raise ComponentsError("/landscape_tiles", f"{PAIRS} tiles must show two fruits, not {pairs}")
    harvest = rows(parts["harvest_tiles"], "/harvest_tiles", HARVEST_TILES, HARVEST_TILES)
    return Components(
        fruits,
        trees,
        tuple(SIGNS[one_of(signs[tree], f"/tree_signs/{tree}", SIGNS)] for tree in trees),
        landscape,
        tuple(_sickles(tile, f"/harvest_tiles/{i}") for i, tile in enumerate(harvest)),
    )


def _names(value: Any, pointer: str, n: int) -> tuple[str, ...]:
    names = rows(value, pointer, n, n)
    for i, name in enumerate(names):
        if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9-]{0,29}", name):
            raise ComponentsError(f"{pointer}/{i}", "a name is small letters, digits and hyphens")
    if len(set(names)) != n:
        raise ComponentsError(pointer, "names must differ")
    return tuple(names)


def _landscape(value: Any, pointer: str, fruits: tuple[str, ...], trees: tuple[str, ...]) -> tuple[int, int, int, int]:
    tile = record(value, pointer, ("tree", "fruits", "sign"))
    shown = [
        fruits.index(one_of(fruit, f"{pointer}/fruits/{i}", fruits))
        for i, fruit in enumerate(rows(tile["fruits"], f"{pointer}/fruits", 1, 2))
    ]
    if len(set(shown)) != len(shown):
        raise ComponentsError(f"{pointer}/fruits", "two fruits of a tile must differ")
    first, second = [*shown, BLANK][:2]
    tree = trees.index(one_of(tile["tree"], f"{pointer}/tree", trees))
    return tree, first, second, SIGNS[one_of(tile["sign"], f"{pointer}/sign", SIGNS)]


def _sickles(value: Any, pointer: str) -> tuple[int, ...]:
    edges = [whole(d, f"{pointer}/{i}", 0, EDGES - 1) for i, d in enumerate(rows(value, pointer, 2, 4))]
    if edges != sorted(set(edges)):
        raise ComponentsError(pointer, "edges must rise")
    return tuple(edges)


LOADED = load_table("click_a_tree", stand_in(), check)
COMPONENTS = LOADED.table

FRUIT_NAMES = COMPONENTS.fruits
TREE_NAMES = COMPONENTS.trees
TREE = table(tree for tree, _, _, _ in COMPONENTS.landscape)
"""TREE[tile]: the tree of a landscape tile."""
FRUIT = table((first, second) for _, first, second, _ in COMPONENTS.landscape)
"""FRUIT[tile]: its fruit, and its second fruit or BLANK."""
SIGN = table(
    (
        [sign for _, _, _, sign in COMPONENTS.landscape],
        [COMPONENTS.tree_signs[tree] for tree, _, _, _ in COMPONENTS.landscape],
    )
)
"""SIGN[sign_by][tile]: bit 0 for category A, bit 1 for category B."""
SICKLES = table(sum(1 << d for d in edges) for edges in COMPONENTS.harvest)
"""SICKLES[i]: the edges of the i-th harvest tile that bear a sickle, as six bits."""
