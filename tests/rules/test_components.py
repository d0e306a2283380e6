"""Component tables: the default, a file that replaces it, and what is said of a file that cannot be used."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from services.rules.components import Components, load_table, one_of, record, rows, variable, whole
from services.rules.errors import ComponentsError

DEFAULT = [{"name": "oak", "price": 3}, {"name": "elm", "price": 5}]


def checked(value: Any) -> tuple[tuple[str, int], ...]:
    """A small table: two trees with a price."""
    made = []
    for i, row in enumerate(rows(value, "", 2, 2)):
        tree = record(row, f"/{i}", ("name", "price"), ("note",))
        name = one_of(tree["name"], f"/{i}/name", ("oak", "elm"))
        made.append((name, whole(tree["price"], f"/{i}/price", 1, 9)))
    return tuple(made)


def load(monkeypatch: pytest.MonkeyPatch, path: Path | str) -> Components[tuple[tuple[str, int], ...]]:
    monkeypatch.setenv(variable("tree-game"), str(path))
    return load_table("tree-game", DEFAULT, checked)


def written(folder: Path, value: Any, **layout: Any) -> Path:
    path = folder / "trees.json"
    path.write_text(json.dumps(value, **layout), encoding="utf-8")
    return path


def refusal(monkeypatch: pytest.MonkeyPatch, path: Path | str) -> str:
    with pytest.raises(ComponentsError) as caught:
        load(monkeypatch, path)
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith(f"POMONA_COMPONENTS_TREE_GAME: {path}")
    return text.removeprefix(f"POMONA_COMPONENTS_TREE_GAME: {path}")


def test_a_game_without_a_file_is_played_with_its_own_table(monkeypatch: pytest.MonkeyPatch) -> None:
    for nothing in ("", "  "):
        made = load(monkeypatch, nothing)
        assert made.table == (("oak", 3), ("elm", 5))
        assert made.version("1") == "1"


def test_a_file_replaces_the_table_and_marks_the_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made = load(monkeypatch, written(tmp_path, [{"name": "oak", "price": 4}, {"name": "elm", "price": 5}]))
    assert made.table == (("oak", 4), ("elm", 5))
    assert made.version("1") == f"1+{made.digest}"
    assert len(made.digest) == len(bytes.fromhex(made.digest)) * 2 == 8


def test_the_version_does_not_depend_on_the_layout_of_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tidy = load(monkeypatch, written(tmp_path, [{"name": "oak", "price": 4}, DEFAULT[1]]))
    wide = load(monkeypatch, written(tmp_path, [{"price": 4, "name": "oak"}, DEFAULT[1]], indent=4))
    other = load(monkeypatch, written(tmp_path, [{"name": "oak", "price": 6}, DEFAULT[1]]))
    assert tidy.digest == wide.digest != other.digest


def test_a_file_that_says_the_same_as_the_default_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert load(monkeypatch, written(tmp_path, DEFAULT)).version("3") == "3"


def test_a_file_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert refusal(monkeypatch, tmp_path / "nowhere.json") == ": cannot be read (No such file or directory)"
    assert refusal(monkeypatch, tmp_path) == ": cannot be read (Is a directory)"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b'[{"name": "oak",]', ": is not JSON (line 1: "),
        (b"", ": is not JSON (line 1: "),
        (b'["\xff"]', ": is not JSON"),
        (b"[" * 200_000, ": is not JSON"),
    ],
)
def test_a_file_that_is_not_json_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes, text: str
) -> None:
    path = tmp_path / "trees.json"
    path.write_bytes(content)
    assert refusal(monkeypatch, path).startswith(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({}, ": must be a list"),
        ([], ": must have 2 items, not 0"),
        (["oak", "elm"], " at /0: must be a JSON object"),
        ([DEFAULT[0], {"name": "elm"}], " at /1/price: is missing"),
        ([{**DEFAULT[0], "size": 1}, DEFAULT[1]], " at /0/size: unknown; known are name, price, note"),
        ([{"name": "ash", "price": 3}, DEFAULT[1]], " at /0/name: must be one of oak, elm"),
        ([{"name": ["oak"], "price": 3}, DEFAULT[1]], " at /0/name: must be one of oak, elm"),
        ([{"name": "oak", "price": 10}, DEFAULT[1]], " at /0/price: must be a whole number from 1 to 9"),
        ([{"name": "oak", "price": True}, DEFAULT[1]], " at /0/price: must be a whole number from 1 to 9"),
        ([{"name": "oak", "price": 3.0}, DEFAULT[1]], " at /0/price: must be a whole number from 1 to 9"),
    ],
)
def test_a_wrong_table_is_refused_with_the_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, value: Any, text: str
) -> None:
    assert refusal(monkeypatch, written(tmp_path, value)) == text


def test_a_checker_says_how_many_items_it_takes() -> None:
    with pytest.raises(ComponentsError, match="must have 1 to 2 items, not 3"):
        rows([1, 2, 3], "", 1, 2)


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["score", "arboretum"]], ids=["serve", "score"])
def test_a_command_with_a_wrong_file_ends_with_one_line(tmp_path: Path, command: list[str]) -> None:
    wrong = written(tmp_path, {"tiles": []})
    ended = subprocess.run(
        [sys.executable, "-m", "pomona", *command],
        env={**os.environ, variable("applejack"): str(wrong), "POMONA_DATA": str(tmp_path)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        input="{}",
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stdout == ""
    last = ended.stderr.splitlines()[-1]
    assert last == f"Error: {variable('applejack')}: {wrong} at /tiles: must have 100 items, not 0"
    assert "Traceback" not in ended.stderr
