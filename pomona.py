"""The command line: one door to everything Pomona does."""

import click

from services.shared.version import VERSION


@click.group()
@click.version_option(VERSION, prog_name="pomona")
def main() -> None:
    """Play tree games over HTTP, between people and against bots that think."""


if __name__ == "__main__":
    main()
