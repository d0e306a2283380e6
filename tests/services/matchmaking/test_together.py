"""Where tickets, ratings, clocks and erasure meet."""

import pytest

from services.rules.clocks import NO_CLOCK, Clock
from services.rules.keys import keys_of
from services.rules.match import BOT_SITS, FREE
from tests.services.matchmaking.meeting import Meeting
from tests.support.house import APP, House
from tests.support.rated import GAME, known, resign, waiting

QUICK, SLOW = Clock("move", 30_000), Clock("move", 60_000)


def seated(meeting: Meeting, *names: str) -> str:
    """The match of these, who wait for one another."""
    tickets = [meeting.ask(name) for name in names]
    meeting.sweep()
    matches = {meeting.look(name, ticket).held.match for name, ticket in zip(names, tickets, strict=True)}
    assert len(matches) == 1
    return matches.pop()


def test_only_those_who_want_the_same_clock_meet_and_it_is_that_of_the_match(house: House, meeting: Meeting) -> None:
    clocks = {"Ada": QUICK, "Bob": SLOW, "Cyd": NO_CLOCK, "Dee": QUICK}
    tickets = {name: meeting.ask(name, clock=clock) for name, clock in clocks.items()}
    meeting.sweep()
    found = {name: meeting.look(name, ticket) for name, ticket in tickets.items()}
    assert {name for name, seen in found.items() if seen.ended} == {"Ada", "Dee"}
    match = house.match(found["Ada"].held.match)
    assert (match.id, match.clock) == (found["Dee"].held.match, QUICK)
    assert found["Ada"].json()["asks"]["clock"] == {"type": "move", "seconds": 30}
    assert found["Cyd"].json()["asks"]["clock"] is None


def test_a_match_of_tickets_is_rated_and_who_wins_meets_others_as_the_stronger(house: House, meeting: Meeting) -> None:
    match = house.match(seated(meeting, "Ada", "Bob"))
    assert (match.rated, match.hints) == (True, False)
    resign(house.services, match.id, 1)
    list(house.ratings.rate_ended())
    winner = next(name for name in ("Ada", "Bob") if meeting.holder(name).player == match.seats[0].player)
    strengths = {name: house.ratings.strength(APP, GAME, [meeting.holder(name).player]) for name in ("Ada", "Bob")}
    assert max(strengths, key=lambda name: strengths[name]) == winner
    meeting.ask(winner)
    [kept] = house.services.tickets.store.waiting(APP)
    assert kept.rating == round(strengths[winner])
    assert kept.rating > house.ratings.strength(APP, GAME, ["somebody new"])


def test_an_erased_player_leaves_no_rating(house: House, meeting: Meeting) -> None:
    match_id = seated(meeting, "Ada", "Bob")
    resign(house.services, match_id, 0)
    list(house.ratings.rate_ended())
    assert len(known(house)) == 2
    house.services.tickets.erase(meeting.holder("Ada"))
    assert set(known(house)) == {meeting.holder("Bob").player}


def test_a_player_who_is_erased_while_its_clock_runs_does_not_stop_the_clock(house: House, meeting: Meeting) -> None:
    for name in ("Ada", "Bob"):
        meeting.ask(name, clock=QUICK)
    [ended] = meeting.sweep()
    before = house.match(ended.match).deadline
    keys = keys_of(APP, ended.match)
    due = house.redis.zscore(keys.due, keys.member)
    house.services.tickets.erase(meeting.holder("Ada"))
    after = house.match(ended.match)
    assert (after.version, after.deadline) == (2, before)
    assert house.redis.zscore(keys.due, keys.member) == pytest.approx(due, abs=1)


def test_a_match_is_not_put_away_before_it_is_rated(house: House, meeting: Meeting) -> None:
    match_id = seated(meeting, "Ada", "Bob")
    resign(house.services, match_id, 0)
    keys = keys_of(APP, match_id)
    house.redis.zadd(keys.ends, {keys.member: 1}, xx=True)
    assert list(house.services.lifecycle.sweep()) == []
    assert waiting(house) == 1
    list(house.ratings.rate_ended())
    house.redis.zadd(keys.ends, {keys.member: 1}, xx=True)
    assert [each.id for each in house.services.lifecycle.sweep()] == [match_id]
    assert len(known(house)) == 2


def test_whoever_is_sent_away_sits_there_no_longer(house: House, meeting: Meeting) -> None:
    match_id = house.set_up("person", "open", "open")
    ada = meeting.holder("Ada")
    house.services.tables.join(APP, ada, match_id, "")
    assert house.match(match_id).seats[1].player == ada.player
    house.presence.free(APP, match_id, 0, 0, 1, 2)
    seat = house.match(match_id).seats[1]
    assert (seat.kind, seat.player) == (FREE, "")
    assert house.services.players.matches(ada, 0, 10)[0] == []


def test_a_rematch_is_played_as_the_match_was(house: House) -> None:
    old = house.set_up("person", "person", clock=SLOW, on_expiry=BOT_SITS, stand_in="random", hints=False, rated=False)
    resign(house.services, old, 0)
    for seat in (0, 1):
        found = house.services.rematches.agree(APP, old, seat, 0)
    assert found.match is not None
    new = house.match(found.match)
    assert (new.clock, new.on_expiry, new.stand_in, new.hints, new.rated) == (SLOW, BOT_SITS, "random", False, False)
