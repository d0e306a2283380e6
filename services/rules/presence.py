"""Who is at the table: leaving and returning, freeing a seat, handing one on, and what becomes of those who are late.

Each of these is an entry of the log, so what a seat did itself and what others did for it can be told for ever.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from services.rules.clocks import BANK
from services.rules.contract import SPECTATOR
from services.rules.errors import (
    Away,
    Early,
    KeyNeeded,
    MatchOver,
    NobodySits,
    NoSuchSeat,
    NotAway,
    NotStarted,
    NotYourSeat,
    SeatRevoked,
    Stale,
    Started,
    TimeOver,
    TooOften,
)
from services.rules.ledger import ATTEMPTS, Ledger, stale
from services.rules.match import (
    BOT_SITS,
    CLOCK,
    FREED,
    HANDED_ON,
    LEFT,
    OPEN,
    PERSON,
    PLAYED,
    RESIGNED,
    RETURNED,
    STAND_IN_PLAYS,
    Entry,
    Match,
    advance,
)
from services.rules.matches import BotTurn, bot_turn
from services.rules.notation import Json
from services.rules.seating import admit, admit_seat
from services.rules.sight import Sight
from services.rules.store import Request, Times

MOST_LEAVES: Final = 20
MOST_HANDED_ON: Final = 64
"""How often the person of a seat may leave, and a seat be handed on or freed: each makes a version, and so a move that
others have prepared stale."""


class Presence(Ledger):
    """The use-cases of those who come and go."""

    def leave(self, app: str, match_id: str, seat: int, epoch: int, version: int, key: str = "") -> Sight:
        """Let the match's stand-in play for the seat until its person returns."""
        request = Request.of(key, f"seat {seat}", "leave")
        loaded = self._of_seat(app, match_id, seat, epoch, version, request)
        if loaded.answered:
            return self._answered(loaded, seat)
        match = loaded.match
        _plays(match, seat)
        if match.seats[seat].away:
            raise Away("A bot plays for this seat already.")
        if match.seats[seat].leaves >= MOST_LEAVES:
            raise TooOften(f"Nobody may leave a match more than {MOST_LEAVES} times.", most=MOST_LEAVES)
        entry = Entry(match.version + 1, LEFT, seat, PERSON, {"bot": match.stand_in})
        times = Times(latest=match.deadline if match.to_act == seat else None)
        return self._commit(match, advance(match, entry), entry, request, seat, loaded.recent, times=times)

    def come_back(self, app: str, match_id: str, seat: int, epoch: int, key: str = "") -> Sight:
        """Take the seat back from the bot, whatever it is about to do."""
        for _ in range(ATTEMPTS):
            request = Request.of(key, f"seat {seat}", "return") if key else Request.once()
            loaded = self._load(app, match_id, request)
            match = loaded.match
            admit_seat(match, seat, epoch)
            if loaded.answered:
                return self._answered(loaded, seat)
            _plays(match, seat)
            if not match.seats[seat].away:
                raise NotAway("The seat is yours to play.")
            if match.clock.type == BANK and not match.ticking.banks[seat]:
                raise TimeOver("Nothing is left in the bank of this seat.")
            entry = Entry(match.version + 1, RETURNED, seat, PERSON, {})
            times = Times(latest=match.turn_ends if match.to_act == seat else None)
            try:
                return self._commit(match, advance(match, entry), entry, request, seat, loaded.recent, times=times)
            except Stale:
                continue
        raise stale(match.version)

    def free(self, app: str, match_id: str, caller: int, epoch: int, seat: int, version: int, key: str = "") -> Sight:
        """Free a seat before the match begins, and void its token: one's own, or as the host any other."""
        request = Request.of(key, f"seat {caller}", "free", seat)
        loaded = self._of_seat(app, match_id, caller, epoch, version, request)
        viewer = SPECTATOR if caller == seat else caller
        if loaded.answered:
            return self._answered(loaded, viewer)
        match = loaded.match
        if match.status != OPEN:
            raise Started("The match has begun; whoever plays may leave or resign.")
        _freeable(match, caller, seat)
        entry = Entry(match.version + 1, FREED, seat, PERSON, {"host": caller != seat})
        return self._commit(match, advance(match, entry), entry, request, viewer, loaded.recent)

    def hand_on(self, app: str, match_id: str, seat: int, epoch: int, key: str) -> tuple[Sight, str]:
        """A new token of the seat, and the old one is void; the old one and the key get the same again."""
        if not key:
            raise KeyNeeded("Send an Idempotency-Key: should the answer be lost, only the key gets it again.")
        for _ in range(ATTEMPTS):
            request = Request.of(key, f"seat {seat}", "hand on")
            loaded = self._load(app, match_id, request)
            match = loaded.match
            if loaded.answered:
                return self._handed_on(self._answered(loaded, seat), seat, epoch)
            admit_seat(match, seat, epoch)
            if match.over:
                raise MatchOver("The match has ended.")
            if epoch >= MOST_HANDED_ON:
                raise TooOften(f"A seat is handed on {MOST_HANDED_ON} times at most.", most=MOST_HANDED_ON)
            entry = Entry(match.version + 1, HANDED_ON, seat, PERSON, {})
            try:
                sight = self._commit(match, advance(match, entry), entry, request, seat, loaded.recent)
            except Stale:
                continue
            return self._handed_on(sight, seat, epoch)
        raise stale(match.version)

    def played_by(
        self, app: str, match_id: str, seat: int, viewer: int = SPECTATOR, epoch: int = 0
    ) -> tuple[Match, list[Json]]:
        """Who played a seat, as all who may look at the match may know."""
        match = self._load(app, match_id).match
        admit(match, viewer, epoch)
        if not 0 <= seat < len(match.seats):
            raise _no_seat(match)
        return match, spans(self.store.entries(app, match_id, limit=match.version), seat)

    def time_over(self, app: str, match_id: str, version: int) -> BotTurn | None:
        """Do what the match does when the time of a turn is over; the decision that a stand-in is to make, if one is.

        Whoever is too soon, too late or second changes nothing.
        """
        loaded = self._find(app, match_id)
        if loaded is None or loaded.match.version != version:
            return None
        match = loaded.match
        seat, ends = match.to_act, match.deadline
        if seat is None or ends is None or self.store.rest(app, match_id, version, ends):
            return None
        if match.on_expiry == STAND_IN_PLAYS:
            return replace(bot_turn(match, CLOCK), earliest=ends)
        entry = _taken_away(match, seat)
        with suppress(Stale, Early):
            after, times = advance(match, entry), Times(earliest=ends)
            self._commit(match, after, entry, Request.once(), seat, loaded.recent, times=times)
        return None

    def _handed_on(self, sight: Sight, seat: int, epoch: int) -> tuple[Sight, str]:
        """The new token, for whoever held the seat when it was handed on."""
        if sight.match.seats[seat].epoch != epoch + 1:
            raise SeatRevoked("The seat has been handed on; this token is void.")
        return sight, self.token(sight.match, seat)


