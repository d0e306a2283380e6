"""Click A Tree on a terminal: the ring, and each display as hexagons with its fruit track."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

Json = dict[str, Any]
Place = tuple[int, int]

COLOURS = ("green_yellow", "dark_orange", "salmon1", "orange4", "yellow1", "gold3", "orange_red1")
"""Of the fruits, in the order of the track."""
ARROWS = "→↘↙←↖↗"
"""The way a sickle on each edge looks."""
WIDE = 8
"""Characters of a field."""

Palette = Mapping[str, str]


def draw(state: Json, seat: int | None, marks: Mapping[Place, str]) -> RenderableType:
    """The whole table, the viewer's own display last; `marks` are written on free places of it."""
    palette = dict(zip(state["seats"][0]["track"], COLOURS, strict=True))
    order = sorted(state["seats"], key=lambda each: each["seat"] == seat)
    parts: list[RenderableType] = [_legend(palette), _tasks(state["strips"]), _ring(state, palette)]
    parts += [_display(each, marks if each["seat"] == seat else {}, palette) for each in order]
    if state["taken"]:
        parts.append(Text("To lay: ") + Text("   ").join(tile(each, palette) for each in state["taken"]))
    return Group(*parts)


def answer(part: str, value: Any) -> RenderableType:
    """An answer to a question about a part of a move."""
    if part == "sickles":
        return Text(arrows(value))
    return Text(f"tile {value}" if part == "tile" else str(value).removeprefix("click_a_tree."))


def arrows(edges: Sequence[int]) -> str:
    """Where sickles look."""
    return "".join(ARROWS[edge] for edge in edges)


def fruits(shown: Json, palette: Palette) -> Text:
    """The fruits of a tile as they stand in a field: in letters, for colours are not seen by all."""
    return Text(" ").join(Text(short(fruit), palette[fruit]) for fruit in shown["fruits"])


def short(name: str) -> str:
    """The letters that stand for a fruit, or capitalised for a tree."""
    return name[:2]


def tile(shown: Json, palette: Palette) -> Text:
    """A landscape tile in a row of text."""
    number, words = Text(f"{shown['tile']} ", "dim"), Text(f"{shown['tree']} {shown['sign']} ")
    return number + words + Text("+").join(Text(fruit, palette[fruit]) for fruit in shown["fruits"])


def _legend(palette: Palette) -> Text:
    text = Text()
    for fruit, style in palette.items():
        text.append(f"{short(fruit)} ", style)
        text.append(f"{fruit}  ")
    return text.append("Ma AB: a tree and its sign   →: a sickle to the right   #: a completed harvest tile")


def _tasks(strips: Json) -> Text:
    return Text("Strips: ") + Text(", ").join(Text(f"{n} {task}") for n, task in strips.items())


def _ring(state: Json, palette: Palette) -> RenderableType:
    lines = [Text(f"Round {state['round']}, {state['stack']['size']} tiles in the stack")]
    for pair in state["ring"]:
        first, second = (tile(each, palette) for each in pair["tiles"])
        can = "" if pair["cost"] is not None else "dim"
        lines.append(Text(f"{pair['fruit']:>12}: ", can) + first + Text("  |  ") + second)
    return Panel(Group(*lines), title="The ring", title_align="left", expand=False)


# A display -----------------------------------------------------------------------------------------------------------


def _display(seat: Json, marks: Mapping[Place, str], palette: Palette) -> RenderableType:
    laid = {tuple(each["at"]): each for each in seat["display"]}
    places = [*laid, *marks]
    left = min(2 * q + r for q, r in places)
    lines = []
    for row in range(min(r for _, r in places), max(r for _, r in places) + 1):
        upper, lower = Text(), Text()
        for q in sorted(q for q, r in {*places} if r == row):
            above, below = _field(laid.get((q, row)), marks.get((q, row)), palette)
            before = (2 * q + row - left) * WIDE // 2
            upper += Text(" " * (before - upper.cell_len)) + _centred(above)
            lower += Text(" " * (before - lower.cell_len)) + _centred(below)
        lines += [upper, lower]
    title = f"Seat {seat['seat']}: {seat['sum']} fruit"
    return Panel(Group(*lines, _beside(seat, palette)), title=title, title_align="left", expand=False)


def _field(laid: Json | None, mark: str | None, palette: Palette) -> tuple[Text, Text]:
    """The two lines of a field."""
    if laid is None:
        return Text("·", "dim"), Text(mark or "", "bold green")
    if "sickles" in laid:
        return Text("#" if laid["complete"] else "harvest", "dim"), Text(arrows(laid["sickles"]), "bold")
    return Text(f"{short(laid['tree']).capitalize()} {laid['sign']}"), fruits(laid, palette)


def _centred(text: Text) -> Text:
    room = WIDE - text.cell_len
    return Text(" " * (room // 2)) + text + Text(" " * (room - room // 2))


def _beside(seat: Json, palette: Palette) -> Text:
    """The track, the lines, the strips and the harvest tiles."""
    text = Text("Track up to ") + Text(str(seat["highest_space"]), "bold") + Text(":")
    for fruit, value in seat["track"].items():
        text.append(f" {short(fruit)} ", palette[fruit]).append(str(value))
    lines = (f"{line['number']} at {line['value']}" for line in seat["lines"] if line["value"] is not None)
    text.append(f"\nLines: {', '.join(lines)}; {seat['completed']} harvest tiles completed")
    text.append("\nStrips left: " + " ".join(map(str, seat["strips_left"])))
    return text.append("\nOpen harvest tiles: " + "  ".join(map(arrows, seat["harvest_tiles"]["open"])))
