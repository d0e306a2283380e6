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
from tests.support.house import UNLIMITED
from tests.support.web import Web


@pytest.fixture(scope="session")
def settings(redis_server: Embedded, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Development settings on the private Redis."""
    secrets = ("the newer secret of all these tests", "the older secret of all these tests")
    return Settings(
        data=tmp_path_factory.mktemp("data"), redis_url=redis_server.url, dev=True, secrets=secrets, **UNLIMITED
    )


@pytest.fixture(scope="session")
def services(settings: Settings) -> Services:
    """The services on it."""
    return wire(settings)


@pytest.fixture(scope="session")
def app(services: Services) -> Flask:
    """The whole API on them."""
    return create_app(services)


@pytest.fixture
def http(app: Flask, redis: Redis) -> Http:  # noqa: ARG001 - it empties the server
    """A client of the API in this process, on an empty Redis."""
    return Http(app.test_client())


@pytest.fixture(scope="session")
def running(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """The API in a real web process, as it is deployed."""
    with Web(settings, tmp_path_factory.mktemp("web") / "log") as web:
        yield web


@pytest.fixture
def web(running: Web, redis: Redis) -> Web:  # noqa: ARG001 - it empties the server
    """The web process that tests share, on an empty Redis."""
    return running


@pytest.fixture
def mortal(settings: Settings, redis: Redis, tmp_path: Path) -> Iterator[Web]:  # noqa: ARG001 - the same
    """A web process of one's own, to be killed."""
    with Web(settings, tmp_path / "log") as web:
        yield web
