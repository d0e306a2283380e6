"""The document: valid, stable, and true of what is answered."""

import json
from pathlib import Path
from random import Random
from typing import Any

import click
import jsonschema
import pytest
from click.testing import CliRunner
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from api.app import VIEWS, create_app, document
from api.cli import print_openapi
from api.problems import PROBLEMS
from services.rules.registry import GAMES
from services.wiring import Services
from tests.api.playing import KEY, Answer, Board, Http

Json = dict[str, Any]
SPEC = document()
REGISTRY: Any = Registry().with_resource("spec", Resource.from_contents(SPEC, default_specification=DRAFT202012))

OPERATIONS = {
    "listGames", "getGame", "scorePosition", "createMatch", "getMatch", "joinMatch", "resign", "listMoves", "playMove",
    "listHistory", "getStep", "streamMatch", "createTicket", "listBots", "getBot", "getBotsTurn",
    "listQuestions", "solve", "getAnswer", "streamJob", "askForHint", "getHint", "getHintsUsed",
    "askForReview", "getReview", "leave", "comeBack", "freeSeat", "handOnSeat", "getSpans",
    "createPlayer", "getPlayer", "changePlayer", "erasePlayer", "turnPlayerToken", "revokePlayerToken",
    "consentToParty", "listPlayersMatches", "askForTicket", "getTicket", "cancelTicket", "streamTicket", "invite",
    "listLobby", "getInvitation", "acceptInvitation", "withdrawInvitation", "agreeToRematch", "getRematch",
    "getLeaderboard", "getRatings",
    "isAlive", "isReady",
}  # fmt: skip
"""Clients are generated from these: a name may be added, never changed."""


def operations() -> dict[str, tuple[str, str, Json]]:
    """(path, method, operation) by operationId."""
    return {
        operation["operationId"]: (path, method, operation)
        for path, item in SPEC["paths"].items()
        for method, operation in item.items()
        if method in {"get", "post", "patch", "delete"}
    }


def check(value: Any, name: str) -> None:
    """Hold a value against a schema of the document."""
    schema = {"$ref": f"spec#/components/schemas/{name}"}
    jsonschema.Draft202012Validator(schema, registry=REGISTRY).validate(value)


def fits(answer: Answer, operation: str) -> None:
    """Hold an answer against what the document says of its operation."""
    documented = operations()[operation][2]["responses"]
    assert str(answer.status_code) in documented, f"{operation}: {answer.status_code} {answer.text}"
    content = documented[str(answer.status_code)].get("content", {})
    if answer.data:
        schema = content[answer.mimetype]["schema"]["$ref"]
        check(answer.json, schema.rsplit("/", 1)[-1])
    if answer.status_code >= 400:
        assert f"`{answer.json['code']}`" in documented[str(answer.status_code)]["description"]


