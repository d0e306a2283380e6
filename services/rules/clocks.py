"""Clocks: how long people may take over a turn. Pure, in whole milliseconds since 1970.

A turn is all of a seat's decisions until another seat is to act; at a table of one seat each decision is a turn. Time
is counted by turns: it begins with the entry of the log after which the seat is to act, and is the same however many
decisions the turn takes. All of it follows from the log, whose times are those of the store.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from datetime import time as time_of_day
from functools import lru_cache
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from services.rules.errors import BadClock, pointer_to
from services.rules.notation import Json

NONE, MOVE, BANK, DAYS = "none", "move", "bank", "days"
"""No clock; so long for each turn; a supply for the whole match and an increment for each turn; days for each turn."""

SECOND: Final = 1000
DAY: Final = 24 * 60 * 60 * SECOND
NOBODY: Final = -1

LIMITS: Final[dict[str, dict[str, tuple[int, int]]]] = {
    NONE: {},
    MOVE: {"seconds": (1, 604_800)},
    BANK: {"seconds": (1, 604_800), "increment": (0, 3600)},
    DAYS: {"days": (1, 30)},
}
"""The numbers of each type of clock, and the least and the most that each may be."""
OPENS, CLOSES = (0, 23), (1, 24)
"""Hours of the day between which a window may open and close."""
_WINDOW: Final = {"opens", "closes", "zone"}


@dataclass(frozen=True, slots=True)
class Window:
    """The hours of the day, by the clocks of a time zone, in which time runs."""

    opens: int
    closes: int
    zone: str

    def bounds(self, day: date) -> tuple[int, int]:
        """When the window opens and closes on a day; shorter or longer where clocks are changed."""
        return self._moment(day, self.opens), self._moment(day, self.closes)

    def day(self, at: int) -> date:
        """The day that it is in the time zone."""
        return datetime.fromtimestamp(at // SECOND, _zone(self.zone)).date()

    def _moment(self, day: date, hour: int) -> int:
        day, hour = (day + timedelta(days=1), 0) if hour == CLOSES[1] else (day, hour)
        local = datetime.combine(day, time_of_day(hour), _zone(self.zone))
        return int(local.timestamp()) * SECOND


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a match; chosen when it is created, and never changed."""

    type: str = NONE
    amount: int = 0
    """Milliseconds for a turn, milliseconds in the bank, or days for a turn."""
    increment: int = 0
    """Milliseconds added to the bank when a turn ends."""
    window: Window | None = None

    @property
    def runs(self) -> bool:
        """Whether there is a clock."""
        return self.type != NONE

    @property
    def longest_turn(self) -> int:
        """No turn takes longer, whatever the zone does to its clocks; for a bank: no first turn."""
        return (self.amount + 2) * DAY if self.type == DAYS else self.amount

    def json(self) -> Json:
        """As it stands in the log and in the API."""
        if self.type == DAYS:
            window = self.window
            hours = window and {"opens": window.opens, "closes": window.closes, "zone": window.zone}
            return {"type": DAYS, "days": self.amount, "window": hours}
        told: Json = {"type": self.type}
        if self.type in {MOVE, BANK}:
            told["seconds"] = self.amount // SECOND
        if self.type == BANK:
            told["increment"] = self.increment // SECOND
        return told


NO_CLOCK: Final = Clock()


class Ticking(NamedTuple):
    """Where the clock of a match stands: whose turn it is and since when, and what is left in the banks."""

    turn: int = 0
    """Counts turns, so that a turn is told from the next one of the same seat."""
    seat: int = NOBODY
    """The seat whose time runs, if one's does."""
    since: int = 0
    banks: tuple[int, ...] = ()
    """Milliseconds in the bank of each seat when the turn began."""


AT_REST: Final = Ticking()


def start(clock: Clock, seats: int) -> Ticking:
    """The clock before anybody's turn."""
    return Ticking(banks=(clock.amount,) * seats if clock.type == BANK else ())


