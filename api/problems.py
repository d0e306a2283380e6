"""Every error as RFC 9457 problem+json: one table of codes, one door out."""

import logging
from http import HTTPStatus
from typing import Any, Final, NamedTuple

import orjson
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from api import refusals
from api.reading import TOO_LARGE
from services.ai import errors as jobs
from services.matchmaking import errors as meeting
from services.rules import errors
from services.rules.errors import Refused
from services.shared.redis import AWAY

log = logging.getLogger(__name__)

MEDIA_TYPE: Final = "application/problem+json"
RETRY_SECONDS: Final = "1"


class Kind(NamedTuple):
    """What a code means: the HTTP status, and a title that never changes."""

    status: int
    title: str


PROBLEMS: Final[dict[type[Refused], Kind]] = {
    # The request cannot be read.
    refusals.BadRequest: Kind(400, "This is not HTTP that can be answered"),
    refusals.BadJson: Kind(400, "The body is not JSON"),
    refusals.RepeatedName: Kind(400, "The body names something twice"),
    refusals.BadQuery: Kind(400, "The query does not fit"),
    refusals.BadCursor: Kind(400, "The cursor is not one of ours"),
    refusals.BadIdempotencyKey: Kind(400, "The idempotency key is malformed"),
    refusals.BadIfMatch: Kind(400, "If-Match must be one ETag of this match"),
    refusals.VersionsDiffer: Kind(400, "If-Match and the body name different versions"),
    refusals.NoSuchPage: Kind(404, "Nothing stands at this address"),
    refusals.MethodRefused: Kind(405, "The address does not take this method"),
    refusals.BodyTooLarge: Kind(413, "The body is too large"),
    refusals.NotJson: Kind(415, "The body must be application/json"),
    # Who asks.
    errors.NotForSpectators: Kind(401, "This needs the token of a seat"),
    refusals.MalformedToken: Kind(401, "This is not a token"),
    refusals.ForgedToken: Kind(401, "The token was not signed here"),
    errors.SeatRevoked: Kind(401, "The token has been revoked"),
    meeting.PlayerNeeded: Kind(401, "This needs the token of a player"),
    meeting.PlayerRevoked: Kind(401, "The token of the player is void"),
    refusals.TicketExpired: Kind(401, "The ticket has expired"),
    refusals.WrongToken: Kind(403, "The token is for something else"),
    refusals.OtherMatch: Kind(403, "The token is for another match"),
    meeting.OtherPlayer: Kind(403, "This is for the player itself"),
    meeting.NotYourInvitation: Kind(403, "The invitation is another player's"),
    errors.SpectatorsExcluded: Kind(403, "The match has no spectators"),
    errors.SeedForbidden: Kind(403, "Seeds are for development"),
    errors.NotYourSeat: Kind(403, "This is for another seat to do"),
    errors.HintsOff: Kind(403, "The match is played without hints"),
    # What it is about.
    refusals.NoSuchGame: Kind(404, "There is no such game"),
    refusals.NoSuchBot: Kind(404, "There is no such bot"),
    refusals.NoSuchQuestion: Kind(404, "There is no such question"),
    jobs.NoSuchJob: Kind(404, "There is no such job"),
    refusals.NotListed: Kind(404, "The player is not on the leaderboard"),
    refusals.NoScoreSheet: Kind(404, "The game has no score calculator"),
    errors.NoSuchMatch: Kind(404, "There is no such match"),
    meeting.NoSuchPlayer: Kind(404, "There is no such player"),
    meeting.NoSuchTicket: Kind(404, "There is no such ticket"),
    meeting.NoSuchInvitation: Kind(404, "There is no such invitation"),
    errors.NoSuchStep: Kind(404, "The match has no such version"),
    # What it says.
    refusals.BadBody: Kind(422, "The body does not fit"),
    refusals.BadQuestion: Kind(422, "The question does not fit"),
    errors.UnknownGame: Kind(422, "There is no such game"),
    errors.BadSeats: Kind(422, "The game is not played with so many seats"),
    errors.BadClock: Kind(422, "The clock does not fit"),
    errors.BadOption: Kind(422, "The option does not fit"),
    errors.UnknownBot: Kind(422, "There is no such bot"),
    errors.BotBudget: Kind(422, "The budget of a bot is fixed"),
    errors.BotNotOffered: Kind(422, "The bot is not offered here"),
    errors.CannotBeRated: Kind(422, "The match cannot be rated"),
    errors.NoSuchSeat: Kind(422, "The match has no such seat"),
    errors.BadMove: Kind(422, "This is not a move of the game"),
    errors.BadPosition: Kind(422, "The position cannot be scored"),
    meeting.BadParty: Kind(422, "The party does not fit"),
    meeting.BadTicket: Kind(422, "The ticket could not end in a match"),
    errors.KeyReused: Kind(422, "The idempotency key was used for another request"),
    # When it comes.
    refusals.VersionMissing: Kind(428, "Say which version the move was made for"),
    errors.KeyNeeded: Kind(428, "This needs an idempotency key"),
    errors.Stale: Kind(412, "The match has moved on"),
    refusals.WeakETag: Kind(412, "A weak ETag matches nothing"),
    refusals.ForeignETag: Kind(412, "The ETag is another viewer's"),
    refusals.CursorGone: Kind(410, "The match has moved on since the first page"),
    errors.NotStarted: Kind(409, "The match waits for people"),
    errors.Started: Kind(409, "The match has begun"),
    errors.TimeOver: Kind(409, "The time of the turn is over"),
    errors.Away: Kind(409, "A bot plays for the seat already"),
    errors.NotAway: Kind(409, "The person of the seat is there"),
    errors.NobodySits: Kind(409, "Nobody sits there"),
    errors.TooOften: Kind(409, "It was done as often as a match allows"),
    errors.NotYourTurn: Kind(409, "It is another seat's turn"),
    errors.IllegalMove: Kind(409, "The rules forbid it"),
    errors.RevealsHidden: Kind(409, "Only playing the move may show what it reveals"),
    errors.MatchOver: Kind(409, "The match has ended"),
    errors.NotOver: Kind(409, "The match has not ended"),
    errors.SeatTaken: Kind(409, "Somebody sits there"),
    errors.NoOpenSeat: Kind(409, "Every seat is taken"),
    meeting.DoubleTicket: Kind(409, "The player waits for this game already"),
    meeting.TooManyTickets: Kind(409, "The player waits for as many games as one may"),
    meeting.TicketPaired: Kind(409, "The ticket has its match"),
    meeting.TooManyInvitations: Kind(409, "The player has as many invitations open as one may"),
    meeting.InvitationOver: Kind(410, "The invitation was withdrawn"),
    # What we cannot do now.
    meeting.QueueFull: Kind(429, "Too many tickets wait"),
    refusals.TooManyRequests: Kind(429, "Too many requests"),
    errors.Crowded: Kind(429, "Too many streams are open"),
    refusals.Broken: Kind(500, "Something broke on our side"),
    refusals.StoreAway: Kind(503, "The store does not answer"),
    errors.RulesVersionUnknown: Kind(503, "This server does not know the rules of the match"),
}

