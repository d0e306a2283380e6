"""What views work with: the services, the feed of live events, and the build that makes the views."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from flask import Flask, current_app

from services.rules.feed import Feed
from services.shared.version import VERSION
from services.wiring import Services

_NAME: Final = "pomona"
_ROOT: Final = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Context:
    """Everything that a request may need and that outlives it."""

    services: Services
    feed: Feed
    build: str


def attach(app: Flask, services: Services) -> None:
    """Give the app its services."""
    if services.settings.redis_url is None:
        raise ValueError("services without a Redis cannot be served")
    app.extensions[_NAME] = Context(services, Feed(services.settings.redis_url), build_name())


def context() -> Context:
    """The context of the app that answers now."""
    return cast("Context", current_app.extensions[_NAME])


def build_name() -> str:
    """A short name that changes with every change of the code that makes views."""
    digest = hashlib.sha256(VERSION.encode())
    for folder in ("api", "services/rules", "services/ai", "services/matchmaking"):
        for path in sorted((_ROOT / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:8]
