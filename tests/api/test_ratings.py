"""Ratings and leaderboards over HTTP."""

from typing import Any

import pytest

from services.matchmaking.rating import Rating
from services.rules.registry import GAMES
from services.wiring import Services
from tests.api.meeting import Person
from tests.api.playing import Answer, Http
from tests.api.test_openapi import fits
from tests.support.rated import GAME, finish, resign, seat_players

BOARD = f"/v1/leaderboards/{GAME}"
ORDER = ["dee", "cyd", "bob", "ada"]
"""The players of `season`, the best first."""


@pytest.fixture
def season(http: Http, services: Services) -> Http:
    """Everybody has won against everybody who comes behind, as often as it takes to be listed."""
    for _ in range(2):
        for place, better in enumerate(ORDER):
            for worse in ORDER[place + 1 :]:
                finish(services, better, worse)
    list(services.ratings.rate_ended())
    return http


def board(http: Http, query: str = "", token: str | None = None) -> Answer:
    answer = http.get(f"{BOARD}{query}", token)
    fits(answer, "getLeaderboard")
    return answer


def names(answer: Answer) -> list[str]:
    return [line["player"] for line in answer.json["items"]]


def test_a_leaderboard_lists_the_best_first(season: Http, services: Services) -> None:
    answer = board(season).json
    lines = answer.pop("items")
    assert answer == {"game": GAME, "listed": 4, "least_games": 5, "bots": "/v1/bots", "next": None}
    assert [(line["rank"], line["player"]) for line in lines] == list(enumerate(ORDER, 1))
    for line in lines:
        assert line["points"] == Rating(line["mu"], line["sigma"]).points
        assert line["games"] == 6
    assert season.get(answer["bots"]).status_code == 200
    assert services.settings.leaderboard_games == answer["least_games"]


def test_pages_follow_each_other(season: Http) -> None:
    found: list[str] = []
    query = "?limit=3"
    while query:
        answer = board(season, query)
        found += names(answer)
        query = f"?limit=3&cursor={answer.json['next']}" if answer.json["next"] else ""
    assert found == ORDER


def test_a_cursor_belongs_to_its_board(season: Http) -> None:
    following = board(season, "?limit=1").json["next"]
    refused = season.get(f"/v1/leaderboards/applejack?cursor={following}")
    fits(refused, "getLeaderboard")
    assert refused.json["code"] == "bad_cursor"


def test_who_has_not_changed_is_not_sent_again(season: Http, services: Services) -> None:
    for path in (BOARD, "/v1/players/ada/ratings"):
        answer = season.get(path)
        tag = answer.headers["ETag"]
        assert not tag.startswith("W/")
        assert season.get(path, If_None_Match=tag).status_code == 304
        finish(services, "ada", "bob")
        list(services.ratings.rate_ended())
        assert season.get(path, If_None_Match=tag).status_code == 200


def test_around_a_player_are_the_neighbours(season: Http) -> None:
    assert names(board(season, "?around=bob&limit=1")) == ["bob"]
    answer = board(season, "?around=bob&limit=3")
    assert names(answer) == ["cyd", "bob", "ada"]
    assert [line["rank"] for line in answer.json["items"]] == [2, 3, 4]


def test_around_me_is_around_the_player_whose_token_it_is(http: Http, services: Services) -> None:
    ada = Person.come(http)
    for _ in range(services.settings.leaderboard_games):
        finish(services, ada.id, "bob")
    list(services.ratings.rate_ended())
    assert names(board(http, "?around=me&limit=1", ada.token)) == [ada.id]
    assert http.get(f"/v1/players/{ada.id}/ratings", ada.token).json["games"][GAME]["rating"]["rank"] == 1
    assert ada.post("/v1/players/me/token", {}).status_code == 200
    assert http.get(f"{BOARD}?around=me", ada.token).json["code"] == "player_token_revoked"


