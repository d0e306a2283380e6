"""Tickets: to be seated with others by the service. A ticket always ends, and says how.

A party waits with one ticket. Its members consent with a token of their own, made for whoever asks for the ticket and
good for some minutes, so that nobody hands the token of a player to another.
"""

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import orjson

from services.matchmaking.asking import MOST_PARTY, Asked, dump, tables_of
from services.matchmaking.errors import (
    BadParty,
    DoubleTicket,
    NoSuchTicket,
    PlayerRevoked,
    QueueFull,
    TicketPaired,
    TooManyTickets,
)
from services.matchmaking.players import Holder, Players
from services.matchmaking.ticket_store import CLAIMED, SEATED, WAITING, Held, TicketStore
from services.rules.errors import KeyReused
from services.rules.matches import Matches
from services.rules.notation import Json
from services.rules.registry import GAMES
from services.rules.setup import Offer
from services.shared.ids import derived_id, new_id
from services.shared.tokens import Token, TokenError

CONSENT: Final = "party"
CONSENT_SECONDS: Final = 600
WITHDRAWN, ERASED = "withdrawn", "player_erased"
"""Why a ticket was cancelled."""

Rate = Callable[[str, str, Sequence[str]], float]
"""rate(app, game, players): the number by which a party is paired."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A ticket as one of its players sees it."""

    held: Held
    player: str
    token: str | None
    """The token of the player's seat, once there is a match."""

    @property
    def app(self) -> str:
        """Whose it is."""
        return self.held.app

    @property
    def id(self) -> str:
        """Its id."""
        return self.held.id

    @property
    def version(self) -> int:
        """Counts what has changed."""
        return self.held.version

    @property
    def ended(self) -> bool:
        """Whether nothing more will change."""
        return self.held.ended

    @property
    def state(self) -> str:
        """How it stands: one whose match is being made waits."""
        return WAITING if self.held.state == CLAIMED else self.held.state

    @property
    def tag(self) -> str:
        """Names what this player sees of it now."""
        return f"{self.held.tag}-p{self.held.players.index(self.player)}"

    def json(self) -> Json:
        """The ticket as it stands in the API."""
        held, seated = self.held, self.held.state in SEATED
        return {
            "ticket": held.id,
            "game": held.game,
            "asks": held.asks,
            "state": self.state,
            "reason": held.reason,
            "version": held.version,
            "party": held.players,
            "created": held.created,
            "updated": held.updated,
            "deadline": held.deadline,
            "bots_at": held.bots_at,
            "match": held.match if seated else None,
            "seat": held.seats[self.player] if seated else None,
            "token": self.token,
        }


