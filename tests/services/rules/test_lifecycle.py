"""Matches past their time: archived and then deleted, whoever dies in between; and taken back as they were."""

import json
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from services.rules import lifecycle
from services.rules.archive import Archived, ArchiveError, read, write
from services.rules.clocks import Clock
from services.rules.errors import NoSuchMatch
from services.rules.keys import keys_of
from services.rules.lifecycle import Lifecycle, keep
from services.rules.shelf import AGAIN_SECONDS, Shelf
from services.shared.reach import reach
from tests.support.house import APP, House

DAYS = 86_400.0
SECRET, OTHER = b"one secret of a server" * 2, b"another secret of one" * 2
KEY = "0123456789abcdef"


def days_left(house: House, match_id: str) -> float:
    """Days until a match is past its time."""
    seconds, micros = house.redis.time()
    keys = keys_of(APP, match_id)
    score: Any = house.redis.zscore(keys.ends, keys.member)
    return float(score - seconds - micros / 1e6) / DAYS


def past(house: House, match_id: str) -> None:
    """Let the match be past its time."""
    keys = keys_of(APP, match_id)
    house.redis.zadd(keys.ends, {keys.member: 1}, xx=True)


def sweep(house: House) -> list[str]:
    """Put away what is past its time."""
    return [each.id for each in house.services.lifecycle.sweep()]


def lines(house: House) -> list[bytes]:
    """All lines of the archive."""
    folder = house.settings.archive_folder
    assert folder is not None
    return [line for path in sorted(folder.glob("*/*.jsonl")) for line in path.read_bytes().splitlines()]


def keys_in_redis(house: House, match_id: str) -> list[bytes]:
    """All keys that name the match."""
    return [key for key in house.redis.scan_iter() if match_id.encode() in key]


def finished(house: House) -> str:
    """A match that has ended, with all that a log may hold."""
    match_id = house.set_up("person", "person", "person", clock=Clock("bank", 600_000, 5_000))
    house.presence.hand_on(APP, match_id, 2, 0, KEY)
    house.presence.leave(APP, match_id, 2, 1, 2)
    for _ in range(2):  # two turns: hardly another seed deals all their cards
        house.play(match_id)
    house.matches.resign(APP, match_id, 0, 0, house.match(match_id).version)
    house.matches.resign(APP, match_id, 1, 0, house.match(match_id).version, "a key of 16 bytes")
    assert house.match(match_id).over
    return match_id


# When ----------------------------------------------------------------------------------------------------------------


def test_matches_are_kept_as_long_as_the_settings_say(house: House) -> None:
    waiting, playing, over = house.create("person", "open"), house.create("person", "person"), finished(house)
    assert [round(days_left(house, each), 2) for each in (waiting, playing, over)] == [2, 90, 30]
    house.matches.join(APP, waiting, "Grace")
    assert round(days_left(house, waiting)) == 90
    slow = house.set_up("person", "person", clock=Clock("days", 30))
    assert round(days_left(house, slow)) == 90


def test_a_match_is_kept_longer_than_a_turn_of_its_clock_may_take(house: House) -> None:
    settings = replace(house.settings, abandoned_days=1)
    own = House(settings)
    match_id = own.set_up("person", "person", clock=Clock("days", 30))
    assert days_left(house, match_id) > 60
    own.close()


def test_whatever_happens_in_a_match_keeps_it_longer(house: House) -> None:
    match_id = house.create("person", "person")
    past(house, match_id)
    house.play(match_id)
    assert sweep(house) == []
    assert house.match(match_id).version > 1


# Put away ------------------------------------------------------------------------------------------------------------


def test_a_match_past_its_time_is_archived_and_nothing_of_it_is_left(house: House) -> None:
    match_id, other = finished(house), house.create("person", "person")
    house.services.reviews.ask(APP, match_id, 0)
    log = house.entries(match_id)
    past(house, match_id)
    assert sweep(house) == [match_id]
    assert keys_in_redis(house, match_id) == []
    assert all(match_id.encode() not in member for member in _members(house))
    with pytest.raises(NoSuchMatch):
        house.match(match_id)
    (line,) = lines(house)
    assert read(line, house.services.secrets).entries == log
    assert house.match(other).version == 1


def _members(house: House) -> Iterator[bytes]:
    """Members of all sorted sets."""
    store: Any = house.redis
    for key in store.scan_iter(_type="zset"):
        yield from store.zrange(key, 0, -1)


def test_reviews_are_put_away_with_their_match(house: House) -> None:
    match_id = finished(house)
    job = house.services.reviews.ask(APP, match_id, 0)
    past(house, match_id)
    sweep(house)
    assert house.jobs.find(APP, job.id) is None
    assert list(house.jobs.sweep()) == []


