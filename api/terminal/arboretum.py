"""Arboretum on a terminal: each arboretum as a grid of coloured cards."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

Json = dict[str, Any]
Place = tuple[int, int]

STYLES = {
    "cassia": ("ca", "black on yellow3"),
    "blue-spruce": ("bs", "white on dark_cyan"),
    "cherry-blossom": ("cb", "black on pink1"),
    "dogwood": ("do", "black on grey82"),
    "jacaranda": ("ja", "white on medium_purple"),
    "maple": ("ma", "white on red3"),
    "oak": ("oa", "white on orange4"),
    "royal-poinciana": ("rp", "black on dark_orange"),
    "tulip-poplar": ("tp", "white on blue"),
    "willow": ("wi", "white on dark_green"),
}
"""Two letters and colours of each species."""


def draw(state: Json, seat: int | None, marks: Mapping[Place, str]) -> RenderableType:
    """The whole table, the viewer's own arboretum last; `marks` are written on free places of it."""
    parts: list[RenderableType] = [_legend(state["species"]), Text(f"Deck: {state['deck']} cards")]
    others = [each for each in state["seats"] if each["seat"] != seat]
    parts.extend(_arboretum(each, {}) for each in others)
    if seat is not None:
        parts.append(_arboretum(state["seats"][seat], marks))
        parts.append(_hand(state["hand"]))
    return Group(*parts)


def answer(part: str, value: Any) -> RenderableType:
    """An answer to a question about a part of a move."""
    return card(value) if part == "card" else Text(str(value))


def card(name: str) -> Text:
    """A card as a coloured label."""
    species, value = name.rsplit("-", 1)
    return Text(f" {STYLES[species][0]}{value} ", STYLES[species][1])


def _legend(species: list[str]) -> Text:
    text = Text()
    for name in species:
        short, style = STYLES[name]
        text.append(f" {short} ", style)
        text.append(f" {name}  ")
    return text


def _hand(cards: list[str]) -> Text:
    return Text("Your hand: ") + Text(" ").join(card(name) for name in cards)


def _arboretum(seat: Json, marks: Mapping[Place, str]) -> RenderableType:
    trees = {tuple(tree["at"]): tree["card"] for tree in seat["trees"]}
    places = [*trees, *marks]
    grid = Table.grid(padding=(0, 0))
    if places:
        xs, ys = [x for x, _ in places], [y for _, y in places]
        for y in range(max(ys), min(ys) - 1, -1):
            grid.add_row(*(_cell(trees.get((x, y)), marks.get((x, y))) for x in range(min(xs), max(xs) + 1)))
    else:
        grid.add_row(Text("nothing planted yet", "dim"))
    return Panel(Group(grid, _beside(seat)), title=f"Seat {seat['seat']}", title_align="left", expand=False)


def _cell(name: str | None, mark: str | None) -> Text:
    if name is not None:
        return card(name)
    return Text(f"{mark:^5}" if mark is not None else "  ·  ", "bold green" if mark is not None else "dim")


def _beside(seat: Json) -> Text:
    text = Text("Pile: ")
    text += Text(" ").join(card(name) for name in seat["pile"][:6]) if seat["pile"] else Text("empty", "dim")
    if seat["known_hand"]:
        text += Text("  known in hand: ") + Text(" ").join(card(name) for name in seat["known_hand"])
    worth = ", ".join(f"{species} {path['points']}" for species, path in seat["paths"].items())
    return text + Text(f"\nPaths: {worth or 'none'}")
