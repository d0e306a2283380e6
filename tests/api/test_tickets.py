"""Tickets over HTTP: asked for, looked at, heard of, cancelled."""

import threading
from typing import Any

import orjson
import pytest

from services.matchmaking.keys import lease_key
from services.wiring import Services
from tests.api.meeting import Person
from tests.api.playing import KEY, Http
from tests.api.test_openapi import fits


def sweep(services: Services, http: Http) -> None:  # noqa: ARG001 - the store is emptied by then
    services.tickets.store.rest("dev", 0)
    services.players.store._direct.send("DEL", lease_key("dev"))  # noqa: SLF001 - the rest of the pass before
    list(services.matching.sweep())


def test_two_tickets_become_a_match_that_both_can_play(http: Http, services: Services) -> None:
    ada, eve = Person.come(http, "Ada"), Person.come(http, "Eve")
    asked = ada.post("/v1/tickets", {"game": "arboretum", "seats": {"min": 2, "max": 2}})
    fits(asked, "askForTicket")
    path = asked.headers["Location"]
    assert (asked.json["state"], asked.json["match"], asked.json["token"]) == ("waiting", None, None)
    assert asked.headers["Retry-After"] == "1"
    waiting = ada.get(path)
    fits(waiting, "getTicket")
    assert ada.get(path, If_None_Match=waiting.headers["ETag"]).status_code == 304
    other = eve.ask()
    sweep(services, http)
    mine = ada.get(path, If_None_Match=waiting.headers["ETag"])
    fits(mine, "getTicket")
    assert (mine.status_code, mine.json["state"], mine.json["reason"]) == (200, "matched", "paired")
    assert "Retry-After" not in mine.headers
    hers = eve.get(f"/v1/tickets/{other['ticket']}").json
    view = http.get(f"/v1/matches/{mine.json['match']}", mine.json["token"]).json
    assert (view["seat"], view["seats"][view["seat"]]["player"]) == (mine.json["seat"], ada.id)
    assert (hers["match"], hers["token"] == mine.json["token"]) == (mine.json["match"], False)
    assert eve.get(path).json["code"] == "no_such_ticket", "the seat's token is for its player alone"


def test_the_etags_of_two_players_of_a_party_differ(http: Http, services: Services) -> None:
    ada, eve = Person.come(http), Person.come(http)
    consent = eve.post("/v1/players/me/consents", {"leader": ada.id})
    fits(consent, "consentToParty")
    made = ada.ask(seats={"min": 2, "max": 2}, party=[consent.json["consent"]])
    assert made["party"] == [ada.id, eve.id]
    sweep(services, http)
    path = f"/v1/tickets/{made['ticket']}"
    mine, hers = ada.get(path), eve.get(path)
    assert {mine.json["seat"], hers.json["seat"]} == {0, 1}
    assert mine.headers["ETag"] != hers.headers["ETag"]
    assert eve.get(path, If_None_Match=mine.headers["ETag"]).status_code == 200


def test_a_retry_is_the_same_ticket(http: Http) -> None:
    ada, wish = Person.come(http), {"game": "arboretum", "seats": {"min": 2, "max": 4}}
    first = ada.post("/v1/tickets", wish, Idempotency_Key=KEY)
    assert ada.post("/v1/tickets", wish, Idempotency_Key=KEY).json == first.json
    assert ada.post("/v1/tickets", wish | {"deadline": 9}, Idempotency_Key=KEY).json["code"] == "key_reused"
    assert ada.post("/v1/tickets", wish).json["code"] == "double_ticket"


