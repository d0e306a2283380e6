"""Bodies and queries, read by marshmallow: nothing unknown, nothing converted that was not meant."""

import re
from typing import Any, Final

import marshmallow as ma
from marshmallow import fields, validate

from api.paging import MOST
from services.rules.clocks import NO_CLOCK, clock_of
from services.rules.match import BOT, FREE, ON_EXPIRY, PERSON, STAND_IN, STAND_IN_PLAYS
from services.rules.setup import Place, Setup

LONGEST_NAME: Final = 40
LONGEST_WAIT: Final = 30
LAST_VERSION: Final = 2**31
MOST_WORK: Final = 5.0
"""Deterministic time that one answer may take; it ends well before the limits of a task."""
_PLAYED: Final = {"move", "version"}
_DIGITS: Final = re.compile(r"0|[1-9][0-9]{0,8}")


class Flag(fields.Boolean):
    """true or false and nothing that looks like it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:  # noqa: ARG002
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class Whole(fields.Integer):
    """A whole number and nothing that looks like it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:  # noqa: ARG002
        if type(value) is not int:
            raise self.make_error("invalid")
        return value


class Digits(fields.Integer):
    """A whole number in a query."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:  # noqa: ARG002
        if not isinstance(value, str) or not _DIGITS.fullmatch(value):
            raise self.make_error("invalid")
        return int(value)


class Name(fields.String):
    """What people are called: printable and short."""

    def __init__(self, **more: Any) -> None:
        """Any printable text."""
        super().__init__(validate=[validate.Length(max=LONGEST_NAME), _printable], **more)


class MoveField(fields.Raw):
    """A move; the game checks it part by part, the document shows it as one of its move types."""


class ClockField(fields.Raw):
    """A clock; `services.rules.clocks` checks it, the document shows it as one of its types."""


def _printable(text: str) -> None:
    if not text.isprintable():
        raise ma.ValidationError("Must be printable.")


class SeatBody(ma.Schema):
    """A seat of a new match."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf((PERSON, FREE, BOT)),
        metadata={"description": "person: you hand its token on; open: whoever joins; bot: a bot of the roster"},
    )
    name = Name(load_default="", metadata={"description": "shown to all"})
    bot = fields.String(validate=validate.Length(1, 64), metadata={"description": "which bot, if it is one's seat"})

    @ma.validates_schema
    def _bot_where_one_sits(self, data: dict[str, Any], **more: Any) -> None:  # noqa: ARG002
        if (data["kind"] == BOT) != ("bot" in data):
            text = "Which bot?" if data["kind"] == BOT else "Only the seat of a bot has one."
            raise ma.ValidationError(text, "bot")

    @ma.post_load
    def _place(self, data: dict[str, Any], **more: Any) -> Place:  # noqa: ARG002
        return Place(**data)


class TableBody(ma.Schema):
    """What is to be said of a new match, however its people come to it."""

    game = fields.String(required=True, validate=validate.Length(1, 64), metadata={"example": "arboretum"})
    seats = fields.List(fields.Nested(SeatBody()), required=True, validate=validate.Length(1, 16))
    options = fields.Dict(
        keys=fields.String(),
        load_default=dict,
        metadata={"description": "see `options` of the game; all may be left out"},
    )
    spectators = Flag(load_default=True, metadata={"description": "whether anybody may look on"})
    hints = fields.String(
        load_default="on",
        validate=validate.OneOf(("on", "off")),
        metadata={"description": "whether seats may ask for hints; all see how often each has"},
    )
    rated = Flag(
        load_default=None,
        allow_none=True,
        metadata={"description": "whether it counts for ratings; null: if it may, that is without hints and seed"},
    )
    clock = ClockField(load_default=None)
    on_expiry = fields.String(
        load_default=STAND_IN_PLAYS,
        validate=validate.OneOf(ON_EXPIRY),
        metadata={
            "description": "when the time of a turn is over: `greedy` plays this turn (stand_in), the bot `stand_in` "
            "plays until the person returns (bot), or the seat resigns (resign)"
        },
    )
    stand_in = fields.String(
        load_default=STAND_IN,
        validate=validate.Length(1, 64),
        metadata={"description": "the bot that plays for people who are away"},
    )


def setup_of(data: dict[str, Any]) -> Setup:
    """The match that a TableBody, and more that belongs to one, asks for; raises BadClock."""
    clock = NO_CLOCK if data["clock"] is None else clock_of(data["clock"])
    return Setup(**data | {"seats": tuple(data["seats"]), "hints": data["hints"] == "on", "clock": clock})


class CreateBody(TableBody):
    """A new match."""

    seed = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, 64),
        metadata={"description": "a chosen seed: development servers only, and all seats see that there is one"},
    )

    @ma.post_load
    def _setup(self, data: dict[str, Any], **more: Any) -> Setup:  # noqa: ARG002
        return setup_of(data)


class JoinBody(ma.Schema):
    """Sitting down."""

    name = Name(load_default="", metadata={"description": "shown to all"})
    seat = Whole(
        load_default=None, validate=validate.Range(0, 15), metadata={"description": "default: the first open one"}
    )