def tick(clock: Clock, ticking: Ticking, turn: int, seat: int, at: int) -> Ticking:
    """The clock after an entry of the log at this time, if now it is this turn, of this seat."""
    if (turn, seat) == (ticking.turn, ticking.seat):
        return ticking
    banks = ticking.banks
    if clock.type == BANK and ticking.seat != NOBODY:
        mine = max(0, banks[ticking.seat] - max(0, at - ticking.since)) + clock.increment
        banks = (*banks[: ticking.seat], mine, *banks[ticking.seat + 1 :])
    return Ticking(turn, seat, at, banks)


def deadline(clock: Clock, ticking: Ticking) -> int | None:
    """When the time of the running turn is over; None: no time runs."""
    if ticking.seat == NOBODY or not clock.runs:
        return None
    if clock.type == DAYS:
        return _after_days(ticking.since, clock.amount, clock.window)
    return ticking.since + allowance(clock, ticking)


def allowance(clock: Clock, ticking: Ticking) -> int:
    """Milliseconds that the running turn has, where that does not depend on when it began; else 0."""
    if clock.type == BANK and ticking.seat != NOBODY:
        return ticking.banks[ticking.seat]
    return clock.amount if clock.type == MOVE else 0


def _after_days(since: int, days: int, window: Window | None) -> int:
    """So many days later, of which only the window counts: a turn never ends while it is closed.

    One that begins in the window ends as long after its opening, some days later; one that begins while it is closed
    has that many whole windows.
    """
    if window is None:
        return since + days * DAY
    today = window.day(since)
    opens, closes = window.bounds(today)
    if since < opens:
        return window.bounds(today + timedelta(days=days - 1))[1]
    first, last = window.bounds(today + timedelta(days=days))
    return min(last, first + since - opens) if since < closes else last


# From JSON -----------------------------------------------------------------------------------------------------------


def clock_of(data: Any, pointer: str = "/clock") -> Clock:
    """The clock that a JSON value stands for; raises BadClock."""
    if not isinstance(data, Mapping) or not isinstance(data.get("type"), str) or data["type"] not in LIMITS:
        raise BadClock(f"{pointer}/type", f"The type of a clock is one of {', '.join(LIMITS)}.", types=list(LIMITS))
    kind = data["type"]
    optional = {"window"} if kind == DAYS else {"increment"} if kind == BANK else set[str]()
    for name in data.keys() - LIMITS[kind].keys() - optional - {"type"}:
        raise BadClock(pointer + pointer_to(name), f"A clock of type {kind} has no {name}.")
    numbers = {name: _number(data, name, span, pointer) for name, span in LIMITS[kind].items()}
    if kind == DAYS:
        return Clock(DAYS, numbers["days"], window=_window(data.get("window"), f"{pointer}/window"))
    return Clock(kind, numbers.get("seconds", 0) * SECOND, numbers.get("increment", 0) * SECOND)


def _number(data: Mapping[str, Any], name: str, span: tuple[int, int], pointer: str) -> int:
    found = data.get(name, 0 if name == "increment" else None)
    if type(found) is not int or not span[0] <= found <= span[1]:
        raise BadClock(f"{pointer}/{name}", f"Must be a whole number from {span[0]} to {span[1]}.")
    return found


def _window(data: Any, pointer: str) -> Window | None:
    if data is None:
        return None
    if not isinstance(data, Mapping) or data.keys() != _WINDOW:
        raise BadClock(pointer, "A window says when it opens and closes, in hours, and in which time zone.")
    opens, closes = _number(data, "opens", OPENS, pointer), _number(data, "closes", CLOSES, pointer)
    if closes <= opens:
        raise BadClock(f"{pointer}/closes", "A window closes after it opens, on the same day.")
    zone = data["zone"]
    if not isinstance(zone, str) or zone not in _zones():
        raise BadClock(f"{pointer}/zone", "Must be the IANA name of a time zone, as Europe/Berlin.")
    return Window(opens, closes, zone)


@lru_cache(1)
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


@lru_cache(64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def milliseconds(at: float) -> int:
    """A time of the store, which has six decimals, in whole milliseconds."""
    return round(at * 1e6) // SECOND