_OF_STATUS: Final[dict[int, type[Refused]]] = {
    404: refusals.NoSuchPage,
    405: refusals.MethodRefused,
    413: refusals.BodyTooLarge,
    415: refusals.NotJson,
    429: refusals.TooManyRequests,
}
_KEPT: Final = ("Allow", "Retry-After")


def install(app: Flask) -> None:
    """Let every error of the app leave as a problem."""
    app.register_error_handler(Refused, refused)
    app.register_error_handler(HTTPException, http_error)
    for away in AWAY:
        app.register_error_handler(away, store_away)
    app.register_error_handler(Exception, broken)


def refused(error: Refused) -> Response:
    """A refusal of the services or of the API."""
    kind = PROBLEMS[type(error)]
    body: dict[str, Any] = {
        "type": f"/docs#{error.code}",
        "title": kind.title,
        "status": kind.status,
        "detail": error.text,
        "instance": request.path,
        "code": error.code,
    }
    pointed = _errors(error)
    if pointed:
        body["errors"] = pointed
    if isinstance(error, errors.IllegalMove):
        body["rule"] = error.rule
    if isinstance(error, errors.Stale):
        body["state_version"] = error.params["version"]
    if error.params:
        body["params"] = error.params
    answer = Response(orjson.dumps(body), kind.status, content_type=MEDIA_TYPE)
    answer.headers["Cache-Control"] = "no-store"
    if kind.status == HTTPStatus.UNAUTHORIZED:
        answer.headers["WWW-Authenticate"] = 'Bearer realm="pomona"'
    if kind.status in {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}:
        answer.headers["Retry-After"] = str(error.params.get("retry_after", RETRY_SECONDS))
    return answer


def http_error(error: HTTPException) -> Any:
    """An error of HTTP itself; redirects go through as they are."""
    status = error.code or 500
    if status < HTTPStatus.BAD_REQUEST or error.response is not None:
        return error
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return broken(error)
    answer = refused(_OF_STATUS.get(status, refusals.BadRequest)(_TEXTS.get(status, "The request is malformed.")))
    for name, value in error.get_headers():
        if name in _KEPT:
            answer.headers[name] = value
    return answer


_TEXTS: Final = {
    404: "Nothing stands at this address; /openapi.json lists what there is.",
    405: "The address does not take this method; see Allow.",
    413: TOO_LARGE,
    429: "Too many requests; see Retry-After.",
}


def store_away(error: Exception) -> Response:
    """Redis does not answer: nothing is known to have happened, and the same request may be sent again."""
    log.warning("Redis is away: %s", error)
    return refused(refusals.StoreAway("The store does not answer; send the same request again."))


def broken(error: Exception) -> Response:
    """A fault of ours: the log has it, the answer says nothing about it."""
    log.error("unexpected error at %s %s", request.method, request.path, exc_info=error)
    return refused(refusals.Broken("Something broke on our side; the same request may be sent again."))


def _errors(error: Refused) -> list[dict[str, Any]]:
    if isinstance(error, refusals.Unfit):
        return error.errors
    if isinstance(error, errors.BadMove):
        return [{"pointer": f"/move{error.pointer}", "detail": error.text}]
    if isinstance(error, errors.BadInput):
        return [{"pointer": error.pointer, "detail": error.text}]
    return []
