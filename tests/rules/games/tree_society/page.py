"""The card lists in docs/games/tree_society.md, made from the data: `python -m tests.rules.games.tree_society.page`."""

import re
from collections.abc import Iterator
from pathlib import Path

from services.rules.games.tree_society.components import BOX_CARDS, CARD_NAMES, FRUIT_KINDS, FRUIT_NAMES
from services.rules.games.tree_society.effects import NOTHING, effect_text, points_text

PAGE = Path(__file__).parents[4] / "docs" / "games" / "tree_society.md"


def fruit() -> Iterator[str]:
    """A row for each kind of fruit card."""
    yield "| card | coin icon | chest | copies | marked 3-4 |"
    yield "|---|---|---|---|---|"
    for name, kind in zip(FRUIT_NAMES, FRUIT_KINDS, strict=True):
        icon = "yes" if kind.icon else ""
        yield f"| {name} | {icon} | {kind.chest or ''} | {kind.copies or ''} | {kind.more_copies or ''} |"


def guilds() -> Iterator[str]:
    """A row for each guild card."""
    yield "| card | banners | level 1 | level 2 | level 3 |"
    yield "|---|---|---|---|---|"
    for name, card in zip(CARD_NAMES, BOX_CARDS, strict=True):
        levels = []
        for level in card.levels:
            points = points_text(level.points, level.counted, level.each, level.per, level.at_most)
            effect = "" if level.effect == NOTHING else f"; {effect_text(level.effect, level.amount, level.limit)}"
            levels.append(f"cost {level.cost}, points {points}{effect}")
        start = " (starting card)" if card.starting else ""
        yield f"| {name}{start} | {card.banners} | {' | '.join(levels)} |"


BLOCKS = {"fruit": fruit, "guilds": guilds}


def with_tables(text: str) -> str:
    """The page with its card lists made anew."""
    for name, rows in BLOCKS.items():
        block = f"<!-- {name} -->\n" + "\n".join(rows()) + "\n<!-- end -->"
        text, found = re.subn(rf"<!-- {name} -->\n.*?<!-- end -->", block, text, flags=re.DOTALL)
        if found != 1:
            raise ValueError(f"the page has {found} places for {name}")
    return text


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
