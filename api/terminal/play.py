"""The game loop of the terminal client: look, choose, post; wait for the others."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import click
from rich.console import Console
from rich.prompt import IntPrompt
from rich.text import Text

from api.client import Client, Refused, Table, Unreachable
from api.terminal.narrowing import Question, question
from api.terminal.private_server import private_server
from api.terminal.tables import Drawing, drawing

Json = dict[str, Any]

WAIT_SECONDS = 25
PATIENCE_SECONDS = 8.0
ROW = 100
"""Characters of a row of short answers."""


def play_here(
    game: str, bots: Sequence[str], options: Mapping[str, Any], seat: int, name: str, url: str | None
) -> None:
    """Play a game to its end in this terminal, on the server at `url` or a private one."""
    console = Console(highlight=False)
    with ExitStack() as stack:
        if url is None:
            console.print("Starting a private server ...")
            url = stack.enter_context(private_server())
        client = stack.enter_context(Client(url, PATIENCE_SECONDS))
        try:
            table = _sit_down(client, game, bots, dict(options), min(seat, len(bots)), name)
            _play(console, table, drawing(game))
        except Refused as refused:
            raise click.ClickException(refused.problem.get("detail", str(refused))) from None
        except Unreachable as unreachable:
            raise click.ClickException(str(unreachable)) from None
        except (KeyboardInterrupt, EOFError):
            console.print("\nBye; the match is left as it is.")


def _sit_down(client: Client, game: str, bots: Sequence[str], options: Json, seat: int, name: str) -> Table:
    seats: list[Json] = [{"kind": "bot", "bot": bot} for bot in bots]
    seats.insert(seat, {"kind": "person", "name": name})
    match, tokens = client.create(game, seats, options=options)
    return client.table(match, tokens[seat])


def _play(console: Console, table: Table, drawn: Drawing) -> None:
    view = table.look()
    told = 0
    while True:
        told = _tell(console, view["last"], told)
        if view["status"] == "finished":
            break
        view = _choose(console, table, view, drawn) if view["your_turn"] else _wait(console, table, view)
    console.print(drawn.draw(view["state"], view["seat"], {}))
    console.print(_result(view))


def _tell(console: Console, events: list[Json], told: int) -> int:
    """Print what has happened behind version `told`; the version told now."""
    for event in events:
        if event["version"] > told:
            for fact in event.get("facts", []):
                console.print(f"  {fact['text']}", style="dim")
    return max([told, *(int(event["version"]) for event in events)])


def _wait(console: Console, table: Table, view: Json) -> Json:
    bot = view["seats"][view["to_act"]]
    with console.status(f"Seat {view['to_act']} ({bot['bot'] or bot['name']}) thinks ..."):
        table.wait(view["version"], WAIT_SECONDS)
    return table.look()


def _choose(console: Console, table: Table, view: Json, drawn: Drawing) -> Json:
    """Ask for one part of the move after the other, and play it; the view after it."""
    asked = question([{"move": each["body"]["move"], "label": each["label"]} for each in table.moves()])
    console.print(drawn.draw(view["state"], view["seat"], _marks(asked)))
    while asked.answers:
        asked = _ask(console, asked, drawn)
        marks = _marks(asked)
        if marks:
            console.print(drawn.draw(view["state"], view["seat"], marks))
    try:
        return table.play(asked.moves[0]["move"], view["version"])
    except Refused as refused:
        console.print(refused.problem.get("detail", ""), style="red")
        return table.look()


def _ask(console: Console, asked: Question, drawn: Drawing) -> Question:
    """Number the answers and ask for one."""
    if not _marks(asked):
        _list(console, asked, drawn)
    number = IntPrompt.ask(
        f"{asked.part} (1-{len(asked.answers)})",
        console=console,
        choices=[str(n + 1) for n in range(len(asked.answers))],
        show_choices=False,
    )
    return asked.narrowed(number - 1)


def _list(console: Console, asked: Question, drawn: Drawing) -> None:
    row = Text()
    for n, value in enumerate(asked.answers, 1):
        item = Text(f"{n}: ", "bold")
        shown = Text(asked.moves[n - 1]["label"]) if asked.last else drawn.answer(asked.part, value)
        item += shown if isinstance(shown, Text) else Text(str(value))
        if row and row.cell_len + item.cell_len > ROW:
            console.print(row)
            row = Text()
        row += item + Text("   ")
    console.print(row)


def _marks(asked: Question) -> dict[tuple[int, int], str]:
    """Numbers on the places of the table that answer the question, if places do."""
    if asked.part != "at":
        return {}
    return {(place[0], place[1]): str(n) for n, place in enumerate(asked.answers, 1)}


def _result(view: Json) -> Text:
    result, text = view["result"], Text("\nThe match is over.\n", "bold")
    order = sorted(range(len(view["seats"])), key=lambda seat: result["places"][seat])
    for seat in order:
        who = view["seats"][seat]
        points = "" if result["scores"] is None else f" with {result['scores'][seat]} points"
        you = " (you)" if seat == view["seat"] else ""
        text += Text(f"  {result['places'][seat]}. seat {seat}, {who['bot'] or who['name']}{you}{points}\n")
    return text
