"""docs/games/click_a_tree.md says what the code does."""

import json
import re
from pathlib import Path

import pytest

from services.rules.contract import SPECTATOR
from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.components import check, stand_in
from services.rules.games.click_a_tree.geometry import STEPS
from services.rules.games.click_a_tree.state import State
from services.rules.kernel import Rng
from services.rules.match import CREATED, PERSON, PLAYED, Entry, replay

from .page import PAGE, fruits, with_tables

ROOT = Path(__file__).parents[4]
SOURCES = ROOT / "services" / "rules" / "games" / "click_a_tree"
RECORD = ROOT / "tests" / "playthroughs" / "click_a_tree-2.jsonl"
TEXT = PAGE.read_text(encoding="utf-8")
ANCHORS = {
    re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    for heading in re.findall(r"^#+ +(.+?) *$", TEXT, re.MULTILINE)
}
SHOWN_AT = 13
"""The version of the recorded game that the page shows."""


def section(heading: str) -> str:
    """The text under a heading, up to the next of its rank."""
    found = re.search(rf"^(#+) {heading}\n(.*?)(?=^\1 |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found
    return found[2]


def json_blocks(heading: str) -> list[str]:
    return re.findall(r"```json\n(.*?)```", section(heading), re.DOTALL)


def recorded(version: int) -> State:
    """The recorded game at a version."""
    first, *moves = (json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()[:version])
    opening = Entry(1, CREATED, SPECTATOR, PERSON, first["created"])
    log = [Entry(move["version"], PLAYED, move["seat"], PERSON, {"move": move["move"]}) for move in moves]
    state = replay("page", "page", [opening, *log]).state
    assert isinstance(state, State)
    return state


def test_its_tables_are_those_of_the_data() -> None:
    assert with_tables(TEXT) == TEXT
    assert fruits() in section("Components")


def test_the_directions_are_those_of_the_plane() -> None:
    row = next(line for line in section("Words and numbers").splitlines() if line.startswith("| step |"))
    assert [tuple(json.loads(cell)) for cell in re.findall(r"`(\[.*?\])`", row)] == list(STEPS)


def test_the_seat_on_the_page_is_one_of_the_recorded_game() -> None:
    [shown] = json_blocks("The JSON view")
    assert json.loads(shown) == GAME.describe(GAME.seen(recorded(SHOWN_AT), 1), 1)["seats"][1]


def test_the_moves_on_the_page_are_moves() -> None:
    moves = [json.loads(line) for line in json_blocks("Moves")[0].splitlines()]
    assert {GAME.move(move).type for move in moves} == {move.type for move in GAME.moves}


def test_the_component_file_on_the_page_has_its_members() -> None:
    shown = json.loads(json_blocks("A component file")[0])
    whole = stand_in()
    assert set(shown) == set(whole)
    assert check({**whole, **{name: shown[name] for name in ("fruits", "trees", "tree_signs")}}) == check(whole)
    assert shown["landscape_tiles"][0] == whole["landscape_tiles"][0]


def test_all_options_stand_on_the_page_with_their_defaults() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .* \| `(.+)` \|$", section("Options"), re.MULTILINE)
    defaults = [(o.name, str(o.default(2))) for o in GAME.options]
    assert rows == defaults


@pytest.mark.parametrize("kind", ["Refusal", "Fact"])
def test_every_code_stands_on_the_page(kind: str) -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.py"))
    codes = set(re.findall(rf'{kind}\(\s*"([a-z._]+)"', code))
    assert len(codes) >= 11
    assert all(f"`{code}`" in section("Moves") for code in codes)


def test_every_reason_names_a_section() -> None:
    code = (SOURCES / "notation.py").read_text(encoding="utf-8")
    refusals = re.findall(r"Refusal\((.*?)\)\n", code, re.DOTALL)
    rules = {re.findall(r'"([a-z-]+)"', call)[0] for call in refusals}
    assert len(refusals) >= 11
    assert rules <= ANCHORS


def test_every_link_leads_to_a_section() -> None:
    links = set(re.findall(r"\]\(#([^)]+)\)", TEXT))
    assert links
    assert links <= ANCHORS


def test_it_tells_every_part_of_the_view() -> None:
    view = GAME.describe(GAME.start(1, GAME.pack({}, 1), Rng()), 0)
    parts = {*view, *view["seats"][0], *view["ring"][0], *view["stack"], *view["seats"][0]["lines"][0]}
    for name in parts | {"scores", "places"}:
        assert f"`{name}`" in section("The JSON view"), name
