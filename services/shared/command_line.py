"""Words that several commands of the command line share."""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NoReturn

import click


def settled(body: Callable[..., int], *args: Any, changes: Mapping[str, Any] | None = None, **more: Any) -> NoReturn:
    """Run the body of a command and exit with its code; its first argument is the settings of the environment.

    `changes` is what the command line says instead (None: nothing). A wrong setting ends the command with one line.
    """
    from services.shared.settings import Settings, SettingsError  # noqa: PLC0415 - most commands do without

    said = {name: value for name, value in (changes or {}).items() if value is not None}
    try:
        sys.exit(body(replace(Settings.read(), **said), *args, **more))
    except SettingsError as error:
        raise click.ClickException(str(error)) from None


def game_options(_context: click.Context, _parameter: click.Parameter, said: tuple[str, ...]) -> dict[str, Any]:
    """Options of a game, said as name=value; a value that is JSON is taken as such."""
    options: dict[str, Any] = {}
    for each in said:
        name, sign, value = each.partition("=")
        if not sign:
            raise click.BadParameter(f"{each!r} is not name=value")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def option_values(command: Callable[..., Any]) -> Callable[..., Any]:
    """Let a command take options of a game."""
    text = "An option of the game; repeat it for several."
    say = click.option("--option", "options", multiple=True, metavar="NAME=VALUE", callback=game_options, help=text)
    return say(command)


def game_and_seed(command: Callable[..., Any]) -> Callable[..., Any]:
    """Let a command take a game, how many play it, and what all chance comes from."""
    for say in (
        click.option("--seed", type=int, default=1, show_default=True),
        click.option("--seats", type=int, default=2, show_default=True),
        click.argument("game"),
    ):
        command = say(command)
    return command
