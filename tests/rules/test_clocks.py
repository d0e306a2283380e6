"""Clocks: what people have for a turn, in whole milliseconds; laws as properties, and days on which clocks change."""

from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rules import clocks
from services.rules.clocks import (
    AT_REST,
    BANK,
    DAY,
    DAYS,
    MOVE,
    NO_CLOCK,
    NOBODY,
    SECOND,
    Clock,
    Ticking,
    Window,
    clock_of,
    milliseconds,
)
from services.rules.errors import BadClock

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC", "America/Sao_Paulo")
"""Clocks that change by an hour, by half an hour, at midnight (until 2018) or never."""
SPRING, AUTUMN = date(2026, 3, 29), date(2026, 10, 25)
"""When clocks change in Berlin: at 2 they are put to 3, at 3 to 2."""

moments = st.integers(1_200_000_000_000, 1_900_000_000_000)
spans = st.integers(0, 400 * DAY)


@st.composite
def windows(draw: st.DrawFn) -> Window:
    """Any window that a clock may have."""
    opens = draw(st.integers(0, 23))
    return Window(opens, draw(st.integers(opens + 1, 24)), draw(st.sampled_from(ZONES)))


move_clocks = st.builds(lambda seconds: Clock(MOVE, seconds * SECOND), st.integers(1, 604_800))
bank_clocks = st.builds(
    lambda bank, more: Clock(BANK, bank * SECOND, more * SECOND), st.integers(1, 604_800), st.integers(0, 3600)
)
day_clocks = st.builds(lambda days, window: Clock(DAYS, days, window=window), st.integers(1, 30), st.none() | windows())
any_clock = st.one_of(move_clocks, bank_clocks, day_clocks)


def at(zone: str, year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> int:
    """A local time in milliseconds."""
    return int(datetime(year, month, day, hour, minute, tzinfo=ZoneInfo(zone)).timestamp() * SECOND)


def begins(clock: Clock, when: int, seats: int = 2) -> int:
    """When the first turn ends that begins then."""
    ends = clocks.deadline(clock, clocks.tick(clock, clocks.start(clock, seats), 1, 0, when))
    assert ends is not None
    return ends


# Every clock ---------------------------------------------------------------------------------------------------------


@given(any_clock)
def test_a_clock_is_read_as_it_is_written(clock: Clock) -> None:
    assert clock_of(clock.json()) == clock


@given(any_clock, moments, spans)
def test_a_turn_that_begins_later_never_ends_sooner(clock: Clock, first: int, later: int) -> None:
    assert begins(clock, first) <= begins(clock, first + later)


@given(any_clock, moments)
def test_every_turn_has_some_time_and_none_is_longer_than_the_longest(clock: Clock, when: int) -> None:
    assert when < begins(clock, when) <= when + clock.longest_turn


@given(any_clock, moments, st.lists(spans, max_size=8))
def test_the_entries_of_a_turn_change_nothing_of_its_clock(clock: Clock, when: int, later: list[int]) -> None:
    ticking = clocks.tick(clock, clocks.start(clock, 3), 1, 2, when)
    for span in later:
        assert clocks.tick(clock, ticking, 1, 2, when + span) is ticking


def test_without_a_clock_no_time_runs() -> None:
    assert clocks.deadline(NO_CLOCK, Ticking(1, 0, 1)) is None
    assert clocks.deadline(Clock(MOVE, 5), AT_REST) is None
    assert clock_of({"type": "none"}) == NO_CLOCK


def test_a_time_of_the_store_is_cut_to_whole_milliseconds() -> None:
    assert milliseconds(1796032264.813119) == 1796032264813
    assert milliseconds(float("1796032264.000999")) == 1796032264000
    assert milliseconds(float("1796032264.001000")) == 1796032264001


# Banks ---------------------------------------------------------------------------------------------------------------

turns = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 10 * 60 * SECOND)), max_size=30)


@given(bank_clocks, moments, turns)
def test_a_bank_never_grows_but_by_the_increment_of_a_turn(
    clock: Clock, when: int, taken: list[tuple[int, int]]
) -> None:
    ticking = clocks.tick(clock, clocks.start(clock, 4), 1, 0, when)
    for number, (seat, took) in enumerate(taken, 2):
        mine, before = ticking.seat, ticking.banks
        when += took
        ticking = clocks.tick(clock, ticking, number, seat, when)
        assert ticking.banks[mine] == max(0, before[mine] - took) + clock.increment
        assert all(ticking.banks[other] == before[other] for other in range(4) if other != mine)
        assert min(ticking.banks) >= 0


