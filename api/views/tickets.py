"""Tickets: to be seated with others."""

from flask import Response
from flask_smorest import Blueprint

from api import watching
from api.answers import secret
from api.auth import holder
from api.context import context
from api.documents import BODY, KEY_HEADER, PLAYER, RETRIED, SEATING, operation
from api.preconditions import idempotency_key
from api.reading import Reader
from api.schemas.wishes import WishBody
from services.matchmaking.asking import Asked

PATH = "/v1/tickets"
blp = Blueprint("tickets", __name__, url_prefix=PATH, description="Tickets: to be seated with others.")
blp.ARGUMENTS_PARSER = Reader()


@blp.post("")
@operation(
    "askForTicket",
    "TicketToPlay",
    (
        *PLAYER,
        *BODY,
        *RETRIED,
        *SEATING,
        "bad_party",
        "bad_ticket",
        "double_ticket",
        "too_many_tickets",
        "queue_full",
        "no_such_ticket",
    ),
    status=201,
    headers=(KEY_HEADER,),
)
@blp.arguments(
    WishBody(),
    example={
        "game": "arboretum",
        "seats": {"min": 2, "max": 4},
        "options": {"path_bonus": "each"},
        "rating": {"start": 100, "grow": 2, "max": 600},
        "deadline": 120,
        "bots": {"after": 30, "level": "sapling"},
    },
)
def ask(wish: tuple[Asked, list[str]]) -> Response:
    """Wait to be seated with others; how it stands is told at `Location`, and by `/v1/streams/tickets/{id}`."""
    asked, party = wish
    seen = context().services.tickets.ask(holder(), asked, party, idempotency_key())
    return watching.accepted(seen, PATH, 201)


@blp.get("/<ticket_id>")
@operation("getTicket", "TicketToPlay", (*PLAYER, "no_such_ticket"), etag=True)
def show(ticket_id: str) -> Response:
    """The ticket; once there is a match, with the token of the player's seat."""
    return watching.told(context().services.tickets.look(holder(), ticket_id))


@blp.delete("/<ticket_id>")
@operation("cancelTicket", "TicketToPlay", (*PLAYER, "no_such_ticket", "ticket_paired"))
def cancel(ticket_id: str) -> Response:
    """Wait no longer, for the whole party; done twice, the same."""
    return secret(context().services.tickets.cancel(holder(), ticket_id).json())
