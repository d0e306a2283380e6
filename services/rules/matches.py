"""What can be done with a match: create, sit down, look, play, resign, look back.

Each use-case answers in one order: who asks, whether this very request was carried out already, the version, the turn,
the rules. Only effects are remembered, never refusals; after the commit nothing can change the answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from services.rules.contract import SPECTATOR, Game
from services.rules.errors import Early, MatchOver, NoSuchStep, NotStarted, Refused, SeatTaken, Stale
from services.rules.ledger import ATTEMPTS, Changed, Ledger, Listener, changed, stale
from services.rules.match import (
    CREATED,
    JOINED,
    OPEN,
    PERSON,
    RESIGNED,
    Entry,
    Match,
    advance,
    begin,
    played,
    without,
)
from services.rules.notation import Json
from services.rules.seating import admit, admit_seat, eyes, open_seat, seat_of
from services.rules.setup import Offer, Setup, first_entry
from services.rules.sight import Sight, bots_turn, events, progress
from services.rules.store import Request, Store, Times
from services.shared.ids import derived_id, new_id


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A decision that a bot has to make, and all that it may know: the state as its seat sees it."""

    app: str
    id: str
    version: int
    seat: int
    bot: str
    game: Game[Any]
    state: Any
    earliest: int | None = None
    """For a person whose time is over: the time in milliseconds before which nobody may play for it."""


class Told(NamedTuple):
    """What a viewer saw happen: some events of a match as it stands now, seen through the eyes of `viewer`."""

    match: Match
    viewer: int
    events: list[Json]