class PlayBody(ma.Schema):
    """A move, and the version of the match it was made for (here or in `If-Match`)."""

    move = MoveField(required=True)
    version = Whole(load_default=None, validate=validate.Range(1, LAST_VERSION))

    def load(self, data: Any, **more: Any) -> Any:
        """What the fields say of the body; one that surely fits, as nearly all do, is not put through them."""
        if type(data) is dict and data.keys() == _PLAYED and data["move"] is not None:
            version = data["version"]
            if type(version) is int and 1 <= version <= LAST_VERSION:
                return data
        return super().load(data, **more)


class ResignBody(ma.Schema):
    """Giving up, and at which version (here or in `If-Match`)."""

    version = Whole(load_default=None, validate=validate.Range(1, LAST_VERSION))


class LeaveBody(ResignBody):
    """Leaving, and at which version (here or in `If-Match`)."""


class FreeBody(ResignBody):
    """Freeing a seat, and at which version (here or in `If-Match`)."""


class NothingBody(ma.Schema):
    """Nothing needs to be said: an empty object."""


class Amount(fields.Float):
    """A number and nothing that looks like it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:  # noqa: ARG002
        if type(value) not in (int, float):
            raise self.make_error("invalid")
        return float(value)


class HintBody(ma.Schema):
    """A hint for the seat of the token, which is to act."""

    match = fields.String(required=True, validate=validate.Length(1, 64))
    version = Whole(
        load_default=None,
        validate=validate.Range(1, LAST_VERSION),
        metadata={"description": "of the match as you know it; default: the version of now"},
    )


class ReviewBody(ma.Schema):
    """A review of a match that is over."""

    match = fields.String(required=True, validate=validate.Length(1, 64))
    seat = Whole(
        load_default=None,
        validate=validate.Range(0, 15),
        metadata={"description": "whose moves are looked at; default: those of the token's seat"},
    )


class LimitsBody(ma.Schema):
    """How much may be spent on an answer."""

    work = Amount(
        load_default=1.0,
        validate=validate.Range(0.001, MOST_WORK),
        metadata={"description": "deterministic time of the solver, about seconds on a quick core"},
    )
    seed = Whole(load_default=0, validate=validate.Range(0, LAST_VERSION - 1))


class SolveBody(ma.Schema):
    """A question, and how much may be spent on its answer."""

    question = fields.Raw(required=True, metadata={"description": "as its schema in `GET /v1/solve` says"})
    limits = fields.Nested(LimitsBody(), load_default=lambda: LimitsBody().load({}))


class TicketBody(ma.Schema):
    """A ticket for a stream: of a match, or of a ticket to play."""

    match = fields.String(load_default=None, validate=validate.Length(1, 64))
    ticket = fields.String(load_default=None, validate=validate.Length(1, 64))

    @ma.validates_schema
    def _one_of_them(self, data: dict[str, Any], **more: Any) -> None:  # noqa: ARG002
        if (data["match"] is None) == (data["ticket"] is None):
            raise ma.ValidationError("Say `match` or `ticket`.", "match")


class PageQuery(ma.Schema):
    """Which page of a list."""

    limit = Digits(load_default=MOST, validate=validate.Range(1, MOST))
    cursor = fields.String(load_default=None, metadata={"description": "`next` of the page before"})


class BoardQuery(PageQuery):
    """Which part of a leaderboard."""

    around = fields.String(
        load_default=None,
        validate=validate.Length(1, 64),
        metadata={"description": "the id of a player, or `me`: the lines around that player; with no cursor"},
    )

    @ma.validates_schema
    def _one_of_both(self, data: dict[str, Any], **more: Any) -> None:  # noqa: ARG002
        if data["around"] is not None and data["cursor"] is not None:
            raise ma.ValidationError("Give a cursor or around, not both.", "around")


class MovesQuery(PageQuery):
    """Which legal moves."""

    type = fields.String(
        load_default=None, metadata={"description": "only moves of this type", "example": "arboretum.draw"}
    )


class HistoryQuery(PageQuery):
    """Which part of a history."""

    after = Digits(load_default=0, metadata={"description": "only what happened behind this version"})
    as_seat = Digits(load_default=None, metadata={"description": "through whose eyes; once the match is over"})


class StepQuery(ma.Schema):
    """Through whose eyes."""

    as_seat = Digits(load_default=None, metadata={"description": "through whose eyes; once the match is over"})


class StreamQuery(ma.Schema):
    """From where a stream begins, and how."""

    after = Digits(load_default=0, metadata={"description": "tell what happened behind this version"})
    wait = Digits(
        load_default=None,
        validate=validate.Range(0, LONGEST_WAIT),
        metadata={"description": "seconds: answer once, as JSON, as soon as something happens (a long poll)"},
    )
    ticket = fields.String(
        load_default=None, metadata={"description": "in place of a token; `POST /v1/streams/tickets`"}
    )