def test_an_archive_is_read_by_its_owner_only(house: House) -> None:
    past(house, finished(house))
    sweep(house)
    folder = house.settings.archive_folder
    assert folder is not None
    (path,) = folder.glob("*/*.jsonl")
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert list(path.parent.glob(".*")) == []


def test_without_an_archive_matches_are_deleted_all_the_same(house: House) -> None:
    own = House(replace(house.settings, archive=False))
    match_id = finished(house)
    past(house, match_id)
    assert [each.id for each in own.services.lifecycle.sweep()] == [match_id]
    assert keys_in_redis(house, match_id) == []
    assert not (house.settings.data / "archive").exists()
    own.close()


def test_nothing_is_deleted_that_could_not_be_written(house: House, tmp_path: Path) -> None:
    match_id = finished(house)
    past(house, match_id)
    blocked = tmp_path / "a file"
    blocked.write_text("")
    own = House(replace(house.settings, archive_dir=blocked / "archive"))
    with pytest.raises(NotADirectoryError):
        list(own.services.lifecycle.sweep())
    assert house.match(match_id).over
    own.close()


@pytest.mark.parametrize("dies", ["write", "remove"])
def test_whoever_dies_in_between_is_made_good_and_at_most_writes_a_line_twice(
    house: House, monkeypatch: pytest.MonkeyPatch, dies: str
) -> None:
    match_id = finished(house)
    past(house, match_id)

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as mortal:
        if dies == "write":
            mortal.setattr(lifecycle, "keep", die)
        else:
            mortal.setattr(Shelf, "remove", die)
        with pytest.raises(KeyboardInterrupt):
            sweep(house)
    assert house.match(match_id).over
    assert sweep(house) == [], "it is looked at again a little later"
    assert 0 < days_left(house, match_id) * DAYS <= AGAIN_SECONDS
    past(house, match_id)
    assert sweep(house) == [match_id]
    assert len(set(lines(house))) == 1
    assert len(lines(house)) == (2 if dies == "remove" else 1)


def test_a_match_that_moves_on_while_it_is_written_stays(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = house.create("person", "person")
    past(house, match_id)

    def slowly(*given: Any) -> Path:
        house.play(match_id)
        return keep(*given)

    monkeypatch.setattr(lifecycle, "keep", slowly)
    assert sweep(house) == []
    assert house.match(match_id).version > 1
    house.consistent(match_id)
    assert round(days_left(house, match_id)) == 90


def test_of_many_sweepers_each_match_is_put_away_by_one(house: House) -> None:
    matches = [house.create("person", "person") for _ in range(30)]
    for match_id in matches:
        past(house, match_id)
    with ThreadPoolExecutor(6) as sweepers:
        found = [each for put in sweepers.map(lambda _: sweep(house), range(6)) for each in put]
    assert sorted(found) == sorted(matches)
    assert len(lines(house)) == 30


def test_so_many_at_a_time_and_the_rest_next_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifecycle, "MOST", 4)
    for _ in range(10):
        past(house, house.create("person", "person"))
    assert [len(sweep(house)) for _ in range(4)] == [4, 4, 2, 0]


def test_a_match_that_cannot_be_read_does_not_stop_the_others(house: House, caplog: pytest.LogCaptureFixture) -> None:
    broken, good = house.create("person", "person"), house.create("person", "person")
    house.redis.hset(keys_of(APP, broken).match, "meta", "{")
    for match_id in (broken, good):
        past(house, match_id)
    with caplog.at_level(logging.ERROR):
        assert sweep(house) == [good]
    assert f"match {broken} is past its time" in caplog.text
    assert keys_in_redis(house, broken)


# Take back -----------------------------------------------------------------------------------------------------------


def make_finished(house: House) -> str:
    return finished(house)


def make_abandoned(house: House) -> str:
    match_id = house.set_up("person", "random", clock=Clock("move", 60_000))
    house.play(match_id)
    return match_id


def make_waiting(house: House) -> str:
    return house.create("person", "open")


