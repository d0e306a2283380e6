"""The questions that web processes tell of are those that solvers answer."""

import json
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

import pomona
from ai.solve.lookup import has_solver, solver_of
from services.ai import questions as module
from services.ai.questions import FILE, misfits, questions, solves
from services.rules.registry import GAMES

ASKED = [(slug, known) for slug, all_known in questions().items() for known in all_known]


def test_the_kept_file_is_what_the_solvers_say_of_themselves() -> None:
    printed = CliRunner().invoke(pomona.main, ["questions"]).output
    assert FILE.read_text() == printed
    assert json.loads(printed)["games"].keys() == GAMES.keys()
    for slug, game in GAMES.items():
        names = list(solver_of(game).questions) if has_solver(game) else []
        assert [known["name"] for known in questions()[slug]] == names


@pytest.mark.parametrize(("said", "every"), [("yes", True), ("no", False)])
def test_an_image_without_the_solver_is_told_what_the_workers_have(
    monkeypatch: pytest.MonkeyPatch, said: str, every: bool
) -> None:
    monkeypatch.setenv("POMONA_SOLVER", said)
    monkeypatch.setattr(module, "solves", solves.__wrapped__)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None if every else object())  # the opposite is here
    assert all(bool(known) is every for known in questions().values())


@pytest.mark.parametrize(("slug", "question"), ASKED)
def test_every_example_fits_its_schema(slug: str, question: dict[str, Any]) -> None:
    assert slug in GAMES
    jsonschema.Draft202012Validator.check_schema(question["schema"])
    assert misfits(question, question["example"]) == []
    assert misfits(question, {"something": "else"}) != []
