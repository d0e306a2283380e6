"""A match as its log tells it: who sits where, and the state of the game after each entry. Pure.

The log is the truth: `begin` and `advance` make the same match from the same entries, on any machine, at any time.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from services.rules import clocks
from services.rules.clocks import AT_REST, MOVE, NO_CLOCK, NOBODY, Clock, Ticking, clock_of, milliseconds
from services.rules.contract import SPECTATOR, Fact, Game
from services.rules.errors import RulesVersionUnknown
from services.rules.kernel import Rng, rng_from
from services.rules.notation import Json
from services.rules.registry import GAMES
from services.rules.result import final_result

OPEN, PLAYING, FINISHED = "open", "playing", "finished"
"""Waiting for people, being played, ended."""

PERSON, BOT, FREE = "person", "bot", "open"
"""Who a seat is for; a free seat becomes a person's when somebody joins."""

CREATED, JOINED, PLAYED, RESIGNED = "created", "joined", "played", "resigned"
FREED, HANDED_ON, LEFT, RETURNED, ERASED = "freed", "handed_on", "left", "returned", "erased"
"""The types of log entries."""

CLOCK = "clock"
"""Who played for a person, or took the person away, because the time of a turn was over."""

STAND_IN_PLAYS, BOT_SITS, SEAT_RESIGNS = "stand_in", "bot", "resign"
ON_EXPIRY = (STAND_IN_PLAYS, BOT_SITS, SEAT_RESIGNS)
"""What happens when the time of a turn is over: a stand-in plays this turn, a bot plays until the person returns, or
the seat resigns."""

STAND_IN = "greedy"
"""The bot that plays on for a seat that has resigned, and for a bot that does not answer; also for people who are away,
where nothing else is said."""

FALLBACK = "fallback"
"""Who played a move that the seat's own bot should have played."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table."""

    kind: str
    name: str
    bot: str = ""
    """The bot that plays here; also for a person who has resigned or is away."""
    epoch: int = 0
    """Tokens of older epochs are void."""
    resigned: int = 0
    """The version with which the seat resigned; 0: it did not."""
    left: int = 0
    """The version with which its person left, or was taken away by the clock; 0: the person is there."""
    leaves: int = 0
    """How often its person has left."""
    player: str = ""
    """The id of the player who sits here, if it is one whom matchmaking knows."""

    @property
    def away(self) -> bool:
        """Whether its person is away and may return."""
        return bool(self.left and not self.resigned)

    @property
    def gone(self) -> int:
        """The version with which the seat was given up, for good or until now; 0: it was not."""
        return min(filter(None, (self.left, self.resigned)), default=0)

    def json(self) -> Json:
        """The seat as everybody sees it."""
        return {
            "kind": self.kind,
            "name": self.name,
            "player": self.player or None,
            "bot": self.bot or None,
            "resigned": bool(self.resigned),
            "away": self.away,
        }


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log; `version` counts them from 1."""

    version: int
    type: str
    seat: int
    """Who it is about; SPECTATOR: nobody."""
    by: str
    """person, bot:<name>, fallback or clock."""
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
    clock: Clock = NO_CLOCK
    on_expiry: str = STAND_IN_PLAYS
    """What happens when the time of a turn is over."""
    stand_in: str = STAND_IN
    """The bot that plays for people who are away."""
    host: int = SPECTATOR
    """The seat of whoever created it: the first one that was for a person; SPECTATOR: there was none."""
    turn: int = 0
    """Counts turns, if there is a clock."""
    ticking: Ticking = AT_REST
    """The clock; until the last entry is stored, as it stood before it."""
    erased: tuple[str, ...] = ()
    """Players who asked to be forgotten: wherever they stand in the log, nobody is shown their names."""
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

    def acts(self, seat: int) -> bool:
        """Whether the person of this seat is to act."""
        return self.to_act == seat and not self.seats[seat].bot

    @property
    def thinker(self) -> str:
        """The bot that is to act, or an empty text."""
        seat = self.to_act
        return "" if seat is None else self.seats[seat].bot

    @property
    def clocked(self) -> int:
        """The person's seat whose turn it is by the clock, away or not; NOBODY: no time runs."""
        seat = self.to_act if self.clock.runs else None
        return NOBODY if seat is None or self.seats[seat].kind == BOT or self.seats[seat].resigned else seat

    @property
    def turn_ends(self) -> int | None:
        """When the time of the running turn is over, in milliseconds; also while a bot plays it for its person."""
        return clocks.deadline(self.clock, self.ticking)

    @property
    def deadline(self) -> int | None:
        """When the time of the person who is to act is over, in milliseconds; None: it has no end."""
        ends = self.turn_ends
        return None if ends is None or self.thinker else ends

    @property
    def due(self) -> tuple[float, float]:
        """When the clock must be looked at if the last entry is stored now: so many seconds later, or at a time.

        Whichever is later; never later than the time of the turn is over, whenever the entry is stored.
        """
        seat, last = self.clocked, milliseconds(self.updated)
        ticking = clocks.tick(self.clock, self.ticking, self.turn, seat, last)
        begins = ticking is not self.ticking and (ticking.seat != self.ticking.seat or self.clock.type == MOVE)
        within = clocks.allowance(self.clock, ticking) if begins else 0
        return within / 1000, (clocks.deadline(self.clock, ticking) or 0) / 1000

    def stored(self, at: float) -> "Match":
        """The match with the time at which its last entry was stored; to be called once an entry."""
        ticking = self.ticking
        if self.clock.runs:
            ticking = clocks.tick(self.clock, ticking, self.turn, self.clocked, milliseconds(at))
        return replace(self, updated=at, created=at if self.version == 1 else self.created, ticking=ticking)

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
    clock = clock_of(body["clock"]) if "clock" in body else NO_CLOCK
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
        hints=body.get("hints", True),
        clock=clock,
        on_expiry=body.get("on_expiry", STAND_IN_PLAYS),
        stand_in=body.get("stand_in", STAND_IN),
        host=next((number for number, seat in enumerate(seats) if seat.kind == PERSON), SPECTATOR),
        ticking=clocks.start(clock, len(seats)),
        rated=body.get("rated", False),
    )
    game.deal(state, len(seats), options, match.rng("entry 1"))
    return match.stored(entry.at) if entry.at else match


