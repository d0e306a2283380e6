"""What commands have in common that know the games."""

from typing import Any

import click

from services.rules.errors import ComponentsError


class Commands(click.Group):
    """Commands that import games, whose component files may have mistakes."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a component file that cannot be used ends it with one line."""
        try:
            return super().invoke(ctx)
        except ComponentsError as error:
            raise click.ClickException(str(error)) from None
