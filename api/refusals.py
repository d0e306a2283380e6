"""What the API refuses by itself, before or beside the services: named as theirs are."""

from typing import Any

from services.rules.errors import Refused


class NoSuchPage(Refused):
    """Nothing stands at this address."""

    code = "not_found"


class NoSuchGame(Refused):
    """No game has this slug."""

    code = "no_such_game"


class NoSuchBot(Refused):
    """No bot that is offered here has this name."""

    code = "no_such_bot"


class NotListed(Refused):
    """The player is not on the board: too few rated games, or nobody's player."""

    code = "not_listed"


class NoSuchQuestion(Refused):
    """Nothing of this name can be asked about the game here."""

    code = "no_such_question"


class NoScoreSheet(Refused):
    """The game offers no score calculator."""

    code = "no_score_sheet"


class MethodRefused(Refused):
    """The address takes other methods; `Allow` names them."""

    code = "method_not_allowed"


class BodyTooLarge(Refused):
    """The body is longer than anything that makes sense here."""

    code = "body_too_large"


class NotJson(Refused):
    """The body is of another media type."""

    code = "unsupported_media_type"


class BadJson(Refused):
    """The body is no JSON text (RFC 8259)."""

    code = "bad_json"


class RepeatedName(Refused):
    """An object of the body names a member twice."""

    code = "repeated_name"


class BadRequest(Refused):
    """HTTP that cannot be understood."""

    code = "bad_request"


class TooManyRequests(Refused):
    """More than the server takes from one side; `Retry-After` says when to come again."""

    code = "too_many_requests"


class Unfit(Refused):
    """Some values do not fit; each has its pointer or name."""

    def __init__(self, errors: list[dict[str, Any]]) -> None:
        """`errors` with a pointer (or the name of a parameter) and what is wrong there."""
        super().__init__(
            "; ".join(f"{error.get('pointer') or error.get('parameter')}: {error['detail']}" for error in errors[:3])
        )
        self.errors = errors


class BadBody(Unfit):
    """The body has missing, unknown or unfit members."""

    code = "invalid_body"


class BadQuestion(Unfit):
    """The question does not fit its schema."""

    code = "bad_question"


class BadQuery(Unfit):
    """The query has unknown or unfit parameters."""

    code = "invalid_query"


class BadCursor(Refused):
    """The cursor was not made here, or for another list."""

    code = "bad_cursor"


class CursorGone(Refused):
    """The match has moved on since the first page; begin again."""

    code = "cursor_gone"


class BadIdempotencyKey(Refused):
    """An idempotency key has 16 to 128 visible ASCII characters."""

    code = "bad_idempotency_key"


class VersionMissing(Refused):
    """A move says for which version of the match it was made."""

    code = "version_missing"


class BadIfMatch(Refused):
    """`If-Match` must be one ETag of this match."""

    code = "bad_if_match"


class WeakETag(Refused):
    """A weak ETag matches nothing (RFC 9110, 8.8.3.2)."""

    code = "weak_etag"


class ForeignETag(Refused):
    """The ETag is what another viewer was given."""

    code = "foreign_etag"


class VersionsDiffer(Refused):
    """`If-Match` and the body name different versions."""

    code = "versions_differ"


class MalformedToken(Refused):
    """`Authorization` does not hold `Bearer` and a token of ours."""

    code = "token_malformed"


class ForgedToken(Refused):
    """None of our secrets signed the token."""

    code = "token_forged"


class WrongToken(Refused):
    """The token is one of ours, but for something else."""

    code = "token_wrong_kind"


class OtherMatch(Refused):
    """The token is for a seat of another match."""

    code = "token_other_match"


class TicketExpired(Refused):
    """A stream ticket is good for a minute."""

    code = "ticket_expired"


class StoreAway(Refused):
    """Redis does not answer."""

    code = "store_away"


class Broken(Refused):
    """A fault of ours."""

    code = "server_error"