@given(bank_clocks, moments, st.integers(0, 10**9))
def test_a_fuller_bank_never_ends_sooner(clock: Clock, when: int, more: int) -> None:
    ends = [clocks.deadline(clock, Ticking(1, 0, when, (bank, 0))) for bank in (clock.amount, clock.amount + more)]
    assert ends == [when + clock.amount, when + clock.amount + more]


def test_ten_minutes_and_five_seconds_a_turn() -> None:
    clock = clock_of({"type": "bank", "seconds": 600, "increment": 5})
    ticking = clocks.tick(clock, clocks.start(clock, 2), 1, 0, 1_000_000)
    assert clocks.deadline(clock, ticking) == 1_600_000
    ticking = clocks.tick(clock, ticking, 2, 1, 1_030_000)
    assert ticking.banks == (575_000, 600_000)
    assert clocks.deadline(clock, ticking) == 1_630_000
    ticking = clocks.tick(clock, ticking, 3, 0, 1_040_000)
    assert ticking.banks == (575_000, 595_000)
    assert clocks.deadline(clock, ticking) == 1_615_000


def test_at_a_table_of_one_each_decision_is_a_turn() -> None:
    clock = clock_of({"type": "bank", "seconds": 60, "increment": 5})
    ticking = clocks.tick(clock, clocks.start(clock, 1), 1, 0, 0)
    ticking = clocks.tick(clock, ticking, 2, 0, 20_000)
    assert ticking == Ticking(2, 0, 20_000, (45_000,))


def test_nobody_pays_for_the_time_of_bots() -> None:
    clock = clock_of({"type": "bank", "seconds": 60})
    ticking = clocks.tick(clock, clocks.start(clock, 2), 1, NOBODY, 0)
    assert clocks.tick(clock, ticking, 2, 0, 50_000).banks == (60_000, 60_000)


# Days and windows ----------------------------------------------------------------------------------------------------


@given(st.integers(1, 30), windows(), moments)
def test_a_turn_never_ends_while_the_window_is_closed(days: int, window: Window, when: int) -> None:
    ends = begins(Clock(DAYS, days, window=window), when)
    bounds = [window.bounds(date.fromordinal(window.day(ends).toordinal() + shift)) for shift in (-1, 0)]
    assert any(opens <= ends <= closes for opens, closes in bounds)


@given(st.integers(1, 30), moments)
def test_without_a_window_a_day_has_24_hours(days: int, when: int) -> None:
    assert begins(Clock(DAYS, days), when) == when + days * DAY


def daily(days: int, opens: int = 8, closes: int = 22, zone: str = "Europe/Berlin") -> Clock:
    return Clock(DAYS, days, window=Window(opens, closes, zone))


@pytest.mark.parametrize(
    ("began", "ends"),
    [
        ((2026, 6, 1, 12, 30), (2026, 6, 3, 12, 30)),
        ((2026, 6, 1, 8), (2026, 6, 3, 8)),
        ((2026, 6, 1, 21, 59), (2026, 6, 3, 21, 59)),
        ((2026, 6, 1, 22), (2026, 6, 3, 22)),
        ((2026, 6, 1, 23), (2026, 6, 3, 22)),
        ((2026, 6, 2, 7, 59), (2026, 6, 3, 22)),
        ((2026, 12, 31, 23), (2027, 1, 2, 22)),
    ],
)
def test_a_turn_of_two_days_with_a_window_from_8_to_22(began: tuple[int, ...], ends: tuple[int, ...]) -> None:
    assert begins(daily(2), at("Europe/Berlin", *began)) == at("Europe/Berlin", *ends)


@pytest.mark.parametrize("changes", [SPRING, AUTUMN])
def test_when_clocks_change_at_night_a_turn_ends_at_the_same_time_of_day(changes: date) -> None:
    day = changes.toordinal()
    before, after = date.fromordinal(day - 1), date.fromordinal(day + 1)
    began = at("Europe/Berlin", before.year, before.month, before.day, 12)
    assert begins(daily(2), began) == at("Europe/Berlin", after.year, after.month, after.day, 12)


