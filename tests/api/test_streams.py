"""Live: what happens is told as it happens, without a gap and without doubling, whatever is cut on the way."""

import http.client
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from api import streams
from api.client import Client, Refused, Table
from services.rules.feed import Feed
from services.wiring import Services
from tests.api.playing import Board, Http
from tests.support.waiting import eventually
from tests.support.web import Web

PEOPLE = [{"kind": "person"}, {"kind": "person"}]
Json = dict[str, Any]


def messages(text: str) -> list[tuple[str, str, Json]]:
    """(id, kind, data) of what a stream said."""
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if line and not line.startswith(":"))
        if "data" in lines:
            found.append((lines["id"], lines.get("event", ""), json.loads(lines["data"])))
    return found


@pytest.fixture
def over(http: Http) -> Board:
    """A match that has ended."""
    board = http.table()
    for _ in board.play(4):
        pass
    assert http.post(f"{board.path}/resign", {"version": 5}, board.tokens[0]).status_code == 200
    return board


def test_a_stream_of_a_match_that_is_over_tells_everything_and_ends(over: Board) -> None:
    answer = over.http.get(f"/v1/streams/matches/{over.match}", over.tokens[0])
    assert answer.content_type.startswith("text/event-stream")
    assert answer.headers["Cache-Control"] == "no-store"
    told = messages(answer.text)
    assert [(version, kind) for version, kind, _ in told] == [(str(v), "") for v in range(1, 7)] + [("6", "end")]
    assert told[-1][2]["result"]["places"] == [2, 1]


def test_streams_long_polls_and_histories_tell_the_same_events(over: Board) -> None:
    for token in (*over.tokens, None):
        told = [
            data
            for _, kind, data in messages(over.http.get(f"/v1/streams/matches/{over.match}", token).text)
            if not kind
        ]
        polled = over.http.get(f"/v1/streams/matches/{over.match}?wait=0", token).json
        assert told == polled["events"] == over.http.get(f"{over.path}/history", token).json["items"]
        assert polled["over"] is True


def test_a_stream_goes_on_behind_the_last_event_that_was_heard(over: Board) -> None:
    path = f"/v1/streams/matches/{over.match}"
    resumed = over.http.get(path, Last_Event_ID="4")
    assert [version for version, kind, _ in messages(resumed.text) if not kind] == ["5", "6"]
    assert messages(over.http.get(f"{path}?after=4").text) == messages(resumed.text)
    assert [kind for _, kind, _ in messages(over.http.get(f"{path}?after=6").text)] == ["end"]


def test_an_event_source_that_has_heard_the_end_is_told_not_to_come_back(over: Board) -> None:
    assert over.http.get(f"/v1/streams/matches/{over.match}", Last_Event_ID="6").status_code == 204


def test_a_stream_of_a_version_that_never_was_is_refused(over: Board) -> None:
    assert over.http.get(f"/v1/streams/matches/{over.match}?after=99").json["code"] == "no_such_version"
    assert over.http.get(f"/v1/streams/matches/{over.match}", Last_Event_ID="x").json["code"] == "invalid_query"


def test_a_ticket_opens_the_stream_of_its_viewer_where_no_header_can_be_sent(over: Board) -> None:
    made = over.http.post("/v1/streams/tickets", {"match": over.match}, over.tokens[1])
    assert made.status_code == 201
    path = f"/v1/streams/matches/{over.match}"
    assert over.http.get(f"{path}?ticket={made.json['ticket']}").text == over.http.get(path, over.tokens[1]).text
    assert 0 < made.json["expires"] - time.time() <= 61


def test_a_ticket_opens_nothing_else(over: Board) -> None:
    ticket = over.http.post("/v1/streams/tickets", {"match": over.match}, over.tokens[1]).json["ticket"]
    assert over.http.get(over.path, ticket).json["code"] == "token_wrong_kind"
    other = over.http.table()
    assert over.http.get(f"/v1/streams/matches/{other.match}?ticket={ticket}").json["code"] == "token_other_match"
    refused = over.http.get(f"/v1/streams/matches/{over.match}?ticket={over.tokens[1]}")
    assert refused.json["code"] == "token_wrong_kind"


def test_a_match_without_spectators_is_not_streamed_to_them(http: Http) -> None:
    board = http.table(spectators=False)
    assert http.get(f"/v1/streams/matches/{board.match}?wait=0").json["code"] == "no_spectators"
    assert http.post("/v1/streams/tickets", {"match": board.match}).json["code"] == "no_spectators"
    assert http.get(f"/v1/streams/matches/{board.match}?wait=0", board.tokens[0]).status_code == 200


