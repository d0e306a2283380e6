"""Whole matches of all games with bots, all logged that can be: nothing secret, hidden or sent stands in a log."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from api.client import Client
from services.rules.registry import GAMES
from tests.restart.people import Evening, Played, Tries
from tests.support.house import House
from tests.support.running import SWEEPER, WORKER, running
from tests.support.web import Web

WORDS: Final = re.compile(r"[a-z][a-z_0-9]*(?:[-.][a-z0-9_]+)+")
"""Names of cards, tiles and moves: two words at least, joined by a hyphen or a dot."""
FIELDS: Final = {
    "event", "level", "at", "logger", "process", "request", "traceparent", "app", "match", "version", "job",
    "method", "route", "status", "ms",
}  # fmt: skip
"""All that a line of a log may tell; each is a word or a number."""


def texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)


def secrets_of(house: House, played: Played) -> set[str]:
    """What nobody but those whom it belongs to may know: tokens, keys, the code of the invitation, the seed."""
    asked = [*played.moves, *played.others]
    found = {each.key for each in asked} | {each.token for each in asked if each.token}
    for each in asked:
        found |= {value for name, value in _pairs(each.answer) if name in {"token", "code", "seed"}}
    seed = house.match(played.match).seed
    return found | {seed.hex(), repr(seed)}


def _pairs(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, each in value.items():
            if isinstance(each, str):
                yield name, each
            yield from _pairs(each)
    elif isinstance(value, list):
        for each in value:
            yield from _pairs(each)


def names_of(played: Played) -> set[str]:
    """Names of cards, tiles and moves of a match: whatever was in hands, on the table and in bodies."""
    said = [text for each in (*played.streamed, *played.polled) for text in texts(each)]
    said += [text for each in played.moves for text in (*texts(each.body), *texts(each.answer["state"]))]
    return {text for text in said if WORDS.fullmatch(text)}


def open_by_ticket(url: str, played: Played) -> str:
    """The stream of a match as a browser opens it, with a ticket in the address; the ticket."""
    with Client(url) as client:
        token = played.moves[0].token
        ticket = str(client.change("/v1/streams/tickets", {"match": played.match}, token).body["ticket"])
        path = f"/v1/streams/matches/{played.match}?after=0&wait=0&ticket={ticket}"
        events = client.send("GET", path).body["events"]
        assert events == played.streamed[: len(events)] != []
    return ticket


def fields_of(said: str) -> dict[str, set[type]]:
    """The fields of the lines of a log that are JSON, and the kinds of their values."""
    found: dict[str, set[type]] = {}
    for line in said.splitlines():
        if line.startswith("{"):
            for name, value in json.loads(line).items():
                found.setdefault(name, set()).add(type(value))
    return found


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_no_log_at_debug_holds_a_secret_a_card_a_move_or_a_name(house: House, tmp_path: Path) -> None:
    settings = replace(house.settings, log="json", log_level="debug", secrets=("s" * 32, "t" * 32))
    secrets, names, played = {*settings.secrets, "Ada", "Grace"}, set[str](), list[Played]()
    with (
        Web(settings, tmp_path / "web.log") as web,
        running(settings, WORKER) as worker,
        running(settings, SWEEPER) as sweeper,
    ):
        for game in GAMES:
            played.append(Evening(web.url, game, Random(game), Tries()).play(with_a_hint=game == "arboretum"))
            secrets.add(open_by_ticket(web.url, played[-1]))
    logs = {"web": web.said, "worker": worker.log.read_text(), "sweeper": sweeper.log.read_text()}
    for each in played:
        assert each.match in logs["web"]
        assert each.match in logs["worker"]
        secrets |= secrets_of(house, each)
        names |= names_of(each)
    assert len(secrets) > 300
    assert {name.partition(".")[0] for name in names if "." in name} == set(GAMES)
    assert sum("-" in name for name in names) > 100
    for role, said in logs.items():
        assert sorted(secret for secret in secrets if secret in said) == [], role
        assert sorted(name for name in names if name in said) == [], role
        told = fields_of(said)
        assert told.keys() <= FIELDS, role
        assert {kind for kinds in told.values() for kind in kinds} <= {str, int, float}, role
