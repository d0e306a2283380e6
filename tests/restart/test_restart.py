"""Nothing is sticky: whatever process ends while people play, nothing is lost, and nobody notices but by a retry."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from api.client import Client
from services.rules.match import PLAYED
from services.rules.registry import GAMES
from services.shared.settings import PARTS
from tests.restart.deployment import Deployment
from tests.restart.people import Evening, Played, Tries
from tests.support.house import House

MOST_EVENINGS = 50
RETRIED = {"lost", 502, 503}
"""All that a client may have to bear."""


def evenings(url: str, game: str, hints: int, over: threading.Event, tries: Tries) -> Iterator[Played]:
    """Match after match of a game until it is enough, and at least one; in the first ones a hint is asked for."""
    for number in range(MOST_EVENINGS):
        yield Evening(url, game, Random(f"{game} {number}"), tries).play(with_a_hint=number < hints)
        if over.is_set():
            return


def check(house: House, url: str, played: Played) -> None:
    """No event is lost or double, each move was played once, and every request is answered as the first time."""
    match, entries = house.match(played.match), house.consistent(played.match)
    assert match.over
    versions = list(range(1, match.version + 1))
    for heard, told in zip((played.streamed, played.polled), played.history, strict=True):
        assert [event["version"] for event in heard] == versions
        assert heard == told
    acknowledged = {asked.answer["version"] for asked in played.moves}
    of_people = {entry.version for entry in entries if entry.type == PLAYED and entry.by == "person"}
    assert acknowledged == of_people
    assert len(played.moves) == len(acknowledged)
    with Client(url) as client:
        assert [asked.path for asked in played.moves if asked.again(client) != asked.answer] == []
        for asked in played.others:
            again = asked.again(client)
            for name in asked.answer.keys() & {"player", "token", "match", "seat", "job", "asks"}:
                assert again[name] == asked.answer[name], asked.path


def play_while_processes_end(
    house: House,
    folder: Path,
    parts: Sequence[tuple[str, ...]],
    games: Sequence[str],
    ends: Sequence[tuple[str, bool]],
    *,
    hints: int = 0,
) -> tuple[list[Played], Tries]:
    """Play these games while one process after another is ended, hard or not, and started again; what was played."""
    settings, tries, over = replace(house.settings, secrets=("s" * 32,)), Tries(), threading.Event()
    with Deployment.run(settings, folder, parts) as deployment, ThreadPoolExecutor(len(games)) as tables:
        url = deployment.url
        playing = [tables.submit(lambda game: list(evenings(url, game, hints, over, tries)), game) for game in games]
        chance = Random(9)
        try:
            for name, hard in ends:
                over.wait(chance.uniform(0.1, 1.0))
                deployment.end(name, hard=hard)
                over.wait(chance.uniform(0.1, 1.0))
                deployment.roles[name].start()
        finally:
            over.set()
        played = [each for table in playing for each in table.result()]
        for each in played:
            check(house, url, each)
    return played, tries


@pytest.mark.timeout(600)
def test_two_processes_of_all_and_two_workers_are_ended_in_the_middle_of_matches(house: House, tmp_path: Path) -> None:
    web = "+".join(PARTS)
    ends = [(f"{web} 0", False), (f"{web} 1", True), ("worker 0", True)]
    played, tries = play_while_processes_end(house, tmp_path, [PARTS], ["click_a_tree"], ends)
    assert tries.keys() <= RETRIED
    one = played[0]
    for change in (
        {"streamed": one.streamed[:5] + one.streamed[6:]},
        {"polled": [*one.polled, one.polled[-1]]},
        {"moves": one.moves[1:]},
        {"moves": [*one.moves, one.moves[-1]]},
    ):
        with pytest.raises(AssertionError):  # it would be found
            check(house, "", replace(one, **change))


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_each_process_of_each_part_is_ended_while_all_games_are_played(house: House, tmp_path: Path) -> None:
    parts = [(part,) for part in PARTS]
    names = [f"{part} {number}" for part in PARTS for number in (0, 1)] + ["worker 0", "worker 1", "sweeper"]
    ends = [(name, hard) for name in names for hard in (False, True)]
    played, tries = play_while_processes_end(house, tmp_path, parts, list(GAMES), ends, hints=1)
    assert {house.match(each.match).game.slug for each in played} == set(GAMES)
    assert tries.keys() <= RETRIED
    assert sum(tries.values()) > 0, "no process was ended in the middle of anything"
