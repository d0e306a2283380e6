"""Players over HTTP."""

import pytest

from services.shared.tokens import Token
from services.wiring import Services
from tests.api.meeting import Person
from tests.api.playing import KEY, Http
from tests.api.test_openapi import fits


def test_a_guest_comes_without_an_account_and_keeps_a_profile(http: Http) -> None:
    made = http.post("/v1/players", {"name": "Ada", "locale": "de-AT", "external_id": "user-1"})
    fits(made, "createPlayer")
    ada = Person(http, made.json["player"]["player"], made.json["token"])
    assert made.headers["Location"] == f"/v1/players/{ada.id}"
    assert made.headers["Cache-Control"] == "no-store"
    mine = ada.get("/v1/players/me")
    fits(mine, "getPlayer")
    assert mine.json == ada.get(f"/v1/players/{ada.id}").json == made.json["player"]
    assert (mine.json["locale"], mine.json["external_id"]) == ("de-AT", "user-1")
    changed = ada.patch("/v1/players/me", {"name": "Ada L.", "locale": None})
    fits(changed, "changePlayer")
    assert (changed.json["name"], changed.json["locale"]) == ("Ada L.", None)


def test_others_see_a_name_and_nothing_else(http: Http) -> None:
    ada, eve = Person.come(http, "Ada", external_id="user-1", locale="en"), Person.come(http, "Eve")
    assert eve.get(f"/v1/players/{ada.id}").json == {"player": ada.id, "name": "Ada"}
    for answer in (
        eve.patch(f"/v1/players/{ada.id}", {"name": "x"}),
        eve.delete(f"/v1/players/{ada.id}"),
        eve.post(f"/v1/players/{ada.id}/token"),
        eve.delete(f"/v1/players/{ada.id}/token"),
        eve.get(f"/v1/players/{ada.id}/matches"),
        eve.post(f"/v1/players/{ada.id}/consents", {"leader": eve.id}),
    ):
        assert answer.json["code"] == "not_your_profile"
    assert ada.get("/v1/players/me").json["name"] == "Ada"


def test_a_known_external_id_is_the_same_player_but_knowing_it_proves_nothing(http: Http) -> None:
    first = http.post("/v1/players", {"name": "Ada", "locale": "en", "external_id": "user-1"}, Idempotency_Key=KEY)
    again = http.post("/v1/players", {"name": "Mallory", "external_id": "user-1"})
    assert again.status_code == 200
    assert again.json == {"player": {"player": first.json["player"]["player"], "name": "Ada"}, "token": None}
    proved = http.post("/v1/players", {"name": "Ada", "locale": "en", "external_id": "user-1"}, Idempotency_Key=KEY)
    assert (proved.status_code, proved.json) == (201, first.json)
    by_token = http.post("/v1/players", {"external_id": "user-1"}, first.json["token"])
    assert (by_token.status_code, by_token.json["token"]) == (200, first.json["token"])


@pytest.mark.parametrize(
    "body",
    [
        {"name": "a" * 41},
        {"name": "a\nb"},
        {"locale": "English!"},
        {"locale": "en\n"},
        {"external_id": ""},
        {"external_id": "with space"},
        {"external_id": "x\n"},
        {"email": "ada@example.org"},
    ],
)
def test_what_does_not_fit_a_profile_is_refused(http: Http, body: dict[str, str]) -> None:
    assert http.post("/v1/players", body).json["code"] == "invalid_body"


def test_another_apps_player_is_nobody_here(http: Http, services: Services) -> None:
    ada = Person.come(http)
    other = services.players.greet("other", "Otto", "", "")
    assert ada.get(f"/v1/players/{other.player.id}").json["code"] == "no_such_player"
    assert http.get(f"/v1/players/{ada.id}", str(other.token)).json["code"] == "no_such_player"
    forged = Token("player", "other", ada.id).sign(services.secrets)
    assert http.get("/v1/players/me", forged).json["code"] == "player_token_revoked"
    assert ada.post("/v1/players/me/consents", {"leader": other.player.id}).json["code"] == "no_such_player"


