"""The web application: some or all parts of the API on some services."""

from collections.abc import Iterable
from typing import Any, Final

from flask import Flask

from api import limits, problems
from api.context import attach
from api.documents import describe
from api.reading import CUT_BODY
from api.views import (
    bots,
    docs,
    games,
    health,
    hints,
    history,
    invitations,
    leaderboards,
    matches,
    moves,
    players,
    presence,
    ratings,
    rematches,
    reviews,
    solve,
    streams,
    tickets,
)
from services.wiring import Services

PARTS: Final = {
    "rules": (games.blp, matches.blp, moves.blp, presence.blp, history.blp),
    "streams": (streams.blp,),
    "matchmaking": (
        players.blp,
        tickets.blp,
        invitations.blp,
        rematches.blp,
        leaderboards.blp,
        ratings.blp,
    ),
    "ai": (bots.blp, solve.blp, hints.blp, reviews.blp),
}
"""What each part answers; deployed apart, an Ingress sends each its path prefixes."""


def create_app(services: Services, parts: Iterable[str] = tuple(PARTS)) -> Flask:
    """The API on these services."""
    app, spec = _routes(parts)
    attach(app, services)
    limits.install(app, services.settings)
    problems.install(app)
    docs.install(app, spec)
    return app


def document() -> dict[str, Any]:
    """The OpenAPI document of the whole API; needs no services."""
    return _routes(PARTS)[1]


def _routes(parts: Iterable[str]) -> tuple[Flask, dict[str, Any]]:
    """The app with its routes, and their OpenAPI document."""
    app = Flask("api", static_folder=None, template_folder="web")
    app.config["MAX_CONTENT_LENGTH"] = CUT_BODY
    api = describe(app)
    for blueprint in (blueprint for part in parts for blueprint in PARTS[part]):
        api.register_blueprint(blueprint)
    api.register_blueprint(health.blp)
    return app, api.spec.to_dict()
