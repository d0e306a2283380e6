"""Streams: server-sent events, long polls, and tickets for clients that can send no headers."""

import re
from typing import Any, Final

from flask import Response
from flask_smorest import Blueprint

from api import jobs, watching
from api.answers import secret
from api.auth import Caller, caller_of, holder, ticket_for, ticket_holder, watch_for, watcher_of
from api.context import context
from api.documents import BODY, JOB, LAST_EVENT_ID, LOOKED, PLAYER, operation
from api.reading import Reader, header
from api.refusals import BadQuery
from api.schemas.bodies import StreamQuery, TicketBody
from api.streams import poll, stream
from services.matchmaking.tickets import Seen

blp = Blueprint("streams", __name__, url_prefix="/v1/streams", description="Streams: hear what happens as it happens.")
blp.ARGUMENTS_PARSER = Reader()
_ID: Final = re.compile(r"[0-9]{1,9}")


@blp.get("/matches/<match_id>")
@operation(
    "streamMatch",
    "Polled",
    (*LOOKED, "invalid_query", "ticket_expired", "no_such_version", "too_many_streams"),
    events=True,
    headers=(LAST_EVENT_ID,),
)
@blp.arguments(StreamQuery(), location="query")
def follow(query: dict[str, Any], match_id: str) -> Response:
    """Everything that happens in the match behind version `after`, and on.

    Without `wait`: `text/event-stream`. The `id` of an event is its version, its data an Event; `event: end` closes
    the stream of a match that is over, `event: closed` one whose token no longer counts. With `wait`: one JSON answer.
    """
    caller = ticket_holder(query["ticket"], match_id) if query["ticket"] else caller_of(match_id)
    if query["wait"] is not None:
        return poll(caller, match_id, query["after"], query["wait"])
    told = _last_told()
    return stream(caller, match_id, int(told or query["after"]), resumed=bool(told))


@blp.get("/jobs/<job_id>")
@operation(
    "streamJob",
    "Job",
    (*LOOKED, *JOB, "seat_needed", "invalid_query", "ticket_expired", "too_many_streams"),
    events=True,
    headers=(LAST_EVENT_ID,),
)
@blp.arguments(StreamQuery(), location="query")
def follow_job(query: dict[str, Any], job_id: str) -> Response:
    """The job whenever it changes behind version `after`, until it ends.

    Without `wait`: `text/event-stream`. The `id` of an event is the version of the job, its data the job; `event: end`
    closes the stream. With `wait`: one JSON answer. A ticket for its match opens the stream of a hint or a review.
    """
    look = jobs.watch(job_id, ticket=query["ticket"])
    if query["wait"] is not None:
        return watching.poll(look, query["after"], query["wait"])
    told = _last_told()
    return watching.stream(look, int(told or query["after"]), resumed=bool(told))


@blp.get("/tickets/<ticket_id>")
@operation(
    "streamTicket",
    "TicketToPlay",
    (*PLAYER, "no_such_ticket", "invalid_query", "ticket_expired", "token_other_match", "too_many_streams"),
    events=True,
    headers=(LAST_EVENT_ID,),
)
@blp.arguments(StreamQuery(), location="query")
def follow_ticket(query: dict[str, Any], ticket_id: str) -> Response:
    """The ticket of the player whenever it changes behind version `after`, until it ends.

    Without `wait`: `text/event-stream`. The `id` of an event is the version of the ticket, its data the ticket; `event:
    end` closes the stream. With `wait`: one JSON answer.
    """
    player = watcher_of(query["ticket"], ticket_id) if query["ticket"] else holder()
    tickets = context().services.tickets

    def look() -> Seen:
        return tickets.look(player, ticket_id)

    if query["wait"] is not None:
        return watching.poll(look, query["after"], query["wait"])
    told = _last_told()
    return watching.stream(look, int(told or query["after"]), resumed=bool(told))


def _last_told() -> str:
    """The id of the event that an EventSource that comes back has heard last."""
    told = header("LAST_EVENT_ID") or ""
    if told and not _ID.fullmatch(told):
        raise BadQuery([{"parameter": "Last-Event-ID", "detail": "Must be the id of an event."}])
    return told


@blp.post("/tickets")
@operation("createTicket", "Ticket", (*LOOKED, *PLAYER, *BODY, "no_such_ticket"), status=201)
@blp.arguments(TicketBody(), example={"match": "im2pg7soadgg3gjhb7rsnrw43m"})
def ticket(body: dict[str, Any]) -> Response:
    """A ticket for the stream of a match or of a ticket, good for a minute, for whoever's token is sent with this."""
    if body["ticket"] is not None:
        player = holder()
        context().services.tickets.look(player, body["ticket"])
        text, expires = watch_for(player, body["ticket"])
        return secret({"ticket": text, "expires": expires}, 201)
    caller: Caller = caller_of(body["match"])
    context().services.matches.look(caller.app, body["match"], caller.seat, caller.epoch)
    text, expires = ticket_for(caller, body["match"])
    return secret({"ticket": text, "expires": expires}, 201)
