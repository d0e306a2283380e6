"""The page of the rules says what is so: its examples, tables and codes."""

import json
import re
from pathlib import Path

import pytest

from services.rules.contract import SPECTATOR
from services.rules.games.arboretum import GAME
from services.rules.games.arboretum.components import SPECIES
from services.rules.games.arboretum.sheet import score_sheet
from services.rules.games.arboretum.state import State
from services.rules.match import CREATED, PERSON, PLAYED, Entry, replay

from .table import best

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "games" / "arboretum.md").read_text(encoding="utf-8")
SOURCES = ROOT / "services" / "rules" / "games" / "arboretum"
RECORD = ROOT / "tests" / "playthroughs" / "arboretum-2.jsonl"
SHOWN_AT = 79
"""The version of the recorded game that the page shows."""


def section(heading: str) -> str:
    """The text under a heading, up to the next of its rank."""
    found = re.search(rf"^(#+) {heading}\n(.*?)(?=^\1 |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found
    return found[2]


def json_blocks(heading: str) -> list[str]:
    return re.findall(r"```json\n(.*?)```", section(heading), re.DOTALL)


def test_the_view_on_the_page_is_what_seat_1_sees_in_the_recorded_game() -> None:
    first, *moves = (json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()[:SHOWN_AT])
    opening = Entry(1, CREATED, SPECTATOR, PERSON, first["created"])
    log = [Entry(move["version"], PLAYED, move["seat"], PERSON, {"move": move["move"]}) for move in moves]
    match = replay("page", "page", [opening, *log])
    assert isinstance(match.state, State)
    [shown] = json_blocks("The JSON view")
    assert json.loads(shown) == GAME.describe(GAME.seen(match.state, 1), 1)


def test_the_calculator_prints_what_the_page_says() -> None:
    position, answer = map(json.loads, json_blocks("The score calculator"))
    assert score_sheet(position, {"path_bonus": "each"}) == answer


def test_the_moves_on_the_page_are_moves() -> None:
    moves = [json.loads(line) for line in json_blocks("Moves")[0].splitlines()]
    assert {GAME.move(move).type for move in moves} == {move.type for move in GAME.moves}


def test_the_paths_on_the_page_are_worth_what_it_says() -> None:
    rows = re.findall(r"^\| ((?:[AB][1-8] ?)+) \| (\d+) \| (\d+) \|$", section("Options"), re.MULTILINE)
    assert len(rows) == 8
    for path, each, uniform in rows:
        trees = " ".join(f"{card}({x},0)" for x, card in enumerate(path.split()))
        assert (best(trees, "A", "each"), best(trees, "A", "uniform")) == (int(each), int(uniform))


def test_the_page_lists_the_species_in_their_order_and_all_options() -> None:
    assert " · ".join(SPECIES) in section("The cards")
    assert re.findall(r"^\| `(\w+)` \|", section("Options"), re.MULTILINE) == [option.name for option in GAME.options]


@pytest.mark.parametrize("kind", ["Refusal", "Fact"])
def test_every_code_stands_on_the_page(kind: str) -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.py"))
    codes = set(re.findall(rf'{kind}\("([a-z._]+)"', code))
    assert len(codes) >= 7
    assert all(f"`{code}`" in section("Moves") for code in codes)


def test_links_within_the_page_lead_somewhere() -> None:
    headings = {heading.lower().replace(" ", "-") for heading in re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)}
    links = set(re.findall(r"\]\(#([^)]+)\)", PAGE))
    assert links
    assert links <= headings


def test_the_table_of_the_set_up_is_right() -> None:
    rows = re.findall(r"^\| ([234]) \| (\d+) \| (\d+) \| 7 each \| (\d) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    for seats, species, cards, opened, deck, without in (map(int, row) for row in rows):
        assert cards == 8 * species == 8 * len(GAME.options[0].default(seats))
        assert (opened, deck, without) == (seats - 1, cards - 8 * seats + 1, cards - 7 * seats)
    assert len(rows) == 3
