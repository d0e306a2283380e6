"""The component tables in docs/games/applejack.md, made from the data: `python -m tests.rules.games.applejack.page`."""

import re
from collections.abc import Iterator
from pathlib import Path

from services.rules.games.applejack.components import NAMES
from services.rules.games.applejack.stand_in import COLOURS, ROWS

PAGE = Path(__file__).parents[4] / "docs" / "games" / "applejack.md"


def tiles() -> Iterator[str]:
    """A row for each tile."""
    yield "| tile | price | apples | blossoms | hives on edges |"
    yield "|---|---|---|---|---|"
    for name, row in zip(NAMES, ROWS["tiles"], strict=True):
        apples = ", ".join(f"{row['apples'].count(colour)} {colour}" for colour in COLOURS if colour in row["apples"])
        yield f"| {name} | {row['price']} | {apples} | {row['blossoms'] or ''} | {' '.join(map(str, row['hives']))} |"


def corners() -> Iterator[str]:
    """A row for each side of each orchard."""
    yield "| orchard | 0 | 1 | 2 | 3 | 4 | 5 |"
    yield "|---|---|---|---|---|---|---|"
    boards = [("A", ROWS["corners"]["A"]), *((f"B{i + 1}", row) for i, row in enumerate(ROWS["corners"]["B"]))]
    for name, row in boards:
        yield f"| {name} | " + " | ".join(map(str, row)) + " |"


def tracks() -> Iterator[str]:
    """A row for each board: the apples with the space before the move that crosses them."""
    yield "| seats | apples (space before the move) |"
    yield "|---|---|"
    for seats, moves in ROWS["track"].items():
        apples = [f"{' and '.join(names)} ({space})" for space, names in enumerate(moves) if names]
        yield f"| {seats} | {', '.join(apples)} |"


BLOCKS = {"tiles": tiles, "corners": corners, "tracks": tracks}


def with_tables(text: str) -> str:
    """The page with its tables made anew."""
    for name, rows in BLOCKS.items():
        block = f"<!-- {name} -->\n" + "\n".join(rows()) + "\n<!-- end -->"
        text, found = re.subn(rf"<!-- {name} -->\n.*?<!-- end -->", block, text, flags=re.DOTALL)
        if found != 1:
            raise ValueError(f"the page has {found} places for {name}")
    return text


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
