"""What a ticket asks for: checked against the game, and as pairing knows it."""

from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from services.matchmaking.errors import BadTicket
from services.matchmaking.pairing import Options, Ticket, Window
from services.rules.clocks import NO_CLOCK, Clock, clock_of
from services.rules.contract import Game
from services.rules.errors import BadOption, BadSeats, UnknownGame
from services.rules.notation import Json
from services.rules.registry import GAMES
from services.rules.setup import Offer, admit_bot

ANY: Final = "any"
"""The value of an option that may be what others want."""
LEAST_SEATS: Final = 2
"""Alone one needs no ticket."""
MOST_PARTY: Final = 4
WINDOW: Final = Window(100, 2, 1000)
"""How far apart ratings may be when nothing is said."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A ticket to be made; times are seconds from now."""

    game: str
    seats: tuple[int, int]
    """The fewest and the most."""
    options: Json = field(default_factory=dict)
    window: Window = WINDOW
    deadline: int = 300
    bots_after: int | None = None
    level: str = ""
    clock: Clock = NO_CLOCK

    def json(self) -> Json:
        """What was asked, as it is told."""
        bots = None if self.bots_after is None else {"after": self.bots_after, "level": self.level}
        return {
            "seats": {"min": self.seats[0], "max": self.seats[1]},
            "options": self.options,
            "rating": {"start": self.window.start, "grow": self.window.grow, "max": self.window.most},
            "deadline": self.deadline,
            "bots": bots,
            "clock": self.clock.json() if self.clock.runs else None,
        }


def tables_of(asked: Asked, party: int, offer: Offer) -> list[tuple[int, Options]]:
    """The numbers of seats that it can come to, with the options packed for each; raises what refuses it."""
    game = GAMES.get(asked.game)
    if game is None:
        raise UnknownGame("/game", f"There is no game {asked.game!r}.", games=list(GAMES))
    if asked.bots_after is not None:
        if asked.bots_after >= asked.deadline:
            raise BadTicket("/bots/after", "The ticket would expire before bots fill it.")
        admit_bot("/bots/level", asked.level, offer(game.slug))
    few, most = asked.seats
    sizes = [seats for seats in game.seats if max(few, party, LEAST_SEATS) <= seats <= most]
    if not sizes:
        text = f"{game.title} is played with {', '.join(map(str, game.seats))} seats, your party needs {party}."
        raise BadSeats("/seats", text, seats=list(game.seats))
    return _packed(game, asked.options, sizes)


def _packed(game: Game[Any], options: Json, sizes: list[int]) -> list[tuple[int, Options]]:
    """The sizes for which the options fit; raises BadOption if they fit none."""
    known = {option.name: option for option in game.options}
    for name in options:
        if name not in known:
            raise BadOption(name, f"{game.title} has no such option")
    wanted = {name: value for name, value in options.items() if value != ANY}
    tables, misfit = list[tuple[int, Options]](), None
    for seats in sizes:
        try:
            packed = tuple(o.pack(wanted[name], seats) if name in wanted else None for name, o in known.items())
        except BadOption as error:
            misfit = error
            continue
        tables.append((seats, packed))
    if misfit and not tables:
        raise misfit
    return tables


def options_json(game: Game[Any], seats: int, options: Options) -> Json:
    """The options of a match: what its tickets wanted, and what the game says where nobody cared."""
    pairs = zip(game.options, options, strict=True)
    return {option.name: option.unpack(value, seats) for option, value in pairs if value is not None}


def dump(asked: Asked, tables: list[tuple[int, Options]], players: tuple[str, ...], rating: float) -> bytes:
    """What is kept of a ticket that waits."""
    return orjson.dumps(
        {"game": asked.game, "asks": asked.json(), "tables": tables, "players": players, "rating": round(rating)}
    )


def waiting(ticket_id: str, kept: bytes) -> Ticket:
    """A ticket that waits, as pairing must know it; the times stand before what `dump` wrote."""
    since, deadline, bots_at, text = kept.split(b" ", 3)
    known = orjson.loads(text)
    asks = known["asks"]
    return Ticket(
        ticket_id,
        known["game"],
        tuple(known["players"]),
        tuple((seats, tuple(options)) for seats, options in known["tables"]),
        known["rating"],
        Window(asks["rating"]["start"], asks["rating"]["grow"], asks["rating"]["max"]),
        float(since),
        float(deadline),
        None if bots_at == b"-" else float(bots_at),
        asks["bots"]["level"] if asks["bots"] else "",
        clock_of(asks["clock"]) if asks["clock"] else NO_CLOCK,
    )