def _taken_away(match: Match, seat: int) -> Entry:
    """The entry that takes a person away whose time is over."""
    if match.on_expiry == BOT_SITS:
        return Entry(match.version + 1, LEFT, seat, CLOCK, {"bot": match.stand_in})
    return Entry(match.version + 1, RESIGNED, seat, CLOCK, {})


def _plays(match: Match, seat: int) -> None:
    """Let those act whose match is being played; raises what refuses it."""
    if match.status == OPEN:
        raise NotStarted("The match waits for people to sit down.")
    if match.over or match.seats[seat].resigned:
        raise MatchOver("The match has ended for this seat.")


def _freeable(match: Match, caller: int, seat: int) -> None:
    if not 0 <= seat < len(match.seats):
        raise _no_seat(match)
    if caller not in {seat, match.host}:
        raise NotYourSeat("Only the host of the match frees the seats of others.", host=_host(match))
    if match.seats[seat].kind != PERSON:
        raise NobodySits("Nobody sits there who could be sent away.")
    if match.seats[seat].epoch >= MOST_HANDED_ON:
        raise TooOften(f"A seat is freed {MOST_HANDED_ON} times at most.", most=MOST_HANDED_ON)


def _no_seat(match: Match) -> NoSuchSeat:
    return NoSuchSeat(f"The match has seats 0 to {len(match.seats) - 1}.", seats=len(match.seats))


def _host(match: Match) -> int | None:
    return None if match.host == SPECTATOR else match.host


def spans(entries: Sequence[Entry], seat: int) -> list[Json]:
    """Who played a seat, span by span: from which version to which, and how many moves."""
    found: list[Json] = []
    for entry in entries:
        if entry.type != PLAYED or entry.seat != seat:
            continue
        if not found or found[-1]["by"] != entry.by:
            found.append({"by": entry.by, "from": entry.version, "to": entry.version, "moves": 0})
        found[-1]["to"] = entry.version
        found[-1]["moves"] += 1
    return found
