"""The people of a day: they come, ask, look, withdraw, play, leave and give up, as their clients would have them do.

One thread carries out what is to happen next. A call that fails because Redis is away is made again, with its key,
until it is answered.
"""

import heapq
import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from random import Random
from typing import TypeVar

from services.matchmaking.asking import Asked
from services.matchmaking.errors import TicketPaired
from services.matchmaking.players import PLAYER_TOKEN, Holder
from services.matchmaking.rating import MU, SIGMA
from services.matchmaking.ticket_store import SEATED
from services.matchmaking.tickets import Seen
from services.rules.match import PERSON
from services.shared.redis import AWAY
from services.shared.tokens import Token
from tests.simulated_day import plan
from tests.simulated_day.plan import MINUTE, Day
from tests.support.house import APP, House
from tests.support.rating_error import deviation

Answer = TypeVar("Answer")


@dataclass
class Person:
    """Somebody of the crowd."""

    number: int
    holder: Holder
    skill: float
    """True skill, on the scale of mu."""
    games: list[str] = field(default_factory=list)
    """What it waits for or plays."""


@dataclass
class Visit:
    """A ticket and whose it is, the leader first."""

    ticket: str
    game: str
    party: tuple[Person, ...]
    last: Seen


class Crowd:
    """Everybody, and what they are about to do."""

    def __init__(self, house: House, day: Day) -> None:
        """Nobody has come yet."""
        self._house = house
        self._day = day
        self._random = Random(day.seed)
        self._next: list[tuple[float, int, Callable[[], None]]] = []
        self._turn = count()
        self._began = 0.0
        self._revive: Callable[[], None] = lambda: None
        self.people: list[Person] = []
        self.known: dict[str, Person] = {}
        """The same, by player."""
        self.visits: list[Visit] = []
        self.playing: set[str] = set()
        self.told = Counter[str]()
        """How often what happened."""
        self.latest = 0.0
        """By how many real seconds somebody came too late: the crowd is one thread."""

    # The day ---------------------------------------------------------------------------------------------------------

    def gather(self) -> None:
        """Let everybody become a player, and draw when each of them comes."""
        for number in range(self._day.players):
            token = self._house.services.players.greet(APP, f"Player {number}", "", "", f"player {number:06}").token
            read = Token.read(str(token), self._house.services.secrets, PLAYER_TOKEN)
            holder = Holder(read.app, read.subject, read.epoch)
            person = Person(number, holder, self._random.gauss(MU, SIGMA))
            self.people.append(person)
            self.known[holder.player] = person
            for _ in range(self._random.choice(plan.VISITS)):
                self._at(self._moment(), partial(self._come, person))

    def live(self, revive: Callable[[], None]) -> bool:
        """Let the day pass; whether all that was begun has ended. `revive` is called when Redis is away."""
        self._began, self._revive = time.monotonic(), revive
        while self._next:
            at, _, happens = heapq.heappop(self._next)
            now = time.monotonic() - self._began
            if now > self._day.longest:
                return False
            if at > now:
                time.sleep(at - now)
            self.latest = max(self.latest, now - at)
            happens()
        return True

    def _moment(self) -> float:
        """A real second of the day: few come by night, most in the evening."""
        while True:
            at = self._random.random()
            if self._random.random() < (1 - 0.8 * math.cos(math.tau * (at - 0.1))) / 1.8:
                return at * self._day.seconds

    def _at(self, moment: float, happens: Callable[[], None]) -> None:
        heapq.heappush(self._next, (moment, next(self._turn), happens))

    def _in(self, simulated: float, happens: Callable[[], None]) -> None:
        self._at(time.monotonic() - self._began + self._day.real(simulated), happens)

    def _insist(self, call: Callable[[], Answer]) -> Answer:
        while True:
            try:
                return call()
            except AWAY:
                self.told["calls repeated"] += 1
                if time.monotonic() - self._began > self._day.longest:
                    raise
                self._revive()
                time.sleep(0.02)

    # Tickets ---------------------------------------------------------------------------------------------------------

    def _come(self, person: Person) -> None:
        """Ask for a game or two, alone or with a friend."""
        if person.games:
            self.told["came while busy"] += 1
            return
        friend = self.people[person.number ^ 1] if person.number ^ 1 < len(self.people) else person
        if self._random.random() < plan.WITH_FRIEND and friend is not person and not friend.games:
            self._ask((person, friend))
            return
        self._ask((person,))
        if self._random.random() < plan.TWO_GAMES:
            self._ask((person,))

    def _ask(self, party: tuple[Person, ...]) -> None:
        leader, *friends = party
        names = [name for name in plan.GAMES if name not in leader.games]
        (game,) = self._random.choices(names, [plan.GAMES[name] for name in names])
        key, asked = f"visit {len(self.visits):08}", self._wish(game)
        tickets = self._house.services.tickets
        consents = [self._insist(partial(tickets.consent, each.holder, leader.holder.player))[0] for each in friends]
        seen = self._insist(partial(tickets.ask, leader.holder, asked, consents, key))
        visit = Visit(seen.id, game, party, seen)
        self.visits.append(visit)
        for each in party:
            each.games.append(game)
        self._look_later(visit)
        if self._random.random() < plan.WITHDRAWS:
            until = min(asked.deadline * self._day.speed, plan.BOTS_AFTER)
            self._in(self._random.uniform(0, until / 4), partial(self._withdraw, visit))

    def _wish(self, game: str) -> Asked:
        """What somebody wants of a game."""
        random, day = self._random, self._day
        bots = random.random() < plan.WITH_BOTS
        return Asked(
            game,
            random.choice(plan.SEATS),
            window=day.window(random.choice(plan.WINDOWS)),
            deadline=max(2, day.whole(random.choice(plan.PATIENCE))),
            bots_after=day.whole(plan.BOTS_AFTER) if bots else None,
            level="greedy" if bots else "",
        )

    def _look_later(self, visit: Visit) -> None:
        self._in(self._random.uniform(2, 6) * MINUTE, partial(self._look, visit))

    def _look(self, visit: Visit) -> None:
        """Look at a ticket, with any device of its party, until it has ended."""
        if visit.last.ended:
            return
        who = self._random.choice(visit.party)
        visit.last = self._insist(partial(self._house.services.tickets.look, who.holder, visit.ticket))
        if not visit.last.ended:
            self._look_later(visit)
        elif visit.last.held.state in SEATED:
            self._sit_down(visit.last.held.match)
        else:
            self._free(visit.party, visit.game)

    def _withdraw(self, visit: Visit) -> None:
        """Wait no longer, unless the match is there or being made."""
        if visit.last.ended:
            return
        try:
            self._insist(partial(self._house.services.tickets.cancel, visit.party[0].holder, visit.ticket))
        except TicketPaired:
            self.told["withdrew too late"] += 1

    def _free(self, people: Sequence[Person], game: str) -> None:
        for each in people:
            each.games.remove(game)

    # Matches ---------------------------------------------------------------------------------------------------------

    def _sit_down(self, match_id: str) -> None:
        """Draw how a match goes when the first of its tickets is told of it."""
        if match_id in self.playing:
            return
        self.playing.add(match_id)
        match = self._insist(partial(self._house.match, match_id))
        seats = {n: self.known[seat.player] for n, seat in enumerate(match.seats) if seat.kind == PERSON}
        performed = {seat: person.skill + deviation(self._random) for seat, person in seats.items()}
        losing = sorted(seats, key=performed.__getitem__)
        if len(seats) == len(match.seats):
            losing.pop()  # against bots everybody gives up, for nobody is there to play their turns
        at = 0.0
        if self._random.random() < plan.LEAVES:
            at += self._random.uniform(2, 10) * MINUTE
            self._in(at, partial(self._leave, match_id, self._random.choice(list(seats))))
        for seat in losing:
            at += self._random.uniform(2, 10) * MINUTE
            self._in(at, partial(self._resign, match_id, seat))
        self._in(at + MINUTE, partial(self._free, list(seats.values()), match.game.slug))

    def _leave(self, match_id: str, seat: int) -> None:
        """Leave, and come back or not."""
        presence, version = self._house.presence, self._version(match_id)
        self._insist(partial(presence.leave, APP, match_id, seat, 0, version, f"leave {match_id} {seat}"))
        self.told["left"] += 1
        if self._random.random() < 0.5:
            self._insist(partial(presence.come_back, APP, match_id, seat, 0, f"return {match_id} {seat}"))
            self.told["came back"] += 1

    def _resign(self, match_id: str, seat: int) -> None:
        version, key = self._version(match_id), f"resign {match_id} {seat}"
        self._insist(partial(self._house.matches.resign, APP, match_id, seat, 0, version, key))
        self.told["resigned"] += 1

    def _version(self, match_id: str) -> int:
        return self._insist(partial(self._house.match, match_id)).version
