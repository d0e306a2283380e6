"""What must be so at the end of a day, looked up in Redis and through the use-cases."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from services.matchmaking.keys import hall
from services.matchmaking.results import Result
from services.matchmaking.ticket_store import SEATED
from services.rules.match import BOT, Match
from services.rules.registry import GAMES
from tests.simulated_day.crowd import Crowd, Person, Visit
from tests.simulated_day.plan import AT_ONCE
from tests.support.house import APP, House
from tests.support.rated import waiting

PAGE = 100


@dataclass
class Verdict:
    """What was found."""

    wrong: list[str] = field(default_factory=list)
    matches: dict[str, Match] = field(default_factory=dict)
    """Those that tickets have."""


def judge(house: House, crowd: Crowd) -> Verdict:
    """Hold everything that is there against what the tickets say."""
    found = Verdict()
    sat: dict[str, list[str]] = defaultdict(list)
    for visit in crowd.visits:
        found.wrong += _ticket(house, visit, found.matches)
        if visit.last.held.state in SEATED:
            for person in visit.party:
                sat[person.holder.player].append(visit.last.held.match)
    found.wrong += _matches(house, crowd, found.matches)
    for person in crowd.people:
        found.wrong += _person(house, person, sat[person.holder.player], found.matches)
    found.wrong += _nothing_waits(house)
    found.wrong += _ratings(house, found.matches)
    return found


def _ticket(house: House, visit: Visit, matches: dict[str, Match]) -> Iterator[str]:
    """Each ticket has ended as it was told; if with a match, each of its party sits there once, where it says."""
    for person in visit.party:
        seen = house.services.tickets.look(person.holder, visit.ticket)
        visit.last = seen
        if not seen.ended:
            yield f"ticket {visit.ticket} is {seen.held.state}"
        if seen.held.state not in SEATED:
            continue
        match_id = seen.held.match
        if match_id not in matches:
            matches[match_id] = house.match(match_id)
        seats = matches[match_id].seats
        mine = [number for number, seat in enumerate(seats) if seat.player == person.holder.player]
        if mine != [seen.json()["seat"]]:
            yield f"player {person.number} has seats {mine} of match {match_id}, not {seen.json()['seat']}"


def _matches(house: House, crowd: Crowd, matches: dict[str, Match]) -> Iterator[str]:
    """There is no match that no ticket has, each has the people of its tickets and no others, and each is over."""
    there = {key.decode().rpartition("/")[2] for key in house.redis.scan_iter(f"*:match:{APP}/*", 1000)}
    if there != matches.keys():
        yield f"{len(there - matches.keys())} matches without tickets, {len(matches.keys() - there)} without a match"
    heads = Counter[str]()
    for visit in crowd.visits:
        if visit.last.held.state in SEATED:
            heads[visit.last.held.match] += len(visit.party)
    for match_id, match in matches.items():
        if not match.over:
            yield f"match {match_id} is {match.status}"
        people = sum(seat.kind != BOT for seat in match.seats)
        if people != heads[match_id]:
            yield f"match {match_id} has {people} people, its tickets {heads[match_id]}"


def _person(house: House, person: Person, sat: list[str], matches: dict[str, Match]) -> Iterator[str]:
    """The list of a player has the matches of its tickets, each once, and no more at a time than it may play."""
    listed, before = list[str](), 0
    while True:
        page, following = house.services.players.matches(person.holder, before, PAGE)
        listed += [each.sight.match.id for each in page]
        if following is None:
            break
        before = following
    if sorted(listed) != sorted(sat):
        yield f"player {person.number} lists {len(listed)} matches and was seated in {len(sat)}"
    played = [matches[each] for each in sat if each in matches]
    if most_at_once([(match.created, match.updated) for match in played]) > AT_ONCE:
        yield f"player {person.number} was in more than {AT_ONCE} matches at once"


def most_at_once(spans: list[tuple[float, float]]) -> int:
    """How many of these spans of time overlap at most."""
    moments = sorted([(end, -1) for _, end in spans] + [(begin, 1) for begin, _ in spans])
    now = most = 0
    for _, step in moments:
        now += step
        most = max(most, now)
    return most


def _nothing_waits(house: House) -> Iterator[str]:
    """No ticket waits for pairing, no player counts as waiting, no match is still to be made or rated."""
    keys = hall(APP)
    store: Any = house.redis
    for name, key in (("waiting", keys.waiting), ("held", keys.holds), ("claimed", keys.claims)):
        left = {field: value for field, value in store.hgetall(key).items() if value != b"0"}
        if left:
            yield f"{len(left)} fields are left of what is {name}"
    if waiting(house):
        yield f"{waiting(house)} matches wait for their rating"


def _ratings(house: House, matches: dict[str, Match]) -> Iterator[str]:
    """Each match between people stands once in a result log, and all ratings follow from the logs to the last bit."""
    rated = Counter[str]()
    for game in GAMES:
        rated.update(each.match for each in house.ratings.store.results(APP, game) if isinstance(each, Result))
    twice = [match_id for match_id, times in rated.items() if times > 1]
    missing = [each.id for each in matches.values() if each.over and not _has_bots(each) and each.id not in rated]
    if twice or missing or rated.keys() - matches.keys():
        yield f"{len(twice)} matches are rated twice, {len(missing)} never"
    for done in house.ratings.recompute(APP, put=False):
        if done.changed:
            yield f"{done.changed} ratings of {done.game} do not follow from its results"


def _has_bots(match: Match) -> bool:
    return any(seat.kind == BOT for seat in match.seats)
