"""What commands have in common that know the games."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

import click

from services.rules.errors import ComponentsError

ELSEWHERE: Final = {
    "alive": "services.alive:alive",
    "archive": "worker.archive:archive",
    "doctor": "worker.doctor:doctor",
    "ladder": "ai.ladder.cli:ladder",
    "questions": "ai.solve.cli:questions",
    "ratings": "worker.rate:rate",
    "settings": "services.described:settings",
    "web": "api.cli:web",
}
"""Commands that are written where their work is done, as module:name."""
BENCHES: Final = {
    "games": "ai.bench",
    "solver": "ai.solve.bench",
    "api": "api.bench",
    "turns": "api.waiting",
    "ratings": "services.matchmaking.rating_bench",
    "tickets": "services.matchmaking.pairing_bench",
}
"""What is measured, by the name under which it is told; each module has `bench(short)`."""


class Commands(click.Group):
    """Commands that import games, whose component files may have mistakes."""

    def __init__(self, *args: Any, elsewhere: Mapping[str, str] = MappingProxyType({}), **more: Any) -> None:
        """`elsewhere`: commands that are written where their work is done, as module:name, imported when asked for."""
        super().__init__(*args, **more)
        self._elsewhere = elsewhere

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted([*super().list_commands(ctx), *self._elsewhere])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name not in self._elsewhere:
            return super().get_command(ctx, cmd_name)
        module, _, name = self._elsewhere[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a component file that cannot be used ends it with one line."""
        try:
            return super().invoke(ctx)
        except ComponentsError as error:
            raise click.ClickException(str(error)) from None
