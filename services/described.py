"""The command `settings`: every setting with its default, its unit and its meaning, as docs/operations.md has them.

It stands beside the services, for it belongs to no entry point; metrics are described in the same way.
"""

from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, Final

import click

from services.shared.settings import PREFIX, Settings

DEFAULTS: Final = {"data": "`~/.local/share/pomona`", "cache_dir": "`~/.cache/pomona`"}
"""Those that depend on whose machine it is."""


@click.command()
@click.option("--markdown", is_flag=True, help="As a table, with a second one of all metrics.")
def settings(*, markdown: bool) -> None:
    """Tell every setting: its name, default, unit and meaning."""
    if markdown:
        click.echo("\n".join([*settings_table(), "", *metrics_table()]))
        return
    for name, default, unit, text in rows():
        click.echo(f"{name}={default.strip('`')}  ({unit})\n    {text}")


def rows() -> Iterator[tuple[str, str, str, str]]:
    """(name, default, unit, meaning) of every setting."""
    for each in fields(Settings):
        made = None if each.default is MISSING else each.default
        default = DEFAULTS.get(each.name) or _told(made)
        yield f"{PREFIX}{each.name.upper()}", default, each.metadata["unit"], each.metadata["text"]


def settings_table() -> list[str]:
    """All settings in Markdown."""
    head = ["| setting | default | unit | meaning |", "|---|---|---|---|"]
    return head + [f"| `{name}` | {default} | {unit} | {text} |" for name, default, unit, text in rows()]


def metrics_table() -> list[str]:
    """All metrics in Markdown."""
    from services.gauges import DESCRIBED  # noqa: PLC0415 - only this loads what counts
    from services.shared.metrics import COUNTED  # noqa: PLC0415 - the same

    told = [(f"{family.name}{'_total' * (family.type == 'counter')}", family.type, family.documentation, metric)
            for metric in COUNTED for family in metric.describe()]  # fmt: skip
    lines = [f"| `{name}` | {kind} | {', '.join(labels_of(metric))} | {text} |" for name, kind, text, metric in told]
    lines += [f"| `{name}` | gauge | {', '.join(labels)} | {text} |" for name, (text, labels) in DESCRIBED.items()]
    return ["| metric | kind | labels | meaning |", "|---|---|---|---|", *lines]


def labels_of(metric: Any) -> tuple[str, ...]:
    """The names of the labels of a metric, which its client keeps to itself."""
    found: tuple[str, ...] = metric._labelnames  # noqa: SLF001 - as the docstring says
    return found


def _told(value: object) -> str:
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (tuple, list)):
        return f"`{','.join(map(str, value))}`"
    return f"`{value}`" if isinstance(value, (str, int, Path)) else str(value)
