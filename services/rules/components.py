"""Component tables: the tiles and cards of a game as data, which the owner of a server may replace.

The environment variable `POMONA_COMPONENTS_<SLUG>` names a JSON file; it is read once, when the game is imported, never
per match. A game checks it with `record`, `rows`, `whole` and `one_of`, which say in one line what is wrong where.
"""

import hashlib
import json
import os
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from services.rules.errors import ComponentsError

PREFIX = "POMONA_COMPONENTS_"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Components(Generic[T]):
    """The table a game is played with, and what tells it from the game's own one."""

    table: T
    digest: str
    """Eight hex digits of the file's content; empty while the table is the default one."""

    def version(self, rules: str) -> str:
        """The `rules_version` of a game whose rules have this version: `1`, or `1+<digest>`."""
        return f"{rules}+{self.digest}" if self.digest else rules


def load_table(slug: str, default_rows: Any, checker: Callable[[Any], T]) -> Components[T]:
    """The component table of a game: its default rows, or those of the file that the server's setting names.

    `checker` makes the table from the rows or raises ComponentsError; so does a file that cannot be read, with the
    setting and the file in its text.
    """
    default = checker(default_rows)
    path = os.environ.get(variable(slug), "").strip()
    if not path:
        return Components(default, "")
    try:
        rows_of_file = _read(path)
        table = checker(rows_of_file)
    except ComponentsError as error:
        place = f" at {error.pointer}" if error.pointer else ""
        raise ComponentsError(error.pointer, f"{variable(slug)}: {path}{place}: {error}") from None
    return Components(table, "" if table == default else digest(rows_of_file))


def variable(slug: str) -> str:
    """The environment variable that names a game's component file."""
    return PREFIX + slug.upper().replace("-", "_")


def digest(value: Any) -> str:
    """Eight hex digits that tell one JSON value from another; layout and the order of members do not matter."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _read(path: str) -> Any:
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ComponentsError("", f"cannot be read ({error.strerror})") from None
    except json.JSONDecodeError as error:
        raise ComponentsError("", f"is not JSON (line {error.lineno}: {error.msg})") from None
    except (UnicodeDecodeError, RecursionError):
        raise ComponentsError("", "is not JSON") from None


# Words for checkers --------------------------------------------------------------------------------------------------


def record(value: Any, pointer: str, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Any]:
    """A JSON object that has the required members and no other than the optional ones."""
    if not isinstance(value, dict):
        raise ComponentsError(pointer, "must be a JSON object")
    for name in value:
        if name not in required and name not in optional:
            raise ComponentsError(f"{pointer}/{name}", "unknown; known are " + ", ".join([*required, *optional]))
    for name in required:
        if name not in value:
            raise ComponentsError(f"{pointer}/{name}", "is missing")
    return value


def rows(value: Any, pointer: str, low: int, high: int) -> list[Any]:
    """A list of `low` to `high` items."""
    if not isinstance(value, list):
        raise ComponentsError(pointer, "must be a list")
    if not low <= len(value) <= high:
        size = f"{low}" if low == high else f"{low} to {high}"
        raise ComponentsError(pointer, f"must have {size} items, not {len(value)}")
    return value


def whole(value: Any, pointer: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ComponentsError(pointer, f"must be a whole number from {low} to {high}")
    return value


def one_of(value: Any, pointer: str, names: Collection[str]) -> str:
    """One of a few names."""
    if not isinstance(value, str) or value not in names:
        raise ComponentsError(pointer, "must be one of " + ", ".join(names))
    return value
