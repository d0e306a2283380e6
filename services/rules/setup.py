"""What a new match is to be, and the entry of the log that says so."""

import hashlib
import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field

from services.rules.clocks import NO_CLOCK, Clock
from services.rules.errors import (
    BadSeats,
    BotBudget,
    BotNotOffered,
    CannotBeRated,
    SeedForbidden,
    UnknownBot,
    UnknownGame,
)
from services.rules.match import BOT, STAND_IN, STAND_IN_PLAYS
from services.rules.notation import Json
from services.rules.registry import GAMES

Offer = Callable[[str], Mapping[str, bool]]
"""offer(game): the bots by name, and whether each may sit at a table of this game here."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of a new match: for a person (the creator hands its token on), open to whoever joins, or a bot's."""

    kind: str
    name: str = ""
    bot: str = ""
    player: str = ""
    """The id of the player who sits here from the start, if matchmaking knows it."""

    def json(self) -> Json:
        """The seat in the entry that creates the match; a player stands there only where there is one."""
        seat: Json = {"kind": self.kind, "name": self.name, "bot": self.bot}
        return seat | ({"player": self.player} if self.player else {})


@dataclass(frozen=True, slots=True)
class Setup:
    """A match to be created."""

    game: str
    seats: tuple[Place, ...]
    options: Json = field(default_factory=dict)
    spectators: bool = True
    hints: bool = True
    """Whether seats may ask for hints; all see how often each has."""
    seed: str | None = None
    rated: bool | None = None
    """Whether it counts for ratings; None: if it may."""
    clock: Clock = NO_CLOCK
    on_expiry: str = STAND_IN_PLAYS
    """What happens when the time of a turn is over."""
    stand_in: str = STAND_IN
    """The bot that plays for people who are away."""

    def asked(self) -> Json:
        """What makes two requests the same: all but the names of players, who may have renamed themselves since."""
        told = asdict(self)
        for seat in told["seats"]:
            del seat["name" if seat["player"] else "player"]
        return told


def first_entry(setup: Setup, offer: Offer, *, dev: bool) -> Json:
    """The body of the entry that creates the match; raises what refuses it. `dev` allows a chosen seed."""
    game = GAMES.get(setup.game)
    if game is None:
        raise UnknownGame("/game", f"There is no game {setup.game!r}.", games=list(GAMES))
    if len(setup.seats) not in game.seats:
        numbers = ", ".join(map(str, game.seats))
        raise BadSeats("/seats", f"{game.title} is played with {numbers} seats.", seats=list(game.seats))
    for number, place in enumerate(setup.seats):
        if place.kind == BOT:
            admit_bot(f"/seats/{number}/bot", place.bot, offer(game.slug))
    if setup.stand_in != STAND_IN:
        admit_bot("/stand_in", setup.stand_in, offer(game.slug))
    if setup.seed is not None and not dev:
        raise SeedForbidden("A chosen seed is for development servers only (POMONA_DEV).")
    seed = secrets.token_bytes(32) if setup.seed is None else hashlib.sha256(setup.seed.encode()).digest()
    return {
        "game": game.slug,
        "rules_version": game.rules_version,
        "options": game.unpack(game.pack(setup.options, len(setup.seats)), len(setup.seats)),
        "seats": [place.json() for place in setup.seats],
        "seed": seed.hex(),
        "seeded": setup.seed is not None,
        "spectators": setup.spectators,
        "hints": setup.hints,
        "rated": _rated(setup),
    } | _table_rules(setup)


def _table_rules(setup: Setup) -> Json:
    """What was said of clocks and absence; what goes without saying costs nothing in every log."""
    said: Json = {"clock": setup.clock.json()} if setup.clock.runs else {}
    if setup.on_expiry != STAND_IN_PLAYS:
        said["on_expiry"] = setup.on_expiry
    return said if setup.stand_in == STAND_IN else said | {"stand_in": setup.stand_in}


def _rated(setup: Setup) -> bool:
    """Whether the match counts for ratings; raises CannotBeRated where it is to and may not."""
    reason = _unrateable(setup)
    if reason is None or not setup.rated:
        return reason is None and setup.rated is not False
    code, text = reason
    raise CannotBeRated("/rated", text, reason=code)


def _unrateable(setup: Setup) -> tuple[str, str] | None:
    """Why the match cannot count for ratings, as a code and in words."""
    if setup.hints:
        return "hints", "Ratings are of what people find by themselves: a rated match is played without hints."
    if setup.seed is not None:
        return "seeded", "Whoever chose the seed knows what comes: a match with a chosen seed is not rated."
    if len(setup.seats) == 1 or all(place.kind == BOT for place in setup.seats):
        return "alone", "A rating needs a person and somebody to be compared with."
    return None


def admit_bot(pointer: str, name: str, offer: Mapping[str, bool]) -> None:
    """Let a bot sit down that is offered; raises what refuses it."""
    if offer.get(name):
        return
    bots = [each for each, is_offered in offer.items() if is_offered]
    known, colon, _ = name.partition(":")
    if colon and known in offer:
        raise BotBudget(pointer, f"{known} thinks as much as its name says; {name!r} is for the arena.", bots=bots)
    if name in offer:
        text = f"{name} is not offered here: bots of this server lack what it needs."
        raise BotNotOffered(pointer, text, bots=bots)
    raise UnknownBot(pointer, f"There is no bot {name!r}.", bots=bots)