def test_a_ticket_is_cancelled_twice_with_one_answer(http: Http) -> None:
    ada = Person.come(http)
    path = f"/v1/tickets/{ada.ask()['ticket']}"
    first, second = ada.delete(path), ada.delete(path)
    fits(first, "cancelTicket")
    assert (first.json["state"], first.json["reason"]) == ("cancelled", "withdrawn")
    assert second.json == first.json


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"seats": {"min": 3, "max": 2}}, "/seats/max"),
        ({"seats": {"min": 0, "max": 2}}, "/seats/min"),
        ({"seats": 2}, "/seats"),
        ({"deadline": 4}, "/deadline"),
        ({"deadline": 3601}, "/deadline"),
        ({"deadline": 60.5}, "/deadline"),
        ({"rating": {"start": -1}}, "/rating/start"),
        ({"rating": {"grow": "fast"}}, "/rating/grow"),
        ({"bots": {"after": 1}}, "/bots/level"),
        ({"party": ["x"] * 4}, "/party"),
        ({"party": "x"}, "/party"),
    ],
)
def test_a_wish_that_does_not_fit_is_told_where(http: Http, more: dict[str, Any], pointer: str) -> None:
    answer = Person.come(http).post("/v1/tickets", {"game": "arboretum", "seats": {"min": 2, "max": 2}} | more)
    assert (answer.status_code, answer.json["code"]) == (422, "invalid_body")
    assert [error["pointer"] for error in answer.json["errors"]] == [pointer]


def test_a_long_poll_hears_of_the_end(http: Http, services: Services) -> None:
    ada, eve = Person.come(http), Person.come(http)
    made = ada.ask()
    path = f"/v1/streams/tickets/{made['ticket']}"
    assert ada.get(f"{path}?after={made['version']}&wait=0").json == made
    eve.ask()
    sweeper = threading.Timer(0.3, sweep, (services, http))
    sweeper.start()
    heard = ada.get(f"{path}?after={made['version']}&wait=25")
    sweeper.join()
    fits(heard, "streamTicket")
    assert (heard.json["state"], heard.json["version"]) == ("matched", made["version"] + 1)
    assert eve.get(f"{path}?wait=0").json["code"] == "no_such_ticket"


def events(text: str) -> list[tuple[str, Any]]:
    """(kind, data) of each event of a stream."""
    blocks = [
        dict(line.split(": ", 1) for line in block.splitlines()) for block in text.split("\n\n") if "data:" in block
    ]
    return [(block.get("event", ""), orjson.loads(block["data"])) for block in blocks]


def test_a_stream_tells_each_state_and_ends(http: Http, services: Services) -> None:
    ada, eve = Person.come(http), Person.come(http)
    made = ada.ask()
    eve.ask()
    ticket = ada.post("/v1/streams/tickets", {"ticket": made["ticket"]})
    fits(ticket, "createTicket")
    sweeper = threading.Timer(0.3, sweep, (services, http))
    sweeper.start()
    path = f"/v1/streams/tickets/{made['ticket']}?ticket={ticket.json['ticket']}"
    told = http.get(path)
    assert told.content_type == "text/event-stream"
    states = [(kind, data["state"]) for kind, data in events(told.text)]
    sweeper.join()
    assert states == [("", "waiting"), ("", "matched"), ("end", "matched")]
    assert http.get(path, None, Last_Event_ID=str(made["version"] + 1)).status_code == 204


def test_what_opens_one_stream_opens_no_other(http: Http) -> None:
    ada, eve = Person.come(http), Person.come(http)
    mine, hers = ada.ask()["ticket"], eve.ask()["ticket"]
    ticket = ada.post("/v1/streams/tickets", {"ticket": mine}).json["ticket"]
    assert http.get(f"/v1/streams/tickets/{hers}?wait=0&ticket={ticket}").json["code"] == "token_other_match"
    assert http.get(f"/v1/streams/matches/{mine}?wait=0&ticket={ticket}").json["code"] == "token_wrong_kind"
    assert eve.post("/v1/streams/tickets", {"ticket": mine}).json["code"] == "no_such_ticket"
    both = eve.post("/v1/streams/tickets", {"ticket": hers, "match": "x"})
    assert both.json["code"] == "invalid_body"


def test_a_stream_closes_when_the_players_token_is_void(http: Http) -> None:
    ada = Person.come(http)
    made = ada.ask()
    turner = threading.Timer(0.3, ada.delete, ("/v1/players/me",))
    turner.start()
    told = ada.get(f"/v1/streams/tickets/{made['ticket']}")
    text = told.text
    turner.join()
    kind, data = events(text)[-1]
    assert (kind, data.get("code", data.get("state"))) in {("closed", "player_token_revoked"), ("end", "cancelled")}
