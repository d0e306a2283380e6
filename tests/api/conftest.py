"""The API of a test: in this process through Flask's own client, or in a real web process."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from redis import Redis

from api.app import create_app
from services.shared.embedded import Embedded
from services.shared.settings import Settings
from services.wiring import Services, wire
from tests.api.playing import Http
from tests.support.web import Web


@pytest.fixture
def settings(redis: Redis, redis_server: Embedded, tmp_path: Path) -> Settings:  # noqa: ARG001 - it empties the server
    """Development settings on the private Redis."""
    return Settings(data=tmp_path, redis_url=redis_server.url, dev=True, secrets=("a secret of tests, long enough",) * 2)


@pytest.fixture
def services(settings: Settings) -> Services:
    """The services on it."""
    return wire(settings)


@pytest.fixture
def app(services: Services) -> Flask:
    """The whole API on them."""
    return create_app(services)


@pytest.fixture
def http(app: Flask) -> Http:
    """A client of the API in this process."""
    return Http(app.test_client())


@pytest.fixture
def web(settings: Settings, tmp_path: Path) -> Iterator[Web]:
    """The API in a real web process, as it is deployed."""
    with Web(settings, tmp_path / "web.log") as running:
        yield running
