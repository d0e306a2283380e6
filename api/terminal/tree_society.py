"""Tree Society on a terminal: both markets, and what lies on each board."""

from collections.abc import Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

Json = dict[str, Any]
Place = tuple[int, int]

FRUITS = {
    "apple": "red3",
    "cherry": "deep_pink3",
    "grape": "medium_purple",
    "blueberry": "blue",
    "orange": "dark_orange",
}
"""The colour of each fruit."""
GUILDS = {
    "architects": "cyan",
    "bankers": "yellow3",
    "merchants": "green",
    "writers": "red",
    "botanists": "chartreuse3",
    "explorers": "orange3",
}
"""The colour of each guild."""
LONGEST_NAME = len("architects-13")


def draw(state: Json, seat: int | None, marks: Mapping[Place, str]) -> RenderableType:  # noqa: ARG001 - no places here
    """The whole table, the viewer's own board last."""
    order = sorted(state["seats"], key=lambda each: each["seat"] == seat)
    boards = [_board(state, each, own=each["seat"] == seat) for each in order]
    return Group(_guild_market(state), _fruit_market(state), Columns(boards[:-1]), boards[-1])


def answer(part: str, value: Any) -> RenderableType:
    """An answer to a question about a part of a move."""
    if part == "fruit_action":
        return Text("with the fruit action" if value else "at the full price")
    if value is None:
        return Text("none")
    if part == "card" or part.endswith("_card"):
        return guild_card(str(value))
    if str(value).split("-")[0] in FRUITS:
        return fruit_card(str(value))
    return Text(str(value).removeprefix("tree_society."))


def fruit_card(name: str) -> Text:
    """A fruit card in the colour of its fruit."""
    return Text(name, FRUITS[name.split("-", maxsplit=1)[0]])


def guild_card(name: str) -> Text:
    """A guild card in the colour of its guild."""
    return Text(name, GUILDS.get(name.split("-", maxsplit=1)[0], ""))


def _fruits(names: list[str]) -> Text:
    return Text("  ").join(map(fruit_card, names)) if names else Text("-", "dim")


# The markets ---------------------------------------------------------------------------------------------------------


def _guild_market(state: Json) -> RenderableType:
    table = Table("row", "coins", title="Guild market", expand=False)
    table.add_column("card", overflow="fold", min_width=LONGEST_NAME)
    for head in ("banners", "level 1", "level 2", "level 3"):
        table.add_column(head)
    for row in ("top", "bottom"):
        for place in state["market"][row]:
            if place is not None:
                table.add_row(row, *_priced(state, place))
    effect = state["effect"]
    if effect:
        for place in effect.get("revealed", []):
            if isinstance(place, dict):  # a guild card; revealed fruit stands with the fruit
                table.add_row("revealed", *_priced(state, place))
    table.caption = f"{state['guild_deck']['size']} cards in the deck, {len(state['discards'])} discarded"
    return table


def _priced(state: Json, place: Json) -> list[RenderableType]:
    card = state["cards"][place["card"]]
    cheaper = place.get("price_with_fruit_action")
    coins = str(place["price"]) if cheaper is None else f"{place['price']} ({cheaper})"
    return [Text(coins), guild_card(place["card"]), Text(str(card["banners"])), *map(_level, card["levels"])]


def _level(level: Json) -> Text:
    effect = f"\n{level['effect']['text']}" if level["effect"] else ""
    return Text(f"cost {level['cost']}, points {level['points']}") + Text(effect, "dim")


def _fruit_market(state: Json) -> RenderableType:
    last = f", the last is {state['last_round']}" if state["last_round"] else ""
    lines = [
        Text(f"Round {state['round']}{last}; {state['goal']} banners bring about the end"),
        Text("Market: ") + _fruits(state["fruit_market"]) + Text(f"   ({state['fruit_deck']['size']} in the deck)"),
    ]
    if state["sales"] and state["phase"] == "sell":
        sales = (fruit_card(sale["fruit"]).append(f" {sale['coins']}") for sale in state["sales"])
        lines.append(Text("A sale pays: ") + Text("  ").join(sales))
    if state["fruit_action"]:
        lines.append(Text("Fruit action: ") + fruit_card(state["fruit_action"]["fruit"]))
    if state["effect"]:
        effect = state["effect"]
        lines.append(Text("Effect of ") + guild_card(effect["card"]) + Text(f": {effect['text']}"))
        shown = [name for name in effect.get("revealed", []) if isinstance(name, str)]
        if shown:
            lines.append(Text("Revealed: ") + _fruits(shown))
    return Panel(Group(*lines), title="Fruit", title_align="left", expand=False)


# A board -------------------------------------------------------------------------------------------------------------


def _board(state: Json, seat: Json, *, own: bool) -> RenderableType:
    lines = [
        Text(f"Purse {seat['purse']}, chest {seat['chest']}, banners {seat['banners']}, points {seat['points']}"),
        Text("Fruit: ") + _fruits(seat["fruits"]),
    ]
    for card in seat["ongoing"]:
        level = card["level"]
        line = guild_card(card["card"]) + Text(f" on level {level}, {level + 1} costs {card['price']}")
        lines.append(line + (Text("  ") + _level(state["cards"][card["card"]]["levels"][level]) if own else Text()))
    if seat["completed"]:
        done = (guild_card(card["card"]).append(f" {card['points']}") for card in seat["completed"])
        lines.append(Text("Completed: ") + Text("  ").join(done))
    title = f"Seat {seat['seat']}" + (" to act" if state["to_act"] == seat["seat"] else "")
    return Panel(Group(*lines), title=title, title_align="left", expand=False)
