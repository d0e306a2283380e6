"""Invitations and the lobby over HTTP."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from redis import Redis

from services.matchmaking.invitations import ALPHABET
from services.matchmaking.keys import invitation_key, lobby_key
from tests.api.meeting import INVITATION, Person
from tests.api.playing import KEY, Http
from tests.api.test_openapi import fits


def test_a_friend_sits_down_by_a_code_as_people_type_it(http: Http) -> None:
    ada, eve = Person.come(http, "Ada"), Person.come(http, "Eve")
    made = ada.post("/v1/invitations", INVITATION)
    fits(made, "invite")
    invitation = made.json["invitation"]
    assert (made.json["seat"], made.json["view"]["seats"][0]["player"]) == (0, ada.id)
    assert (invitation["state"], invitation["free"], invitation["host"]) == ("open", 1, ada.id)
    code = invitation["code"].replace("0", "o").replace("1", "l").lower().replace("-", " ")
    shown = http.get(f"/v1/invitations/{code}")
    fits(shown, "getInvitation")
    assert shown.json == invitation == http.get(made.headers["Location"]).json
    assert made.json["match"] not in shown.text, "the match is for those who sit down"
    accepted = eve.post(f"/v1/invitations/{code}/accept", {})
    fits(accepted, "acceptInvitation")
    assert (accepted.json["match"], accepted.json["seat"]) == (made.json["match"], 1)
    assert accepted.json["view"]["status"] == "playing"
    assert eve.post(f"/v1/invitations/{code}/accept", {}).json["token"] == accepted.json["token"], "a retry"
    assert http.get(f"/v1/invitations/{code}").json["state"] == "full"
    late = Person.come(http).post(f"/v1/invitations/{code}/accept", {})
    fits(late, "acceptInvitation")
    assert late.json["code"] == "no_open_seat"


def test_a_code_has_ten_letters_of_crockfords_alphabet_and_no_two_are_the_same(http: Http) -> None:
    ada = Person.come(http)
    codes = {ada.invite()["invitation"]["code"].replace("-", "") for _ in range(8)}
    assert len(codes) == 8
    assert {len(code) for code in codes} == {10}
    assert set("".join(codes)) <= set(ALPHABET)
    assert not set("ILOU") & set(ALPHABET)


def test_a_retry_is_the_same_invitation(http: Http) -> None:
    ada = Person.come(http)
    first = ada.post("/v1/invitations", INVITATION, Idempotency_Key=KEY)
    assert ada.post("/v1/invitations", INVITATION, Idempotency_Key=KEY).json == first.json
    assert ada.post("/v1/invitations", INVITATION | {"listed": True}, Idempotency_Key=KEY).json["code"] == "key_reused"
    assert len(ada.get("/v1/players/me/matches").json["items"]) == 1


def test_of_many_who_accept_at_once_as_many_sit_down_as_there_are_seats(http: Http) -> None:
    seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]
    code = Person.come(http).invite(seats=seats)["invitation"]["code"]
    people = [Person.come(http) for _ in range(5)]
    with ThreadPoolExecutor(5) as pool:
        answers = list(pool.map(lambda each: each.post(f"/v1/invitations/{code}/accept", {}), people))
    assert sorted(answer.status_code for answer in answers) == [200, 200, 409, 409, 409]
    assert {answer.json["seat"] for answer in answers if answer.status_code == 200} == {1, 2}


def test_whoever_has_invited_sits_and_there_is_a_seat_to_be_taken(http: Http) -> None:
    ada = Person.come(http)
    for seats in ([{"kind": "open"}] * 2, [{"kind": "person"}] * 2):
        assert ada.post("/v1/invitations", INVITATION | {"seats": seats}).json["code"] == "bad_seats"
    assert http.post("/v1/invitations", INVITATION).json["code"] == "player_needed"


def test_the_lobby_lists_what_is_listed_and_open_by_game_the_newest_first(http: Http) -> None:
    ada, eve = Person.come(http), Person.come(http)
    codes = [ada.invite(listed=True)["invitation"]["code"] for _ in range(3)]
    ada.invite()
    other = ada.invite(listed=True, game="applejack")["invitation"]["code"]
    lobby = http.get("/v1/invitations")
    fits(lobby, "listLobby")
    assert [line["code"] for line in lobby.json["items"]] == [other, *codes[::-1]]
    first = http.get("/v1/invitations?game=arboretum&limit=2").json
    second = http.get(f"/v1/invitations?game=arboretum&limit=2&cursor={first['next']}").json
    assert [line["code"] for line in first["items"] + second["items"]] == codes[::-1]
    assert second["next"] is None
    assert http.get(f"/v1/invitations?cursor={first['next']}").json["code"] == "bad_cursor", "another list's"
    assert eve.post(f"/v1/invitations/{codes[1]}/accept", {}).status_code == 200
    ada.delete(f"/v1/invitations/{codes[2]}")
    assert [line["code"] for line in http.get("/v1/invitations?game=arboretum").json["items"]] == [codes[0]]


def test_a_withdrawn_invitation_leads_nowhere_and_is_withdrawn_twice(http: Http) -> None:
    ada, eve = Person.come(http), Person.come(http)
    code = ada.invite(listed=True)["invitation"]["code"]
    assert eve.delete(f"/v1/invitations/{code}").json["code"] == "not_your_invitation"
    first, second = ada.delete(f"/v1/invitations/{code}"), ada.delete(f"/v1/invitations/{code}")
    fits(first, "withdrawInvitation")
    assert first.json == second.json
    assert first.json["state"] == "withdrawn"
    refused = eve.post(f"/v1/invitations/{code}/accept", {})
    fits(refused, "acceptInvitation")
    assert refused.json["code"] == "invitation_over"
    assert http.get("/v1/invitations").json["items"] == []


def test_an_expired_invitation_is_gone_and_leaves_the_lobby(http: Http, redis: Redis) -> None:
    ada = Person.come(http)
    code = ada.invite(listed=True, seconds=60)["invitation"]["code"]
    key: Any = invitation_key("dev", code.replace("-", ""))
    assert 0 < int(str(redis.ttl(key))) <= 60
    redis.delete(key)
    assert http.get(f"/v1/invitations/{code}").json["code"] == "no_such_invitation"
    assert http.get("/v1/invitations").json["items"] == []
    assert redis.zcard(lobby_key("dev")) == 0
