"""A short day with kills, and that whatever is wrong at the end of one is found.

The whole one is `python -m tests.simulated_day`.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from services.matchmaking.keys import hall, seats_key, ticket_key
from services.matchmaking.ticket_store import SEATED
from services.rules.keys import keys_of
from services.shared.embedded import Embedded
from tests.simulated_day.crowd import Visit
from tests.simulated_day.day import Lived, live
from tests.simulated_day.plan import Day
from tests.simulated_day.verdict import judge, most_at_once
from tests.support.house import APP

SHORT = Day(players=60, hours=2, speed=720, kills=2)


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lived]:
    """Two hours of 60 people, in ten seconds, in which two sweepers and Redis are killed."""
    folder = tmp_path_factory.mktemp("day")
    with Embedded(folder / "redis") as server:
        found = live(SHORT, server, folder)
        yield found
        found.house.close()


@pytest.mark.timeout(300)
def test_whoever_is_killed_in_the_course_of_a_day_every_ticket_ends_and_nobody_sits_twice(lived: Lived) -> None:
    assert lived.wrong == []
    assert sorted(lived.killed) == ["redis", "sweeper", "sweeper"]
    states = {visit.last.held.state for visit in lived.crowd.visits}
    assert "matched" in states
    assert states <= {"matched", "filled", "expired", "cancelled"}
    assert lived.crowd.told["resigned"] > 0


# The verdict itself


def seated(lived: Lived) -> Visit:
    """A ticket with a match."""
    return next(visit for visit in lived.crowd.visits if visit.last.held.state in SEATED)


def other_match(lived: Lived) -> str:
    """The ticket of one who sits on seat 0, which every match has, says that it has another match than it has."""
    alone = (visit for visit in lived.crowd.visits if visit.last.held.state in SEATED and len(visit.party) == 1)
    visit = next(each for each in alone if each.last.held.seats[each.party[0].holder.player] == 0)
    mine = visit.party[0].holder.player
    others = {each.last.held.match for each in lived.crowd.visits if mine not in each.last.held.players}
    key = ticket_key(APP, visit.ticket)
    lived.house.redis.hset(key, "match", min(others - {"", visit.last.held.match}))
    return key


def match_of_nobody(lived: Lived) -> str:
    """There is a match that no ticket has."""
    key = keys_of(APP, "0" * 26).match
    lived.house.redis.hset(key, "version", 1)
    return key


def unlisted(lived: Lived) -> str:
    """A player's list has lost its matches."""
    key = seats_key(APP, seated(lived).party[0].holder.player)
    lived.house.redis.delete(key)
    return key


def still_held(lived: Lived) -> str:
    """A player still counts as waiting."""
    key = hall(APP).holds
    lived.house.redis.hset(key, seated(lived).party[0].holder.player, 1)
    return key


def other_rating(lived: Lived) -> str:
    """A player is believed to be a little stronger than follows from the results."""
    key = f"{{mm:{APP}}}:ratings:arboretum"
    player, known = min(lived.house.ratings.store.ratings(APP, "arboretum").items())
    mu = math.nextafter(known.people.mu, math.inf)
    lived.house.redis.hset(key, player, replace(known, people=replace(known.people, mu=mu)).text())
    return key


def never_rated(lived: Lived) -> str:
    """The result of a match is lost, and with it what follows from it."""
    key = f"{{mm:{APP}}}:results:arboretum"
    lived.house.redis.delete(key)
    return key


@pytest.mark.parametrize(
    ("break_it", "text"),
    [
        (other_match, "has seats [] of match"),
        (match_of_nobody, "1 matches without tickets"),
        (unlisted, "lists 0 matches"),
        (still_held, "1 fields are left of what is held"),
        (other_rating, "1 ratings of arboretum do not follow"),
        (never_rated, "matches are rated twice"),
    ],
)
def test_what_is_wrong_at_the_end_of_a_day_is_found(lived: Lived, break_it: Callable[[Lived], str], text: str) -> None:
    store = lived.house.redis
    before: dict[bytes, Any] = {key: store.dump(key) for key in store.scan_iter("*") if not key.endswith(b":feed")}
    key = break_it(lived).encode()
    try:
        wrong = judge(lived.house, lived.crowd).wrong
    finally:
        store.delete(key)
        if key in before:
            store.restore(key, 0, before[key])
    assert any(text in each for each in wrong), wrong
    assert judge(lived.house, lived.crowd).wrong == []


def test_who_comes_as_another_goes_is_not_there_at_once() -> None:
    assert most_at_once([]) == 0
    assert most_at_once([(0, 2), (2, 3), (5, 6)]) == 1
    assert most_at_once([(0, 2), (1, 3), (1.5, 6)]) == 3
