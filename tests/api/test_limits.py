"""Limits: how often one may ask, and what is said to who asks more often."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from redis import Redis

from api.app import create_app
from api.limits import LIMITED, Counters, Pace
from services.shared.embedded import Embedded
from services.shared.reach import direct, reach
from services.shared.settings import Settings
from services.wiring import wire
from tests.api.meeting import INVITATION, Person
from tests.api.playing import Answer, Http
from tests.api.test_openapi import check
from tests.support.clusters import Nodes

WISH = {"game": "arboretum", "seats": {"min": 2, "max": 2}}
TABLE = {"game": "arboretum", "seats": [{"kind": "person"}, {"kind": "open"}]}
Make = Callable[..., Http]


@pytest.fixture
def strict(settings: Settings, redis: Redis) -> Make:  # noqa: ARG001 - it is emptied
    """The API with limits."""

    def make(**most: Any) -> Http:
        return Http(create_app(wire(replace(settings, **most))).test_client())

    return make


def until_refused(ask: Callable[[int], Answer]) -> list[Answer]:
    """Ask until it is too often; a minute that ends meanwhile begins to count anew."""
    answers: list[Answer] = []
    while not answers or answers[-1].status_code != 429:
        assert len(answers) < 20
        answers.append(ask(len(answers)))
    return answers


def test_who_makes_too_much_is_told_which_limit_it_was_and_when_to_come_again(strict: Make) -> None:
    http = strict(limit_new=3)
    *made, refused = until_refused(lambda _: http.post("/v1/matches", TABLE))
    assert len(made) >= 3
    assert all(answer.status_code == 201 and "Retry-After" not in answer.headers for answer in made)
    check(refused.json, "Problem")
    assert refused.json["code"] == "too_many_requests"
    told = refused.json["params"]
    assert (told["limit"], told["most"], told["seconds"]) == ("new", 3, 60)
    assert refused.headers["Retry-After"] == str(told["retry_after"])
    assert 1 <= told["retry_after"] <= 61


def test_players_of_one_address_are_counted_apart_and_what_one_makes_together(strict: Make) -> None:
    ada, eve = Person.come(strict(), "Ada"), Person.come(strict(), "Eve")
    http = strict(limit_new=2)
    asks = (("/v1/tickets", WISH), ("/v1/invitations", INVITATION), ("/v1/matches", TABLE))
    until_refused(lambda turn: http.post(asks[turn % 3][0], asks[turn % 3][1], ada.token))
    assert http.post("/v1/tickets", WISH, eve.token).status_code == 201


def test_codes_are_not_to_be_guessed(strict: Make) -> None:
    http = strict(limit_join=5)
    *missed, refused = until_refused(lambda turn: http.get(f"/v1/invitations/00000-{turn:05}"))
    assert {answer.status_code for answer in missed} == {404}
    assert refused.json["params"]["limit"] == "join"


def test_a_token_of_nobody_counts_for_its_address(strict: Make) -> None:
    http = strict(limit_profile=3)
    *missed, _ = until_refused(lambda turn: http.get("/v1/players/me", f"nonsense-{turn}"))
    assert {answer.status_code for answer in missed} == {401}


def test_moves_of_an_app_keep_a_pace(strict: Make) -> None:
    http = strict(limit_moves=1)
    board = http.table()
    *played, refused = until_refused(lambda _: board.post({"move": 1, "version": 1}, 0))
    assert {answer.status_code for answer in played} == {422}
    assert refused.json["params"]["limit"] == "moves"


def test_a_pace_lets_so_many_through_a_second() -> None:
    pace = Pace(2)
    assert [pace.take("dev", 0.0) for _ in range(3)] == [True, True, False]
    assert pace.take("other", 0.0), "each app has its own"
    assert [pace.take("dev", 0.5) for _ in range(2)] == [True, False]
    assert [pace.take("dev", 9.0) for _ in range(3)] == [True, True, False], "what was not used is lost"


def test_every_limited_view_is_there(app: Flask) -> None:
    assert {view for views in LIMITED.values() for view in views} <= set(app.view_functions)


def test_without_limits_nothing_is_counted(http: Http, redis: Redis) -> None:
    assert http.post("/v1/matches", TABLE).status_code == 201
    assert redis.keys("*LIMIT*") == []


def test_a_store_that_is_away_is_told_as_ever(settings: Settings) -> None:
    app = create_app(wire(replace(settings, redis_url="redis://127.0.0.1:1", limit_new=3)))
    answer = Http(app.test_client()).post("/v1/matches", TABLE)
    assert (answer.status_code, answer.json["code"]) == (503, "store_away")


def test_calls_are_counted_and_forgotten_on_one_server_and_on_a_cluster(redis_server: Embedded, nodes: Nodes) -> None:
    nodes.empty()
    for url in (redis_server.url, nodes.url):
        counters = Counters(direct(reach(url)))
        counters.reset()
        assert [counters.incr(key, 60) for key in ("a", "a", "b", "a")] == [1, 2, 1, 3]
        assert [counters.get(key) for key in ("a", "b", "c")] == [3, 1, 0]
        before = counters.get_expiry("a")
        assert 50 < before - time.time() <= 61
        assert (counters.incr("d", 60, 5), counters.get_expiry("nobody") <= time.time()) == (5, True)
        counters.clear("a")
        assert (counters.get("a"), counters.reset(), counters.get("b")) == (0, 2, 0)
        assert counters.check()