def test_the_document_is_valid_openapi_3_1() -> None:
    assert SPEC["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(SPEC).validate()


def test_every_schema_is_used() -> None:
    text = json.dumps(SPEC)
    for name in SPEC["components"]["schemas"]:
        assert f'"#/components/schemas/{name}"' in text, name


def test_operation_ids_are_stable() -> None:
    assert set(operations()) == OPERATIONS


def test_every_operation_says_what_it_is_in_one_line() -> None:
    for _, _, operation in operations().values():
        assert operation["summary"]
        assert len(operation["tags"]) == 1


def test_every_move_type_of_every_game_is_one_of_the_moves() -> None:
    move = SPEC["components"]["schemas"]["Move"]
    assert move["discriminator"]["propertyName"] == "type"
    kinds = [kind.type for game in GAMES.values() for kind in game.moves]
    assert list(move["discriminator"]["mapping"]) == kinds
    assert len(move["oneOf"]) == len(kinds)
    body = operations()["playMove"][2]["requestBody"]["content"]["application/json"]["schema"]["$ref"].split("/")[-1]
    assert SPEC["components"]["schemas"][body]["properties"]["move"] == {"$ref": "#/components/schemas/Move"}


def test_the_examples_fit_their_schemas(http: Http) -> None:
    seen = 0
    for _, _, operation in operations().values():
        for content in operation.get("requestBody", {}).get("content", {}).values():
            if "example" in content:
                check(content["example"], content["schema"]["$ref"].split("/")[-1])
                seen += 1
    assert seen >= 5
    created = operations()["createMatch"][2]["requestBody"]["content"]["application/json"]["example"]
    assert http.post("/v1/matches", created).status_code == 201


def test_every_code_that_an_operation_names_is_in_the_table() -> None:
    named = {
        code
        for _, _, operation in operations().values()
        for response in operation["responses"].values()
        for code in response.get("description", "").split("`")[1::2]
    }
    everywhere = {"not_found", "method_not_allowed", "bad_request", "too_many_requests", "server_error"}
    assert named | everywhere == {refusal.code for refusal in PROBLEMS}


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_the_answers_of_a_whole_match_are_as_documented(http: Http, seats: int) -> None:
    people = [{"kind": "person"}] * (seats - 1)
    made = http.post("/v1/matches", {"game": "arboretum", "seats": [*people, {"kind": "open"}]})
    fits(made, "createMatch")
    joined = http.post(f"/v1/matches/{made.json['match']}/join", {"name": "Eve"})
    fits(joined, "joinMatch")
    board = Board(http, made.json["match"], [*made.json["tokens"][:-1], joined.json["token"]])
    random = Random(seats)
    for count in range(1000):
        view = board.view()
        if view["status"] == "finished":
            break
        seat, body = board.next_body(random)
        if count % 5 == 0:
            _look_around(board, seat, view["version"])
            fits(board.post(body, seat, "?dry_run=1"), "playMove")
            fits(board.post(body, (seat + 1) % seats), "playMove")
            fits(board.post({"move": 1}, seat), "playMove")
            fits(board.post(body | {"version": 1000}, seat), "playMove")
        fits(board.post(body, seat), "playMove")
    _look_around(board, 0, 1)
    fits(http.get(f"{board.path}/history?as_seat=1"), "listHistory")
    for event in http.get(f"{board.path}/history?as_seat=1").json["items"]:
        check(event, "Event")


def _look_around(board: Board, seat: int, version: int) -> None:
    http, token = board.http, board.tokens[seat]
    fits(http.get(board.path, token), "getMatch")
    fits(http.get(board.path), "getMatch")
    fits(http.get(board.path, "nonsense"), "getMatch")
    fits(http.get(f"{board.path}/moves", token), "listMoves")
    fits(http.get(f"{board.path}/moves?limit=x", token), "listMoves")
    fits(http.get(f"{board.path}/history", token), "listHistory")
    fits(http.get(f"{board.path}/history/{version}", token), "getStep")
    fits(http.get(f"/v1/streams/matches/{board.match}?wait=0", token), "streamMatch")
    fits(http.post("/v1/streams/tickets", {"match": board.match}, token), "createTicket")


def test_the_other_answers_are_as_documented(http: Http) -> None:
    fits(http.get("/v1/games"), "listGames")
    fits(http.get("/v1/games/arboretum"), "getGame")
    fits(http.get("/v1/games/chess"), "getGame")
    fits(http.get("/v1/bots"), "listBots")
    fits(http.get("/healthz"), "isAlive")
    fits(http.get("/readyz"), "isReady")
    fits(http.post("/v1/games/arboretum/score", {"hands": []}), "scorePosition")
    fits(http.post("/v1/games/arboretum/score", {"hands": [[], []], "tableaux": [[], []]}), "scorePosition")
    board = http.table(3)
    _come_and_go(board)
    board = http.table(3)
    fits(http.post(f"{board.path}/resign", {"version": 1}, board.tokens[0]), "resign")
    fits(http.post(f"{board.path}/resign", {"version": 1}, board.tokens[1]), "resign")


def _come_and_go(board: Board) -> None:
    http, token = board.http, board.tokens[0]
    fits(http.post(f"{board.path}/leave", {"version": 1}, token), "leave")
    fits(board.post({"move": {}, "version": 2}, 0), "playMove")
    fits(http.get(f"{board.path}/history"), "listHistory")
    fits(http.post(f"{board.path}/return", {}, token), "comeBack")
    fits(http.post(f"{board.path}/return", {}, token), "comeBack")
    fits(http.get(f"{board.path}/seats/0"), "getSpans")
    fits(http.get(f"{board.path}/seats/9"), "getSpans")
    fits(http.post(f"{board.path}/seats/1/free", {"version": 3}, token), "freeSeat")
    fits(http.post(f"{board.path}/seats/1/token", {}, token, Idempotency_Key=KEY), "handOnSeat")
    fits(http.post(f"{board.path}/seats/0/token", {}, token, Idempotency_Key=KEY), "handOnSeat")
    fits(http.get(board.path, token), "getMatch")
    fits(http.get(f"{board.path}/history"), "listHistory")


@pytest.mark.parametrize(
    "clock",
    [
        {"type": "none"},
        {"type": "move", "seconds": 30},
        {"type": "bank", "seconds": 600},
        {"type": "bank", "seconds": 600, "increment": 5},
        {"type": "days", "days": 2},
        {"type": "days", "days": 2, "window": {"opens": 8, "closes": 22, "zone": "Europe/Berlin"}},
    ],
)
def test_every_type_of_clock_is_as_documented(http: Http, clock: Json) -> None:
    check(clock, "Clock")
    people = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]
    made = http.post("/v1/matches", {"game": "arboretum", "seats": people, "clock": clock})
    fits(made, "createMatch")
    view = made.json["view"]
    assert view["clock"].items() >= clock.items()
    assert (view["deadline"] is None) == (clock["type"] == "none")
    assert view == http.get(f"/v1/matches/{made.json['match']}").json


def test_the_server_and_the_command_print_the_same_document(http: Http) -> None:
    served = http.get("/openapi.json")
    assert served.content_type == "application/json"
    assert json.loads(served.text) == SPEC
    assert CliRunner().invoke(click.command()(print_openapi)).output == served.text


def test_parts_that_are_deployed_apart_answer_their_own_paths(services: Services) -> None:
    streams = Http(create_app(services, ("streams",)).test_client())
    assert streams.get("/v1/games").status_code == 404
    assert streams.get("/healthz").status_code == 200
    rules = Http(create_app(services, ("rules",)).test_client())
    assert rules.get("/v1/games").status_code == 200
    assert rules.get("/v1/streams/matches/x").json["code"] == "not_found"
    assert set(VIEWS) == {"rules", "streams", "matchmaking", "ai"}


def test_the_docs_page_shows_every_operation_and_code_and_loads_nothing_from_elsewhere(http: Http) -> None:
    page = http.get("/docs")
    assert page.status_code == 200
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    for name in OPERATIONS:
        assert f'id="{name}"' in page.text
    for refusal in PROBLEMS:
        assert f'<tr id="{refusal.code}">' in page.text
    assert "http://" not in page.text.replace("http://www.w3.org", "")
    assert "<script" not in page.text
    assert http.get("/docs.css").content_type == "text/css; charset=utf-8"


def test_the_kept_document_is_the_one_that_is_served() -> None:
    kept = Path(__file__).parents[2] / "docs" / "openapi.json"
    assert json.loads(kept.read_text()) == SPEC


def test_the_bare_address_leads_to_the_page(http: Http) -> None:
    answer = http.get("/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/docs")
