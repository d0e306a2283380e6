"""The exact questions that can be asked, read from a file beside this module: web processes load no solver.

`questions.json` is `{"games": {slug: [{name, description, schema, example} ...]}}`, printed by `pomona questions`; a
test holds it equal to what the solvers say of themselves.
"""

import importlib.util
import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.validators import extend

from services.rules.errors import pointer_to
from services.rules.notation import Json
from services.shared.settings import Settings

FILE: Final = Path(__file__).with_name("questions.json")
MOST_TOLD: Final = 10
"""Places that do not fit are told up to here."""
LONGEST_DETAIL: Final = 200

_STRICT: Final[Any] = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int),
)
"""JSON Schema takes 1.0 for a whole number; here nothing is taken for what it is not."""


@cache
def solves() -> bool:
    """Whether workers can solve: as is said, else as is installed here, where all run the same."""
    said = Settings.read().solver
    return importlib.util.find_spec("ortools") is not None if said is None else said == "yes"


@cache
def written() -> Json:
    """What stands in the file, by game."""
    found: Json = json.loads(FILE.read_text())["games"]
    return found


def questions() -> dict[str, list[Json]]:
    """All questions that can be asked here, by game."""
    return written() if solves() else {slug: [] for slug in written()}


def question_of(game: str, name: str) -> Json | None:
    """The question of this name about a game, if it can be asked here."""
    return next((question for question in questions().get(game, []) if question["name"] == name), None)


def misfits(question: Json, asked: Any) -> list[dict[str, str]]:
    """Where what is asked does not fit the schema of the question: JSON pointers and what is wrong there."""
    return list(islice(_misfits(question["schema"], asked), MOST_TOLD))


def _misfits(schema: Json, asked: Any) -> Iterator[dict[str, str]]:
    for error in _STRICT(schema).iter_errors(asked):
        pointer = "".join(map(pointer_to, error.absolute_path))
        yield {"pointer": pointer, "detail": error.message[:LONGEST_DETAIL]}
