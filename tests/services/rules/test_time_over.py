"""Clocks of matches on a real store: what they allow, and what happens, once, when a time is over.

Time is moved, not waited for: a test lets all that happened have happened earlier.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from services.rules.clocks import Clock, Window
from services.rules.errors import Away, NotYourTurn, Refused, Stale, TimeOver
from services.rules.keys import keys_of
from services.rules.match import Match, replay
from services.rules.matches import BotTurn
from services.rules.sight import Sight
from services.rules.store import LEASE_SECONDS
from tests.support.house import APP, House

MOVE = Clock("move", 60_000)
BANK = Clock("bank", 600_000, 5_000)
DAYS = Clock("days", 2, window=Window(8, 22, "Europe/Berlin"))
DECK = {"type": "arboretum.draw", "source": "deck"}


def look(house: House, match_id: str, seat: int = 0) -> Sight:
    return house.matches.look(APP, match_id, seat, house.match(match_id).seats[seat].epoch)


def draw(house: House, match_id: str, key: str = "") -> Match:
    """Let the seat that is to act draw a card."""
    match = house.match(match_id)
    return house.matches.play(APP, match_id, match.to_act or 0, 0, DECK, match.version, key).match


def whole_turn(house: House, match_id: str) -> Match:
    """Let the person who is to act play a turn."""
    return house.play(match_id)


def run_out(house: House, match_id: str) -> None:
    """Let the time pass that the turn still has."""
    left = house.seconds_left(match_id)
    assert left is not None
    house.let_pass(match_id, left + 0.001)


# What is told --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", [MOVE, BANK, DAYS])
def test_a_view_tells_the_clock_and_an_absolute_deadline(house: House, clock: Clock) -> None:
    match_id = house.set_up("person", "person", clock=clock)
    view = look(house, match_id).view()
    assert view["clock"].items() >= clock.json().items()
    assert view["deadline"] > view["updated"]
    assert look(house, match_id, 1).view()["deadline"] == view["deadline"]
    house.let_pass(match_id, 10)
    again = look(house, match_id).view()
    if clock is not DAYS:
        assert again["deadline"] == pytest.approx(view["deadline"] - 10)
        assert house.seconds_left(match_id) == pytest.approx(clock.amount / 1000 - 10, abs=5)


def test_a_deadline_is_of_the_turn_however_many_decisions_it_has(house: House) -> None:
    match_id = house.set_up("person", "person", clock=MOVE)
    first = house.match(match_id)
    after = draw(house, match_id)
    assert (after.to_act, after.version) == (first.to_act, first.version + 1)
    assert after.deadline == first.deadline
    other = whole_turn(house, match_id)
    assert other.to_act == 1
    assert other.deadline == round(other.updated * 1e6) // 1000 + 60_000


def test_the_store_looks_at_a_clock_exactly_when_the_time_is_over(house: House) -> None:
    for clock in (MOVE, BANK):
        match_id = house.set_up("person", "person", clock=clock)
        for _ in range(3):
            match = whole_turn(house, match_id)
            keys = keys_of(APP, match_id)
            due: Any = house.redis.zscore(keys.due, keys.member)
            assert match.deadline is not None
            assert due * 1000 == pytest.approx(match.deadline, abs=2)


def test_a_bank_pays_for_the_turns_of_its_person(house: House) -> None:
    match_id = house.set_up("person", "random", clock=BANK)
    house.let_pass(match_id, 100)
    whole_turn(house, match_id)
    assert look(house, match_id).view()["clock"]["left"][0] == pytest.approx(505, abs=5)
    assert look(house, match_id).view()["clock"]["left"][1] is None
    assert look(house, match_id).view()["deadline"] is None, "bots have no clock"
    house.consistent(match_id)


def test_no_clock_runs_while_a_match_waits(house: House) -> None:
    match_id = house.set_up("person", "open", clock=MOVE)
    house.let_pass(match_id, 1000)
    assert house.match(match_id).deadline is None
    assert house.seconds_left(match_id) is None
    house.matches.join(APP, match_id, "Grace")
    ends = house.match(match_id).deadline
    assert ends is not None
    assert house.seconds_left(match_id) == pytest.approx(60, abs=5)


def test_a_match_in_a_snapshot_has_the_clock_of_its_log(house: House) -> None:
    match_id = house.set_up("person", "person", clock=BANK)
    for _ in range(4):
        match = whole_turn(house, match_id)
        read = house.store.load(APP, match_id)
        assert read is not None
        assert read.match.ticking == match.ticking == replay(APP, match_id, house.entries(match_id)).ticking


def test_a_log_without_a_clock_replays_as_before(house: House) -> None:
    match_id = house.create("person", "person")
    house.play(match_id)
    entries = house.entries(match_id)
    assert entries[0].body.keys() & {"clock", "on_expiry", "stand_in"} == set()
    match = replay(APP, match_id, entries)
    assert match.state.to_bytes() == house.match(match_id).state.to_bytes()
    assert (match.deadline, match.on_expiry, match.stand_in) == (None, "stand_in", "greedy")


# Too late and too soon -----------------------------------------------------------------------------------------------


def test_a_move_that_comes_when_the_time_is_over_is_refused_even_if_nobody_has_noticed(house: House) -> None:
    match_id = house.set_up("person", "person", clock=MOVE)
    run_out(house, match_id)
    with pytest.raises(TimeOver):
        draw(house, match_id)
    assert house.match(match_id).version == 1


def test_a_move_that_was_played_in_time_is_answered_when_it_is_sent_again_later(house: House) -> None:
    match_id = house.set_up("person", "person", clock=MOVE)
    first = draw(house, match_id, key="k" * 20)
    run_out(house, match_id)
    again = house.matches.play(APP, match_id, 0, 0, DECK, 1, "k" * 20)
    assert (again.match.version, first.version) == (2, 2)


def test_a_sweeper_that_looks_too_soon_changes_nothing_and_looks_again_in_time(house: House) -> None:
    for clock in (MOVE, BANK, DAYS):
        match_id = house.set_up("person", "person", clock=clock)
        house.make_due(match_id)
        assert house.sweep() == ["clock"]
        match = house.match(match_id)
        assert match.version == 1
        assert match.deadline is not None
        left = house.seconds_left(match_id)
        assert left is not None
        assert left > clock.amount / 1000 - 20


def test_who_is_too_soon_by_the_store_plays_nothing(house: House) -> None:
    match_id = house.set_up("person", "person", clock=MOVE)
    match = house.match(match_id)
    turn = BotTurn(APP, match_id, 1, 0, "clock", match.game, match.game.seen(match.state, 0), match.deadline)
    assert house.matches.play_for(turn, match.game.legal(match.state)[0], "clock") is None
    assert house.match(match_id).version == 1


# When the time is over -----------------------------------------------------------------------------------------------


def test_a_stand_in_plays_this_turn_and_the_person_the_next_one(house: House) -> None:
    match_id = house.set_up("person", "person", clock=MOVE)
    draw(house, match_id)
    run_out(house, match_id)
    assert house.sweep() == ["clock"]
    entries = house.consistent(match_id)
    assert [entry.by for entry in entries[2:]] == ["clock"] * 3
    assert {entry.seat for entry in entries[2:]} == {0}
    match = whole_turn(house, match_id)
    assert match.to_act == 0
    assert [event["by"] for event in look(house, match_id).view()["last"]][-1] == "person"
    assert draw(house, match_id).version == match.version + 1
    assert house.match(match_id).seats[0].json()["away"] is False


def test_at_a_table_of_one_a_stand_in_makes_one_decision(house: House) -> None:
    match_id = house.set_up("person", game="click_a_tree", clock=MOVE)
    run_out(house, match_id)
    assert house.sweep() == ["clock"]
    assert [entry.by for entry in house.consistent(match_id)[1:]] == ["clock"]
    assert house.seconds_left(match_id) == pytest.approx(60, abs=5)


def test_a_bot_takes_the_seat_and_the_person_takes_it_back(house: House) -> None:
    match_id = house.set_up("person", "person", clock=MOVE, on_expiry="bot", stand_in="random")
    run_out(house, match_id)
    assert house.sweep() == ["clock"]
    view = look(house, match_id).view()
    assert (view["seats"][0]["bot"], view["seats"][0]["away"], view["bot_thinks"]) == ("random", True, True)
    assert view["last"][-1]["type"] == "left"
    assert (view["last"][-1]["by"], view["last"][-1]["bot"]) == ("clock", "random")
    with pytest.raises(Away):
        house.matches.play(APP, match_id, 0, 0, DECK, 2)
    assert (view["your_turn"], look(house, match_id).legal_moves()) == (False, [])
    ((_, _, version, seat),) = house.tasks()
    assert house.thinking().think(APP, match_id, version, seat) > 0
    back = house.presence.come_back(APP, match_id, 0, 0).match
    assert not back.seats[0].away
    match = whole_turn(house, match_id)
    assert (match.to_act, match.thinker) == (0, "")
    draw(house, match_id)
    house.consistent(match_id)


def test_who_returns_in_the_turn_that_ran_out_must_wait_for_its_end(house: House) -> None:
    match_id = house.set_up("person", "person", clock=MOVE, on_expiry="bot")
    run_out(house, match_id)
    house.sweep()
    with pytest.raises(TimeOver):
        house.presence.come_back(APP, match_id, 0, 0)


def test_who_was_late_returns_with_the_increments_of_the_turns_that_the_bot_played(house: House) -> None:
    match_id = house.set_up("person", "person", clock=BANK, on_expiry="bot", stand_in="random")
    run_out(house, match_id)
    house.sweep()
    ((_, _, version, seat),) = house.tasks()
    house.thinking().think(APP, match_id, version, seat)
    assert house.presence.come_back(APP, match_id, 0, 0).match.ticking.banks[0] == BANK.increment
    whole_turn(house, match_id)
    assert draw(house, match_id).seats[0].away is False


def test_without_increments_an_empty_bank_is_the_end_of_ones_time(house: House) -> None:
    clock = Clock("bank", 60_000)
    match_id = house.set_up("person", "person", clock=clock, on_expiry="bot", stand_in="random")
    run_out(house, match_id)
    house.sweep()
    ((_, _, version, seat),) = house.tasks()
    house.thinking().think(APP, match_id, version, seat)
    with pytest.raises(TimeOver, match="bank"):
        house.presence.come_back(APP, match_id, 0, 0)


def test_nobody_gains_time_by_leaving_and_returning(house: House) -> None:
    for clock in (MOVE, BANK):
        match_id = house.set_up("person", "person", clock=clock)
        before = house.match(match_id)
        house.presence.leave(APP, match_id, 0, 0, 1)
        after = house.presence.come_back(APP, match_id, 0, 0).match
        assert after.deadline == before.deadline
        assert after.ticking == before.ticking


def test_a_seat_resigns_and_the_match_ends(house: House) -> None:
    match_id = house.set_up("person", "person", clock=MOVE, on_expiry="resign")
    run_out(house, match_id)
    assert house.sweep() == ["clock"]
    match = house.match(match_id)
    assert match.result == {"reason": "resigned", "scores": None, "places": [2, 1]}
    assert house.consistent(match_id)[-1].by == "clock"
    assert house.seconds_left(match_id) is None
    assert house.sweep() == []


@pytest.mark.parametrize("on_expiry", ["stand_in", "bot", "resign"])
def test_of_many_sweepers_one_acts_and_it_happens_once(house: House, on_expiry: str) -> None:
    match_id = house.set_up("person", "person", "person", clock=MOVE, on_expiry=on_expiry)
    run_out(house, match_id)
    presence = house.presence
    with ThreadPoolExecutor(8) as sweepers:
        turns = list(sweepers.map(lambda _: presence.time_over(APP, match_id, 1), range(8)))
        if on_expiry == "stand_in":
            assert None not in turns
            action = turns[0].game.legal(turns[0].state)[0] if turns[0] else 0
            done = list(sweepers.map(lambda turn: turn and house.matches.play_for(turn, action, "clock"), turns))
            assert sum(each is not None for each in done) == 1
    assert [entry.by for entry in house.consistent(match_id)[1:]] == ["clock"]


def test_a_sweeper_that_dies_before_it_acts_is_replaced(house: House) -> None:
    match_id = house.set_up("person", "person", clock=MOVE)
    run_out(house, match_id)
    assert [due.verdict for due in house.store.due()] == ["clock"]
    assert house.sweep() == [], "the other one still has it"
    left = house.seconds_left(match_id)
    assert left is not None
    assert 0 < left <= LEASE_SECONDS
    house.make_due(match_id)
    assert house.sweep() == ["clock"]
    assert house.match(match_id).to_act == 1


def test_a_sweeper_that_dies_in_the_middle_of_the_turn_is_replaced(house: House) -> None:
    match_id = house.set_up("person", "person", clock=MOVE)
    run_out(house, match_id)
    turn = house.presence.time_over(APP, match_id, 1)
    assert turn is not None
    assert house.matches.play_for(turn, turn.game.legal(turn.state)[0], "clock", going_on=True) is not None
    with pytest.raises(TimeOver):
        draw(house, match_id)
    house.make_due(match_id)
    assert house.sweep() == ["clock"]
    assert house.match(match_id).to_act == 1
    assert [entry.by for entry in house.consistent(match_id)[1:]] == ["clock"] * 4


def test_a_move_and_the_clock_race_and_exactly_one_wins(house: House) -> None:
    """Moves are sent around the very millisecond at which the time is over, while two sweepers look on."""
    outcomes = set[str]()
    for round_ in range(12):
        match_id = house.set_up("person", "person", clock=MOVE, on_expiry="resign")
        house.let_pass(match_id, 60 - 0.002 * round_)
        with ThreadPoolExecutor(6) as racers:
            moves = [racers.submit(draw, house, match_id) for _ in range(2)]
            sweeps = [racers.submit(house.presence.time_over, APP, match_id, 1) for _ in range(4)]
        for sweep in sweeps:
            assert sweep.exception() is None
        for move in moves:
            assert move.exception() is None or isinstance(move.exception(), (TimeOver, Stale, NotYourTurn, Refused))
        house.make_due(match_id)
        house.sweep()
        entries = house.consistent(match_id)
        assert len({entry.version for entry in entries}) == len(entries)
        resigned = [entry for entry in entries if entry.type == "resigned"]
        assert len(resigned) <= 1
        ends = 60_000 + round(entries[0].at * 1e6) // 1000
        for entry in entries[1:]:
            late = round(entry.at * 1e6) // 1000 >= ends
            assert late == (entry.type == "resigned")
            outcomes.add(entry.type)
    assert "resigned" in outcomes
