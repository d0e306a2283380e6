"""What a new match is to be, and the entry of the log that says so."""

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass, field

from services.rules.errors import BadSeats, SeedForbidden, UnknownBot, UnknownGame
from services.rules.match import BOT
from services.rules.notation import Json
from services.rules.registry import GAMES


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of a new match: for a person (the creator hands its token on), open to whoever joins, or a bot's."""

    kind: str
    name: str = ""
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """A match to be created."""

    game: str
    seats: tuple[Place, ...]
    options: Json = field(default_factory=dict)
    spectators: bool = True
    seed: str | None = None


def first_entry(setup: Setup, bots: Collection[str], *, dev: bool) -> Json:
    """The body of the entry that creates the match; raises what refuses it. `dev` allows a chosen seed."""
    game = GAMES.get(setup.game)
    if game is None:
        raise UnknownGame("/game", f"There is no game {setup.game!r}.", games=list(GAMES))
    if len(setup.seats) not in game.seats:
        numbers = ", ".join(map(str, game.seats))
        raise BadSeats("/seats", f"{game.title} is played with {numbers} seats.", seats=list(game.seats))
    for number, place in enumerate(setup.seats):
        if place.kind == BOT and place.bot not in bots:
            raise UnknownBot(f"/seats/{number}/bot", f"There is no bot {place.bot!r}.", bots=sorted(bots))
    if setup.seed is not None and not dev:
        raise SeedForbidden("A chosen seed is for development servers only (POMONA_DEV).")
    seed = secrets.token_bytes(32) if setup.seed is None else hashlib.sha256(setup.seed.encode()).digest()
    return {
        "game": game.slug,
        "rules_version": game.rules_version,
        "options": game.unpack(game.pack(setup.options, len(setup.seats)), len(setup.seats)),
        "seats": [{"kind": place.kind, "name": place.name, "bot": place.bot} for place in setup.seats],
        "seed": seed.hex(),
        "seeded": setup.seed is not None,
        "spectators": setup.spectators,
    }
