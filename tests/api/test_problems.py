"""Every refusal: a stable code, the right status, a problem as RFC 9457 has it, and nothing changed."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, abort

from api import auth
from api.app import create_app
from api.problems import PROBLEMS
from api.refusals import Unfit
from services.ai import questions, roster
from services.rules import feed as feeds
from services.rules.errors import BadInput, Refused
from services.rules.registry import GAMES
from services.shared.settings import Settings
from services.shared.tokens import Token
from services.wiring import Services, wire
from tests.api.playing import KEY, Answer, Board, Http

DOCS = Path(__file__).parents[2] / "docs" / "api.md"
ABSTRACT = {Refused, BadInput, Unfit}
PEOPLE = [{"kind": "person"}, {"kind": "person"}]
DRAW = {"type": "arboretum.draw", "source": "deck"}


def refusals(kind: type[Refused] = Refused) -> Iterator[type[Refused]]:
    """Every class of refusal there is."""
    if kind not in ABSTRACT:
        yield kind
    for below in kind.__subclasses__():
        yield from refusals(below)


@dataclass
class Case:
    """What it takes to provoke a refusal."""

    http: Http
    app: Flask
    services: Services
    monkeypatch: pytest.MonkeyPatch
    stack: ExitStack
    board: Board

    def other(self, app: Flask) -> Http:
        """Another app on the same Redis."""
        return Http(app.test_client())

    def create(self, **more: Any) -> Answer:
        """Create a match."""
        return self.http.post("/v1/matches", {"game": "arboretum", "seats": PEOPLE} | more)

    def join(self, seats: list[dict[str, Any]], body: dict[str, Any]) -> Answer:
        """Join a new match."""
        made = self.create(seats=seats).json
        return self.http.post(f"/v1/matches/{made['match']}/join", body)

    def play(self, move: Any = DRAW, version: int | None = 1, seat: int = 0, query: str = "", **headers: str) -> Answer:
        """Play on the board."""
        return self.board.post({"move": move} | ({"version": version} if version else {}), seat, query, **headers)

    def look(self, token: str) -> Answer:
        """Look with a token."""
        return self.http.get(self.board.path, token)

    def raw(self, body: bytes, media: str = "application/json", **more: Any) -> Answer:
        """Post bytes."""
        return self.http.raw("POST", "/v1/matches", data=body, content_type=media, **more)

    def sign(self, kind: str, subject: str, epoch: int = 0) -> str:
        """A token of the server."""
        return Token(kind, "dev", subject, epoch).sign(self.services.secrets)

    def with_game(self, **changes: Any) -> None:
        """Change the game."""
        self.monkeypatch.setitem(GAMES, "arboretum", replace(GAMES["arboretum"], **changes))

    def resigned(self) -> None:
        """End the match."""
        assert self.http.post(f"{self.board.path}/resign", {"version": 1}, self.board.tokens[0]).status_code == 200


def crowded(case: Case) -> Answer:
    case.monkeypatch.setattr(feeds, "MOST_LISTENERS", 0)
    return case.http.get(f"/v1/streams/matches/{case.board.match}?wait=1")


def expired(case: Case) -> Answer:
    ticket = case.sign(auth.TICKET, f"{case.board.match}:0:1")
    return case.http.get(f"/v1/streams/matches/{case.board.match}?ticket={ticket}")


def cursor_gone(case: Case) -> Answer:
    first = case.http.get(f"{case.board.path}/moves?limit=1", case.board.tokens[0]).json
    assert case.play().status_code == 200
    return case.http.get(f"{case.board.path}/moves?limit=1&cursor={first['next']}", case.board.tokens[0])


def away(case: Case) -> Answer:
    settings = Settings(redis_url="redis://127.0.0.1:1", data=case.services.settings.data, secrets=("x" * 32,))
    return case.other(create_app(wire(settings))).get(case.board.path)


def broken(case: Case) -> Answer:
    app = create_app(case.services)
    app.add_url_rule("/broken", "broken", lambda: str(1 // 0))
    return case.other(app).get("/broken")


def too_many(case: Case) -> Answer:
    app = create_app(case.services)
    app.add_url_rule("/busy", "busy", lambda: abort(429))
    return case.other(app).get("/busy")


def no_seed(case: Case) -> Answer:
    app = create_app(wire(replace(case.services.settings, dev=False)))
    return case.other(app).post("/v1/matches", {"game": "arboretum", "seats": PEOPLE, "seed": "oak"})


def unknown_rules(case: Case) -> Answer:
    """A server of other rules is a process of its own, which remembers nothing of the match."""
    case.with_game(rules_version="of tomorrow")
    return Http(create_app(wire(case.services.settings)).test_client()).get(case.board.path)


def no_sheet(case: Case) -> Answer:
    case.with_game(score_sheet=None)
    return case.http.post("/v1/games/arboretum/score", {})


def not_offered(case: Case) -> Answer:
    case.monkeypatch.setattr(roster, "compiles", lambda: False)
    return case.create(seats=[*PEOPLE, {"kind": "bot", "bot": "ancient"}])


def over(case: Case) -> Answer:
    case.resigned()
    return case.play(version=2)


def reused(case: Case) -> Answer:
    assert case.play(Idempotency_Key=KEY).status_code == 200
    return case.play({"type": "arboretum.draw", "source": "pile", "seat": 1}, 2, Idempotency_Key=KEY)


def stale(case: Case) -> Answer:
    assert case.play().status_code == 200
    return case.play({"type": "arboretum.draw", "source": "pile", "seat": 1})


def etag(case: Case, seat: int | None = 0) -> str:
    return case.http.get(case.board.path, None if seat is None else case.board.tokens[seat]).headers["ETag"]


def nobody_looks_on(case: Case) -> Answer:
    return case.http.get(f"/v1/matches/{case.create(spectators=False).json['match']}")


SCORE = {"hands": [["A6"], ["C4"]], "tableaux": [[["A2", 0, 0]], [["C1", 0, 0]]]}


def bad_question(case: Case) -> Answer:
    known = {"name": "most", "description": "", "schema": {"type": "integer"}, "example": 1}
    case.monkeypatch.setattr(questions, "questions", lambda: {"arboretum": [known]})
    return case.http.post("/v1/solve/arboretum/most", {"question": "oak"})


def hints_off(case: Case) -> Answer:
    made = case.create(hints="off").json
    return case.http.post("/v1/hints", {"match": made["match"]}, made["tokens"][0])


REACHED: dict[str, Callable[[Case], Answer]] = {
    "bad_request": lambda c: c.raw(b"{}", environ_overrides={"CONTENT_LENGTH": "9"}),
    "bad_json": lambda c: c.raw(b'{"game": NaN}'),
    "repeated_name": lambda c: c.raw(b'{"game": "a", "game": "b"}'),
    "invalid_query": lambda c: c.http.get(f"{c.board.path}/history?limit=0"),
    "bad_cursor": lambda c: c.http.get(f"{c.board.path}/history?cursor=AAAA"),
    "bad_idempotency_key": lambda c: c.play(Idempotency_Key="short"),
    "bad_if_match": lambda c: c.play(version=None, If_Match="*"),
    "versions_differ": lambda c: c.play(version=2, If_Match=etag(c)),
    "not_found": lambda c: c.http.get("/v1/nothing"),
    "method_not_allowed": lambda c: c.http.post(c.board.path),
    "body_too_large": lambda c: c.raw(b" " * 70_000),
    "unsupported_media_type": lambda c: c.raw(b"{}", "text/plain"),
    "seat_needed": lambda c: c.http.get(f"{c.board.path}/moves"),
    "token_malformed": lambda c: c.look("nonsense"),
    "token_forged": lambda c: c.look(c.board.tokens[0][:-2] + ("AA" if c.board.tokens[0][-2:] != "AA" else "BB")),
    "token_revoked": lambda c: c.look(c.sign("seat", f"{c.board.match}:0", epoch=1)),
    "token_wrong_kind": lambda c: c.look(c.sign("stream", f"{c.board.match}:0")),
    "token_other_match": lambda c: c.look(c.http.table().tokens[0]),
    "ticket_expired": expired,
    "no_spectators": nobody_looks_on,
    "seed_forbidden": no_seed,
    "no_such_game": lambda c: c.http.get("/v1/games/chess"),
    "no_score_sheet": no_sheet,
    "no_such_match": lambda c: c.http.get("/v1/matches/nothing"),
    "no_such_version": lambda c: c.http.get(f"{c.board.path}/history/9"),
    "invalid_body": lambda c: c.create(surprise=1),
    "unknown_game": lambda c: c.create(game="chess"),
    "bad_seats": lambda c: c.create(seats=PEOPLE[:1]),
    "bad_option": lambda c: c.create(options={"path_bonus": "never"}),
    "unknown_bot": lambda c: c.create(seats=[*PEOPLE, {"kind": "bot", "bot": "hal"}]),
    "bot_budget_fixed": lambda c: c.create(seats=[*PEOPLE, {"kind": "bot", "bot": "arborist:50"}]),
    "bot_not_offered": not_offered,
    "cannot_be_rated": lambda c: c.create(rated=True),
    "not_listed": lambda c: c.http.get("/v1/leaderboards/arboretum?around=nobody"),
    "no_such_bot": lambda c: c.http.get("/v1/bots/hal"),
    "no_such_seat": lambda c: c.join([{"kind": "open"}] * 2, {"seat": 7}),
    "bad_move": lambda c: c.play({"type": "arboretum.draw", "source": "sky"}),
    "bad_position": lambda c: c.http.post("/v1/games/arboretum/score", {"hands": []}),
    "key_reused": reused,
    "version_missing": lambda c: c.play(version=None),
    "stale_version": stale,
    "weak_etag": lambda c: c.play(version=None, If_Match=f"W/{etag(c)}"),
    "foreign_etag": lambda c: c.play(version=None, If_Match=etag(c, None)),
    "cursor_gone": cursor_gone,
    "not_started": lambda c: c.http.post(
        f"/v1/matches/{(made := c.create(seats=[PEOPLE[0], {'kind': 'open'}]).json)['match']}/moves",
        {"move": DRAW, "version": 1},
        made["tokens"][0],
    ),
    "not_your_turn": lambda c: c.play(seat=1),
    "illegal_move": lambda c: c.play({"type": "arboretum.draw", "source": "pile", "seat": 0}),
    "reveals_hidden": lambda c: c.play(query="?dry_run=1"),
    "match_over": over,
    "not_over": lambda c: c.http.get(f"{c.board.path}/history?as_seat=0"),
    "seat_taken": lambda c: c.join([{"kind": "open"}, PEOPLE[0]], {"seat": 1}),
    "no_open_seat": lambda c: c.http.post(f"{c.board.path}/join"),
    "too_many_requests": too_many,
    "too_many_streams": crowded,
    "no_such_job": lambda case: case.http.get("/v1/solve/nothing"),
    "no_such_question": lambda case: case.http.post("/v1/solve/arboretum/nothing", {"question": {}}),
    "bad_question": bad_question,
    "hints_off": hints_off,
    "server_error": broken,
    "store_away": away,
    "rules_version_unknown": unknown_rules,
}


@pytest.fixture
def case(http: Http, app: Flask, services: Services, monkeypatch: pytest.MonkeyPatch) -> Iterator[Case]:
    with ExitStack() as stack:
        yield Case(http, app, services, monkeypatch, stack, http.table())


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
