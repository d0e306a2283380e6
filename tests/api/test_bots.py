"""Bots over HTTP: budgets, strength, and who may sit down."""

from typing import Any

import pytest

from ai.search.budgets import LEVELS
from services.ai import roster
from services.rules.registry import GAMES
from tests.api.playing import Answer, Http
from tests.api.test_openapi import fits


def sit(http: Http, bot: str, game: str = "arboretum", **more: Any) -> Answer:
    """Create a match against this bot."""
    seats = [{"kind": "person"}, {"kind": "bot", "bot": bot}]
    return http.post("/v1/matches", {"game": game, "seats": seats, **more})


def test_bots_are_listed_from_the_weakest_to_the_strongest_with_their_budgets(http: Http) -> None:
    answer = http.get("/v1/bots")
    fits(answer, "listBots")
    bots = {bot["name"]: bot for bot in answer.json["items"]}
    assert [name for name, bot in bots.items() if bot["level"]] == list(LEVELS)
    for bot in bots.values():
        assert list(bot["games"]) == list(GAMES)
        for known in bot["games"].values():
            assert known["budget"].keys() == {"kind", "iterations", "temperature", "cap"}


def test_one_bot_is_shown_as_it_is_listed(http: Http) -> None:
    for bot in http.get("/v1/bots").json["items"]:
        answer = http.get(f"/v1/bots/{bot['name']}")
        fits(answer, "getBot")
        assert answer.json == bot
    missing = http.get("/v1/bots/hal")
    fits(missing, "getBot")
    assert missing.json["code"] == "no_such_bot"


@pytest.mark.parametrize("path", ["/v1/bots", "/v1/bots/grower"])
def test_what_has_not_changed_is_not_sent_again(http: Http, path: str) -> None:
    tag = http.get(path).headers["ETag"]
    again = http.get(path, If_None_Match=tag)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert http.get(path, If_None_Match='"another"').status_code == 200


def test_lists_and_creation_agree_where_rules_are_not_compiled(http: Http, monkeypatch: pytest.MonkeyPatch) -> None:
    tag = http.get("/v1/bots").headers["ETag"]
    monkeypatch.setattr(roster, "compiles", lambda: False)
    listing = http.get("/v1/bots", If_None_Match=tag)
    assert listing.status_code == 200, "it tells something else now"
    in_game = {slug: [bot["name"] for bot in http.get(f"/v1/games/{slug}").json["bots"]] for slug in GAMES}
    for slug, names in in_game.items():
        assert names == [bot["name"] for bot in listing.json["items"] if slug in bot["games"]]
        for bot in roster.ROSTER:
            answer = sit(http, bot, slug)
            assert answer.status_code == (201 if bot in names else 422)
            if bot not in names:
                assert answer.json["code"] == "bot_not_offered"
                assert answer.json["params"]["bots"] == names
                assert answer.json["errors"][0]["pointer"] == "/seats/1/bot"


@pytest.mark.parametrize(
    ("bot", "code"),
    [
        ("hal", "unknown_bot"),
        ("hal:5", "unknown_bot"),
        ("reflex", "unknown_bot"),
        ("spite", "unknown_bot"),
        ("Greedy", "unknown_bot"),
        ("arborist:50", "bot_budget_fixed"),
        ("ancient:", "bot_budget_fixed"),
        ("mcts:5000", "bot_budget_fixed"),
        ("mcts:99999999999", "bot_budget_fixed"),
    ],
)
def test_a_bot_that_may_not_sit_down_is_refused_with_its_own_code(http: Http, bot: str, code: str) -> None:
    answer = sit(http, bot)
    fits(answer, "createMatch")
    assert answer.json["code"] == code
    assert set(answer.json["params"]["bots"]) == set(roster.ROSTER)


@pytest.mark.parametrize("seats", [1, 5, 8])
def test_bots_too_come_in_numbers_that_the_game_is_played_with(http: Http, seats: int) -> None:
    answer = http.post("/v1/matches", {"game": "arboretum", "seats": [{"kind": "bot", "bot": "seedling"}] * seats})
    assert (answer.json["code"], answer.json["params"]["seats"]) == ("bad_seats", [2, 3, 4])


def test_the_bots_turn_can_be_watched_and_is_never_kept(http: Http) -> None:
    made = sit(http, "ancient", seed="oak").json
    path = f"/v1/matches/{made['match']}"
    waiting = http.get(f"{path}/bot")
    fits(waiting, "getBotsTurn")
    assert waiting.json["bot"] is None
    assert waiting.headers["Cache-Control"] == "no-store"
    while (body := http.get(f"{path}/moves", made["tokens"][0]).json["items"]) != []:
        assert http.post(f"{path}/moves", body[0]["body"], made["tokens"][0]).status_code == 200
    view = http.get(path)
    fits(view, "getMatch")
    for token in (None, made["tokens"][0]):
        live = http.get(f"{path}/bot", token)
        fits(live, "getBotsTurn")
        assert live.json["bot"].items() >= view.json["bot"].items()
        assert (live.json["version"], live.json["bot"]["state"]) == (view.json["version"], "queued")


def test_who_may_not_look_may_not_watch_the_bot(http: Http) -> None:
    made = sit(http, "greedy", spectators=False).json
    assert http.get(f"/v1/matches/{made['match']}/bot").json["code"] == "no_spectators"
    assert http.get(f"/v1/matches/{made['match']}/bot", made["tokens"][0]).status_code == 200
    assert http.get("/v1/matches/nothing/bot").json["code"] == "no_such_match"
