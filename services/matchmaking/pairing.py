"""Who plays with whom: a pure function of the tickets that wait and the time.

* A group fills a table: as many players as its number of seats, parties whole, of one game, clock and options that all
  want, the ratings of any two tickets no farther apart than both accept by now. Nobody sits twice, and no ticket past
  its deadline.
* Those who have waited through half of their time choose first, the longest waiting before all others, and each takes
  the closest ratings there are. Among the rest the closest groups come first; where all is equal, the older tickets.
* Tickets whose patience with people has ended play with those alike, and bots take the empty seats.

What is chosen from is bounded (REACH), so that 10,000 tickets are paired in a second: of those whose rating is nearest.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import chain, islice
from math import inf
from typing import Final, NamedTuple

from services.rules.clocks import NO_CLOCK, Clock

REACH: Final = 16
"""So many ratings a ticket looks at on its way outward from its own."""
LOOKED_AT: Final = 128
"""So many tickets it looks at."""
CHOICE: Final = 5
"""So many of the nearest that it accepts it composes a table of."""

Options = tuple[int | None, ...]
"""Options as the game packs them; None: any."""
_Proposal = tuple[bool, int, int, tuple[int, ...], int, Options]
"""Whether it can wait, the distance of its ratings, who proposes it; the tickets, the seats, the options."""


class Window(NamedTuple):
    """How far from its own rating a ticket looks for others."""

    start: float
    grow: float
    """A second of waiting."""
    most: float

    def at(self, waited: float) -> float:
        """The distance after so many seconds."""
        return min(self.most, self.start + self.grow * waited)


@dataclass(frozen=True, slots=True)
class Ticket:
    """What pairing must know of a ticket; times are seconds."""

    id: str
    game: str
    players: tuple[str, ...]
    tables: tuple[tuple[int, Options], ...]
    """The numbers of seats it takes, rising, with the options it wants there."""
    rating: int
    window: Window
    since: float
    deadline: float
    bots_at: float | None = None
    """From when on bots may take the empty seats."""
    bot: str = ""
    clock: Clock = NO_CLOCK

    @property
    def table(self) -> tuple[str, Clock]:
        """What all at its table must want alike."""
        return self.game, self.clock

    def impatient(self, now: float) -> bool:
        """Whether it has waited through half of its time."""
        end = self.deadline if self.bots_at is None else min(self.deadline, self.bots_at)
        return now - self.since >= (end - self.since) / 2


class Group(NamedTuple):
    """Tickets that make a table."""

    game: str
    seats: int
    options: Options
    tickets: tuple[Ticket, ...]
    """Whoever chose first."""
    bots: int = 0
    bot: str = ""

    @property
    def clock(self) -> Clock:
        """The clock that all of them want."""
        return self.tickets[0].clock


def pair(tickets: Iterable[Ticket], now: float) -> list[Group]:
    """The groups that can be made now; the same for the same tickets in any order."""
    waiting = (ticket for ticket in tickets if now < ticket.deadline)
    hall = _Hall(sorted(waiting, key=lambda each: (not each.impatient(now), each.since, each.id)), now)
    return [*hall.people(), *hall.with_bots()]


def fit(one: Options, other: Options) -> Options | None:
    """The options that both want, or nothing."""
    if one == other:
        return one
    merged = []
    for mine, yours in zip(one, other, strict=True):
        if mine is not None and yours is not None and mine != yours:
            return None
        merged.append(yours if mine is None else mine)
    return tuple(merged)


class _Pool:
    """Tickets for tables of one size whose options fit one set of options, by rating; each known by its rank."""

    def __init__(self, ranked: Iterable[tuple[int, int]]) -> None:
        """(rank, rating) of each, the ranks rising."""
        shelves: dict[int, list[int]] = defaultdict(list)
        for rank, rating in ranked:
            shelves[rating].append(rank)
        self._ratings = sorted(shelves)
        self._shelves = [shelves[rating] for rating in self._ratings]

    def behind(self, rank: int, rating: int, reach: float) -> Iterator[int]:
        """Tickets of later ranks within reach of the rating: the nearest first, then by rank."""
        ratings, shelves = self._ratings, self._shelves
        right, end = bisect_left(ratings, rating), len(ratings)
        left = right - 1
        for _ in range(REACH):
            below = rating - ratings[left] if left >= 0 else inf
            above = ratings[right] - rating if right < end else inf
            if below > reach and above > reach:
                return
            lower = _behind(shelves[left], rank) if below <= above and shelves[left][-1] > rank else []
            upper = _behind(shelves[right], rank) if above <= below and shelves[right][-1] > rank else []
            if lower or upper:
                yield from sorted(lower + upper) if lower and upper else lower or upper
            left, right = left - (below <= above), right + (above <= below)


def _behind(shelf: list[int], rank: int) -> list[int]:
    """The first of the tickets of one rating that have later ranks."""
    start = bisect_left(shelf, rank + 1)
    return shelf[start : start + LOOKED_AT]


class _Hall:
    """All who wait, in the order in which they choose: a ticket is known by its rank in it."""

    def __init__(self, tickets: Sequence[Ticket], now: float) -> None:
        """Sort them by what they want."""
        self._tickets = tickets
        self._now = now
        self._gone = bytearray(len(tickets))
        self._reach = [ticket.window.at(now - ticket.since) for ticket in tickets]
        self._rating = [ticket.rating for ticket in tickets]
        self._size = [len(ticket.players) for ticket in tickets]
        self._patient = [not ticket.impatient(now) for ticket in tickets]
        self._tables = [dict(ticket.tables) for ticket in tickets]
        self._ranks_of: dict[str, list[int]] = defaultdict(list)
        for rank, ticket in enumerate(tickets):
            for player in ticket.players:
                self._ranks_of[player].append(rank)
        self._twice = bytearray(any(len(self._ranks_of[each]) > 1 for each in ticket.players) for ticket in tickets)
        self._pools = self._sorted()

    def people(self) -> Iterator[Group]:
        """The groups of people alone, the best first."""
        heap = [proposal for rank in range(len(self._tickets)) if (proposal := self._proposal(rank))]
        heapify(heap)
        while heap:
            _, _, rank, chosen, seats, options = heappop(heap)
            if self._gone[rank]:
                continue
            if any(self._gone[each] for each in chosen):
                again = self._proposal(rank)
                if again:
                    heappush(heap, again)
                continue
            yield self._seat(chosen, seats, options)

    def with_bots(self) -> Iterator[Group]:
        """The groups of those who wait for people no longer, as many of them at a table as can be."""
        for rank, ticket in enumerate(self._tickets):
            if self._gone[rank] or not self._takes_bots(rank):
                continue
            found = (self._fill(rank, seats, options) for seats, options in ticket.tables)
            chosen, seats, options = min(found, key=lambda each: each[1] - self._heads(each[0]))
            yield self._seat(chosen, seats, options, ticket.bot)

    # Within ----------------------------------------------------------------------------------------------------------

    def _sorted(self) -> dict[tuple[tuple[str, Clock], int, Options], _Pool]:
        """For each set of options that somebody wants at a table of some size: all whose options fit it."""
        wanted: dict[tuple[tuple[str, Clock], int], dict[Options, list[int]]] = defaultdict(lambda: defaultdict(list))
        for rank, ticket in enumerate(self._tickets):
            for seats, options in ticket.tables:
                wanted[ticket.table, seats][options].append(rank)
        pools = {}
        for (table, seats), by_options in wanted.items():
            for options in by_options:
                fitting = sorted(
                    chain(*(ranks for other, ranks in by_options.items() if fit(options, other) is not None))
                )
                pools[table, seats, options] = _Pool((rank, self._tickets[rank].rating) for rank in fitting)
        return pools

    def _proposal(self, rank: int) -> _Proposal | None:
        """The table that this ticket would choose now: the largest it takes, with the nearest ratings."""
        ticket = self._tickets[rank]
        for seats, options in reversed(ticket.tables):
            near = self._near(rank, seats, options)
            found = self._compose((rank,), seats - self._size[rank], options, seats, near)
            if found:
                chosen, merged = found
                ratings = [self._rating[each] for each in chosen]
                spread = max(ratings) - min(ratings) if self._patient[rank] else 0
                return self._patient[rank], spread, rank, chosen, seats, merged
        return None

    def _near(self, rank: int, seats: int, options: Options) -> list[int]:
        """The nearest tickets behind this one that might sit at its table."""
        ticket, found = self._tickets[rank], list[int]()
        need = seats - self._size[rank]
        if need == 0:
            return found
        gone, size, rating, reach, mine = self._gone, self._size, self._rating, self._reach, self._rating[rank]
        pool = self._pools[ticket.table, seats, options]
        for other in islice(pool.behind(rank, mine, reach[rank]), LOOKED_AT):
            if gone[other] or size[other] > need or abs(mine - rating[other]) > reach[other]:
                continue
            if not self._shares(rank, other):
                found.append(other)
                if need == 1 or len(found) == CHOICE:
                    break
        return found

    def _compose(
        self, chosen: tuple[int, ...], need: int, options: Options, seats: int, near: Sequence[int]
    ) -> tuple[tuple[int, ...], Options] | None:
        """The first tickets of these that fill the table, and the options that all of them want."""
        if need == 0:
            return chosen, options
        for i, other in enumerate(near):
            if self._size[other] > need or (len(chosen) > 1 and not self._welcome(chosen, other)):
                continue
            merged = fit(options, self._tables[other][seats])
            if merged is not None:
                found = self._compose((*chosen, other), need - self._size[other], merged, seats, near[i + 1 :])
                if found:
                    return found
        return None

    def _fill(self, rank: int, seats: int, options: Options) -> tuple[tuple[int, ...], int, Options]:
        """Those who may sit down with this ticket and bots."""
        ticket, chosen = self._tickets[rank], list[int]((rank,))
        for other in self._near(rank, seats, options):
            alike = self._takes_bots(other) and self._tickets[other].bot == ticket.bot
            merged = fit(options, self._tables[other][seats])
            room = seats - self._heads(chosen) >= self._size[other]
            if alike and room and merged is not None and self._welcome(chosen, other):
                chosen.append(other)
                options = merged
        return tuple(chosen), seats, options

    def _welcome(self, chosen: Sequence[int], other: int) -> bool:
        """Whether it may sit down with all of these, whose first has chosen it already."""
        return all(self._accept(each, other) for each in chosen[1:])

    def _accept(self, one: int, other: int) -> bool:
        """Whether the two may sit at a table."""
        distance, reach = abs(self._rating[one] - self._rating[other]), self._reach
        return distance <= reach[one] and distance <= reach[other] and not self._shares(one, other)

    def _shares(self, one: int, other: int) -> bool:
        """Whether a player waits with both."""
        if not (self._twice[one] and self._twice[other]):
            return False
        return not set(self._tickets[one].players).isdisjoint(self._tickets[other].players)

    def _takes_bots(self, rank: int) -> bool:
        bots_at = self._tickets[rank].bots_at
        return bots_at is not None and bots_at <= self._now

    def _heads(self, chosen: Iterable[int]) -> int:
        return sum(self._size[rank] for rank in chosen)

    def _seat(self, chosen: Sequence[int], seats: int, options: Options, bot: str = "") -> Group:
        """Let them sit down, and their other tickets wait for another time."""
        tickets = tuple(self._tickets[rank] for rank in chosen)
        for player in (player for ticket in tickets for player in ticket.players):
            for rank in self._ranks_of[player]:
                self._gone[rank] = True
        return Group(tickets[0].game, seats, options, tickets, seats - self._heads(chosen), bot)
