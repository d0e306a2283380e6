"""The file of the ladder: `{"games": {slug: {"levels": {...}, "cells": [...]}}}`, and the tables made of it."""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from ai.cache import SOURCES
from ai.ladder.cells import PAIRS, Cell
from ai.search.budgets import UnknownBot, budgets_of
from services.rules.notation import Json
from services.rules.registry import GAMES

FILE: Final = SOURCES / "services" / "ai" / "ladder.json"
HEAD: Final = (
    "| game | seats | bot | against | games | won | 95 % | margin | p50 / p95 s | iterations | short |",
    "|---|---|---|---|---|---|---|---|---|---|---|",
)


class Book:
    """The ladder of all games, as it stands in a file."""

    def __init__(self, file: Path = FILE) -> None:
        """A file that need not be there yet."""
        self.file = file

    def cells(self, slug: str) -> list[Cell]:
        """The cells of a game."""
        return [Cell.read(slug, data) for data in self._read().get(slug, {}).get("cells", [])]

    def gone_on(self, blank: Cell) -> Cell:
        """What the file holds of this cell if its games still count, else the blank one."""
        return next((cell for cell in self.cells(blank.game) if blank.goes_on_from(cell)), blank)

    def keep(self, cell: Cell) -> None:
        """Write a cell in the place of an earlier one; whoever reads sees all of it or nothing."""
        others = [other for other in self.cells(cell.game) if other.place != cell.place]
        kept = sorted([*others, cell], key=_order)
        self._write(self._read() | {cell.game: {"cells": [_told(each) for each in kept]}})

    def settle(self) -> None:
        """Write the budgets that the levels of every game have now, played or not, and what is no longer current."""
        self._write({slug: {"cells": [_told(cell) for cell in self.cells(slug)]} for slug in GAMES})

    def _write(self, games: dict[str, Any]) -> None:
        games = {slug: game | {"levels": budgets_of(GAMES[slug])} for slug, game in games.items()}
        part = self.file.with_name(f"{self.file.name}.{os.getpid()}")
        part.write_text(_text({slug: games[slug] for slug in GAMES if slug in games}))
        part.replace(self.file)

    def table(self) -> Iterator[str]:
        """Lines of Markdown, a row for each cell; a star marks games of bots that have changed since."""
        yield from HEAD
        for slug in GAMES:
            yield from (_row(cell) for cell in self.cells(slug) if cell.games)

    def _read(self) -> dict[str, Any]:
        games: dict[str, Any] = json.loads(self.file.read_text())["games"] if self.file.exists() else {}
        return games


def _told(cell: Cell) -> Json:
    return cell.json() | {"current": _is_current(cell)}


def _order(cell: Cell) -> tuple[Any, ...]:
    pair = (cell.bot, cell.against)
    return cell.seats, PAIRS.index(pair) if pair in PAIRS else len(PAIRS), pair, str(cell.options)


def _text(games: dict[str, Json]) -> str:
    """The file: a cell in each line, so that what changed is easily read."""
    made = [f"{json.dumps(slug)}: {_game_text(**game)}" for slug, game in games.items()]
    return '{"games": {\n' + ",\n".join(made) + "\n}}\n"


def _game_text(levels: Json, cells: Sequence[Json]) -> str:
    return f'{{"levels": {_lines(levels.items())},\n"cells": [\n' + ",\n".join(map(json.dumps, cells)) + "\n]}"


def _lines(pairs: Iterable[tuple[str, Any]]) -> str:
    return "{" + ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in pairs) + "}"


def _row(cell: Cell) -> str:
    told, game = _told(cell), GAMES[cell.game]
    low, high = told["interval"]
    options = "".join(f", {name}={value}" for name, value in cell.options.items())
    columns = (
        game.title + options + ("" if told["current"] else " *"),
        str(cell.seats),
        cell.bot,
        cell.against,
        f"{cell.games:,}",
        f"{told['win_share']:.1%}".replace("%", " %"),
        f"{100 * low:.1f} - {100 * high:.1f} %",
        f"{told['margin']:+.1f}",
        f"{told['think_p50']:.3f} / {told['think_p95']:.3f}",
        f"{told['iterations']:,}",
        f"{cell.short:,}",
    )
    return f"| {' | '.join(columns)} |"


def _is_current(cell: Cell) -> bool:
    """Whether both bots play today as they did in these games."""
    try:
        blank = Cell.blank(GAMES[cell.game], cell.seats, (cell.bot, cell.against), cell.options, cell.seed)
    except UnknownBot:
        return False
    return blank.goes_on_from(cell)
