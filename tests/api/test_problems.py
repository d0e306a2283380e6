"""Every refusal: a stable code, the right status, a problem as RFC 9457 has it, and nothing changed."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from redis import Redis

from api.problems import PROBLEMS
from api.refusals import Unfit
from services.rules.errors import BadInput, Refused
from services.wiring import Services
from tests.api.playing import Http
from tests.api.provoking import REACHED, broken, stale
from tests.api.refusing import DRAW, PEOPLE, Case

DOCS = Path(__file__).parents[2] / "docs" / "api.md"
ABSTRACT = {Refused, BadInput, Unfit}


def refusals(kind: type[Refused] = Refused) -> Iterator[type[Refused]]:
    """Every class of refusal there is."""
    if kind not in ABSTRACT:
        yield kind
    for below in kind.__subclasses__():
        yield from refusals(below)


@pytest.fixture
def case(http: Http, app: Flask, services: Services, monkeypatch: pytest.MonkeyPatch, redis: Redis) -> Iterator[Case]:
    with ExitStack() as stack:
        yield Case(http, app, services, monkeypatch, stack, http.table(), redis)


def test_every_refusal_has_its_own_code_and_its_place_in_the_table() -> None:
    kinds = list(refusals())
    assert set(kinds) == set(PROBLEMS)
    assert len({kind.code for kind in kinds}) == len(kinds)
    assert set(REACHED) == {kind.code for kind in kinds}


@pytest.mark.parametrize("code", sorted(REACHED))
def test_a_refusal_is_a_problem_with_its_code(code: str, case: Case) -> None:
    answer = REACHED[code](case)
    status, title = next(kind for refusal, kind in PROBLEMS.items() if refusal.code == code)
    assert answer.json["code"] == code, answer.text
    assert answer.status_code == answer.json["status"] == status
    assert answer.content_type == "application/problem+json"
    assert answer.json["title"] == title
    assert answer.json["type"] == f"/docs#{code}"
    assert answer.json["detail"].strip()
    assert answer.json["instance"] == answer.request.path
    assert answer.headers["Cache-Control"] == "no-store"
    assert ("WWW-Authenticate" in answer.headers) == (status == 401)
    assert ("Retry-After" in answer.headers) == (status in {429, 503})


UNMOVED = sorted(set(REACHED) - {"match_over", "key_reused", "stale_version", "cursor_gone", "rules_version_unknown"})
"""Those that are provoked on a match at its first version."""


@pytest.mark.parametrize("code", UNMOVED)
def test_a_refused_request_changes_nothing(code: str, case: Case) -> None:
    before = case.services.store.load("dev", case.board.match)
    REACHED[code](case)
    assert case.services.store.load("dev", case.board.match) == before or _same(case, before)


def _same(case: Case, before: Any) -> bool:
    """Whether a match still is what it was; states are compared by their bytes."""
    after: Any = case.services.store.load("dev", case.board.match)
    return bool(
        after.match.version == before.match.version
        and after.match.state.to_bytes() == before.match.state.to_bytes()
        and after.match.seats == before.match.seats
        and after.recent == before.recent
    )


def test_the_page_for_integrators_lists_every_code_with_its_status() -> None:
    listed = dict(re.findall(r"^\| `([a-z_]+)` \| (\d{3}) \|", DOCS.read_text(), re.MULTILINE))
    assert listed == {kind.code: str(PROBLEMS[kind].status) for kind in refusals()}


def test_405_names_the_methods_that_the_address_takes(case: Case) -> None:
    allowed = case.http.post(case.board.path).headers["Allow"]
    assert set(allowed.replace(" ", "").split(",")) == {"GET", "HEAD", "OPTIONS"}


def test_a_stale_move_is_told_the_version_of_now(case: Case) -> None:
    assert stale(case).json["state_version"] == 2


def test_an_illegal_move_names_the_rule_that_forbids_it(case: Case) -> None:
    problem = REACHED["illegal_move"](case).json
    assert problem["rule"] == "drawing"
    assert problem["params"]["reason"] == "arboretum.pile_empty"


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/game", "/seats"]),
        ({"game": 1, "seats": PEOPLE}, ["/game"]),
        ({"game": "arboretum", "seats": [{"kind": "person"}, {"kind": "king"}]}, ["/seats/1/kind"]),
        ({"game": "arboretum", "seats": [{"kind": "bot"}, {"kind": "person"}]}, ["/seats/0/bot"]),
        ({"game": "arboretum", "seats": PEOPLE, "a/b~c": 1}, ["/a~1b~0c"]),
        ({"game": "arboretum", "seats": PEOPLE, "options": {"a/b": 1}}, ["/options/a~1b"]),
        ({"game": "arboretum", "seats": PEOPLE, "spectators": 1}, ["/spectators"]),
        ({"game": "arboretum", "seats": [{"kind": "person", "name": "a\nb"}, *PEOPLE]}, ["/seats/0/name"]),
        ({"game": "arboretum", "seats": [{"kind": "person", "name": "a" * 41}, *PEOPLE]}, ["/seats/0/name"]),
        ([], [""]),
    ],
)
def test_errors_point_to_the_places_that_do_not_fit(http: Http, body: Any, pointers: list[str]) -> None:
    answer = http.raw("POST", "/v1/matches", json=body)
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json["errors"]] == pointers


def test_errors_of_a_move_point_into_the_body(case: Case) -> None:
    assert (
        case.play({"type": "arboretum.plant", "card": "oak-7", "at": [0, 99]}).json["errors"][0]["pointer"]
        == "/move/at/1"
    )
    assert case.play(7).json["errors"][0]["pointer"] == "/move"


@pytest.mark.parametrize("version", ["1", 1.0, True, 0, -1, 2**40, None])
def test_a_version_is_a_whole_number(case: Case, version: Any) -> None:
    answer = case.board.post({"move": DRAW, "version": version}, 0)
    assert answer.json["code"] in {"invalid_body", "version_missing"}


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"\xff", b'{"game": Infinity}', b'{"game": 1e999}', b'"\\ud800"', b"[" * 2000 + b"]" * 2000,
        b'{"game": ' + b"9" * 5000 + b"}", b'{"a": 1,}', b"{'a': 1}", "{}".encode("utf-16"),
    ],
)  # fmt: skip
def test_what_is_not_json_is_refused_as_such(case: Case, body: bytes) -> None:
    answer = case.raw(body)
    assert (answer.status_code, answer.json["code"]) == (400, "bad_json")


def test_a_name_given_twice_is_refused_at_any_depth(case: Case) -> None:
    answer = case.raw(b'{"game": "arboretum", "seats": [{"kind": "person", "kind": "bot"}]}')
    assert answer.json["code"] == "repeated_name"


def test_an_error_of_ours_tells_nothing_of_our_insides(case: Case, caplog: pytest.LogCaptureFixture) -> None:
    answer = broken(case)
    assert "ZeroDivisionError" not in answer.text
    assert "ZeroDivisionError" in caplog.text


def test_whoever_is_not_seated_is_told_so_before_the_body_is_read(case: Case) -> None:
    assert case.http.post(f"{case.board.path}/moves", {"surprise": 1}).json["code"] == "seat_needed"
    assert case.http.get(f"{case.board.path}/moves").headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer a b", "Basic abc", "Bearer ü", "bearer  x", "Bearer " + "a" * 600]
)
def test_an_authorization_that_is_no_token_is_refused_as_malformed(case: Case, header: str) -> None:
    answer = case.http.get(case.board.path, Authorization=header)
    assert answer.json["code"] == "token_malformed"
