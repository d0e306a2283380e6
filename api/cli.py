"""What the commands `pomona openapi` and `pomona score` do."""

from collections.abc import Iterable

import click
import orjson


def print_openapi() -> None:
    """Print the OpenAPI document of the whole API; needs no Redis."""
    from api.app import document
    from api.views.docs import document_text

    click.echo(document_text(document()), nl=False)


def print_score(game: str, position: bytes, options: Iterable[str]) -> None:
    """Score the end position of a real table and print what was found; `options` are `name=value`."""
    from api.reading import read_json
    from api.views.games import game_of, score_position
    from services.rules.errors import BadInput, Refused

    pairs = [option.partition("=") for option in options]
    for name, sign, _ in pairs:
        if not sign:
            raise click.UsageError(f"--option {name}: say name=value.")
    try:
        found = score_position(game_of(game), read_json(position), {name: value for name, _, value in pairs})
    except Refused as refused:
        where = f"{refused.pointer}: " if isinstance(refused, BadInput) and refused.pointer else ""
        raise click.ClickException(f"{where}{refused.text}") from None
    click.echo(orjson.dumps(found).decode())