@pytest.mark.parametrize("make", [make_finished, make_abandoned, make_waiting])
def test_a_match_comes_back_as_it_was_and_a_second_time_changes_nothing(
    house: House, make: Callable[[House], str]
) -> None:
    match_id = make(house)
    before, log = house.match(match_id), house.entries(match_id)
    past(house, match_id)
    sweep(house)
    (line,) = lines(house)
    assert house.services.lifecycle.take_back(line) == (match_id, True)
    after = house.match(match_id)
    assert house.consistent(match_id) == log
    for name in (
        "version",
        "status",
        "seats",
        "result",
        "ticking",
        "created",
        "updated",
        "seed",
        "clock",
        "turn",
        "host",
    ):
        assert getattr(after, name) == getattr(before, name), name
    assert after.state.to_bytes() == before.state.to_bytes()
    assert house.services.lifecycle.take_back(line) == (match_id, False)
    assert house.entries(match_id) == log
    assert days_left(house, match_id) > 1


def test_a_match_that_came_back_is_played_on(house: House) -> None:
    match_id = make_abandoned(house)
    past(house, match_id)
    sweep(house)
    house.tasks()
    house.services.lifecycle.take_back(lines(house)[0])
    house.make_due(match_id)
    assert house.sweep() == ["send"]
    ((_, _, version, seat),) = house.tasks()
    assert house.thinking().think(APP, match_id, version, seat) > 0
    house.play(match_id)
    house.consistent(match_id)


def test_a_request_from_before_is_known_afterwards(house: House) -> None:
    match_id = house.create("person", "person")
    draw = {"type": "arboretum.draw", "source": "deck"}
    house.matches.play(APP, match_id, 0, 0, draw, 1, KEY)
    past(house, match_id)
    sweep(house)
    house.services.lifecycle.take_back(lines(house)[0])
    assert house.matches.play(APP, match_id, 0, 0, draw, 1, KEY).match.version == 2


# Secrets -------------------------------------------------------------------------------------------------------------


def archived(house: House, match_id: str) -> Archived:
    """The match as the archive would have it."""
    past(house, match_id)
    shelf = Shelf(reach(str(house.settings.redis_url)))
    (found,) = shelf.past(1)
    return shelf.read(found)


def test_the_seed_of_a_match_that_has_not_ended_is_sealed(house: House) -> None:
    match_id = make_abandoned(house)
    seed, match = house.match(match_id).seed, archived(house, match_id)
    line = write(match, SECRET)
    assert seed.hex().encode() not in line
    assert read(line, [OTHER, SECRET]).entries == match.entries
    with pytest.raises(ArchiveError, match="sealed with a secret"):
        read(line, [OTHER])


def test_the_seed_of_a_match_that_has_ended_stands_in_its_line_and_no_token_ever_does(house: House) -> None:
    match_id = finished(house)
    match = house.match(match_id)
    line = write(archived(house, match_id), SECRET)
    assert match.seed.hex().encode() in line
    assert b"seat." not in line
    for seat in range(3):
        token = house.matches.token(match, seat)
        assert token.encode() not in line
        assert token.rpartition(".")[2].encode() not in line


# What is refused -----------------------------------------------------------------------------------------------------


def changed(line: bytes, change: Callable[[Any], object]) -> bytes:
    told = json.loads(line)
    change(told)
    return json.dumps(told).encode()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda told: told.update(format=2), "format 2"),
        (lambda told: told.pop("log"), "not a line"),
        (lambda told: told["log"].pop(3), "missing"),
        (lambda told: told["log"].pop(), "another end"),
        (lambda told: told["log"][0]["body"].update(rules_version="of yesterday"), "does not know"),
        (
            lambda told: told["log"][3]["body"].update(move={"type": "arboretum.draw", "source": "sky"}),
            "does not replay",
        ),
        (lambda told: told["log"][0]["body"].update(seed="00" * 32), "does not replay|another end"),
        (lambda told: told.update(result=None), "another end"),
    ],
)
def test_a_line_that_was_tampered_with_is_not_taken_back(
    house: House, change: Callable[[Any], object], why: str
) -> None:
    match_id = finished(house)
    past(house, match_id)
    sweep(house)
    line = changed(lines(house)[0], change)
    with pytest.raises(ArchiveError, match=why):
        house.services.lifecycle.take_back(line)
    assert keys_in_redis(house, match_id) == []


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b"1", b"null", b'{"format": 1}', b"\xff"])
def test_what_is_no_line_of_an_archive_is_refused(line: bytes) -> None:
    with pytest.raises(ArchiveError):
        read(line, [SECRET])


def test_a_sweeper_looks_now_and_then(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    first = house.create("person", "person")
    services = House(house.settings).services
    past(house, first)
    looks: Lifecycle = services.lifecycle
    assert [each.id for each in looks.now_and_then()] == [first]
    past(house, house.create("person", "person"))
    assert list(looks.now_and_then()) == []
    monkeypatch.setattr(looks, "_next", 0.0)
    assert len(list(looks.now_and_then())) == 1
