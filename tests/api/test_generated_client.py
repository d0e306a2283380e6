"""A client generated from docs/openapi.json plays whole matches on a real web process."""

import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from services.rules.registry import GAMES
from tests.support.web import Web

DOCUMENT = Path(__file__).parents[2] / "docs" / "openapi.json"
NAME = "generated_pomona_client"
GENERATE = "import sys; from openapi_python_client.cli import app; app(sys.argv[1:])"


def operations() -> dict[str, ModuleType]:
    """The generated module of every operation, by its operationId as Python spells it."""
    package = importlib.import_module(f"{NAME}.api")
    files = Path(next(iter(package.__path__))).glob("*/[!_]*.py")
    return {file.stem: importlib.import_module(f"{NAME}.api.{file.parent.name}.{file.stem}") for file in files}


class Generated:
    """The generated package: operations as functions, the schemas as classes."""

    def __init__(self, url: str) -> None:
        """A client of the server at this address, without a token or with one of those that it is called with."""
        package = importlib.import_module(f"{NAME}.client")
        self._operations = operations()
        self._open = ExitStack()
        self._client: Callable[[str | None], Any] = cache(
            lambda token: self._open.enter_context(
                package.AuthenticatedClient(url, token=token) if token else package.Client(url)
            )
        )

    def __getattr__(self, name: str) -> Any:
        """A class of the schemas, by its name in the document."""
        return getattr(importlib.import_module(f"{NAME}.models"), name)

    def call(self, operation: str, *path: str, token: str | None = None, **more: Any) -> Any:
        """What an operation answers, as the class that the document names for it."""
        return self._operations[operation].sync(*path, client=self._client(token), **more)

    def close(self) -> None:
        """Close its connections."""
        self._open.close()


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the generated package, importable."""
    folder = tmp_path_factory.mktemp("generated")
    config = folder / "config.json"
    config.write_text(json.dumps({"post_hooks": []}))  # nobody reads its code: nothing to format
    options = ["--path", str(DOCUMENT), "--meta", "none", "--output-path", str(folder / NAME), "--config", str(config)]
    command = [sys.executable, "-c", GENERATE, "generate", *options, "--fail-on-warning"]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    sys.path.insert(0, str(folder))
    yield folder / NAME
    sys.path.remove(str(folder))


@pytest.fixture
def client(package: Path, web: Web) -> Iterator[Generated]:  # noqa: ARG001 - it is imported from there
    made = Generated(web.url)
    yield made
    made.close()


def snake(name: str) -> str:
    """The operationId as Python spells it."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def test_every_operation_is_generated(package: Path) -> None:  # noqa: ARG001 - the same
    paths = json.loads(DOCUMENT.read_text())["paths"].values()
    named = {operation["operationId"] for path in paths for method, operation in path.items() if method != "parameters"}
    assert set(operations()) == set(map(snake, named))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played(client: Generated, game: str) -> None:
    seats = [client.SeatBody.from_dict({"kind": "person", "name": name}) for name in ("Ada", "Grace")]
    created = client.call(
        "create_match", body=client.CreateBody(game=game, seats=seats), idempotency_key=f"{game:->16}"
    )
    view, random = created.view, Random(game)
    while view.status.value != "finished":
        token = created.tokens[view.to_act]
        legal = client.call("list_moves", created.match, token=token, limit=8)
        assert isinstance(legal, client.LegalMoves), legal
        body = random.choice(legal.items).body
        view = client.call("play_move", created.match, token=token, body=client.PlayBody.from_dict(body.to_dict()))
        assert isinstance(view, client.View), view
    assert min(view.result.places) == 1
    seen = client.call("get_match", created.match)
    assert isinstance(seen, client.View)
    assert (seen.version, seen.result) == (view.version, view.result)
    told = client.call("list_history", created.match, limit=100)
    assert [event.version for event in told.items] == list(range(1, min(view.version, 100) + 1))


def test_a_refusal_comes_as_a_problem(client: Generated) -> None:
    seats = [client.SeatBody.from_dict({"kind": "person"})] * 2
    created = client.call("create_match", body=client.CreateBody(game="arboretum", seats=seats))
    body = client.PlayBody(move=client.ArboretumDraw.from_dict({"type": "arboretum.draw", "source": "deck"}), version=1)
    problem = client.call("play_move", created.match, token=created.tokens[1], body=body)
    assert isinstance(problem, client.Problem)
    assert (problem.code, problem.status, problem.params.additional_properties) == ("not_your_turn", 409, {"to_act": 0})
