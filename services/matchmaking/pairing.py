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
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import chain
from math import inf
from operator import itemgetter
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
    waiting = [(not each.impatient(now), each.since, each.id, each) for each in tickets if now < each.deadline]
    waiting.sort(key=itemgetter(0, 1, 2))
    hall = _Hall([each for *_, each in waiting], [patient for patient, *_ in waiting], now)
    return [*hall.people(), *hall.with_bots()]


@lru_cache(4096)
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

    def __init__(self, ranks: Iterable[int], ratings: Sequence[int]) -> None:
        """The ranks rising; `ratings` by rank."""
        shelves: dict[int, list[int]] = defaultdict(list)
        for rank in ranks:
            shelves[ratings[rank]].append(rank)
        order = sorted(shelves)
        # An end on either side that nobody reaches, so that a walk need not look where it stops.
        self._ratings = [-inf, *order, inf]
        self._shelves = [[], *(shelves[rating] for rating in order), []]

    def behind(self, rank: int, rating: int, reach: float) -> Iterator[tuple[float, list[int]]]:
        """(distance, tickets of later ranks) of the ratings within reach: the nearest first, then by rank."""
        ratings, shelves = self._ratings, self._shelves
        right = bisect_left(ratings, rating)
        left = right - 1
        below, above = rating - ratings[left], ratings[right] - rating
        for _ in range(REACH):
            distance = min(below, above)
            if distance > reach:
                return
            found: list[int] = []
            if below == distance:
                if shelves[left][-1] > rank:
                    found = _behind(shelves[left], rank)
                left -= 1
                below = rating - ratings[left]
            if above == distance:
                if shelves[right][-1] > rank:
                    upper = _behind(shelves[right], rank)
                    found = sorted(found + upper) if found else upper
                right += 1
                above = ratings[right] - rating
            if found:
                yield distance, found


def _behind(shelf: list[int], rank: int) -> list[int]:
    """The first of the tickets of one rating that have later ranks."""
    start = bisect_left(shelf, rank + 1)
    return shelf[start : start + LOOKED_AT]


class _Hall:
    """All who wait, in the order in which they choose: a ticket is known by its rank in it."""

    def __init__(self, tickets: Sequence[Ticket], patient: Sequence[bool], now: float) -> None:
        """Sort them by what they want; `patient` are those who have not waited through half of their time."""
        self._tickets = tickets
        self._now = now
        self._gone = bytearray(len(tickets))
        self._reach = [ticket.window.at(now - ticket.since) for ticket in tickets]
        self._rating = [ticket.rating for ticket in tickets]
        self._size = [len(ticket.players) for ticket in tickets]
        self._patient = patient
        self._tables = [dict(ticket.tables) for ticket in tickets]
        self._ranks_of: dict[str, list[int]] = defaultdict(list)
        for rank, ticket in enumerate(tickets):
            for player in ticket.players:
                self._ranks_of[player].append(rank)
        self._twice = bytearray(any(len(self._ranks_of[each]) > 1 for each in ticket.players) for ticket in tickets)
        pools = self._sorted()
        self._pools = [pools[ticket.table] for ticket in tickets]

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

    def _sorted(self) -> dict[tuple[str, Clock], dict[tuple[int, Options], _Pool]]:
        """For each set of options that somebody wants at a table of some size: all whose options fit it."""
        wanted: dict[tuple[tuple[str, Clock], int], dict[Options, list[int]]] = defaultdict(lambda: defaultdict(list))
        for rank, ticket in enumerate(self._tickets):
            for seats, options in ticket.tables:
                wanted[ticket.table, seats][options].append(rank)
        pools: dict[tuple[str, Clock], dict[tuple[int, Options], _Pool]] = defaultdict(dict)
        for (table, seats), by_options in wanted.items():
            for options in by_options:
                fitting = sorted(
                    chain(*(ranks for other, ranks in by_options.items() if fit(options, other) is not None))
                )
                pools[table][seats, options] = _Pool(fitting, self._rating)
        return pools

    def _proposal(self, rank: int) -> _Proposal | None:
        """The table that this ticket would choose now: the largest it takes, with the nearest ratings."""
        ticket = self._tickets[rank]
        for seats, options in reversed(ticket.tables):
            found = self._company(rank, seats, options)
            if found:
                chosen, merged = found
                ratings = [self._rating[each] for each in chosen]
                spread = max(ratings) - min(ratings) if self._patient[rank] else 0
                return self._patient[rank], spread, rank, chosen, seats, merged
        return None

    def _company(self, rank: int, seats: int, options: Options) -> tuple[tuple[int, ...], Options] | None:
        """Those who fill a table with this ticket, which is one of them, and the options that all of them want.

        Mostly the nearest will do, so nobody else is looked for; if not, the nearest are tried in every combination.
        """
        size, tables, merged = self._size, self._tables, options
        chosen, need = [rank], seats - size[rank]
        near: list[int] = []
        if need == 0:
            return (rank,), options
        for other in self._near(rank, seats, options):
            near.append(other)
            if size[other] > need or (len(chosen) > 1 and not self._welcome(chosen, other)):
                continue
            both = fit(merged, tables[other][seats])
            if both is not None:
                chosen.append(other)
                merged, need = both, need - size[other]
                if need == 0:
                    return tuple(chosen), merged
        return self._compose((rank,), seats - size[rank], options, seats, near) if len(near) > 1 else None

    def _near(self, rank: int, seats: int, options: Options) -> Iterator[int]:
        """The nearest tickets behind this one that might sit at its table."""
        found, need = 0, seats - self._size[rank]
        gone, size, reach, mine = self._gone, self._size, self._reach, self._rating[rank]
        twice, looked = self._twice[rank], 0
        for distance, others in self._pools[rank][seats, options].behind(rank, mine, reach[rank]):
            for other in others[: LOOKED_AT - looked]:
                if gone[other] or size[other] > need or distance > reach[other]:
                    continue
                if not (twice and self._shares(rank, other)):
                    yield other
                    found += 1
                    if need == 1 or found == CHOICE:
                        return
            looked += len(others)
            if looked >= LOOKED_AT:
                return

    def _compose(
        self, chosen: tuple[int, ...], need: int, options: Options, seats: int, near: Sequence[int]
    ) -> tuple[tuple[int, ...], Options] | None:
        """The first tickets of these that fill the table, and the options that all of them want."""
        size, tables, company = self._size, self._tables, len(chosen) > 1
        for i, other in enumerate(near):
            if size[other] > need or (company and not self._welcome(chosen, other)):
                continue
            merged = fit(options, tables[other][seats])
            if merged is None:
                continue
            if size[other] == need:
                return (*chosen, other), merged
            found = self._compose((*chosen, other), need - size[other], merged, seats, near[i + 1 :])
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