class Tickets:
    """The use-cases of tickets."""

    def __init__(
        self, store: TicketStore, players: Players, matches: Matches, secrets: Sequence[bytes], offer: Offer, rate: Rate
    ) -> None:
        """`offer` tells which bots may fill a table, `rate` how strong players are."""
        self.store = store
        self._players = players
        self._matches = matches
        self._secrets = secrets
        self._offer = offer
        self._rate = rate

    def consent(self, holder: Holder, leader: str) -> tuple[str, int]:
        """What lets `leader` ask for tickets that this player shares, and until when."""
        self._players.me(holder)
        self._players.look(holder.app, leader)
        expires = int(time.time()) + CONSENT_SECONDS
        subject = f"{holder.player}:{leader}:{expires}"
        return Token(CONSENT, holder.app, subject, holder.epoch).sign(self._secrets), expires

    def ask(self, holder: Holder, asked: Asked, consents: Sequence[str] = (), key: str = "") -> Seen:
        """Wait for others; the same key lands on the same ticket. Raises what refuses it."""
        self._players.me(holder)
        made = derived_id(self._secrets[-1], "ticket", holder.app, holder.player, key) if key else new_id()
        digest = _digest(asked, consents) if key else made
        known = self.store.look(holder.app, made) if key else None
        party = [(holder.player, holder.epoch)]
        # A retry that comes late must not fail because a consent has lapsed since.
        party += [self._member(i, text, holder, late=known is not None) for i, text in enumerate(consents)]
        if len({player for player, _ in party}) < len(party) or len(party) > MOST_PARTY:
            raise BadParty("/party", f"A party is of up to {MOST_PARTY} different players.")
        players = tuple(player for player, _ in party)
        tables = tables_of(asked, len(party), self._offer)
        asks = dump(asked, tables, players, self._rate(holder.app, asked.game, players))
        times = (asked.deadline, asked.bots_after)
        self._check(*self.store.wait(holder.app, made, digest, asks, times, party), players)
        return self.look(holder, made)

    def look(self, holder: Holder, ticket: str) -> Seen:
        """The ticket as it stands, for a player of its party; raises NoSuchTicket, PlayerRevoked."""
        self._players.me(holder)
        held = self.store.look(holder.app, ticket)
        if held is None or holder.player not in held.players:
            raise NoSuchTicket("There is no such ticket of yours, or it was kept long enough.")
        return Seen(held, holder.player, self._token(held, holder.player))

    def cancel(self, holder: Holder, ticket: str) -> Seen:
        """Wait no longer, for the whole party; raises TicketPaired if the match is there, or is being made."""
        self.look(holder, ticket)
        if self.store.cancel(holder.app, [ticket], WITHDRAWN):
            raise TicketPaired("The ticket has its match.")
        return self.look(holder, ticket)

    def erase(self, holder: Holder) -> None:
        """Forget a player: its tickets are cancelled, and the matches it sat in show its name no more."""
        self._players.erase(holder)
        self.forget(holder.app, holder.player)

    def forget(self, app: str, player: str) -> bool:
        """See to what a player who is gone has left; whether all is done. May be broken off and done again."""
        held = self.store.held(app, player, list(GAMES))
        if held and self.store.cancel(app, held, ERASED):
            return False  # a match is being made, which will have to forget
        return self._players.forget(app, player)

    # Within ----------------------------------------------------------------------------------------------------------

    def _token(self, held: Held, player: str) -> str | None:
        """The token of the player's seat, made again; nothing if the player no longer sits there."""
        if held.state not in SEATED:
            return None
        loaded = self._matches.store.load(held.app, held.match)
        seat = held.seats[player]
        if loaded is None or loaded.match.seats[seat].player != player:
            return None
        return self._matches.token(loaded.match, seat)

    def _member(self, number: int, text: str, leader: Holder, *, late: bool) -> tuple[str, int]:
        """The player who has consented, and the epoch of its token; raises BadParty."""
        pointer = f"/party/{number}"
        try:
            token = Token.read(text, self._secrets, CONSENT)
        except TokenError as error:
            raise BadParty(pointer, str(error)) from None
        player, for_whom, expires = token.subject.split(":")
        if token.app != leader.app or for_whom != leader.player:
            raise BadParty(pointer, "This consent was given to another player.")
        if int(expires) < time.time() and not late:
            raise BadParty(pointer, "This consent has expired.")
        return player, token.epoch

    def _check(self, status: str, member: int, players: Sequence[str]) -> None:
        if status == "reused":
            raise KeyReused("This idempotency key was used for another request.")
        if status == "revoked" and member == 0:
            raise PlayerRevoked("This token of a player is void: a newer one was made, or the player is gone.")
        if status == "revoked":
            raise BadParty(f"/party/{member - 1}", "This player is gone, or has a new token since.")
        player = players[member]
        if status == "double":
            raise DoubleTicket("A player of the party waits for this game already.", player=player)
        if status == "many":
            raise TooManyTickets("A player of the party waits for as many games as one may.", player=player)
        if status == "full":
            raise QueueFull("As many wait here as may; try again.")


def _digest(asked: Asked, consents: Sequence[str]) -> str:
    told = orjson.dumps((asked.game, asked.json(), list(consents)), option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(told).hexdigest()[:32]
