"""Applejack on a terminal: orchards as hexagons, troughs around the die, the harvests to come."""

from collections.abc import Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

Json = dict[str, Any]
Place = tuple[int, int]

STYLES = {
    "brown": "orange4",
    "pink": "pink1",
    "light-green": "green_yellow",
    "red": "red3",
    "orange": "dark_orange",
    "dark-green": "dark_green",
    "yellow": "yellow1",
}
"""The colour of each variety's apples; the first letters differ too, for those who see no colours."""
ARROWS = "→↘↙←↖↗"
"""The way a hive on each edge looks."""
WIDE = 10
"""Characters of a field."""
COMING = 6
"""Harvests to come that are shown."""


def draw(state: Json, seat: int | None, marks: Mapping[Place, str]) -> RenderableType:
    """The whole table, the viewer's own orchard last; `marks` are written on its free fields."""
    order = sorted(state["seats"], key=lambda each: each["seat"] == seat)
    orchards = [_orchard(each, marks if each["seat"] == seat else {}) for each in order]
    parts: list[RenderableType] = [_legend(), _harvest_board(state), Columns(orchards)]
    if state["held"] is not None:
        parts.append(Text("In hand: ") + tile(state["held"]))
    return Group(*parts)


def answer(part: str, value: Any) -> RenderableType:
    """An answer to a question about a part of a move."""
    return Text(f"{value} {ARROWS[value]}") if part == "rotation" else Text(str(value).removeprefix("applejack."))


def icons(shown: Json) -> Text:
    """The apples and blossoms of a tile."""
    text = Text()
    for colour in shown["apples"]:
        text += _apple(colour)
    return text.append("*" * shown["blossoms"], "bold magenta")


def _apple(colour: str) -> Text:
    return Text(colour[0].upper(), STYLES[colour])


def hives(shown: Json) -> Text:
    """The price of a tile, and where its hives look."""
    return Text(f"{shown['price']}" + "".join(ARROWS[edge] for edge in shown["hives"]))


def tile(shown: Json) -> Text:
    """A tile in a row of text."""
    return Text(f"{shown['tile']} ", "dim") + icons(shown) + Text(" ") + hives(shown)


def _legend() -> Text:
    text = Text()
    for colour, style in STYLES.items():
        text.append(colour[0].upper(), style).append(f" {colour}  ")
    return text.append("* blossom  8→ price 8, a hive to the right")


# The harvest board ---------------------------------------------------------------------------------------------------


def _harvest_board(state: Json) -> RenderableType:
    die, offer = state["die"], state["offer"]
    pips = "1 pip" if die["pips"] == 1 else f"{die['pips']} pips"
    lines = [
        Text(f"Space {die['space']}, {pips}, {state['moves_left']} moves left, ")
        + Text(f"{state['supply']['count']} tiles in the supply")
    ]
    for k, trough in enumerate(state["troughs"]):
        beside = "bold green" if k in offer["troughs"] else ""
        lines.append(Text(f"Trough {k}: ", beside) + Text("   ").join(map(tile, trough)))
    if "middle" in state:
        lines.append(Text("Middle:   ") + Text("   ").join(map(tile, state["middle"])))
    coming = [_event(event) for event in state["coming"][:COMING]]
    lines.append(Text("To come: ") + (Text(", ").join(coming) if coming else Text("the end")))
    return Panel(Group(*lines), title="Harvest board", title_align="left", expand=False)


def _event(event: Json) -> Text:
    what = Text("*", "bold magenta") if "blossoms" in event else _apple(event["colour"])
    return Text(f"in {event['after']} ") + what + Text(" " + "/".join(map(str, event["pays"])))


# An orchard ----------------------------------------------------------------------------------------------------------


def _orchard(seat: Json, marks: Mapping[Place, str]) -> RenderableType:
    laid = {tuple(each["at"]): each for each in seat["tiles"]}
    lines = []
    for r in range(-2, 3):
        upper, lower = Text(" " * (abs(r) * WIDE // 2)), Text(" " * (abs(r) * WIDE // 2))
        for q in range(max(-2, -2 - r), min(2, 2 - r) + 1):
            above, below = _field(laid.get((q, r)), marks.get((q, r)))
            upper += _centred(above)
            lower += _centred(below)
        lines += [upper, lower]
    title = f"Seat {seat['seat']}: {seat['honey']} honey, {seat['blossoms']} blossoms"
    return Panel(Group(*lines, _beside(seat)), title=title, title_align="left", expand=False)


def _field(laid: Json | None, mark: str | None) -> tuple[Text, Text]:
    """The two lines of a field."""
    if laid is None:
        return Text("·", "dim"), Text(mark or "", "bold green")
    if laid["pasture"]:
        return Text("~~~", "dim"), Text("~~~", "dim")
    return icons(laid), hives(laid)


def _centred(text: Text) -> Text:
    room = WIDE - text.cell_len
    return Text(" " * (room // 2)) + text + Text(" " * (room - room // 2))


def _beside(seat: Json) -> Text:
    """The corners, the cottage, and what the areas pay."""
    text = Text("Corners:")
    for corner in seat["corners"]:
        if corner["hive"] is not None:
            text.append(f" {ARROWS[corner['edge']]}{corner['hive']}")
        elif corner["apple"] is not None:
            text.append(f" {ARROWS[corner['edge']]}").append(_apple(corner["apple"]))
    if seat["cottage"] is not None:
        text += Text("   Cottage: ") + tile(seat["cottage"])
    text.append("\nAreas:")
    for colour, crop in seat["crops"].items():
        if crop["areas"]:
            text.append(" ").append(_apple(colour)).append("+".join(map(str, crop["areas"])))
    return text.append(f"\nTotal if the game ended now: {seat['final']['total']}")