def test_a_long_poll_waits_until_something_happens(http: Http) -> None:
    board = http.table()
    polled: list[Json] = []
    other = Http(http.client.application.test_client())
    poll = threading.Thread(
        target=lambda: polled.append(other.get(f"/v1/streams/matches/{board.match}?after=1&wait=25").json)
    )
    poll.start()
    time.sleep(0.1)
    assert not polled
    for _ in board.play(1):
        pass
    poll.join(20)
    assert [event["version"] for event in polled[0]["events"]] == [2]


def test_a_long_poll_ends_when_its_time_is_up(http: Http) -> None:
    board = http.table()
    answer = http.get(f"/v1/streams/matches/{board.match}?after=1&wait=1").json
    assert answer == {"match": board.match, "version": 1, "over": False, "events": []}


def test_a_silent_stream_says_that_it_is_still_there(http: Http, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.05)
    board = http.table()
    answer = http.get(f"/v1/streams/matches/{board.match}?after=1")
    parts = iter(answer.response)
    said = [next(parts) for _ in range(4)]
    answer.close()
    assert said == [b"retry: 1000\n\n"] + [b": still here\n\n"] * 3


def test_whoever_hangs_up_is_forgotten(services: Services) -> None:
    feed = Feed(str(services.settings.redis_url))
    with feed.listen("dev", "m"), feed.listen("dev", "m"):
        assert feed.listening == 2
    assert feed.listening == 0


# Against a real web process ------------------------------------------------------------------------------------------


@contextmanager
def heard(table: Table, after: int = 0) -> Iterator[list[Json]]:
    """Follow a match in a thread of its own; the list grows, and is whole at the end of the block."""
    events: list[Json] = []
    client = Client(table.client.url, patience=60)

    def run() -> None:
        for event in Table(client, table.match, table.token).follow(after):
            events.append(event)  # noqa: PERF402 - one by one, so that the test sees it grow

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield events
    finally:
        thread.join(60)
    assert not thread.is_alive()


def _is_long(events: list[Json], length: int) -> bool:
    return len(events) == length


def play_on(tables: list[Table], moves: int) -> int:
    """Play some moves; the version after them."""
    view = tables[0].look()
    for _ in range(moves):
        table = tables[view["to_act"]]
        body = table.moves()[0]["body"]
        view = table.play(body["move"], body["version"])
    return int(view["version"])


def test_every_viewer_hears_everything_once_and_in_order(web: Web) -> None:
    with Client(web.url) as client:
        match, tokens = client.create("arboretum", PEOPLE)
        tables = [client.table(match, token) for token in tokens]
        with heard(tables[0]) as mine, heard(client.table(match)) as others:
            version = play_on(tables, 12)
            tables[0].resign(version)
        assert [event["version"] for event in mine] == list(range(1, version + 2))
        assert mine == tables[0].history()
        assert others == client.table(match).history()
        assert mine != others


def test_a_stream_goes_on_without_gap_or_doubling_across_a_restart_of_the_server(mortal: Web) -> None:
    with Client(mortal.url) as client:
        match, tokens = client.create("arboretum", PEOPLE)
        tables = [client.table(match, token) for token in tokens]
        with heard(tables[0]) as events:
            for restart in (mortal.kill, mortal.stop):
                version = play_on(tables, 5)
                assert eventually(partial(_is_long, events, version))
                restart()
                mortal.start()
            tables[0].resign(play_on(tables, 5))
        assert [event["version"] for event in events] == list(range(1, 18))
        assert events == tables[0].history()


def test_what_happens_while_a_stream_is_cut_is_told_when_it_comes_back(web: Web, mortal: Web) -> None:
    with Client(mortal.url) as client, Client(web.url) as other:
        match, tokens = other.create("arboretum", PEOPLE)
        tables = [other.table(match, token) for token in tokens]
        with heard(client.table(match, tokens[0])) as events:
            play_on(tables, 3)
            assert eventually(lambda: len(events) == 4)
            mortal.kill()
            version = play_on(tables, 6)
            mortal.start()
            tables[0].resign(version)
        assert [event["version"] for event in events] == list(range(1, 12))


def test_one_process_holds_many_streams_and_still_answers(web: Web) -> None:
    with Client(web.url) as client:
        match, tokens = client.create("arboretum", PEOPLE)
        tables = [client.table(match, token) for token in tokens]
        held = []
        for _ in range(100):
            connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=30)
            connection.request("GET", f"/v1/streams/matches/{match}?after=1")
            held.append((connection, connection.getresponse()))
        version = play_on(tables, 1)
        for connection, answer in held:
            line = next(raw for raw in answer if raw.startswith(b"id: "))
            assert line == f"id: {version}\n".encode()
            connection.close()


def test_a_token_that_is_refused_opens_no_stream(web: Web) -> None:
    with Client(web.url) as client:
        match, _ = client.create("arboretum", PEOPLE)
        with pytest.raises(Refused) as refused:
            next(client.table(match, "nonsense").follow())
        assert refused.value.code == "token_malformed"