def test_around_me_is_around_the_player_on_the_seat_of_the_token(season: Http, services: Services) -> None:
    match = services.matches.look("dev", seat_players(services, "bob", "")).match
    mine, nobodys = (services.matches.token(match, seat) for seat in (0, 1))
    assert board(season, "?around=me&limit=3", mine).data == board(season, "?around=bob&limit=3").data
    for token in (nobodys, None):
        refused = board(season, "?around=me", token)
        assert refused.json["code"] == "invalid_query"
        assert refused.json["errors"][0]["parameter"] == "around"


@pytest.mark.parametrize(
    ("query", "code"),
    [("?around=nobody", "not_listed"), ("?around=ada&cursor=x", "invalid_query"), ("?limit=101", "invalid_query"),
     ("?cursor=x", "bad_cursor")],
)  # fmt: skip
def test_what_does_not_fit_is_refused(season: Http, query: str, code: str) -> None:
    assert board(season, query).json["code"] == code


def test_there_is_a_board_of_every_game_and_of_no_other(http: Http) -> None:
    for game in GAMES:
        assert http.get(f"/v1/leaderboards/{game}").json["items"] == []
    refused = http.get("/v1/leaderboards/chess")
    fits(refused, "getLeaderboard")
    assert refused.json["code"] == "no_such_game"


def test_a_players_ratings_are_told_by_game(season: Http, services: Services) -> None:
    resign(services, seat_players(services, "ada", bots=["sapling"], game="applejack"), 0)
    list(services.ratings.rate_ended())
    answer = season.get("/v1/players/ada/ratings")
    fits(answer, "getRatings")
    told = answer.json["games"]
    assert set(told) == {GAME, "applejack"}
    assert told[GAME]["versus_bots"] is None
    assert told[GAME]["rating"].pop("rank") == 4
    line = board(season).json["items"][3]
    assert told[GAME]["rating"] == {name: line[name] for name in ("mu", "sigma", "points", "games")}
    assert told["applejack"]["rating"] is None
    assert told["applejack"]["versus_bots"]["games"] == 1


def test_who_has_played_too_little_has_a_rating_but_no_rank(http: Http, services: Services) -> None:
    finish(services, "ada", "bob")
    list(services.ratings.rate_ended())
    assert http.get("/v1/players/ada/ratings").json["games"][GAME]["rating"]["rank"] is None
    assert names(board(http)) == []


def test_an_erased_player_is_told_as_one_who_never_was(season: Http, services: Services) -> None:
    services.ratings.erase("dev", "cyd")
    assert names(board(season)) == ["dee", "bob", "ada"]
    gone, never = (season.get(f"/v1/players/{name}/ratings").json for name in ("cyd", "never"))
    fits(season.get("/v1/players/never/ratings"), "getRatings")
    assert gone["games"] == never["games"] == {}


def created(http: Http, **more: Any) -> Answer:
    answer = http.post("/v1/matches", {"game": GAME, "seats": [{"kind": "person"}, {"kind": "person"}], **more})
    fits(answer, "createMatch")
    return answer


@pytest.mark.parametrize(
    ("more", "rated"),
    [
        ({}, False),
        ({"hints": "off"}, True),
        ({"hints": "off", "rated": None}, True),
        ({"hints": "off", "rated": True}, True),
        ({"hints": "off", "rated": False}, False),
        ({"hints": "off", "seed": "x"}, False),
    ],
)
def test_everybody_sees_whether_a_match_is_rated(http: Http, more: dict[str, Any], rated: bool) -> None:
    made = created(http, **more)
    assert made.json["view"]["rated"] is rated
    assert http.get(f"/v1/matches/{made.json['match']}").json["rated"] is rated


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({}, "hints"),
        ({"hints": "off", "seed": "x"}, "seeded"),
        ({"hints": "off", "seats": [{"kind": "bot", "bot": "greedy"}] * 2}, "alone"),
    ],
)
def test_what_cannot_be_rated_is_refused_to_who_asks_for_it(http: Http, more: dict[str, Any], reason: str) -> None:
    refused = created(http, rated=True, **more)
    assert (refused.json["code"], refused.json["params"]["reason"]) == ("cannot_be_rated", reason)
    assert refused.json["errors"][0]["pointer"] == "/rated"
