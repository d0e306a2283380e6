"""The command `questions`."""

import json
from typing import TYPE_CHECKING

import click

from services.rules.notation import Json

if TYPE_CHECKING:
    from ai.solve.answers import Question


@click.command()
def questions() -> None:
    """Print the exact questions that solvers answer, as they are kept in services/ai/questions.json."""
    from ai.solve.lookup import has_solver, solver_of
    from services.rules.registry import GAMES

    games = {
        slug: list(map(_json, solver_of(game).questions.values())) if has_solver(game) else []
        for slug, game in GAMES.items()
    }
    click.echo(json.dumps({"games": games}, indent=1))


def _json(question: "Question") -> Json:
    return {name: getattr(question, name) for name in ("name", "description", "schema", "example")}
