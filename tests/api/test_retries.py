"""A request may be sent again: the same key is the same request, whatever has happened since."""

from dataclasses import replace

import pytest

from api.app import create_app
from services.rules.registry import GAMES
from services.wiring import Services, wire
from tests.api.playing import KEY, Http

PEOPLE = [{"kind": "person", "name": "Ada"}, {"kind": "person"}]
CREATE = {"game": "arboretum", "seats": PEOPLE}


def test_a_create_sent_again_lands_on_the_same_match_with_the_same_answer(http: Http) -> None:
    first = http.post("/v1/matches", CREATE, Idempotency_Key=KEY)
    again = http.post("/v1/matches", CREATE, Idempotency_Key=KEY)
    assert again.data == first.data
    assert again.status_code == first.status_code == 201
    assert http.post("/v1/matches", CREATE).json["match"] != first.json["match"]


def test_a_create_sent_again_after_the_match_has_moved_on_gets_the_answer_of_then(http: Http) -> None:
    first = http.post("/v1/matches", CREATE, Idempotency_Key=KEY)
    move = {"move": {"type": "arboretum.draw", "source": "deck"}, "version": 1}
    http.post(f"/v1/matches/{first.json['match']}/moves", move, first.json["tokens"][0])
    assert http.post("/v1/matches", CREATE, Idempotency_Key=KEY).data == first.data


def test_the_same_key_with_another_body_is_refused(http: Http) -> None:
    http.post("/v1/matches", CREATE, Idempotency_Key=KEY)
    other = http.post("/v1/matches", CREATE | {"spectators": False}, Idempotency_Key=KEY)
    assert (other.status_code, other.json["code"]) == (422, "key_reused")


def test_a_join_sent_again_gets_the_same_seat_and_token(http: Http) -> None:
    made = http.post("/v1/matches", {"game": "arboretum", "seats": [{"kind": "open"}] * 3}).json
    path = f"/v1/matches/{made['match']}/join"
    first = http.post(path, {"name": "Ada"}, Idempotency_Key=KEY)
    http.post(path, {"name": "Grace"})
    again = http.post(path, {"name": "Ada"}, Idempotency_Key=KEY)
    assert again.data == first.data
    assert http.post(path, {"name": "Eve"}, Idempotency_Key=KEY).json["code"] == "key_reused"
    assert sum(seat["kind"] == "open" for seat in http.get(f"/v1/matches/{made['match']}").json["seats"]) == 1


def test_a_move_sent_again_is_played_once_and_answered_as_it_was(http: Http) -> None:
    board = http.table()
    seat, body = board.next_body()
    first = board.post(body, seat, Idempotency_Key=KEY)
    assert board.post(body, seat, Idempotency_Key=KEY).data == first.data
    assert board.view()["version"] == 2


def test_a_known_key_is_answered_before_turn_version_and_legality(http: Http) -> None:
    board = http.table()
    seat, body = board.next_body()
    first = board.post(body, seat, Idempotency_Key=KEY)
    for _ in board.play():
        pass
    again = board.post(body, seat, Idempotency_Key=KEY)
    assert again.data == first.data
    assert again.headers["ETag"] == first.headers["ETag"]


def test_without_a_key_the_same_move_of_the_same_seat_for_the_same_version_is_the_same_request(http: Http) -> None:
    board = http.table()
    seat, body = board.next_body()
    first = board.post(body, seat)
    assert board.post(body, seat).data == first.data
    assert board.view()["version"] == 2


def test_another_key_at_a_used_version_is_stale(http: Http) -> None:
    board = http.table()
    seat, body = board.next_body()
    board.post(body, seat, Idempotency_Key=KEY)
    other = board.post(body, seat, Idempotency_Key=KEY[::-1])
    assert (other.status_code, other.json["code"], other.json["state_version"]) == (412, "stale_version", 2)


def test_a_refusal_is_not_remembered(http: Http) -> None:
    board = http.table()
    seat, body = board.next_body()
    assert board.post(body | {"version": 7}, seat, Idempotency_Key=KEY).status_code == 412
    assert board.post(body, seat, Idempotency_Key=KEY).status_code == 200


def test_seats_do_not_share_keys(http: Http) -> None:
    board = http.table()
    for _ in range(4):
        seat, body = board.next_body()
        board.post(body, seat, Idempotency_Key=f"{KEY}{board.view()['version']}")
    seat, body = board.next_body()
    assert seat == 1
    assert board.post(body, seat, Idempotency_Key=f"{KEY}1").status_code == 200


def test_a_resignation_sent_again_is_answered_as_it_was(http: Http) -> None:
    board = http.table(3)
    first = http.post(f"{board.path}/resign", {"version": 1}, board.tokens[1], Idempotency_Key=KEY)
    assert first.status_code == 200
    again = http.post(f"{board.path}/resign", {"version": 1}, board.tokens[1], Idempotency_Key=KEY)
    assert again.data == first.data
    assert board.view()["version"] == 2


def test_a_create_sent_again_to_a_server_with_a_newer_secret_still_lands_on_its_match(
    http: Http, services: Services
) -> None:
    first = http.post("/v1/matches", CREATE, Idempotency_Key=KEY)
    rotated = replace(services.settings, secrets=("a secret that was made only just now", services.settings.secrets[0]))
    # The key's match is found as long as the older secret stays; its holder's token too.
    other = Http(create_app(wire(rotated)).test_client())
    assert other.get(f"/v1/matches/{first.json['match']}", first.json["tokens"][0]).json["seat"] == 0


@pytest.mark.parametrize("key", ["x" * 15, "x" * 129, "with a space in it", "ünicode" * 3, "tab\tinside it now"])
def test_a_malformed_key_is_refused(http: Http, key: str) -> None:
    answer = http.post("/v1/matches", CREATE, Idempotency_Key=key)
    assert (answer.status_code, answer.json["code"]) == (400, "bad_idempotency_key")


def test_a_retried_create_is_the_same_request_even_under_newer_rules(
    http: Http, monkeypatch: pytest.MonkeyPatch
) -> None:
    http.post("/v1/matches", CREATE, Idempotency_Key=KEY)
    monkeypatch.setitem(GAMES, "arboretum", replace(GAMES["arboretum"], rules_version="2"))
    assert http.post("/v1/matches", CREATE, Idempotency_Key=KEY).json["code"] == "rules_version_unknown"