def test_a_token_is_turned_and_revoked(http: Http) -> None:
    ada = Person.come(http)
    turned = ada.post("/v1/players/me/token", Idempotency_Key=KEY)
    fits(turned, "turnPlayerToken")
    assert ada.get("/v1/players/me").json["code"] == "player_token_revoked"
    assert ada.post("/v1/players/me/token", Idempotency_Key=KEY).json == turned.json, "the answer was lost"
    new = Person(http, ada.id, turned.json["token"])
    assert new.get("/v1/players/me").status_code == 200
    fits(new.delete("/v1/players/me/token"), "revokePlayerToken")
    assert new.get("/v1/players/me").json["code"] == "player_token_revoked"


def test_a_player_sits_down_with_its_token_and_finds_its_seats_again(http: Http) -> None:
    ada, eve = Person.come(http, "Ada"), Person.come(http, "Eve")
    made = ada.post("/v1/matches", {"game": "arboretum", "seats": [{"kind": "person"}, {"kind": "open"}]})
    fits(made, "createMatch")
    match = made.json["match"]
    joined = eve.post(f"/v1/matches/{match}/join", {})
    fits(joined, "joinMatch")
    assert [(seat["name"], seat["player"]) for seat in joined.json["view"]["seats"]] == [
        ("Ada", ada.id),
        ("Eve", eve.id),
    ]
    assert eve.post(f"/v1/matches/{match}/join", {}).json["token"] == joined.json["token"], "it sits already"
    mine = ada.get("/v1/players/me/matches?limit=1")
    fits(mine, "listPlayersMatches")
    (line,) = mine.json["items"]
    assert (line["match"], line["seat"], line["token"]) == (match, 0, made.json["tokens"][0])
    assert mine.json["next"] is None
    assert http.get(f"/v1/matches/{match}", line["token"]).json["seat"] == 0


def test_the_list_of_matches_is_paged_and_its_cursor_is_its_players(http: Http) -> None:
    ada, eve = Person.come(http), Person.come(http)
    made = [
        ada.post("/v1/matches", {"game": "arboretum", "seats": [{"kind": "person"}] * 2}).json["match"]
        for _ in range(3)
    ]
    first = ada.get("/v1/players/me/matches?limit=2").json
    second = ada.get(f"/v1/players/me/matches?limit=2&cursor={first['next']}").json
    assert [line["match"] for line in first["items"] + second["items"]] == made[::-1]
    assert second["next"] is None
    assert eve.get(f"/v1/players/me/matches?cursor={first['next']}").json["code"] == "bad_cursor"


def test_who_fails_to_sit_down_has_no_such_match_in_the_list(http: Http) -> None:
    ada = Person.come(http)
    assert ada.post("/v1/matches/nothing/join", {}).json["code"] == "no_such_match"
    full = http.table()
    assert ada.post(f"{full.path}/join", {}).json["code"] == "no_open_seat"
    assert ada.get("/v1/players/me/matches").json["items"] == []


def test_an_erased_player_leaves_no_name(http: Http) -> None:
    ada = Person.come(http, "Ada Lovelace")
    match = ada.post("/v1/matches", {"game": "arboretum", "seats": [{"kind": "person"}] * 2}).json
    before = http.get(f"/v1/matches/{match['match']}").headers["ETag"]
    fits(ada.delete("/v1/players/me"), "erasePlayer")
    after = http.get(f"/v1/matches/{match['match']}", None, If_None_Match=before)
    assert after.status_code == 200, "the earlier view is not the view of now"
    assert "Lovelace" not in after.text
    assert "Lovelace" not in http.get(f"/v1/matches/{match['match']}/history/1").text
    assert http.get(f"/v1/matches/{match['match']}", match["tokens"][0]).status_code == 200, "the seat plays on"
    assert ada.delete("/v1/players/me").json["code"] == "player_token_revoked"


def test_a_players_token_is_no_seats_and_a_seats_no_players(http: Http) -> None:
    ada, board = Person.come(http), http.table()
    assert ada.get(board.path).json["code"] == "token_wrong_kind"
    assert http.get("/v1/players/me", board.tokens[0]).json["code"] == "token_wrong_kind"
    assert http.post("/v1/matches", {"game": "arboretum", "seats": []}, board.tokens[0]).status_code >= 400