def advance(match: Match, entry: Entry) -> Match:
    """The match after one more entry; if that is not stored yet, `Match.stored` tells it the time."""
    if entry.type == PLAYED:
        game = match.game
        after = _moved(match, entry, game.encode(match.state, game.move(entry.body["move"])))
    else:
        after = _SEATED[entry.type](replace(match, version=entry.version), entry)
    return after.stored(entry.at) if entry.at else after


def replay(app: str, match_id: str, entries: Iterable[Entry]) -> Match:
    """The match after all these entries, from the first on."""
    log = iter(entries)
    match = begin(app, match_id, next(log))
    for entry in log:
        match = advance(match, entry)
    return match


def without(match: Match, erased: tuple[str, ...]) -> Match:
    """The match as it is shown when these players are to be forgotten."""
    if not erased:
        return match
    seats = (replace(seat, name="", player="") if seat.player in erased else seat for seat in match.seats)
    return replace(match, seats=tuple(seats), erased=erased)


def _moved(match: Match, entry: Entry, action: int) -> Match:
    game, state = match.game, match.state.clone()
    if not game.is_legal(state, action):
        raise ValueError(f"entry {entry.version} of match {match.id} is not legal")
    game.apply(state, action, match.rng(f"entry {entry.version}"))
    after = replace(match, version=entry.version, truth=Truth(game, state))
    if game.is_over(state):
        return _finished(after, "played")
    if match.clock.runs and (len(match.seats) == 1 or game.to_act(state) != entry.seat):
        return replace(after, turn=match.turn + 1)
    return after


def _with_seat(match: Match, number: int, seat: Seat) -> Match:
    return replace(match, seats=(*match.seats[:number], seat, *match.seats[number + 1 :]))


def _joined(match: Match, entry: Entry) -> Match:
    name, player = entry.body["name"], entry.body.get("player", "")
    seat = replace(match.seats[entry.seat], kind=PERSON, name=name, player=player)
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


def _freed(match: Match, entry: Entry) -> Match:
    return _with_seat(match, entry.seat, Seat(FREE, "", epoch=match.seats[entry.seat].epoch + 1))


def _handed_on(match: Match, entry: Entry) -> Match:
    seat = match.seats[entry.seat]
    return _with_seat(match, entry.seat, replace(seat, epoch=seat.epoch + 1))


def _left(match: Match, entry: Entry) -> Match:
    seat = match.seats[entry.seat]
    leaves = seat.leaves + (entry.by == PERSON)
    return _with_seat(match, entry.seat, replace(seat, bot=entry.body["bot"], left=entry.version, leaves=leaves))


def _returned(match: Match, entry: Entry) -> Match:
    return _with_seat(match, entry.seat, replace(match.seats[entry.seat], bot="", left=0))


def _erased(match: Match, entry: Entry) -> Match:
    return without(match, (*match.erased, entry.body["player"]))


_SEATED: Final[dict[str, Callable[[Match, Entry], Match]]] = {
    JOINED: _joined,
    RESIGNED: _resigned,
    FREED: _freed,
    HANDED_ON: _handed_on,
    LEFT: _left,
    RETURNED: _returned,
    ERASED: _erased,
}
"""What entries that are no moves make of a match."""


def _finished(match: Match, reason: str) -> Match:
    gone = [seat.gone for seat in match.seats]
    return replace(match, status=FINISHED, result=final_result(match.game, match.state, gone, reason))


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
