"""SIGKILL of the store and of the web process in the middle of play: what was acknowledged is there."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from api.client import Client, Json, Refused, Table, Unreachable
from services.shared.embedded import Embedded
from services.shared.settings import Settings
from tests.support.kill import Writer, survive
from tests.support.web import Web

PEOPLE = [{"kind": "person"}, {"kind": "person"}]


class Gone(Exception):  # noqa: N818 - what a writer of the harness stops at
    """The server went away in the middle of a request."""


class Acknowledged(NamedTuple):
    """A move that the server said it had played."""

    match: str
    token: str
    version: int
    move: str


class Both:
    """The store and the web process in front of it, killed together."""

    def __init__(self, store: Embedded, web: Web) -> None:
        """Take two that run."""
        self.store = store
        self.web = web

    def kill(self) -> None:
        """SIGKILL both."""
        os.kill(self.store.pid, signal.SIGKILL)
        self.web.kill()

    def start(self) -> None:
        """Start both again."""
        self.store.start()
        self.web.start()


class Players:
    """One who plays both seats of match after match."""

    def __init__(self, url: str, seed: int) -> None:
        """Play there."""
        self.client = Client(url, patience=0)
        self.random = Random(seed)
        self.tables: list[Table] = []

    def write(self, number: int) -> Acknowledged:
        """Play one move, whatever stands on the table now; raises Gone."""
        try:
            return self._play(f"{number:016}-a-key")
        except Unreachable as gone:
            raise Gone from gone
        except Refused as refused:
            if refused.code == "store_away":
                raise Gone from refused
            raise

    def _play(self, key: str) -> Acknowledged:
        view: Json = self.tables[0].look() if self.tables else {"status": "finished"}
        if view["status"] == "finished":
            match, tokens = self.client.create("arboretum", PEOPLE)
            self.tables = [self.client.table(match, token) for token in tokens]
            view = self.tables[0].look()
        table = self.tables[view["to_act"]]
        body = self.random.choice(table.moves())["body"]
        after = table.play(body["move"], body["version"], key=key)
        assert after["version"] == body["version"] + 1
        return Acknowledged(table.match, str(table.token), after["version"], repr(body["move"]))


def missing(url: str, acks: list[Acknowledged]) -> list[Acknowledged]:
    """The acknowledged moves that do not stand in the history of their seat, or not as they were played."""
    there: set[Acknowledged] = set()
    with Client(url) as client:
        for match, token in {(ack.match, ack.token) for ack in acks}:
            for event in client.table(match, token).history():
                there.add(Acknowledged(match, token, event["version"], repr(event.get("move"))))
    return [ack for ack in acks if ack not in there]


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    """A store that syncs each write, and a web process on it."""
    with Embedded(tmp_path / "redis") as store:
        settings = Settings(data=tmp_path / "data", redis_url=store.url)
        with Web(settings, tmp_path / "web.log") as web:
            yield Both(store, web)


def kill_often(both: Both, rounds: int) -> int:
    """Kill both in the middle of play by three; how many moves were acknowledged, which all survived."""
    players = [Players(both.web.url, seed) for seed in range(3)]
    writers = [Writer(player.write, (Gone,)) for player in players]
    return survive(both, writers, lambda acks: missing(both.web.url, acks), rounds=rounds, seconds=(0.3, 1.2))


def test_each_acknowledged_move_survives_a_kill_of_everything(both: Both) -> None:
    assert kill_often(both, rounds=3) > 10


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_each_acknowledged_move_survives_twenty_kills_of_everything_in_a_row(both: Both) -> None:
    assert kill_often(both, rounds=20) > 60


def test_a_move_that_is_sent_again_after_a_kill_is_played_once(both: Both) -> None:
    with Client(both.web.url) as client:
        match, tokens = client.create("arboretum", PEOPLE)
        table, move = client.table(match, tokens[0]), {"type": "arboretum.draw", "source": "deck"}
        first = table.play(move, 1, key="the-key-of-one-move")
        both.kill()
        both.start()
        assert table.play(move, 1, key="the-key-of-one-move") == first
        assert table.look()["version"] == 2


def test_a_stream_hears_everything_across_a_kill_of_the_store(both: Both) -> None:
    with Client(both.web.url) as client:
        match, tokens = client.create("arboretum", PEOPLE)
        events = client.table(match, tokens[0]).follow()
        assert next(events)["version"] == 1
        os.kill(both.store.pid, signal.SIGKILL)
        both.store.start()
        with Client(both.web.url) as other:
            table = other.table(match, tokens[0])
            table.play({"type": "arboretum.draw", "source": "deck"}, 1)
            assert next(events)["version"] == 2
            table.play(table.moves()[0]["body"]["move"], 2)
            assert next(events)["version"] == 3
            table.resign(3)
            assert [event["version"] for event in events] == [4]


def test_with_the_store_away_the_process_says_later_and_recovers_by_itself(both: Both) -> None:
    with Client(both.web.url, patience=0) as client:
        match, tokens = client.create("arboretum", PEOPLE)
        os.kill(both.store.pid, signal.SIGKILL)
        for ask in (
            client.table(match).look,
            client.table(match, tokens[0]).moves,
            lambda: client.send("GET", "/readyz"),
        ):
            with pytest.raises(Refused) as refused:
                ask()
            assert (refused.value.status, refused.value.code) == (503, "store_away")
        assert client.send("GET", "/healthz").body == {"status": "ok"}
        both.store.start()
        assert client.table(match).look()["version"] == 1
