"""Many at once, against a real web process: one wins, everybody gets an answer that is true."""

import http.client
import json
import socket
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

from api.client import Client
from tests.api.playing import KEY
from tests.support.web import Web

WRITERS = 64
DRAW = {"type": "arboretum.draw", "source": "deck"}
PEOPLE = [{"kind": "person"}, {"kind": "person"}]

Got = tuple[int, bytes, str | None]


def post(web: Web, path: str, body: Any, token: str | None, key: str) -> Got:
    """One request on a connection of its own: status, body, ETag."""
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=60)
    headers = {"Content-Type": "application/json", "Idempotency-Key": key}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection.request("POST", path, json.dumps(body), headers)
    answer = connection.getresponse()
    found = answer.status, answer.read(), answer.headers["ETag"]
    connection.close()
    return found


def at_once(send: Callable[[int], Got]) -> list[Got]:
    """Send from many threads that start together."""
    gate, found = threading.Barrier(WRITERS), []

    def run(number: int) -> None:
        gate.wait()
        found.append(send(number))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def codes(found: list[Got]) -> Counter[str]:
    """How often each outcome came: the status, or the code of a refusal."""
    return Counter(str(status) if status < 400 else json.loads(body)["code"] for status, body, _ in found)


def test_of_64_writers_with_64_keys_at_one_version_exactly_one_wins(web: Web) -> None:
    with Client(web.url) as client:
        match, tokens = client.create("arboretum", PEOPLE)
        path, body = f"/v1/matches/{match}/moves", {"move": DRAW, "version": 1}
        found = at_once(lambda n: post(web, path, body, tokens[0], f"{KEY}{n}"))
        assert codes(found) == {"200": 1, "stale_version": WRITERS - 1}
        assert {json.loads(text)["state_version"] for status, text, _ in found if status == 412} == {2}
        assert client.table(match).look()["version"] == 2


def test_of_64_who_want_one_free_seat_exactly_one_sits_down(web: Web) -> None:
    with Client(web.url) as client:
        match, _ = client.create("arboretum", [{"kind": "person"}, {"kind": "open"}])
        found = at_once(lambda n: post(web, f"/v1/matches/{match}/join", {"name": f"N{n}"}, None, f"{KEY}{n}"))
        assert codes(found) == {"200": 1, "no_open_seat": WRITERS - 1}
        winner = next(json.loads(text) for status, text, _ in found if status == 200)
        view = client.table(match, winner["token"]).look()
        assert (view["version"], view["seat"], view["status"]) == (2, 1, "playing")
        assert view["seats"][1]["name"] == winner["view"]["seats"][1]["name"]


def test_one_writer_who_sends_its_move_64_times_at_once_plays_once_and_gets_one_answer(web: Web) -> None:
    with Client(web.url) as client:
        match, tokens = client.create("arboretum", PEOPLE)
        path, body = f"/v1/matches/{match}/moves", {"move": DRAW, "version": 1}
        found = at_once(lambda _: post(web, path, body, tokens[0], KEY))
        assert len(set(found)) == 1
        assert found[0][0] == 200
        assert client.table(match).look()["version"] == 2


def test_one_create_sent_64_times_at_once_makes_one_match(web: Web) -> None:
    found = at_once(lambda _: post(web, "/v1/matches", {"game": "arboretum", "seats": PEOPLE}, None, KEY))
    assert len(set(found)) == 1
    assert found[0][0] == 201


def test_one_join_sent_64_times_at_once_takes_one_seat(web: Web) -> None:
    with Client(web.url) as client:
        match, _ = client.create("arboretum", [{"kind": "open"}] * 4)
        found = at_once(lambda _: post(web, f"/v1/matches/{match}/join", {"name": "Ada"}, None, KEY))
        assert len(set(found)) == 1
        assert [seat["kind"] for seat in client.table(match).look()["seats"]] == ["person", "open", "open", "open"]


def test_a_move_whose_answer_was_cut_off_is_answered_when_it_is_sent_again(web: Web) -> None:
    with Client(web.url) as client:
        match, tokens = client.create("arboretum", PEOPLE)
        table = client.table(match, tokens[0])
        path, body = f"/v1/matches/{match}/moves", {"move": DRAW, "version": 1}
        for cut in (0, 1, 40):
            _cut_off(web, path, json.dumps(body), tokens[0], cut)
        status, text, _ = post(web, path, body, tokens[0], KEY)
        assert (status, json.loads(text)["version"]) == (200, 2)
        assert table.look()["version"] == 2
        assert [event["type"] for event in table.history()] == ["created", "played"]


def _cut_off(web: Web, path: str, body: str, token: str | None, bytes_read: int) -> None:
    """Send a whole request and leave after the first bytes of the answer."""
    head = f"POST {path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    head += f"Authorization: Bearer {token}\r\nIdempotency-Key: {KEY}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", web.port), timeout=30) as connection:
        connection.sendall((head + body).encode())
        if bytes_read:
            connection.recv(bytes_read)


def test_a_request_that_was_sent_only_in_part_changes_nothing(web: Web) -> None:
    with Client(web.url) as client:
        match, tokens = client.create("arboretum", PEOPLE)
        body = json.dumps({"move": DRAW, "version": 1})
        head = f"POST /v1/matches/{match}/moves HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
        head += f"Authorization: Bearer {tokens[0]}\r\nContent-Length: {len(body)}\r\n\r\n"
        for sent in (head[:80], head, head + body[:10], head + body[:-1]):
            with socket.create_connection(("127.0.0.1", web.port), timeout=30) as connection:
                connection.sendall(sent.encode())
        assert client.table(match).look()["version"] == 1


def test_a_body_without_end_is_cut_off(web: Web) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=60)
    chunks = (b" " * 10_000 for _ in range(20))
    connection.request("POST", "/v1/matches", chunks, {"Content-Type": "application/json"}, encode_chunked=True)
    answer = connection.getresponse()
    assert (answer.status, json.loads(answer.read())["code"]) == (413, "body_too_large")
    connection.close()


def test_the_process_that_races_ran_in_has_seen_no_error(web: Web) -> None:
    with Client(web.url) as client:
        match, tokens = client.create("arboretum", PEOPLE)
        at_once(lambda n: post(web, f"/v1/matches/{match}/resign", {"version": 1}, tokens[n % 2], f"{KEY}{n}"))
        assert client.table(match).look()["result"]["reason"] == "resigned"
    assert "Traceback" not in web.said
    assert "Warning" not in web.said
