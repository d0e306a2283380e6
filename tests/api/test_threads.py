"""One process that answers in threads, asked by many at once: every answer is true, and nothing is mixed up."""

import json
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

import orjson
import pytest

from api.client import Answer, Client, Json, Refused
from services.rules.contract import SPECTATOR
from services.rules.registry import GAMES
from services.wiring import wire
from tests.support.house import APP, House
from tests.support.web import Web

HASTY: Final = """
import sys
from api import granian_server
from services.shared.settings import Settings
sys.setswitchinterval(1e-6)
granian_server.serve(Settings.read())
"""
"""The server as it is deployed, whose threads change places as often as they can, not only every 5 ms."""
WRITERS: Final = 12
MOVES: Final = 16
SHARED: Final = 3
MATCHES, MATCH, PLAYED = "/v1/matches", "/v1/matches/<match_id>", "/v1/matches/<match_id>/moves"


@dataclass
class Writer:
    """One of many: plays a match of its own, and one that all play, and notes what it sent and saw."""

    url: str
    number: int
    sent: dict[str, tuple[str, str, int, str | None]] = field(default_factory=dict)
    """By request id: method, route, status, match."""
    saw: list[tuple[str, int, int, Json]] = field(default_factory=list)
    """(match, version, viewer, view)."""
    acknowledged: Counter[tuple[str, int]] = field(default_factory=Counter)
    """How often a move was said to have made this version of a match."""

    def __post_init__(self) -> None:
        """Nothing is sent yet."""
        self.client = Client(self.url)
        self.random = Random(self.number)

    def send(
        self, method: str, path: str, body: Json | None = None, token: str | None = None, match: str | None = None,
        key: str = "",
    ) -> Answer | Refused:  # fmt: skip
        """One request of a name of its own, which the answer must bear."""
        name = f"writer-{self.number:02}-{len(self.sent):05}"
        headers = {"X-Request-Id": name} | ({"Idempotency-Key": key} if key else {})
        found: Answer | Refused
        try:
            found = self.client.send(method, path, body, token, headers)
        except Refused as refused:
            found = refused
        else:
            assert found.headers["X-Request-Id"] == name
        route = PLAYED if path.endswith("/moves") else MATCH if match else MATCHES
        self.sent[name] = method, route, found.status, match
        return found

    def create(self, game: str) -> tuple[str, list[str]]:
        """A match, asked for twice with one key: it is one."""
        seats = [{"kind": "person", "name": f"Person {self.number}"}] * 2
        body, key = {"game": game, "seats": seats}, f"a-key-of-writer-{self.number:02}-{len(self.sent)}"
        one, other = (self.send("POST", MATCHES, body, key=key) for _ in range(2))
        assert isinstance(one, Answer)
        assert isinstance(other, Answer)
        assert (one.body["match"], one.body["tokens"]) == (other.body["match"], other.body["tokens"])
        return one.body["match"], one.body["tokens"]

    def look(self, match: str, tokens: list[str], viewer: int) -> Json:
        """What a viewer sees now."""
        answer = self.send("GET", f"{MATCHES}/{match}", None, None if viewer < 0 else tokens[viewer], match)
        assert isinstance(answer, Answer)
        self.saw.append((match, answer.body["version"], viewer, answer.body))
        return dict(answer.body)

    def turn(self, match: str, tokens: list[str]) -> int:
        """Look as anybody, and try to play as whoever is to act; the status, 0: the match is over."""
        view = self.look(match, tokens, self.random.choice([SPECTATOR, *range(len(tokens))]))
        seat = view["to_act"]
        if seat is None:
            return 0
        path = f"{MATCHES}/{match}/moves"
        legal = self.send("GET", path, None, tokens[seat], match)
        if isinstance(legal, Refused) or not legal.body["items"]:
            return 412  # somebody else was first
        body = self.random.choice(legal.body["items"])["body"]
        answer = self.send("POST", path, body, tokens[seat], match, key=f"{match}-{self.number}-{len(self.sent)}")
        if isinstance(answer, Answer):
            self.acknowledged[match, answer.body["version"]] += 1
            assert answer.body["version"] == body["version"] + 1
            self.saw.append((match, answer.body["version"], seat, answer.body))
        return answer.status

    def play(self, shared: list[tuple[str, list[str]]], gate: threading.Barrier) -> None:
        """A match of one's own in turns with those of all."""
        own = self.create(list(GAMES)[self.number % len(GAMES)])
        gate.wait(60)
        for number in range(MOVES):
            assert self.turn(*own) in {0, 200}
            assert self.turn(*shared[(self.number + number) % len(shared)]) in {0, 200, 412}
        self.client.close()


@pytest.fixture
def hasty(house: House, tmp_path: Path) -> Iterator[Web]:
    """A web process of threads on the Redis of the house."""
    settings = replace(house.settings, parts=("rules",), threads=WRITERS, log="json", log_level="debug")
    with Web(settings, tmp_path / "log", "-c", HASTY) as web:
        yield web


def played(url: str) -> list[Writer]:
    """Writers who have played."""
    first = Writer(url, WRITERS)
    shared = [first.create(game) for game in list(GAMES)[:SHARED]]
    first.client.close()
    writers, gate = [Writer(url, number) for number in range(WRITERS)], threading.Barrier(WRITERS)
    with ThreadPoolExecutor(WRITERS) as pool:
        for done in [pool.submit(writer.play, shared, gate) for writer in writers]:
            done.result()
    return [first, *writers]


def test_many_at_once_get_true_answers_of_one_process_and_its_log_keeps_them_apart(house: House, hasty: Web) -> None:
    writers = played(hasty.url)
    acknowledged: Counter[tuple[str, int]] = Counter()
    for writer in writers:
        acknowledged += writer.acknowledged
    assert set(acknowledged.values()) == {1}, "no version was made twice"
    matches = {match for match, _ in acknowledged}
    versions = {(match, version) for match in matches for version in range(2, house.match(match).version + 1)}
    assert set(acknowledged) == versions, "no move is lost, none is there that nobody made"
    elsewhere = wire(house.settings).matches
    for match, version, viewer, view in (seen for writer in writers for seen in writer.saw):
        assert orjson.loads(orjson.dumps(elsewhere.look_back(APP, match, version, viewer).view())) == view
    check_log(hasty.said, {name: sent for writer in writers for name, sent in writer.sent.items()})


def check_log(said: str, sent: dict[str, tuple[str, str, int, str | None]]) -> None:
    """One line a request, which tells of it and of no other."""
    lines: list[Json] = [json.loads(line) for line in said.splitlines()]
    told: dict[str, Any] = {}
    for line in lines:
        if line["event"] == "request" and line["request"] in sent:
            assert line["request"] not in told
            told[line["request"]] = line["method"], line["route"], line["status"], line.get("match")
    assert told == sent
    assert len(sent) > WRITERS * MOVES * 2
