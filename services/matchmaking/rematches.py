"""Rematches: once a match is over, its people may agree to play again. There is one rematch, however many ask.

Who asks first proposes, the others agree by asking too; where one person played against bots the first
request is enough. Seats move on by one: whoever sat second begins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from services.matchmaking.keys import rematch_key
from services.matchmaking.player_store import SCRIPTS, PlayerStore
from services.rules.contract import SPECTATOR
from services.rules.errors import NotForSpectators, NotOver
from services.rules.match import BOT, PERSON, Match
from services.rules.matches import Matches
from services.rules.notation import Json
from services.rules.setup import Place, Setup
from services.shared.ids import derived_id
from services.shared.reach import Client, direct
from services.shared.redis import Script

KEEP_SECONDS: Final = 7 * 24 * 3600
"""For which it is kept who has agreed, since somebody did so last."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """How far the people of a match have come to play again, as a seat sees it."""

    of: str
    needed: tuple[int, ...]
    """The seats of its people."""
    agreed: tuple[int, ...]
    match: str | None
    """The new match, once all have agreed."""
    seat: int | None = None
    token: str | None = None

    def json(self) -> Json:
        """The rematch as it stands in the API."""
        return {
            "of": self.of,
            "needed": self.needed,
            "agreed": self.agreed,
            "match": self.match,
            "seat": self.seat,
            "token": self.token,
        }


class Rematches:
    """The use-cases of rematches."""

    def __init__(self, client: Client, players: PlayerStore, matches: Matches, secrets: Sequence[bytes]) -> None:
        """`secrets` name the new matches."""
        self._direct = direct(client)
        self._agree = Script(self._direct, (SCRIPTS / "agree.lua").read_text())
        self._players = players
        self._matches = matches
        self._secrets = secrets

    def agree(self, app: str, match_id: str, seat: int, epoch: int) -> Rematch:
        """Ask for a rematch, or agree to one; asked again, the same. Raises NotOver and what refuses the seat."""
        old = self._old(app, match_id, seat, epoch)
        made = derived_id(self._secrets[-1], "rematch", app, match_id)
        self._agree((rematch_key(app, match_id),), seat, made, KEEP_SECONDS)
        return self._found(old, seat)

    def look(self, app: str, match_id: str, seat: int, epoch: int) -> Rematch:
        """Who has agreed; raises NotOver and what refuses the seat."""
        return self._found(self._old(app, match_id, seat, epoch), seat)

    # Within ----------------------------------------------------------------------------------------------------------

    def _old(self, app: str, match_id: str, seat: int, epoch: int) -> Match:
        if seat == SPECTATOR:
            raise NotForSpectators("This needs the token of a seat, as `Authorization: Bearer <token>`.")
        match = self._matches.look(app, match_id, seat, epoch).match
        if not match.over:
            raise NotOver("A rematch comes after the end.")
        return match

    def _found(self, old: Match, seat: int) -> Rematch:
        """How it stands; once all have agreed the match is made by whoever sees it first."""
        kept: dict[bytes, bytes] = self._direct.send("HGETALL", rematch_key(old.app, old.id))
        needed = tuple(n for n, each in enumerate(old.seats) if each.kind == PERSON)
        agreed = tuple(n for n in needed if f"seat:{n}".encode() in kept)
        if agreed != needed:
            return Rematch(old.id, needed, agreed, None)
        match_id = kept[b"match"].decode()
        loaded = self._matches.store.load(old.app, match_id)
        new = loaded.match if loaded else self._make(old, match_id)
        mine = (seat - 1) % len(old.seats)
        # Another may sit there by now: the seat was handed on within the new match.
        token = self._matches.token(new, mine) if new.seats[mine].epoch == 0 else None
        return Rematch(old.id, needed, agreed, match_id, mine, token)

    def _make(self, old: Match, match_id: str) -> Match:
        seats = (*old.seats[1:], old.seats[0])
        places = tuple(
            Place(BOT, bot=seat.bot) if seat.kind == BOT else Place(PERSON, seat.name, player=seat.player)
            for seat in seats
        )
        for seat in seats:
            if seat.player:
                self._players.sit(old.app, seat.player, match_id)
        options = old.game.unpack(old.options, len(seats))
        setup = Setup(
            old.game.slug, places, options, spectators=old.spectators, hints=old.hints,
            rated=old.rated, clock=old.clock, on_expiry=old.on_expiry, stand_in=old.stand_in,
        )  # fmt: skip
        return self._matches.create(old.app, setup, f"rematch {match_id}", match_id)[0].match