def test_a_window_in_which_clocks_change_is_an_hour_shorter_or_longer() -> None:
    window = Window(0, 24, "Europe/Berlin")
    lengths = [closes - opens for opens, closes in map(window.bounds, (SPRING, AUTUMN, date(2026, 6, 1)))]
    assert [length // (3600 * SECOND) for length in lengths] == [23, 25, 24]


def test_a_turn_from_a_long_day_ends_with_the_window_of_a_short_one() -> None:
    began = at("Europe/Berlin", 2026, 3, 28, 23, 30)
    assert begins(daily(1, 0, 24), began) == at("Europe/Berlin", 2026, 3, 30)


def test_an_hour_that_comes_twice_is_two_hours_of_the_window() -> None:
    began = int(datetime(2026, 10, 25, 1, 30, tzinfo=UTC).timestamp() * SECOND)  # half past two, the second time
    ends = begins(daily(1, 0, 24), began)
    assert ends == at("Europe/Berlin", 2026, 10, 26, 3, 30)


def test_a_window_that_a_change_of_clocks_swallows_is_empty_that_day() -> None:
    opens, closes = Window(2, 3, "Europe/Berlin").bounds(SPRING)
    assert opens == closes == at("Europe/Berlin", 2026, 3, 29, 3)


@given(windows(), st.integers(date(2010, 1, 1).toordinal(), date(2030, 1, 1).toordinal()))
def test_windows_of_following_days_follow_each_other(window: Window, day: int) -> None:
    (opens, closes), (again, _) = (window.bounds(date.fromordinal(each)) for each in (day, day + 1))
    assert opens <= closes <= again


@given(windows(), st.lists(moments, min_size=2, max_size=6))
def test_later_moments_are_on_later_days(window: Window, when: list[int]) -> None:
    assert all(window.day(first) <= window.day(second) for first, second in pairwise(sorted(when)))


# What is no clock ----------------------------------------------------------------------------------------------------

WINDOW = {"opens": 8, "closes": 22, "zone": "Europe/Berlin"}


@pytest.mark.parametrize(
    ("data", "pointer"),
    [
        (None, "/clock/type"),
        ({}, "/clock/type"),
        ({"type": []}, "/clock/type"),
        ({"type": "hourglass"}, "/clock/type"),
        ({"type": "none", "seconds": 1}, "/clock/seconds"),
        ({"type": "move"}, "/clock/seconds"),
        ({"type": "move", "seconds": 0}, "/clock/seconds"),
        ({"type": "move", "seconds": 604_801}, "/clock/seconds"),
        ({"type": "move", "seconds": 1.5}, "/clock/seconds"),
        ({"type": "move", "seconds": True}, "/clock/seconds"),
        ({"type": "move", "seconds": 5, "a/b": 1}, "/clock/a~1b"),
        ({"type": "bank", "seconds": 5, "increment": -1}, "/clock/increment"),
        ({"type": "bank", "seconds": 5, "window": None}, "/clock/window"),
        ({"type": "days", "days": 31}, "/clock/days"),
        ({"type": "days", "days": 1, "window": 3}, "/clock/window"),
        ({"type": "days", "days": 1, "window": WINDOW | {"more": 1}}, "/clock/window"),
        ({"type": "days", "days": 1, "window": WINDOW | {"opens": 24}}, "/clock/window/opens"),
        ({"type": "days", "days": 1, "window": WINDOW | {"closes": 8}}, "/clock/window/closes"),
        ({"type": "days", "days": 1, "window": WINDOW | {"zone": "Mars/Olympus"}}, "/clock/window/zone"),
        ({"type": "days", "days": 1, "window": WINDOW | {"zone": "../etc/passwd"}}, "/clock/window/zone"),
        ({"type": "days", "days": 1, "window": WINDOW | {"zone": 1}}, "/clock/window/zone"),
    ],
)
def test_what_is_no_clock_is_refused_with_its_place(data: Any, pointer: str) -> None:
    with pytest.raises(BadClock) as refused:
        clock_of(data)
    assert refused.value.pointer == pointer
