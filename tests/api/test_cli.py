"""The commands that need no server."""

import json

import pytest
from click.testing import CliRunner, Result

from pomona import main

POSITION = {"hands": [["A7"], ["B1"]], "tableaux": [[["A2", 0, 0], ["A3", 1, 0], ["A4", 2, 0]], []]}


def run(*words: str, position: object = POSITION) -> Result:
    """Run the command."""
    text = position if isinstance(position, str) else json.dumps(position)
    return CliRunner().invoke(main, ["score", *words], input=text)


@pytest.mark.parametrize(("option", "totals"), [((), [6, 0]), (("--option", "path_bonus=uniform"), [3, 0])])
def test_score_prints_what_the_calculator_finds(option: tuple[str, ...], totals: list[int]) -> None:
    result = run("arboretum", *option)
    assert result.exit_code == 0
    assert json.loads(result.output)["totals"] == totals


@pytest.mark.parametrize(
    ("words", "position", "said"),
    [
        (("chess",), POSITION, "There is no game 'chess'"),
        (("arboretum",), "{", "The body is not JSON"),
        (("arboretum",), {"hands": [["Z"], []], "tableaux": [[], []]}, "/hands/0/0: "),
        (("arboretum", "--option", "path_bonus"), POSITION, "is not name=value"),
        (("arboretum", "--option", "path_bonus=never"), POSITION, "/options/path_bonus: must be one of"),
    ],
)
def test_score_says_in_one_line_what_is_wrong(words: tuple[str, ...], position: object, said: str) -> None:
    result = run(*words, position=position)
    assert result.exit_code != 0
    assert said in result.output
    assert "Traceback" not in result.output
