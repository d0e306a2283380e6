"""How each refusal is provoked."""

from collections.abc import Callable
from dataclasses import replace

from flask import abort

from api import auth
from api.app import create_app
from services.ai import questions, roster
from services.rules import feed as feeds
from services.rules import presence
from services.shared.settings import Settings
from services.wiring import wire
from tests.api.playing import KEY, Answer, Board, Http
from tests.api.refusing import DRAW, MEETING, PEOPLE, Case
from tests.support.passing import let_pass


def crowded(case: Case) -> Answer:
    case.monkeypatch.setattr(feeds, "MOST_LISTENERS", 0)
    return case.http.get(f"/v1/streams/matches/{case.board.match}?wait=1")


def expired(case: Case) -> Answer:
    ticket = case.sign(auth.TICKET, f"{case.board.match}:0:1")
    return case.http.get(f"/v1/streams/matches/{case.board.match}?ticket={ticket}")


def cursor_gone(case: Case) -> Answer:
    first = case.http.get(f"{case.board.path}/moves?limit=1", case.board.tokens[0]).json
    assert case.play().status_code == 200
    return case.http.get(f"{case.board.path}/moves?limit=1&cursor={first['next']}", case.board.tokens[0])


def away(case: Case) -> Answer:
    settings = Settings(redis_url="redis://127.0.0.1:1", data=case.services.settings.data, secrets=("x" * 32,))
    return case.other(create_app(wire(settings))).get(case.board.path)


