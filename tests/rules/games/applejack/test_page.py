"""docs/games/applejack.md says what the code does."""

import ast
import re
from pathlib import Path

from services.rules.games.applejack import GAME, notation
from services.rules.games.applejack.stand_in import BLOSSOM_TILES, EXTRAS
from services.rules.kernel import Rng

from .page import PAGE, with_tables

TEXT = PAGE.read_text(encoding="utf-8")
HEADINGS = re.findall(r"^#+ +(.+?) *$", TEXT, re.MULTILINE)
ANCHORS = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in HEADINGS}


def test_its_tables_are_those_of_the_data() -> None:
    assert with_tables(TEXT) == TEXT


def test_every_link_leads_to_a_section() -> None:
    links = set(re.findall(r"\]\(#([^)]+)\)", TEXT))
    assert links <= ANCHORS
    assert links


def test_every_reason_names_a_section() -> None:
    tree = ast.parse(Path(notation.__file__).read_text(encoding="utf-8"))
    calls = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_refuse"
    ]
    rules = {call.args[2].value for call in calls if isinstance(call.args[2], ast.Constant)}
    assert len(calls) == 8
    assert rules <= ANCHORS


def test_it_tells_every_option_and_every_move() -> None:
    for option in GAME.options:
        assert f"| `{option.name}` |" in TEXT
    for move in GAME.moves:
        assert f'"type": "{move.type}"' in TEXT


def test_it_tells_the_rule_of_the_stand_in() -> None:
    for pairs in (*EXTRAS, BLOSSOM_TILES):
        assert ", ".join(f"{blossoms}-{hives}" for blossoms, hives in pairs) in TEXT


def test_it_tells_every_part_of_the_view() -> None:
    state = GAME.start(1, GAME.pack({}, 1), Rng())
    view = GAME.describe(state, 0)
    for name in {*view, *view["seats"][0], *view["offer"], *view["supply"], "scores", "places"} - {"seat"}:
        assert f"`{name}`" in TEXT, name
