"""A match as its log tells it: who sits where, and the state of the game after each entry. Pure.

The log is the truth: `begin` and `advance` make the same match from the same entries, on any machine, at any time.
"""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from services.rules.contract import SPECTATOR, Fact, Game
from services.rules.errors import RulesVersionUnknown
from services.rules.kernel import Rng, rng_from
from services.rules.notation import Json
from services.rules.registry import GAMES

OPEN, PLAYING, FINISHED = "open", "playing", "finished"
"""Waiting for people, being played, ended."""

PERSON, BOT, FREE = "person", "bot", "open"
"""Who a seat is for; a free seat becomes a person's when somebody joins."""

CREATED, JOINED, PLAYED, RESIGNED = "created", "joined", "played", "resigned"
"""The types of log entries."""

STAND_IN = "greedy"
"""The bot that plays on for a seat that has resigned, and for a bot that does not answer."""

FALLBACK = "fallback"
"""Who played a move that the seat's own bot should have played."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table."""

    kind: str
    name: str
    bot: str = ""
    """The bot that plays here; also for a person who has resigned."""
    epoch: int = 0
    """Tokens of older epochs are void."""
    resigned: int = 0
    """The version with which the seat resigned; 0: it did not."""
    player: str = ""
    """The id of the player who sits here; empty: nobody says."""

    def json(self) -> Json:
        """The seat as everybody sees it."""
        return {"kind": self.kind, "name": self.name, "bot": self.bot or None, "resigned": bool(self.resigned)}


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log; `version` counts them from 1."""

    version: int
    type: str
    seat: int
    """Who it is about; SPECTATOR: nobody."""
    by: str
    """person, bot:<name> or fallback."""
    body: Json
    """What makes the next state of the match from the last one: for a move, its public notation. `short`: a bot had
    less time for it than its name promises."""
    facts: list[Json] = field(default_factory=list)
    """What everybody saw."""
    own: dict[int, list[Json]] = field(default_factory=dict)
    """What a seat saw, for those who saw more."""
    at: float = 0.0
    """Seconds since 1970 by the clock of Redis; set when it is stored."""

    def stored(self, at: float) -> "Entry":
        """The entry with the time at which it was stored."""
        return replace(self, at=at)


class Truth:
    """The whole state of a game, and what each viewer may see of it, worked out once."""

    __slots__ = ("_game", "_seen", "state")

    def __init__(self, game: Game[Any], state: Any) -> None:
        """From now on the state does not change: what comes after it is another truth."""
        self.state = state
        self._game = game
        self._seen: dict[int, Any] = {}

    def seen(self, viewer: int) -> Any:
        """The state that holds only what the viewer may know; shared, so nobody may change it."""
        found = self._seen.get(viewer)
        if found is None:
            found = self._seen[viewer] = self._game.seen(self.state, viewer)
        return found


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one version; `truth` leaves this package only redacted."""

    app: str
    id: str
    game: Game[Any]
    rules_version: str
    options: list[int]
    seats: tuple[Seat, ...]
    seed: bytes
    seeded: bool
    spectators: bool
    status: str
    truth: Truth
    version: int = 1
    created: float = 0.0
    updated: float = 0.0
    result: Json | None = None
    hints: bool = True
    """Whether its seats may ask for hints."""
    rated: bool = False
    """Whether its result counts for the ratings of its players."""

    @property
    def state(self) -> Any:
        """The whole state of the game."""
        return self.truth.state

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.status == FINISHED

    @property
    def to_act(self) -> int | None:
        """The seat that is to act, if any."""
        return self.game.to_act(self.state) if self.status == PLAYING else None

    @property
    def thinker(self) -> str:
        """The bot that is to act, or an empty text."""
        seat = self.to_act
        return "" if seat is None else self.seats[seat].bot

    def stored(self, at: float) -> "Match":
        """The match with the time at which its last entry was stored."""
        return replace(self, updated=at, created=at if self.version == 1 else self.created)

    def rng(self, purpose: str) -> Rng:
        """A generator of its own for each purpose: nobody without the seed can tell what it yields."""
        return rng_from(hmac.digest(self.seed, purpose.encode(), hashlib.sha256))

    def imagine(self, seat: int) -> Any:
        """A whole state that could be the true one for all that the seat knows; the same for one version."""
        state = self.truth.seen(seat).clone()
        self.game.redeal(state, seat, self.rng(f"imagine {self.version} {seat}"))
        return state


