"""What the rules service refuses: small named errors whose text is for the player.

`code` is stable: clients branch on it, docs/api.md lists it, `api.problems` turns it into a status.
"""

from typing import Any, ClassVar


class Refused(Exception):
    """A request that changes nothing; `params` are for clients that translate the text."""

    code: ClassVar[str] = "refused"

    def __init__(self, text: str, **params: Any) -> None:
        """The text, and what it speaks of."""
        super().__init__(text)
        self.text = text
        self.params = params


def pointer_to(name: str | int) -> str:
    """The part of a JSON pointer (RFC 6901) that leads to a member or an item."""
    return "/" + str(name).replace("~", "~0").replace("/", "~1")


class BadInput(Refused):
    """A value that does not fit; `pointer` is a JSON pointer to it."""

    def __init__(self, pointer: str, text: str, **params: Any) -> None:
        """`pointer` to the place, and what is wrong there."""
        super().__init__(text, **params)
        self.pointer = pointer


class BadOption(BadInput):
    """An option that the game does not have, or a value that it does not take."""

    code = "bad_option"

    def __init__(self, name: str, text: str) -> None:
        """`name` of the option, and what is wrong with its value."""
        super().__init__(f"/options{pointer_to(name)}", text, option=name)
        self.name = name


class BadMove(BadInput):
    """Something that is not the notation of a move of this game."""

    code = "bad_move"


class BadClock(BadInput):
    """A clock that a match cannot have."""

    code = "bad_clock"


class BadPosition(BadInput):
    """An end position that cannot be scored."""

    code = "bad_position"


class BadSeats(BadInput):
    """Seats that the game cannot be played with."""

    code = "bad_seats"


class UnknownGame(BadInput):
    """No game has this slug."""

    code = "unknown_game"


class NoSuchMatch(Refused):
    """There is no such match, or it is another app's."""

    code = "no_such_match"


class NoSuchSeat(Refused):
    """The match has no such seat."""

    code = "no_such_seat"


class NoSuchStep(Refused):
    """The match has no such version."""

    code = "no_such_version"


class RulesVersionUnknown(Refused):
    """The match was begun with rules that this server does not know; nothing was touched."""

    code = "rules_version_unknown"


class NotOver(Refused):
    """What is asked for is open once the match is over."""

    code = "not_over"


class NotForSpectators(Refused):
    """This needs a seat."""

    code = "seat_needed"


class SpectatorsExcluded(Refused):
    """The people of this match play without spectators."""

    code = "no_spectators"


class SeatRevoked(Refused):
    """The token was good once, but the seat has been handed on or freed."""

    code = "token_revoked"


class NotStarted(Refused):
    """The match waits for people to sit down."""

    code = "not_started"


class HintsOff(Refused):
    """The match was created without hints."""

    code = "hints_off"


class MatchOver(Refused):
    """The match has ended."""

    code = "match_over"


class Started(Refused):
    """The match has begun; this was to be done before."""

    code = "match_started"


class TimeOver(Refused):
    """The time of the turn is over."""

    code = "time_over"


class NotAway(Refused):
    """The person of the seat is there."""

    code = "not_away"


class Away(Refused):
    """A bot plays for the seat until its person returns."""

    code = "away"


class TooOften(Refused):
    """It was done as often as a match allows."""

    code = "too_often"


class NobodySits(Refused):
    """The seat is free, or a bot's."""

    code = "nobody_sits"


class NotYourSeat(Refused):
    """This is for another seat to do."""

    code = "not_your_seat"


class KeyNeeded(Refused):
    """Without an idempotency key a lost answer could not be had again."""

    code = "key_needed"


class NotYourTurn(Refused):
    """Another seat is to act."""

    code = "not_your_turn"


class IllegalMove(Refused):
    """The rules forbid it; `rule` is the section of docs/games/<game>.md."""

    code = "illegal_move"

    def __init__(self, text: str, reason: str, rule: str, **params: Any) -> None:
        """Why, as a stable code and as a section of the rules page."""
        super().__init__(text, reason=reason, **params)
        self.rule = rule


class RevealsHidden(Refused):
    """A dry run would show something that only a real move may show."""

    code = "reveals_hidden"


class Stale(Refused):
    """The match has moved on since the version that the request was made for."""

    code = "stale_version"


class KeyReused(Refused):
    """The idempotency key was used for another request."""

    code = "key_reused"


class SeatTaken(Refused):
    """Somebody sits there."""

    code = "seat_taken"


class NoOpenSeat(Refused):
    """Every seat is taken."""

    code = "no_open_seat"


class SeedForbidden(Refused):
    """A chosen seed is for development only."""

    code = "seed_forbidden"


class UnknownBot(BadInput):
    """No bot has this name."""

    code = "unknown_bot"


class BotBudget(BadInput):
    """Bots at a table think as much as their names say."""

    code = "bot_budget_fixed"


class BotNotOffered(BadInput):
    """There is such a bot, but this server cannot let it think as its name promises."""

    code = "bot_not_offered"


class CannotBeRated(BadInput):
    """A match that is to count for ratings is played without hints, without a chosen seed and not alone."""

    code = "cannot_be_rated"


class Crowded(Refused):
    """As many follow the match in this process as may."""

    code = "too_many_streams"


class Early(Exception):
    """The time of the turn is not over yet."""


class ComponentsError(Exception):
    """A component file of the server that cannot be used: one line for the person who starts Pomona, never a client."""

    def __init__(self, pointer: str, text: str) -> None:
        """JSON pointer to the place in the file, and what is wrong there."""
        super().__init__(text)
        self.pointer = pointer
