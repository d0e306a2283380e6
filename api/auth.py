"""Who asks: tokens of seats and of players in `Authorization: Bearer`, and short-lived tickets for streams."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final

from flask import request

from api.context import context
from api.reading import header
from api.refusals import BadQuery, ForgedToken, MalformedToken, OtherMatch, TicketExpired, WrongToken
from api.watch import APP
from services.matchmaking.errors import PlayerNeeded
from services.matchmaking.players import PLAYER_TOKEN, Holder
from services.rules.contract import SPECTATOR
from services.rules.errors import NotForSpectators
from services.rules.ledger import SEAT_TOKEN
from services.shared.tokens import ForgedTokenError, MalformedTokenError, Token, WrongKindError

DEFAULT_APP: Final = "dev"
"""The tenant of whoever names none."""
TICKET: Final = "stream"
WATCH: Final = "watch"
TICKET_SECONDS: Final = 60
_BEARER: Final = re.compile(r"[Bb]earer +([^ ]+) *")


@dataclass(frozen=True, slots=True)
class Caller:
    """A seat of a match, or a spectator of it."""

    app: str
    seat: int = SPECTATOR
    epoch: int = 0


def caller_of(match_id: str) -> Caller:
    """Who asks about this match: the seat of the token, or a spectator when there is none."""
    token = _seat_token()
    if token is None:
        return Caller(DEFAULT_APP)
    match, _, seat = token.subject.partition(":")
    if match != match_id:
        raise OtherMatch("This token is for a seat of another match.")
    return Caller(token.app, int(seat), token.epoch)


def app_of(ticket: str | None = None) -> str:
    """The tenant whose token or ticket it is; the default one when there is neither."""
    token = _read(ticket, TICKET) if ticket else _seat_token()
    return token.app if token else DEFAULT_APP


def member_of() -> str:
    """The tenant of whoever asks with the token of a player or of a seat; the default one without a token."""
    found = _player_if_any()
    return found.app if found else app_of()


def holder() -> Holder:
    """The player whose token it is; raises PlayerNeeded when there is none."""
    found = holder_if_any()
    if found is None:
        raise PlayerNeeded("This needs the token of a player, as `Authorization: Bearer <token>`.")
    return found


def holder_if_any() -> Holder | None:
    """The player whose token it is, or nobody."""
    text = _bearer()
    if text is None:
        return None
    token = _read(text, PLAYER_TOKEN)
    return Holder(token.app, token.subject, token.epoch)


def _player_if_any() -> Holder | None:
    """The player whose token it is, where a seat's would do as well."""
    text = _bearer()
    return holder_if_any() if text is not None and text.startswith(f"{PLAYER_TOKEN}.") else None


def tenant(player: Holder | None) -> str:
    """The app of whoever asks, as a player or as a stranger."""
    return player.app if player else DEFAULT_APP


def player_asking() -> str:
    """The player whose token it is, or on the seat whose token it is; raises BadQuery where there is none."""
    found = _player_if_any()
    if found is not None:
        return context().services.players.me(found).id
    token = _seat_token()
    if token is None:
        raise BadQuery([{"parameter": "around", "detail": "me: send the token of a player, or of a player's seat"}])
    match, _, seat = token.subject.partition(":")
    sight = context().services.matches.look(token.app, match, int(seat), token.epoch)
    player = sight.match.seats[int(seat)].player
    if not player:
        raise BadQuery([{"parameter": "around", "detail": "me: nobody's player sits on this seat"}])
    return player


def seated(view: Callable[..., Any]) -> Callable[..., Any]:
    """Give the view the caller, who must be a seat of the match."""

    @wraps(view)
    def with_seat(*args: Any, match_id: str, **more: Any) -> Any:
        caller = caller_of(match_id)
        if caller.seat == SPECTATOR:
            raise NotForSpectators("This needs the token of a seat, as `Authorization: Bearer <token>`.")
        return view(*args, caller=caller, match_id=match_id, **more)

    return with_seat


def viewing(view: Callable[..., Any]) -> Callable[..., Any]:
    """Give the view the caller, who may be a spectator."""

    @wraps(view)
    def with_caller(*args: Any, match_id: str, **more: Any) -> Any:
        return view(*args, caller=caller_of(match_id), match_id=match_id, **more)

    return with_caller


def ticket_for(caller: Caller, match_id: str) -> tuple[str, int]:
    """A ticket that opens this caller's stream of the match for a minute, and when it expires."""
    return _opener(TICKET, caller.app, caller.epoch, match_id, caller.seat)


def ticket_holder(text: str, match_id: str) -> Caller:
    """Whose stream of the match a ticket opens."""
    token, seat = _opened(text, TICKET, match_id, "This ticket is for another match.")
    return Caller(token.app, int(seat), token.epoch)


def watch_for(player: Holder, ticket: str) -> tuple[str, int]:
    """What opens this player's stream of a ticket for a minute, and when it expires."""
    return _opener(WATCH, player.app, player.epoch, ticket, player.player)


def watcher_of(text: str, ticket: str) -> Holder:
    """Whose stream of the ticket it opens."""
    token, player = _opened(text, WATCH, ticket, "This is for the stream of another ticket.")
    return Holder(token.app, player, token.epoch)


def _opener(kind: str, app: str, epoch: int, what: str, who: str | int) -> tuple[str, int]:
    """A token for a minute by which somebody may follow something, and when it expires."""
    expires = int(time.time()) + TICKET_SECONDS
    return Token(kind, app, f"{what}:{who}:{expires}", epoch).sign(context().services.secrets), expires


def _opened(text: str, kind: str, what: str, other: str) -> tuple[Token, str]:
    """Such a token and who may follow; `other`: what to say where it is not for this."""
    token = _read(text, kind)
    of, who, expires = token.subject.split(":")
    if of != what:
        raise OtherMatch(other)
    if int(expires) < time.time():
        raise TicketExpired("This ticket has expired; ask for a new one.")
    return token, who


def _seat_token() -> Token | None:
    """The token of a seat in `Authorization`, if there is one."""
    text = _bearer()
    return None if text is None else _read(text, SEAT_TOKEN)


def _bearer() -> str | None:
    """What `Authorization` bears, if it is there."""
    said = header("AUTHORIZATION")
    if said is None:
        return None
    found = _BEARER.fullmatch(said)
    if found is None:
        raise MalformedToken("Authorization must be `Bearer` and a token.")
    return found[1]


def _read(text: str, kind: str) -> Token:
    try:
        token = Token.read(text, context().services.secrets, kind)
    except MalformedTokenError as error:
        raise MalformedToken(str(error)) from None
    except ForgedTokenError as error:
        raise ForgedToken(str(error)) from None
    except WrongKindError as error:
        raise WrongToken(str(error)) from None
    request.environ[APP] = token.app
    return token
