"""The web application: some or all parts of the API on some services."""

from collections.abc import Collection
from importlib import import_module
from typing import Any, Final

from flask import Flask

from api import cors, limits, problems, watch
from api.context import attach
from api.documents import describe
from api.reading import CUT_BODY
from api.views import docs, health
from services.shared.settings import PARTS
from services.wiring import Services

VIEWS: Final = {
    "rules": ("games", "matches", "moves", "presence", "history"),
    "streams": ("streams",),
    "matchmaking": ("players", "tickets", "invitations", "rematches", "leaderboards", "ratings"),
    "ai": ("bots", "solve", "hints", "reviews"),
}
"""What answers in each part, loaded where it is served; deployed apart, a proxy sends each its path prefixes."""

DOCUMENTS: Final = "rules"
"""The part that also describes the whole API, at addresses that belong to no part."""


def create_app(services: Services, parts: Collection[str] = PARTS) -> Flask:
    """These parts of the API on these services; an address of another part is not known here."""
    app, spec = _routes(parts)
    attach(app, services)
    limits.install(app, services.settings)
    problems.install(app)
    watch.install(app)
    cors.install(app, services.settings.cors_origins)
    if DOCUMENTS in parts:
        docs.install(app, spec if set(parts) >= set(PARTS) else document())
    return app


def document() -> dict[str, Any]:
    """The OpenAPI document of the whole API; needs no services."""
    return _routes(VIEWS)[1]


def _routes(parts: Collection[str]) -> tuple[Flask, dict[str, Any]]:
    """The app with its routes, and their OpenAPI document."""
    app = Flask("api", static_folder=None, template_folder="web")
    app.config["MAX_CONTENT_LENGTH"] = CUT_BODY
    api = describe(app)
    for name in (name for part, names in VIEWS.items() if part in parts for name in names):
        api.register_blueprint(import_module(f"api.views.{name}").blp)
    api.register_blueprint(health.blp)
    return app, api.spec.to_dict()
