"""Whatever is sent: never an error of ours, never a change without a 2xx."""

import json
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from redis import Redis
from werkzeug.test import create_environ
from werkzeug.wrappers import Request

from services.rules.registry import GAMES
from services.wiring import Services
from tests.api.playing import Board, Http

SHARED = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])

texts = st.text(max_size=20)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | texts
values = st.recursive(
    scalars, lambda below: st.lists(below, max_size=4) | st.dictionaries(texts, below, max_size=4), max_leaves=12
)
names = st.sampled_from(
    ["move", "version", "type", "source", "seat", "card", "at", "game", "seats", "kind", "name", "bot", "options",
     "seed", "spectators", "match", "hands", "tableaux", "colours", "players", "species", "path_bonus", "open_cards",
     "question", "limits", "work", "trees", "cards", "hints", "party", "rating", "deadline", "clock", "listed"]
)  # fmt: skip
words = st.sampled_from(
    ["arboretum", "arboretum.draw", "arboretum.plant", "arboretum.discard", "deck", "pile", "person", "open", "bot",
     "random", "oak-7", "A5", "each", ""]
)  # fmt: skip
bodies = st.recursive(
    scalars | words,
    lambda below: st.lists(below, max_size=4) | st.dictionaries(names | texts, below, max_size=6),
    max_leaves=25,
)
headers = st.dictionaries(
    st.sampled_from(
        ["Authorization", "If-Match", "If-None-Match", "Idempotency-Key", "Last-Event-ID", "Accept", "Range"]
    ),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60),
    max_size=3,
)
queries = st.dictionaries(
    st.sampled_from(
        ["limit", "cursor", "type", "after", "as_seat", "dry_run", "path_bonus", "species", "ticket", "game", "x"]
    ),
    texts | st.integers().map(str),
    max_size=3,
)


def wsgi(path: str) -> str:
    """A path as WSGI spells it: its bytes, each as one character (PEP 3333)."""
    return path.encode().decode("latin-1")


@pytest.fixture
def board(app: Flask, redis: Redis) -> Board:  # noqa: ARG001 - it empties the server
    return Http(app.test_client()).table()


def unchanged(board: Board, services: Services, ask: Any) -> None:
    """Send it; unless it succeeded, nothing has changed and the answer is a problem."""
    before = services.store.entries("dev", board.match)
    matches = len(services.store._direct.send("KEYS", "*:match:*"))  # noqa: SLF001 - there is no list of matches
    answer = ask()
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert answer.content_type == "application/problem+json"
        assert answer.json["code"]
        assert services.store.entries("dev", board.match) == before
        assert len(services.store._direct.send("KEYS", "*:match:*")) == matches  # noqa: SLF001 - the same


@pytest.mark.parametrize("path", ["/v1/matches", "{}/moves", "{}/moves?dry_run=1", "{}/join", "{}/resign",
                                  "/v1/streams/tickets", "/v1/games/arboretum/score", "/v1/hints",
                                  "/v1/reviews", "/v1/solve/arboretum/best-paths", "/v1/tickets", "/v1/invitations",
                                  "/v1/rematches"])  # fmt: skip
@SHARED
@given(body=bodies, more=headers)
def test_any_body_with_any_header(path: str, board: Board, services: Services, body: Any, more: dict[str, str]) -> None:
    text = json.dumps(body)
    said = {"Authorization": f"Bearer {board.tokens[0]}"} | more
    unchanged(
        board,
        services,
        lambda: board.http.raw(
            "POST", path.format(board.path), data=text, content_type="application/json", headers=said
        ),
    )


@SHARED
@given(
    body=st.binary(max_size=200),
    media=st.sampled_from(["application/json", "text/plain", "application/json; charset=x", ""]),
)
def test_any_bytes(board: Board, services: Services, body: bytes, media: str) -> None:
    token = {"Authorization": f"Bearer {board.tokens[0]}"}
    unchanged(
        board,
        services,
        lambda: board.http.raw("POST", f"{board.path}/moves", data=body, content_type=media, headers=token),
    )


@SHARED
@given(
    move=st.builds(
        lambda parts, kind: parts | {"type": kind.type},
        st.dictionaries(names, bodies, max_size=4),
        st.sampled_from(GAMES["arboretum"].moves),
    )
    | st.fixed_dictionaries(
        {
            "type": st.just("arboretum.plant"),
            "card": words,
            "at": st.lists(st.integers(-60, 60), min_size=1, max_size=3),
        }
    ),
    version=st.integers(-1, 4),
)
def test_any_move(board: Board, services: Services, move: Any, version: int) -> None:
    unchanged(board, services, lambda: board.post({"move": move, "version": version}, 1))


@pytest.mark.parametrize(
    "path",
    [
        "{}",
        "{}/moves",
        "{}/history",
        "{}/history/1",
        "/v1/games/arboretum",
        "/v1/nothing",
        "/v1/matches/{{}}",
        "/v1/solve",
        "/v1/solve/x",
        "/v1/hints/x",
        "/v1/streams/jobs/x",
        "/v1/invitations",
        "/v1/invitations/x",
        "/v1/rematches/x",
        "/v1/streams/tickets/x",
    ],
)
@SHARED
@given(query=queries, more=headers)
def test_any_query(path: str, board: Board, services: Services, query: dict[str, str], more: dict[str, str]) -> None:
    unchanged(board, services, lambda: board.http.raw("GET", path.format(board.path), query_string=query, headers=more))


@SHARED
@given(path=st.text(max_size=60))
@example(path="/.")
@example(path="/[")
@example(path="\ud7ff\U0010ffff")
def test_any_path(board: Board, services: Services, path: str) -> None:
    for prefix in (
        "/",
        "/v1/matches/",
        f"{board.path}/",
        f"{board.path}/history/",
        "/v1/games/",
        "/v1/streams/matches/",
    ):
        # As a server passes a path on: a test client would read "//[" as the address of a host, and refuse it itself.
        environ = create_environ() | {"PATH_INFO": wsgi(prefix + path), "QUERY_STRING": "wait=0"}
        unchanged(board, services, lambda environ=environ: board.http.client.open(Request(environ)))
