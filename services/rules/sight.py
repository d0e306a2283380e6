"""What a viewer sees of a match: the view, events, legal moves, a dry run. All of it from redacted states.

A view is a pure function of the log up to its version and of the viewer.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from services.rules.clocks import BANK
from services.rules.contract import SPECTATOR, Refusal
from services.rules.errors import Away, IllegalMove, MatchOver, NotStarted, NotYourTurn, RevealsHidden
from services.rules.match import BOT, CREATED, JOINED, LEFT, OPEN, PLAYED, Entry, Match, Truth
from services.rules.notation import Json, Move
from services.rules.store import GIVE_UP_SECONDS, Thought


@dataclass(frozen=True, slots=True)
class Sight:
    """A match at one version, its last entries (newest first), and who looks."""

    match: Match
    recent: Sequence[Entry]
    viewer: int = SPECTATOR

    def view(self) -> Json:
        """The match as the viewer sees it."""
        match, viewer = self.match, self.viewer
        seat = None if viewer == SPECTATOR else viewer
        return {
            "match": match.id,
            "game": match.game.slug,
            "rules_version": match.rules_version,
            "version": match.version,
            "status": match.status,
            "options": match.game.unpack(match.options, len(match.seats)),
            "seats": [{"seat": number, **each.json()} for number, each in enumerate(match.seats)],
            "seat": seat,
            "to_act": match.to_act,
            "your_turn": seat is not None and match.acts(seat),
            "bot_thinks": bool(match.thinker),
            "bot": bots_turn(match),
            "deadline": match.deadline and match.deadline / 1000,
            "clock": clock(match),
            "on_expiry": match.on_expiry,
            "stand_in": match.stand_in,
            "seeded": match.seeded,
            "seed": match.seed.hex() if match.over else None,
            "spectators": match.spectators,
            "hints": "on" if match.hints else "off",
            "rated": match.rated,
            "created": match.created,
            "updated": match.updated,
            "state": self.state(),
            "last": [self.event(entry) for entry in reversed(self.recent)],
            "result": match.result,
        }

    def state(self) -> Json | None:
        """The table, once everybody sits."""
        if self.match.status == OPEN:
            return None
        return self.match.game.describe(self.match.truth.seen(self.viewer), self.viewer)

    def event(self, entry: Entry) -> Json:
        """One entry of the log as the viewer saw it happen."""
        return event(entry, self.viewer, self.match.erased)

    def legal_moves(self) -> list[Json]:
        """The legal moves of the viewer, each ready to be posted, with a label; none when it is not its turn."""
        match = self.match
        if self.viewer == SPECTATOR or not match.acts(self.viewer):
            return []
        game, state = match.game, match.imagine(self.viewer)
        return [
            {"move": game.decode(state, action).json(), "label": game.label(state, action)}
            for action in game.legal(state)
        ]

    def action(self, move: Move) -> int:
        """The action of a legal move of the viewer; raises what refuses it."""
        match = self.match
        if match.status == OPEN:
            raise NotStarted("The match waits for people to sit down.")
        if match.over or match.seats[self.viewer].resigned:
            raise MatchOver("The match has ended for this seat.")
        if match.seats[self.viewer].away:
            raise Away("A bot plays for this seat until you return.")
        if match.to_act != self.viewer:
            raise NotYourTurn(f"It is the turn of seat {match.to_act}.", to_act=match.to_act)
        game, state = match.game, match.imagine(self.viewer)
        action = game.encode(state, move)
        if not game.is_legal(state, action):
            raise _illegal(game.explain(state, move))
        return action

    def dry_run(self, move: Move) -> "Sight":
        """The match as the viewer would see it after the move; raises RevealsHidden where that would tell a secret."""
        match, game = self.match, self.match.game
        action = self.action(move)
        state: Any = match.imagine(self.viewer)
        if game.reveals(state, action):
            raise RevealsHidden("Only playing this move may show what it reveals.")
        game.apply(state, action, match.rng(f"dry run {match.version} {self.viewer}"))
        return replace(self, match=replace(match, truth=Truth(game, state)))


def bots_turn(match: Match) -> Json | None:
    """The bot that is to act, since when, and when a stand-in plays for it at the latest; out of the log alone."""
    if not match.thinker:
        return None
    since = match.updated
    return {"level": match.thinker, "seat": match.to_act, "since": since, "deadline": since + GIVE_UP_SECONDS}


def clock(match: Match) -> Json:
    """The clock, and what each person has left in the bank as of the begin of the running turn."""
    told = match.clock.json()
    if match.clock.type == BANK:
        banks = zip(match.seats, match.ticking.banks, strict=True)
        told["left"] = [None if seat.kind == BOT else left / 1000 for seat, left in banks]
    return told


def progress(thinks: bool, thought: Thought | None) -> Json:
    """How far a bot has come; nothing of what it thinks."""
    done, budget = (thought.iterations, thought.budget) if thought else (0, None)
    return {
        "state": "thinking" if thinks else "queued",
        "iterations": done,
        "budget": budget,
        "share": min(1.0, done / budget) if budget else None,
    }


def event(entry: Entry, viewer: int, erased: Container[str] = ()) -> Json:
    """One entry of the log as the viewer saw it happen; the move itself only where it is the viewer's own.

    `erased`: players whose names are told no more.
    """
    seat = None if entry.seat == SPECTATOR else entry.seat
    told: Json = {"version": entry.version, "at": entry.at, "type": entry.type, "seat": seat, "by": entry.by}
    if entry.type == PLAYED and seat == viewer:
        told["move"] = entry.body["move"]
    if entry.type == PLAYED and "short" in entry.body:
        told["short"] = True
    if entry.type == JOINED:
        told["name"] = "" if entry.body.get("player") in erased else entry.body["name"]
    if entry.type == LEFT:
        told["bot"] = entry.body["bot"]
    if entry.type != CREATED:
        told["facts"] = entry.own.get(viewer, entry.facts)
    return told


def events(entries: Iterable[Entry], viewer: int, erased: Container[str] = ()) -> list[Json]:
    """Entries of the log as the viewer saw them happen."""
    return [event(entry, viewer, erased) for entry in entries]


def _illegal(refusal: Refusal) -> IllegalMove:
    return IllegalMove(refusal.text, refusal.code, refusal.rule, **refusal.params)
