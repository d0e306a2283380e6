"""The tiles: facts of the rulebook, the stand-in, and a data file of the server in its place (ruling A13)."""

import copy
import json
import os
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from services.rules.components import variable
from services.rules.errors import ComponentsError
from services.rules.games.click_a_tree.components import COMPONENTS, SIGNS, check, stand_in
from services.rules.games.click_a_tree.geometry import KIND
from services.rules.kernel import BLANK

ROOT = Path(__file__).parents[4]
LAND = COMPONENTS.landscape
PAIRS = [(t, {a, b}, sign) for t, a, b, sign in LAND if b != BLANK]

# Every table keeps these (rulebook: Components) ----------------------------------------------------------------------


def test_there_are_126_landscape_tiles_42_of_them_with_two_fruits() -> None:
    assert (len(LAND), len(PAIRS)) == (126, 42)
    assert all(len(pair) == 2 for _, pair, _ in PAIRS)


def test_a_seat_has_14_harvest_tiles_with_2_to_4_sickles() -> None:
    assert len(COMPONENTS.harvest) == 14
    assert {len(edges) for edges in COMPONENTS.harvest} == {2, 3, 4}


# The stand-in --------------------------------------------------------------------------------------------------------


def test_trees_fruits_and_signs_are_spread_evenly() -> None:
    assert set(Counter(t for t, _, _, _ in LAND).values()) == {21}
    assert Counter(sign for _, _, _, sign in LAND) == dict.fromkeys(SIGNS.values(), 42)
    assert set(Counter(f for _, a, b, _ in LAND for f in (a, b) if f != BLANK).values()) == {24}


def test_pairs_of_fruits_are_spread_evenly() -> None:
    assert Counter(sign for _, _, sign in PAIRS) == dict.fromkeys(SIGNS.values(), 14)
    assert Counter(frozenset(pair) for _, pair, _ in PAIRS) == {frozenset(p): 2 for p in combinations(range(7), 2)}


def test_the_pairs_of_a_tree_form_one_ring() -> None:
    for tree in range(6):
        pairs = [pair for t, pair, _ in PAIRS if t == tree]
        ring, rest = set(pairs[0]), pairs[1:]
        while joined := [pair for pair in rest if pair & ring]:
            ring |= joined[0]
            rest.remove(joined[0])
        assert (len(pairs), ring, rest) == (7, set(range(7)), [])
        assert set(Counter(f for pair in pairs for f in pair).values()) == {2}


def test_all_tiles_differ_and_with_the_sign_by_tree_42_have_a_twin() -> None:
    assert len(set(LAND)) == 126
    by_tree = Counter((t, a, b) for t, a, b, _ in LAND)
    assert sum(n for n in by_tree.values() if n > 1) == 2 * 42


def test_every_way_to_place_two_to_four_sickles_occurs() -> None:
    kinds = Counter(KIND[sum(1 << d for d in edges)] for edges in COMPONENTS.harvest)
    assert set(kinds) == {KIND[bits] for bits in range(64) if bits.bit_count() in (2, 3, 4)}
    assert all(n == (2 if kind.bit_count() == 3 else 1) for kind, n in kinds.items())
    assert sum(len(edges) for edges in COMPONENTS.harvest) == 42


# A data file ---------------------------------------------------------------------------------------------------------


def spoilt(path: str, value: Any) -> dict[str, Any]:
    """The stand-in with one value changed."""
    made = copy.deepcopy(stand_in())
    *inside, last = [int(word) if word.isdigit() else word for word in path.split("/")]
    place: Any = made
    for word in inside:
        place = place[word]
    place[last] = value
    return made


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        ("fruits", ["avocado"], "/fruits"),
        ("fruits/1", "avocado", "/fruits"),
        ("fruits/1", "Mango!", "/fruits/1"),
        ("trees/0", 7, "/trees/0"),
        ("tree_signs/teak", "C", "/tree_signs/teak"),
        ("tree_signs", {}, "/tree_signs/mahogany"),
        ("landscape_tiles", [], "/landscape_tiles"),
        ("landscape_tiles/3/tree", "oak", "/landscape_tiles/3/tree"),
        ("landscape_tiles/3/sign", "BA", "/landscape_tiles/3/sign"),
        ("landscape_tiles/3/fruits", [], "/landscape_tiles/3/fruits"),
        ("landscape_tiles/3/fruits", ["mango", "mango"], "/landscape_tiles/3/fruits"),
        ("landscape_tiles/3/fruits", ["mango", "cherry"], "/landscape_tiles/3/fruits/1"),
        ("landscape_tiles/1/fruits", ["mango", "cocoa"], "/landscape_tiles"),
        ("landscape_tiles/3", {"tree": "teak"}, "/landscape_tiles/3/fruits"),
        ("harvest_tiles", [[0, 1]] * 13, "/harvest_tiles"),
        ("harvest_tiles/0", [0], "/harvest_tiles/0"),
        ("harvest_tiles/0", [0, 0], "/harvest_tiles/0"),
        ("harvest_tiles/0", [1, 0], "/harvest_tiles/0"),
        ("harvest_tiles/0", [0, 6], "/harvest_tiles/0/1"),
        ("harvest_tiles/0", [0, 1, 2, 3, 4], "/harvest_tiles/0"),
        ("more", 1, "/more"),
    ],
)
def test_a_wrong_table_is_refused_with_the_place(path: str, value: Any, pointer: str) -> None:
    with pytest.raises(ComponentsError) as refused:
        check(spoilt(path, value))
    assert refused.value.pointer == pointer


def test_what_a_file_leaves_out_stays_the_stand_in_with_the_new_names() -> None:
    fruits = ["shea", "mango", "papaya", "cocoa", "banana", "pineapple", "orange"]
    made = check({"fruits": fruits})
    assert made.fruits == tuple(fruits)
    assert (made.landscape, made.harvest, made.trees) == (LAND, COMPONENTS.harvest, COMPONENTS.trees)
    assert check({}) == check(stand_in())


def run(script: str, path: Path | None) -> subprocess.CompletedProcess[str]:
    """Python in a fresh process, with or without a data file."""
    env = {**os.environ, variable("click_a_tree"): str(path or "")}
    command = [sys.executable, "-c", script]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=60)


SCRIPT = """
from services.rules.registry import GAMES
from services.rules.kernel import Rng
game = GAMES["click_a_tree"]
view = game.describe(game.start(2, game.pack({}, 2), Rng()), 0)
print(game.rules_version, list(view["seats"][0]["track"])[0], game.moves[0].__dataclass_fields__["fruit"].metadata)
"""


def test_a_file_replaces_names_and_tiles_and_marks_the_rules_version(tmp_path: Path) -> None:
    path = tmp_path / "tiles.json"
    table = json.loads(json.dumps(stand_in()).replace("avocado", "shea"))
    table["harvest_tiles"][0] = [0, 2]
    path.write_text(json.dumps(table), encoding="utf-8")
    shown = run(SCRIPT, path).stdout
    assert shown.startswith("1+")
    assert " shea " in shown
    assert "'shea'" in shown
    assert run(SCRIPT, None).stdout.startswith("1 avocado ")


def test_a_file_that_cannot_be_used_stops_the_start_with_one_line(tmp_path: Path) -> None:
    path = tmp_path / "tiles.json"
    path.write_text(json.dumps(spoilt("harvest_tiles/0", [0])), encoding="utf-8")
    finished = run(SCRIPT, path)
    assert finished.returncode != 0
    last = finished.stderr.strip().splitlines()[-1]
    assert f"{variable('click_a_tree')}: {path} at /harvest_tiles/0: must have 2 to 4 items, not 1" in last