class Matches(Ledger):
    """The use-cases of the rules service."""

    def __init__(
        self,
        store: Store,
        secrets: Sequence[bytes],
        offer: Offer = lambda _: {},
        listeners: Sequence[Listener] = (),
        *,
        dev: bool = False,
    ) -> None:
        """`secrets` sign tokens, the first one new ones; `offer` tells who may sit down; `dev` allows seeds."""
        super().__init__(store, secrets, listeners)
        self._offer = offer
        self._dev = dev

    # Create and sit down ---------------------------------------------------------------------------------------------

    def create(self, app: str, setup: Setup, key: str = "", match_id: str = "") -> tuple[Sight, list[str | None]]:
        """A new match of this id or of any, and its persons' tokens; the same key lands on the same match."""
        body = first_entry(setup, self._offer, dev=self._dev)
        request = Request.of(key, "create", setup.asked())
        match_id = match_id or (derived_id(self._secrets[-1], "match", app, key) if key else new_id())
        entry = Entry(1, CREATED, SPECTATOR, PERSON, body)
        match = begin(app, match_id, entry)
        sight = self._commit(None, match, entry, request, SPECTATOR, [])
        first = sight.match.seats
        return sight, [self.token(sight.match, n) if seat.kind == PERSON else None for n, seat in enumerate(first)]

    def join(
        self, app: str, match_id: str, name: str, seat: int | None = None, key: str = "", player: str = ""
    ) -> tuple[Sight, str]:
        """Sit down here, or on the first open seat, unless this player sits already; its sight, and its token."""
        for _ in range(ATTEMPTS):
            who, asked = (f"join {player}", (seat,)) if player else ("join", (name, seat))
            request = Request.of(key, who, *asked) if key else Request.once()
            loaded = self._load(app, match_id, request)
            if loaded.answered:
                sight = self._answered(loaded, SPECTATOR)
                seat_now = sight.recent[0].seat
                return Sight(sight.match, sight.recent, seat_now), self.token(sight.match, seat_now)
            match = loaded.match
            sits = seat_of(match, player)
            if sits is not None:
                return Sight(match, loaded.recent, sits), self.token(match, sits)
            number = open_seat(match, seat)
            body = {"name": name} | ({"player": player} if player else {})
            entry = Entry(match.version + 1, JOINED, number, PERSON, body)
            try:
                sight = self._commit(match, advance(match, entry), entry, request, number, loaded.recent)
            except Stale:
                continue
            number = sight.recent[0].seat
            return Sight(sight.match, sight.recent, number), self.token(sight.match, number)
        raise SeatTaken("Others were faster; try again.")

    # Look ------------------------------------------------------------------------------------------------------------

    def look(self, app: str, match_id: str, viewer: int = SPECTATOR, epoch: int = 0) -> Sight:
        """The match as the viewer sees it now."""
        loaded = self._load(app, match_id)
        admit(loaded.match, viewer, epoch)
        return Sight(loaded.match, loaded.recent, viewer)

    def look_back(
        self,
        app: str,
        match_id: str,
        version: int,
        viewer: int = SPECTATOR,
        epoch: int = 0,
        as_seat: int | None = None,
    ) -> Sight:
        """The match as the viewer saw it at a version; after the end also as any seat saw it."""
        match = self._load(app, match_id).match
        admit(match, viewer, epoch)
        viewer = eyes(match, viewer, as_seat)
        if not 1 <= version <= match.version:
            raise _no_step(match)
        then, recent = self.store.at(app, match_id, version)
        return Sight(without(then, match.erased), recent, viewer)

    def history(
        self,
        app: str,
        match_id: str,
        viewer: int = SPECTATOR,
        epoch: int = 0,
        after: int = 0,
        limit: int = 100,
        as_seat: int | None = None,
    ) -> Told:
        """What the viewer saw happen behind version `after`; after the end also what any seat saw."""
        match = self._load(app, match_id).match
        admit(match, viewer, epoch)
        viewer = eyes(match, viewer, as_seat)
        if after > match.version:
            raise _no_step(match)
        entries = self.store.entries(app, match_id, after, limit) if after < match.version else []
        seen = (entry for entry in entries if entry.version <= match.version)
        return Told(match, viewer, events(seen, viewer, match.erased))

    # Play ------------------------------------------------------------------------------------------------------------

    def play(self, app: str, match_id: str, seat: int, epoch: int, move: Any, version: int, key: str = "") -> Sight:
        """Play a move that was made for this version."""
        request = Request.of(key, f"seat {seat}", "play", move, None if key else version)
        remembered = self.memory.last(app, match_id)
        if remembered and remembered[0].version == version:
            try:
                return self._play(*remembered, seat, epoch, move, version, request)
            except Refused:
                pass  # the match may have moved on, or this may be a known request: ask the store
        loaded = self._load(app, match_id, request, version)
        admit_seat(loaded.match, seat, epoch)
        if loaded.answered:
            return self._answered(loaded, seat)
        return self._play(loaded.match, loaded.recent, seat, epoch, move, version, request)

    def _play(
        self,
        match: Match,
        recent: Sequence[Entry],
        seat: int,
        epoch: int,
        move: Any,
        version: int,
        request: Request,
    ) -> Sight:
        admit_seat(match, seat, epoch)
        notation = match.game.move(move)
        if version != match.version:
            raise stale(match.version)
        entry, after = played(match, seat, Sight(match, (), seat).action(notation), PERSON)
        return self._commit(match, after, entry, request, seat, recent, times=Times(latest=match.deadline))

    def dry_run(self, app: str, match_id: str, seat: int, epoch: int, move: Any, version: int) -> Sight:
        """What the seat would see after the move, without playing it."""
        loaded = self._load(app, match_id)
        match = loaded.match
        admit_seat(match, seat, epoch)
        notation = match.game.move(move)
        if version != match.version:
            raise stale(match.version)
        return Sight(match, loaded.recent, seat).dry_run(notation)

    def resign(self, app: str, match_id: str, seat: int, epoch: int, version: int, key: str = "") -> Sight:
        """Give up: with two seats the other wins; with more a bot plays on for the seat, which ends last."""
        request = Request.of(key, f"seat {seat}", "resign")
        loaded = self._of_seat(app, match_id, seat, epoch, version, request)
        if loaded.answered:
            return self._answered(loaded, seat)
        match = loaded.match
        if match.status == OPEN:
            raise NotStarted("The match waits for people to sit down.")
        if match.over or match.seats[seat].resigned:
            raise MatchOver("The match has ended for this seat.")
        entry = Entry(match.version + 1, RESIGNED, seat, PERSON, {})
        return self._commit(match, advance(match, entry), entry, request, seat, loaded.recent)

    # Bots ------------------------------------------------------------------------------------------------------------

    def bot_now(self, app: str, match_id: str, viewer: int = SPECTATOR, epoch: int = 0) -> Json:
        """The bot that is to act and how far it has come, if one is; of this moment, and so no part of a view."""
        match = self._load(app, match_id).match
        admit(match, viewer, epoch)
        turn = bots_turn(match)
        if turn is not None:
            thinks, thought = self.store.thought(app, match_id)
            turn |= progress(thinks, thought if thought and thought.version == match.version else None)
        return {"match": match.id, "version": match.version, "bot": turn}

    def hints_used(self, app: str, match_id: str, viewer: int = SPECTATOR, epoch: int = 0) -> Json:
        """Whether hints may be asked for, and how often each seat has done so; of this moment, no part of a view."""
        match = self._load(app, match_id).match
        admit(match, viewer, epoch)
        used = self.store.hints(app, match_id, len(match.seats))
        return {"match": match.id, "hints": "on" if match.hints else "off", "used": used}

    def seen_by(self, app: str, match_id: str, seat: int, version: int) -> BotTurn | None:
        """The decision of a bot's seat that is to act at this version; else nothing."""
        match = self._bots_match(app, match_id, version)
        return None if match is None or match.to_act != seat else bot_turn(match, match.thinker)

    def waiting_bot(self, app: str, match_id: str, version: int) -> Changed | None:
        """The bot that is to act at this version; else nothing."""
        match = self._bots_match(app, match_id, version)
        return changed(match) if match else None

    def play_for(
        self, turn: BotTurn, action: int, by: str, *, short: bool = False, going_on: bool = False
    ) -> Changed | None:
        """Play a bot's action if the match still stands at its version, else nothing; `going_on`: its caller thinks on.

        `short`: it was thought about for less than the bot's name promises.
        """
        loaded = self._find(turn.app, turn.id)
        if loaded is None or loaded.match.version != turn.version or loaded.match.to_act != turn.seat:
            return None
        match = loaded.match
        if not match.game.is_legal(match.state, action):
            raise ValueError(f"{by} played an illegal action in match {match.id} at version {match.version}")
        entry, after = played(match, turn.seat, action, by, short=short)
        mine, times = going_on and after.to_act == turn.seat, Times(earliest=turn.earliest)
        if turn.earliest is not None and after.turn != match.turn:
            mine = False  # the clock has run out for one turn, not for the next
        request = Request.once()
        try:
            sight = self._commit(match, after, entry, request, turn.seat, loaded.recent, mine=mine, times=times)
        except (Stale, Early):
            return None
        return changed(sight.match)

    # Within ----------------------------------------------------------------------------------------------------------

    def _bots_match(self, app: str, match_id: str, version: int) -> Match | None:
        """The match if it stands at this version and a bot is to act."""
        loaded = self._find(app, match_id)
        return loaded.match if loaded and loaded.match.version == version and loaded.match.thinker else None


def _no_step(match: Match) -> NoSuchStep:
    return NoSuchStep(f"The match has versions 1 to {match.version}.", version=match.version)


def bot_turn(match: Match, bot: str) -> BotTurn:
    """The decision that the seat to act has to make, as whoever plays it is told."""
    seat = match.to_act
    if seat is None:
        raise ValueError(f"nobody is to act in match {match.id}")
    return BotTurn(match.app, match.id, match.version, seat, bot, match.game, match.game.seen(match.state, seat))