def broken(case: Case) -> Answer:
    app = create_app(case.services)
    app.add_url_rule("/broken", "broken", lambda: str(1 // 0))
    return case.other(app).get("/broken")


def too_many(case: Case) -> Answer:
    app = create_app(case.services)
    app.add_url_rule("/busy", "busy", lambda: abort(429))
    return case.other(app).get("/busy")


def no_seed(case: Case) -> Answer:
    app = create_app(wire(replace(case.services.settings, dev=False)))
    return case.other(app).post("/v1/matches", {"game": "arboretum", "seats": PEOPLE, "seed": "oak"})


def unknown_rules(case: Case) -> Answer:
    """A server of other rules is a process of its own, which remembers nothing of the match."""
    case.with_game(rules_version="of tomorrow")
    return Http(create_app(wire(case.services.settings)).test_client()).get(case.board.path)


def no_sheet(case: Case) -> Answer:
    case.with_game(score_sheet=None)
    return case.http.post("/v1/games/arboretum/score", {})


def not_offered(case: Case) -> Answer:
    case.monkeypatch.setattr(roster, "compiles", lambda: False)
    return case.create(seats=[*PEOPLE, {"kind": "bot", "bot": "ancient"}])


def over(case: Case) -> Answer:
    case.resigned()
    return case.play(version=2)


def reused(case: Case) -> Answer:
    assert case.play(Idempotency_Key=KEY).status_code == 200
    return case.play({"type": "arboretum.draw", "source": "pile", "seat": 1}, 2, Idempotency_Key=KEY)


def stale(case: Case) -> Answer:
    assert case.play().status_code == 200
    return case.play({"type": "arboretum.draw", "source": "pile", "seat": 1})


def etag(case: Case, seat: int | None = 0) -> str:
    return case.http.get(case.board.path, None if seat is None else case.board.tokens[seat]).headers["ETag"]


def nobody_looks_on(case: Case) -> Answer:
    return case.http.get(f"/v1/matches/{case.create(spectators=False).json['match']}")


SCORE = {"hands": [["A6"], ["C4"]], "tableaux": [[["A2", 0, 0]], [["C1", 0, 0]]]}


def bad_question(case: Case) -> Answer:
    known = {"name": "most", "description": "", "schema": {"type": "integer"}, "example": 1}
    case.monkeypatch.setattr(questions, "questions", lambda: {"arboretum": [known]})
    return case.http.post("/v1/solve/arboretum/most", {"question": "oak"})


def hints_off(case: Case) -> Answer:
    made = case.create(hints="off").json
    return case.http.post("/v1/hints", {"match": made["match"]}, made["tokens"][0])


def waiting(case: Case, path: str, seat: int = 0, version: int = 2) -> Answer:
    """POST to a match of a host and one who joined, which waits for a third."""
    made = case.create(seats=[PEOPLE[0], {"kind": "open"}, {"kind": "open"}]).json
    joined = case.http.post(f"/v1/matches/{made['match']}/join").json
    token = [made["tokens"][0], joined["token"]][seat]
    return case.http.post(f"/v1/matches/{made['match']}/{path}", {"version": version}, token)


def time_over(case: Case) -> Answer:
    made = case.create(clock={"type": "move", "seconds": 60}).json
    let_pass(case.redis, made["match"], 60)
    return Board(case.http, made["match"], made["tokens"]).post({"move": DRAW, "version": 1}, 0)


def gone(case: Case) -> Answer:
    """A match whose first seat is away."""
    board = case.http.table()
    assert case.http.post(f"{board.path}/leave", {"version": 1}, board.tokens[0]).status_code == 200
    return board.post({"move": DRAW, "version": 2}, 0)


def too_often(case: Case) -> Answer:
    case.monkeypatch.setattr(presence, "MOST_LEAVES", 0)
    return case.http.post(f"{case.board.path}/leave", {"version": 1}, case.board.tokens[0])


REACHED: dict[str, Callable[[Case], Answer]] = {
    **MEETING,
    "bad_request": lambda c: c.raw(b"{}", environ_overrides={"CONTENT_LENGTH": "9"}),
    "bad_json": lambda c: c.raw(b'{"game": NaN}'),
    "repeated_name": lambda c: c.raw(b'{"game": "a", "game": "b"}'),
    "invalid_query": lambda c: c.http.get(f"{c.board.path}/history?limit=0"),
    "bad_cursor": lambda c: c.http.get(f"{c.board.path}/history?cursor=AAAA"),
    "bad_idempotency_key": lambda c: c.play(Idempotency_Key="short"),
    "bad_if_match": lambda c: c.play(version=None, If_Match="*"),
    "versions_differ": lambda c: c.play(version=2, If_Match=etag(c)),
    "not_found": lambda c: c.http.get("/v1/nothing"),
    "method_not_allowed": lambda c: c.http.post(c.board.path),
    "body_too_large": lambda c: c.raw(b" " * 70_000),
    "unsupported_media_type": lambda c: c.raw(b"{}", "text/plain"),
    "seat_needed": lambda c: c.http.get(f"{c.board.path}/moves"),
    "token_malformed": lambda c: c.look("nonsense"),
    "token_forged": lambda c: c.look(c.board.tokens[0][:-2] + ("AA" if c.board.tokens[0][-2:] != "AA" else "BB")),
    "token_revoked": lambda c: c.look(c.sign("seat", f"{c.board.match}:0", epoch=1)),
    "token_wrong_kind": lambda c: c.look(c.sign("stream", f"{c.board.match}:0")),
    "token_other_match": lambda c: c.look(c.http.table().tokens[0]),
    "ticket_expired": expired,
    "no_spectators": nobody_looks_on,
    "seed_forbidden": no_seed,
    "no_such_game": lambda c: c.http.get("/v1/games/chess"),
    "no_score_sheet": no_sheet,
    "no_such_match": lambda c: c.http.get("/v1/matches/nothing"),
    "no_such_version": lambda c: c.http.get(f"{c.board.path}/history/9"),
    "invalid_body": lambda c: c.create(surprise=1),
    "unknown_game": lambda c: c.create(game="chess"),
    "bad_seats": lambda c: c.create(seats=PEOPLE[:1]),
    "bad_option": lambda c: c.create(options={"path_bonus": "never"}),
    "unknown_bot": lambda c: c.create(seats=[*PEOPLE, {"kind": "bot", "bot": "hal"}]),
    "bot_budget_fixed": lambda c: c.create(seats=[*PEOPLE, {"kind": "bot", "bot": "arborist:50"}]),
    "bot_not_offered": not_offered,
    "cannot_be_rated": lambda c: c.create(rated=True),
    "not_listed": lambda c: c.http.get("/v1/leaderboards/arboretum?around=nobody"),
    "no_such_bot": lambda c: c.http.get("/v1/bots/hal"),
    "no_such_seat": lambda c: c.join([{"kind": "open"}] * 2, {"seat": 7}),
    "bad_move": lambda c: c.play({"type": "arboretum.draw", "source": "sky"}),
    "bad_position": lambda c: c.http.post("/v1/games/arboretum/score", {"hands": []}),
    "key_reused": reused,
    "version_missing": lambda c: c.play(version=None),
    "stale_version": stale,
    "weak_etag": lambda c: c.play(version=None, If_Match=f"W/{etag(c)}"),
    "foreign_etag": lambda c: c.play(version=None, If_Match=etag(c, None)),
    "cursor_gone": cursor_gone,
    "not_started": lambda c: c.http.post(
        f"/v1/matches/{(made := c.create(seats=[PEOPLE[0], {'kind': 'open'}]).json)['match']}/moves",
        {"move": DRAW, "version": 1},
        made["tokens"][0],
    ),
    "not_your_turn": lambda c: c.play(seat=1),
    "illegal_move": lambda c: c.play({"type": "arboretum.draw", "source": "pile", "seat": 0}),
    "reveals_hidden": lambda c: c.play(query="?dry_run=1"),
    "match_over": over,
    "not_over": lambda c: c.http.get(f"{c.board.path}/history?as_seat=0"),
    "bad_clock": lambda c: c.create(clock={"type": "hourglass"}),
    "time_over": time_over,
    "away": gone,
    "not_away": lambda c: c.http.post(f"{c.board.path}/return", {}, c.board.tokens[0]),
    "too_often": too_often,
    "match_started": lambda c: c.http.post(f"{c.board.path}/seats/1/free", {"version": 1}, c.board.tokens[0]),
    "nobody_sits": lambda c: waiting(c, "seats/2/free"),
    "not_your_seat": lambda c: waiting(c, "seats/0/free", 1),
    "key_needed": lambda c: c.http.post(f"{c.board.path}/seats/0/token", {}, c.board.tokens[0]),
    "seat_taken": lambda c: c.join([{"kind": "open"}, PEOPLE[0]], {"seat": 1}),
    "no_open_seat": lambda c: c.http.post(f"{c.board.path}/join"),
    "too_many_requests": too_many,
    "too_many_streams": crowded,
    "no_such_job": lambda case: case.http.get("/v1/solve/nothing"),
    "no_such_question": lambda case: case.http.post("/v1/solve/arboretum/nothing", {"question": {}}),
    "bad_question": bad_question,
    "hints_off": hints_off,
    "server_error": broken,
    "store_away": away,
    "rules_version_unknown": unknown_rules,
}