def begin(app: str, match_id: str, entry: Entry) -> Match:
    """The match that its first entry creates; raises RulesVersionUnknown."""
    body = entry.body
    game = GAMES.get(body["game"])
    if game is None or game.rules_version != body["rules_version"]:
        raise RulesVersionUnknown("This server does not know the rules that the match was begun with.")
    seats = tuple(
        Seat(seat["kind"], seat["name"], seat["bot"], player=seat.get("player", "")) for seat in body["seats"]
    )
    options = game.pack(body["options"], len(seats))
    state = game.State()
    match = Match(
        app,
        match_id,
        game,
        game.rules_version,
        options,
        seats,
        bytes.fromhex(body["seed"]),
        body["seeded"],
        body["spectators"],
        OPEN if any(seat.kind == FREE for seat in seats) else PLAYING,
        Truth(game, state),
        created=entry.at,
        updated=entry.at,
        hints=body.get("hints", True),
        rated=body.get("rated", False),
    )
    game.deal(state, len(seats), options, match.rng("entry 1"))
    return match


def advance(match: Match, entry: Entry) -> Match:
    """The match after one more entry."""
    if entry.type == PLAYED:
        game = match.game
        return _moved(match, entry, game.encode(match.state, game.move(entry.body["move"])))
    after = replace(match, version=entry.version, updated=entry.at)
    return _joined(after, entry) if entry.type == JOINED else _resigned(after, entry)


def replay(app: str, match_id: str, entries: Iterable[Entry]) -> Match:
    """The match after all these entries, from the first on."""
    log = iter(entries)
    match = begin(app, match_id, next(log))
    for entry in log:
        match = advance(match, entry)
    return match


def _moved(match: Match, entry: Entry, action: int) -> Match:
    game, state = match.game, match.state.clone()
    if not game.is_legal(state, action):
        raise ValueError(f"entry {entry.version} of match {match.id} is not legal")
    game.apply(state, action, match.rng(f"entry {entry.version}"))
    after = replace(match, version=entry.version, updated=entry.at, truth=Truth(game, state))
    return _finished(after, "played") if game.is_over(state) else after


def _with_seat(match: Match, number: int, seat: Seat) -> Match:
    return replace(match, seats=(*match.seats[:number], seat, *match.seats[number + 1 :]))


def _joined(match: Match, entry: Entry) -> Match:
    seat = replace(match.seats[entry.seat], kind=PERSON, name=entry.body["name"], player=entry.body.get("player", ""))
    match = _with_seat(match, entry.seat, seat)
    waiting = any(other.kind == FREE for other in match.seats)
    return match if waiting else replace(match, status=PLAYING)


def _resigned(match: Match, entry: Entry) -> Match:
    seat = replace(match.seats[entry.seat], resigned=entry.version, bot=STAND_IN)
    match = _with_seat(match, entry.seat, seat)
    staying = [other for other in match.seats if not other.resigned]
    alone = len(staying) <= 1
    nobody = all(other.kind == BOT for other in staying)
    return _finished(match, "resigned") if alone or nobody else match


def _finished(match: Match, reason: str) -> Match:
    """End the match: seats that resigned stand behind all others, the first to resign last."""
    game, n = match.game, len(match.seats)
    scores: list[int] | None = None
    places = [1] * n
    if game.is_over(match.state):
        scores, places = game.result(match.state, n)
    left = [seat.resigned for seat in match.seats]

    def behind(me: int, other: int) -> bool:
        if left[me] or left[other]:
            return bool(left[me]) and (not left[other] or left[other] > left[me])
        return places[other] < places[me]

    final = [1 + sum(behind(me, other) for other in range(n)) for me in range(n)]
    return replace(match, status=FINISHED, result={"reason": reason, "scores": scores, "places": final})


def played(match: Match, seat: int, action: int, by: str, *, short: bool = False) -> tuple[Entry, Match]:
    """The entry of a legal action, with what everybody sees of it, and the match after it."""
    game, viewers = match.game, (SPECTATOR, *range(len(match.seats)))
    body = {"move": game.decode(match.state, action).json()} | ({"short": True} if short else {})
    after = _moved(match, Entry(match.version + 1, PLAYED, seat, by, body), action)
    seen = {
        viewer: facts_json(game.tell(match.truth.seen(viewer), action, after.truth.seen(viewer), viewer))
        for viewer in viewers
    }
    public = seen.pop(SPECTATOR)
    own = {viewer: facts for viewer, facts in seen.items() if facts != public}
    return Entry(after.version, PLAYED, seat, by, body, public, own), after


def facts_json(facts: Iterable[Fact]) -> list[Json]:
    """Facts as they stand in the log."""
    return [fact.json() for fact in facts]
