"""Rematches over HTTP: all people agree, and there is one."""

from concurrent.futures import ThreadPoolExecutor

from services.wiring import Services
from tests.api.meeting import Person
from tests.api.playing import Board, Http
from tests.api.test_openapi import fits


def ended(http: Http, seats: int = 2) -> Board:
    """A match that is over."""
    board = http.table(seats)
    for seat in range(seats - 1):
        answer = http.post(f"{board.path}/resign", {"version": seat + 1}, board.tokens[seat])
        assert answer.status_code == 200, answer.text
    return board


def test_when_all_have_agreed_there_is_a_match_with_the_seats_moved_on(http: Http) -> None:
    board = ended(http, 3)
    asked = http.post("/v1/rematches", {"match": board.match}, board.tokens[0])
    fits(asked, "agreeToRematch")
    assert asked.json == {
        "of": board.match, "needed": [0, 1, 2], "agreed": [0], "match": None, "seat": None, "token": None,
    }  # fmt: skip
    assert http.post("/v1/rematches", {"match": board.match}, board.tokens[0]).json == asked.json
    http.post("/v1/rematches", {"match": board.match}, board.tokens[2])
    last = http.post("/v1/rematches", {"match": board.match}, board.tokens[1])
    fits(last, "agreeToRematch")
    for old, seat in enumerate((2, 0, 1)):
        told = http.get(f"/v1/rematches/{board.match}", board.tokens[old])
        fits(told, "getRematch")
        assert (told.json["match"], told.json["seat"]) == (last.json["match"], seat)
        view = http.get(f"/v1/matches/{told.json['match']}", told.json["token"]).json
        assert (view["seat"], view["seats"][seat]["name"]) == (seat, f"Person {old}")


def test_of_many_who_agree_at_once_all_come_to_one_match(http: Http, services: Services) -> None:
    board = ended(http, 4)
    with ThreadPoolExecutor(8) as pool:
        told = list(
            pool.map(
                lambda n: http.post("/v1/rematches", {"match": board.match}, board.tokens[n % 4]).json["match"],
                range(16),
            )
        )
    assert len({each for each in told if each}) == 1
    assert len(services.store._direct.send("KEYS", "*:match:*")) == 2  # noqa: SLF001 - there is no list of matches


def test_with_bots_alone_one_request_is_enough(http: Http) -> None:
    ada = Person.come(http)
    seats = [{"kind": "bot", "bot": "random"}, {"kind": "person"}, {"kind": "bot", "bot": "greedy"}]
    made = ada.post("/v1/matches", {"game": "arboretum", "seats": seats, "hints": "off"}).json
    token = made["tokens"][1]
    assert http.post("/v1/rematches", {"match": made["match"]}, token).json["code"] == "not_over"
    version = http.get(f"/v1/matches/{made['match']}").json["version"]
    assert http.post(f"/v1/matches/{made['match']}/resign", {"version": version}, token).status_code == 200
    again = http.post("/v1/rematches", {"match": made["match"]}, token).json
    view = http.get(f"/v1/matches/{again['match']}", again["token"]).json
    assert [seat["bot"] for seat in view["seats"]] == [None, "greedy", "random"]
    assert (view["seats"][0]["player"], view["hints"]) == (ada.id, "off")
    assert [line["match"] for line in ada.get("/v1/players/me/matches").json["items"]] == [
        again["match"],
        made["match"],
    ]


def test_a_rematch_is_for_the_seats_of_the_match(http: Http) -> None:
    board, other = ended(http), http.table()
    assert http.post("/v1/rematches", {"match": board.match}).json["code"] == "seat_needed"
    assert http.post("/v1/rematches", {"match": board.match}, other.tokens[0]).json["code"] == "token_other_match"
    assert http.get(f"/v1/rematches/{board.match}").json["code"] == "seat_needed"
    assert http.get(f"/v1/rematches/{other.match}", other.tokens[0]).json["code"] == "not_over"


def test_each_is_told_the_token_of_its_own_seat(http: Http) -> None:
    board = ended(http)
    told = [http.post("/v1/rematches", {"match": board.match}, token).json for token in board.tokens]
    told[0] = http.get(f"/v1/rematches/{board.match}", board.tokens[0]).json
    assert told[0]["token"] != told[1]["token"]
    assert {each["seat"] for each in told} == {0, 1}
