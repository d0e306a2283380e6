"""The tables in docs/games/click_a_tree.md, made from the data: `python -m tests.rules.games.click_a_tree.page`."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from services.rules.games.click_a_tree.components import FRUIT_NAMES, SIGNS, stand_in
from services.rules.games.click_a_tree.geometry import KIND, edges_of
from services.rules.games.click_a_tree.harvest import line
from services.rules.games.click_a_tree.options import FIRST_GAME
from services.rules.games.click_a_tree.scoring import NUMBERS
from services.rules.games.click_a_tree.strips import NAMES

PAGE = Path(__file__).parents[4] / "docs" / "games" / "click_a_tree.md"


def landscape() -> Iterator[str]:
    """A row for each tree and fruit."""
    tiles = stand_in()["landscape_tiles"]
    yield "| tree | fruit | A | B | AB |"
    yield "|---|---|---|---|---|"
    for n in range(0, len(tiles), len(SIGNS)):
        row = tiles[n : n + len(SIGNS)]
        cells = [f"{n + i + 1}" + "".join(f" + {fruit}" for fruit in t["fruits"][1:]) for i, t in enumerate(row)]
        yield f"| {row[0]['tree']} | {row[0]['fruits'][0]} | " + " | ".join(cells) + " |"


def harvest() -> Iterator[str]:
    """A row for each kind of harvest tile."""
    kinds = Counter(tuple(edges_of(KIND[sum(1 << d for d in edges)])) for edges in stand_in()["harvest_tiles"])
    yield "| sickles on edges | tiles |"
    yield "|---|---|"
    for edges, n in kinds.items():
        yield f"| {' '.join(map(str, edges))} | {n} |"


def signs() -> Iterator[str]:
    """A row for each tree."""
    yield "| tree | sign with `sign_by` tree |"
    yield "|---|---|"
    for tree, sign in stand_in()["tree_signs"].items():
        yield f"| {tree} | {sign} |"


def lines() -> Iterator[str]:
    """A row for each number of completed harvest tiles."""
    yield "| completed | " + " | ".join(map(str, NUMBERS)) + " |"
    yield "|---" * (len(NUMBERS) + 1) + "|"
    for completed in range(14):
        values = [line(number, completed) or "-" for number in NUMBERS]
        yield f"| {completed}{'' if completed < 13 else ' or more'} | " + " | ".join(map(str, values)) + " |"


def strips() -> Iterator[str]:
    """A row for each strip."""
    yield "| no. | task | first game | met by |"
    yield "|---|---|---|---|"
    for n, (name, meaning) in enumerate(zip(NAMES, MEANINGS, strict=True), 1):
        yield f"| {n} | {name} | {'yes' if n in FIRST_GAME else ''} | {meaning} |"


MEANINGS = (
    "three landscape tiles of one tree, each bordering the two others",
    "two triangles without a common tile; of one tree or of two, touching or not",
    "four landscape tiles of one tree: two triangles with a common side, in any of three directions",
    "four landscape tiles of one tree in a straight row, along any of three axes; a longer row contains it",
    "two rhombuses, or two rows of four, without a common tile; one of each is not enough, a row of eight is two rows",
    "six landscape tiles of any trees in a straight row",
    "a landscape tile with landscape tiles on all six sides, of any trees",
    "four landscape tiles signed A or AB that hang together, of four different trees, in any shape",
    "the same with B or AB",
    "two harvest tiles that border each other",
    "three harvest tiles around one corner, each bordering the two others",
    "a harvest tile with tiles of any kind on all six sides",
    "two such harvest tiles; they may border each other, and the one of strip 12 counts",
    "five completed harvest tiles",
    "a harvest tile that borders landscape tiles of four different trees; the ring need not be closed",
)
BLOCKS = {"landscape": landscape, "harvest": harvest, "signs": signs, "lines": lines, "strips": strips}


def with_tables(text: str) -> str:
    """The page with its tables made anew."""
    for name, rows in BLOCKS.items():
        block = f"<!-- {name} -->\n" + "\n".join(rows()) + "\n<!-- end -->"
        text, found = re.subn(rf"<!-- {name} -->\n.*?<!-- end -->", block, text, flags=re.DOTALL)
        if found != 1:
            raise ValueError(f"the page has {found} places for {name}")
    return text


def fruits() -> str:
    """The fruits in their order."""
    return " · ".join(FRUIT_NAMES)


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
