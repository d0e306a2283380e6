"""Hints and reviews over HTTP: who may ask, what is counted, what is told."""

import base64
import json
from typing import Any

import pytest
from redis import Redis

from ai import advice, regret
from services.ai.working import Part
from services.rules.match import begin
from services.rules.positions import Position
from services.shared.settings import Settings
from services.shared.tasks import JOBS, REVIEWS
from services.wiring import Services
from tests.api.playing import KEY, Answer, Board, Http
from tests.api.test_openapi import fits
from tests.api.test_streams import messages
from worker.wiring import Workshop, wire_workshop

Json = dict[str, Any]


@pytest.fixture
def workshop(settings: Settings, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> Workshop:  # noqa: ARG001 - emptied
    """A worker in this process, that thinks little and always the same."""
    monkeypatch.setattr(advice, "ADVISER", "greedy")
    monkeypatch.setattr(regret, "REVIEWER", "greedy")
    for module in (advice, regret):
        monkeypatch.setattr(module, "GAMES", {True: 2, False: 2})
        monkeypatch.setattr(module, "PLAY_SECONDS", 60.0)
    return wire_workshop(settings)


def work(workshop: Workshop, redis: Redis, most: int = 1000) -> int:
    """Do what is in the queue, and what comes of it; how many parts were done."""
    done = 0
    while done < most:
        raw: Any = redis.rpop(JOBS) or redis.rpop(REVIEWS)
        if raw is None:
            return done
        done += workshop.working.work(*json.loads(base64.b64decode(json.loads(raw)["body"]))[0])
    return done


def ask(board: Board, seat: int, **more: Any) -> Answer:
    """Ask for a hint."""
    answer = board.http.post("/v1/hints", {"match": board.match, **more}, board.tokens[seat])
    fits(answer, "askForHint")
    return answer


def used(board: Board) -> list[int]:
    """Hints by seat, as a spectator sees them."""
    answer = board.http.get(f"{board.path}/hints")
    fits(answer, "getHintsUsed")
    return list(answer.json["used"])


# Hints


@pytest.mark.parametrize("game", ["arboretum", "applejack", "click_a_tree", "tree_society"])
def test_the_seat_that_is_to_act_gets_moves_that_it_can_play(
    http: Http, workshop: Workshop, redis: Redis, game: str
) -> None:
    board = http.table(game=game)
    seat = board.view()["to_act"]  # drawn by lot in some games
    asked = ask(board, seat)
    assert (asked.status_code, asked.json["state"]) == (202, "queued")
    assert asked.json["asks"] == {"match": board.match, "seat": seat, "version": 1}
    assert work(workshop, redis) == 1
    hint = http.get(asked.headers["Location"], board.tokens[seat])
    fits(hint, "getHint")
    assert hint.json["state"] == "done", hint.json
    moves = hint.json["result"]["moves"]
    legal = [each["body"]["move"] for each in board.legal(seat)]
    assert moves
    assert all(each["move"] in legal for each in moves)
    assert board.post({"move": moves[0]["move"], "version": 1}, seat).status_code == 200


def test_a_decision_has_one_hint_which_is_counted_once_and_seen_by_all(
    http: Http, workshop: Workshop, redis: Redis
) -> None:
    board = http.table()
    assert used(board) == [0, 0]
    first = ask(board, 0)
    assert used(board) == [1, 0]
    assert ask(board, 0).json["job"] == ask(board, 0, version=1).json["job"] == first.json["job"]
    assert used(board) == [1, 0]
    assert board.view()["version"] == 1, "a prepared move is still good"
    work(workshop, redis)
    _, body = board.next_body()
    assert board.post(body, 0).status_code == 200
    again = ask(board, 0, version=1)
    assert again.json["state"] == "done", "a retry is answered as then, whatever has happened since"
    second = ask(board, 0)
    assert second.json["job"] != first.json["job"]
    assert used(board) == [2, 0]


def test_a_hint_for_a_version_that_has_passed_is_still_about_that_version(
    http: Http, workshop: Workshop, redis: Redis
) -> None:
    board = http.table()
    asked = ask(board, 0)
    list(board.play(3))
    work(workshop, redis)
    hint = http.get(asked.headers["Location"], board.tokens[0]).json
    assert (hint["state"], hint["asks"]["version"]) == ("done", 1)
    assert {each["move"]["type"] for each in hint["result"]["moves"]} == {"arboretum.draw"}


def test_nobody_else_is_given_a_hint(http: Http) -> None:
    board = http.table()
    other = ask(board, 1)
    assert (other.status_code, other.json["code"], other.json["params"]) == (409, "not_your_turn", {"to_act": 0})
    for token, code in ((None, "seat_needed"), (http.table().tokens[0], "token_other_match"), ("x", "token_malformed")):
        refused = http.post("/v1/hints", {"match": board.match}, token)
        fits(refused, "askForHint")
        assert refused.json["code"] == code
    assert used(board) == [0, 0]
    asked = ask(board, 0)
    for token, code in ((board.tokens[1], "no_such_job"), (None, "seat_needed")):
        for path in (asked.headers["Location"], f"/v1/streams/jobs/{asked.json['job']}?wait=0"):
            assert http.get(path, token).json["code"] == code


def test_no_hints_where_they_are_off_or_the_match_is_not_being_played(http: Http) -> None:
    off = http.table(hints="off")
    assert (ask(off, 0).status_code, ask(off, 0).json["code"]) == (403, "hints_off")
    assert off.view()["hints"] == "off"
    made = http.post("/v1/matches", {"game": "arboretum", "seats": [{"kind": "person"}, {"kind": "open"}]}).json
    assert ask(Board(http, made["match"], made["tokens"]), 0).json["code"] == "not_started"
    board = http.table()
    assert board.view()["hints"] == "on"
    assert ask(board, 0, version=7).json["code"] == "stale_version"
    assert http.post(f"{board.path}/resign", {"version": 1}, board.tokens[0]).status_code == 200
    assert ask(board, 0).json["code"] == "match_over"
    assert http.post("/v1/matches", {"game": "arboretum", "seats": [], "hints": True}).json["code"] == "invalid_body"


def test_a_hint_is_heard_of_with_a_ticket_where_no_header_can_be_sent(
    http: Http, workshop: Workshop, redis: Redis
) -> None:
    board = http.table()
    asked = ask(board, 0)
    work(workshop, redis)
    path = f"/v1/streams/jobs/{asked.json['job']}"
    tickets = [http.post("/v1/streams/tickets", {"match": board.match}, token).json["ticket"] for token in board.tokens]
    told = messages(http.get(f"{path}?ticket={tickets[0]}").text)
    assert [kind for _, kind, _ in told] == ["", "end"]
    assert told[0][2]["result"]["moves"]
    assert http.get(f"{path}?ticket={tickets[1]}").json["code"] == "no_such_job"


def test_who_makes_a_hint_is_given_the_redacted_state(
    http: Http, workshop: Workshop, services: Services, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = http.table()
    ask(board, 0)
    given: list[Any] = []
    real = advice.advise

    def watched(game: Any, state: Any, *more: Any) -> Any:
        given.append(state)
        return real(game, state, *more)

    monkeypatch.setattr("services.ai.advising.advise", watched)
    work(workshop, redis)
    match = services.matches.look("dev", board.match).match
    assert [state.to_bytes() for state in given] == [match.game.seen(match.state, 0).to_bytes()]
    assert set(Position.__dataclass_fields__) == {"version", "seat", "game", "state"}


def test_a_match_of_before_there_were_hints_has_them(http: Http, services: Services) -> None:
    board = http.table(hints="off")
    created = services.store.entries("dev", board.match)[0]
    assert not begin("dev", board.match, created).hints
    del created.body["hints"]
    assert begin("dev", board.match, created).hints


# Reviews


@pytest.fixture
def over(http: Http) -> Board:
    """A match that has ended after three turns."""
    board = http.table()
    list(board.play(12))
    assert http.post(f"{board.path}/resign", {"version": 13}, board.tokens[1]).status_code == 200
    return board


def review(board: Board, seat: int | None = None, token: str | None = None) -> Answer:
    """Ask for a review."""
    body = {"match": board.match} | ({} if seat is None else {"seat": seat})
    answer = board.http.post("/v1/reviews", body, token)
    fits(answer, "askForReview")
    return answer


def test_a_review_has_a_part_for_each_move_and_tells_how_far_it_is(
    over: Board, workshop: Workshop, redis: Redis
) -> None:
    asked = review(over, token=over.tokens[0])
    assert (asked.status_code, asked.json["done"], asked.json["total"]) == (202, 0, 9)
    assert asked.json["asks"] == {"match": over.match, "seat": 0}
    assert work(workshop, redis, 3) == 3
    half = over.http.get(asked.headers["Location"])
    fits(half, "getReview")
    assert (half.json["state"], half.json["done"], half.json["result"]) == ("running", 3, None)
    assert work(workshop, redis) == 6
    done = over.http.get(asked.headers["Location"])
    fits(done, "getReview")
    assert (done.json["state"], done.json["done"]) == ("done", 9)
    moves = done.json["result"]["moves"]
    history = over.http.get(f"{over.path}/history?as_seat=0").json["items"]
    assert [(each["version"], each["move"]) for each in moves] == [
        (event["version"], event["move"]) for event in history if event["type"] == "played" and event["seat"] == 0
    ]
    totals = done.json["result"]["totals"]
    assert totals["moves"] == 8
    assert totals["regret"]["win_share"] == pytest.approx(sum(each["regret"]["win_share"] for each in moves))


def test_whoever_asks_again_gets_the_same_review(over: Board, workshop: Workshop, redis: Redis) -> None:
    first = review(over, 0)
    work(workshop, redis)
    again = review(over, 0, over.tokens[1])
    assert again.json["job"] == first.json["job"]
    assert again.json["state"] == "done"
    assert work(workshop, redis) == 0
    assert review(over, 1).json["job"] != first.json["job"]
    assert redis.ttl(next(iter(redis.scan_iter(f"*job:dev/{first.json['job']}")))) == -1, "kept as long as the match"


def test_a_part_of_a_review_is_the_same_whoever_does_it(over: Board, workshop: Workshop, services: Services) -> None:
    from services.ai.reviewing import review as make  # noqa: PLC0415 - a worker's

    asks = services.jobs.look("dev", review(over, 0).json["job"]).asks
    parts = [Part("dev", "job", number, asks, []) for number in (0, 2, 5)]
    made = [[make(services.store, services.secrets[0], part) for part in parts] for _ in range(2)]
    assert made[0] == made[1]
    assert workshop.services.secrets == services.secrets


def test_a_review_comes_after_the_end(http: Http, over: Board) -> None:
    board = http.table()
    assert (review(board, 0).status_code, review(board, 0).json["code"]) == (409, "not_over")
    assert review(over, 2).json["code"] == "no_such_seat"
    assert review(over).json["errors"] == [
        {"pointer": "/seat", "detail": "Whose moves? Say the seat, or send the token of one."}
    ]
    closed = http.table(spectators=False)
    http.post(f"{closed.path}/resign", {"version": 1}, closed.tokens[0])
    assert review(closed, 0).json["code"] == "no_spectators"
    empty = review(closed, 0, closed.tokens[1])
    assert empty.json["total"] == 1, "the seat has not moved"
    assert http.get(empty.headers["Location"]).json["code"] == "no_spectators"


def test_retrying_with_a_key_is_harmless(over: Board) -> None:
    body = {"match": over.match, "seat": 0}
    jobs = {over.http.post("/v1/reviews", body, Idempotency_Key=KEY).json["job"] for _ in range(2)}
    assert len(jobs) == 1
