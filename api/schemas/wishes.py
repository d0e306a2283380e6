"""Bodies and queries of matchmaking: players, tickets, invitations, rematches."""

import re
from typing import Any, Final

import marshmallow as ma
from marshmallow import fields, validate

from api.paging import MOST
from api.schemas.bodies import Amount, ClockField, Digits, Flag, Name, TableBody, Whole, setup_of
from services.matchmaking.asking import MOST_PARTY, Asked
from services.matchmaking.pairing import Window
from services.rules.clocks import NO_CLOCK, clock_of

SHORTEST_WAIT: Final = 5
LONGEST_WAIT: Final = 3600
"""Seconds that a ticket may wait."""
LONGEST_INVITATION: Final = 7 * 24 * 3600
SIDE: Final = 20
"""Lines of a page where each costs a look at a match."""
_LOCALE: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,5}")
_EXTERNAL: Final = re.compile(r"[!-~]{1,128}")


class Locale(fields.String):
    """A language tag (BCP 47)."""

    def __init__(self, **more: Any) -> None:
        """Of the usual length."""
        text = "a language tag (BCP 47), such as de-AT"
        checks = [validate.Length(max=35), validate.Regexp(_LOCALE.pattern + r"\Z", error=f"Must be {text}.")]
        super().__init__(validate=checks, metadata={"description": text, "example": "de-AT"}, **more)


class PlayerBody(ma.Schema):
    """A new player."""

    name = Name(load_default="", metadata={"description": "shown to all"})
    locale = Locale(load_default=None, allow_none=True)
    external_id = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Regexp(_EXTERNAL.pattern + r"\Z", error="Must be 1 to 128 visible ASCII characters."),
        metadata={"description": "what your app calls this player; the same one is the same player"},
    )


class ProfileBody(ma.Schema):
    """What is to be changed in a profile."""

    name = Name()
    locale = Locale(allow_none=True)


class ConsentBody(ma.Schema):
    """Whom one lets ask for tickets together."""

    leader = fields.String(
        required=True, validate=validate.Length(1, 64), metadata={"description": "the id of the player who will ask"}
    )


class RangeBody(ma.Schema):
    """How many seats."""

    min = Whole(required=True, validate=validate.Range(1, 16))
    max = Whole(required=True, validate=validate.Range(1, 16))

    @ma.validates_schema
    def _rises(self, data: dict[str, Any], **more: Any) -> None:  # noqa: ARG002
        if data["min"] > data["max"]:
            raise ma.ValidationError("Must not be below `min`.", "max")


class WindowBody(ma.Schema):
    """How far apart ratings may be; the distance that both sides accept counts."""

    start = Amount(load_default=100.0, validate=validate.Range(0, 1e6), metadata={"description": "at first"})
    grow = Amount(load_default=2.0, validate=validate.Range(0, 1e6), metadata={"description": "more each second"})
    max = Amount(load_default=1000.0, validate=validate.Range(0, 1e6), metadata={"description": "in the end"})


class FillBody(ma.Schema):
    """When bots may take the empty seats, and which."""

    after = Whole(required=True, validate=validate.Range(0, LONGEST_WAIT), metadata={"description": "seconds"})
    level = fields.String(
        required=True, validate=validate.Length(1, 64), metadata={"description": "a bot of `GET /v1/bots`"}
    )


class WishBody(ma.Schema):
    """A ticket: to be seated with others."""

    game = fields.String(required=True, validate=validate.Length(1, 64), metadata={"example": "arboretum"})
    seats = fields.Nested(RangeBody(), required=True, metadata={"description": "with how many seats, at a table"})
    options = fields.Dict(
        keys=fields.String(),
        load_default=dict,
        metadata={"description": "see `options` of the game; what is left out, or is `any`, may be what others want"},
    )
    rating = fields.Nested(WindowBody(), load_default=lambda: WindowBody().load({}))
    party = fields.List(
        fields.String(validate=validate.Length(1, 512)),
        load_default=list,
        validate=validate.Length(0, MOST_PARTY - 1),
        metadata={"description": "the consents of those who play along (`POST /v1/players/me/consents`)"},
    )
    deadline = Whole(
        load_default=300,
        validate=validate.Range(SHORTEST_WAIT, LONGEST_WAIT),
        metadata={"description": "seconds after which the ticket expires"},
    )
    bots = fields.Nested(FillBody(), load_default=None, allow_none=True)
    clock = ClockField(load_default=None)

    @ma.post_load
    def _asked(self, data: dict[str, Any], **more: Any) -> tuple[Asked, list[str]]:  # noqa: ARG002
        seats, rating, bots = data["seats"], data["rating"], data["bots"]
        window = Window(rating["start"], rating["grow"], rating["max"])
        after, level = (bots["after"], bots["level"]) if bots else (None, "")
        asked = Asked(
            data["game"], (seats["min"], seats["max"]), data["options"], window, data["deadline"], after, level,
            NO_CLOCK if data["clock"] is None else clock_of(data["clock"]),
        )  # fmt: skip
        return asked, data["party"]


class InviteBody(TableBody):
    """An open match, and a code for it."""

    listed = Flag(load_default=False, metadata={"description": "whether it stands in the lobby"})
    seconds = Whole(
        load_default=24 * 3600,
        validate=validate.Range(60, LONGEST_INVITATION),
        metadata={"description": "after which the code leads nowhere"},
    )

    @ma.post_load
    def _setup(self, data: dict[str, Any], **more: Any) -> dict[str, Any]:  # noqa: ARG002
        listed, seconds = data.pop("listed"), data.pop("seconds")
        return {"setup": setup_of(data), "listed": listed, "seconds": seconds}


class AcceptBody(ma.Schema):
    """Sitting down by a code."""

    name = Name(load_default="", metadata={"description": "shown to all; default: the name of the player"})


class RematchBody(ma.Schema):
    """To play again with the same people."""

    match = fields.String(required=True, validate=validate.Length(1, 64))


class SitsQuery(ma.Schema):
    """Which page of a list whose lines are looked up."""

    limit = Digits(load_default=SIDE, validate=validate.Range(1, MOST))
    cursor = fields.String(load_default=None, metadata={"description": "`next` of the page before"})


class LobbyQuery(SitsQuery):
    """Which invitations."""

    game = fields.String(load_default="", metadata={"description": "only of this game", "example": "arboretum"})
