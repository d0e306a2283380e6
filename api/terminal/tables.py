"""How the table of a game is drawn: with pictures where there is a module for the game, else as a tree of its view."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from api.terminal import applejack, arboretum, click_a_tree, tree_society

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Drawing:
    """`draw(state, seat, marks)` is the table; `answer(part, value)` one choice."""

    draw: Callable[[Json, int | None, Mapping[tuple[int, int], str]], RenderableType]
    answer: Callable[[str, Any], RenderableType]


def as_tree(state: Json, seat: int | None, marks: Mapping[tuple[int, int], str]) -> RenderableType:  # noqa: ARG001
    """The view of any game as a tree of its parts."""
    return _branch(Tree("The table"), state)


def plainly(part: str, value: Any) -> RenderableType:  # noqa: ARG001 - the same for every part
    """A choice in words."""
    return Text(_line(value) if isinstance(value, list | dict) else str(value))


GENERIC = Drawing(as_tree, plainly)
DRAWINGS = {
    "applejack": Drawing(applejack.draw, applejack.answer),
    "arboretum": Drawing(arboretum.draw, arboretum.answer),
    "click_a_tree": Drawing(click_a_tree.draw, click_a_tree.answer),
    "tree_society": Drawing(tree_society.draw, tree_society.answer),
}


def drawing(game: str) -> Drawing:
    """The drawing of a game."""
    return DRAWINGS.get(game, GENERIC)


def _branch(tree: Tree, value: Any) -> Tree:
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for name, part in pairs:
        if isinstance(part, dict | list) and len(_line(part)) > 90:  # noqa: PLR2004 - what fits on a line
            _branch(tree.add(Text(str(name), "bold")), part)
        else:
            tree.add(Text(f"{name}: ", "bold") + Text(_line(part)))
    return tree


def _line(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {_line(part)}" for name, part in value.items()) or "-"
    if isinstance(value, list):
        return "[" + ", ".join(map(_line, value)) + "]"
    return "-" if value is None else str(value)
