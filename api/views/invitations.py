"""Invitations: open matches that are found by a code, or in the lobby."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.answers import secret
from api.auth import holder, holder_if_any, tenant
from api.context import context
from api.documents import AS_PLAYER, BODY, KEY_HEADER, MATCH, PLAYER, RETRIED, SEATING, operation
from api.paging import cursor, page, place_of
from api.preconditions import idempotency_key
from api.reading import Reader
from api.schemas.wishes import AcceptBody, InviteBody, LobbyQuery

PATH = "/v1/invitations"
blp = Blueprint("invitations", __name__, url_prefix=PATH, description="Invitations: open matches with a code.")
blp.ARGUMENTS_PARSER = Reader()


@blp.post("")
@operation(
    "invite",
    "Invited",
    (
        *PLAYER,
        *BODY,
        *RETRIED,
        *SEATING,
        "cannot_be_rated",
        "too_many_invitations",
        "no_such_invitation",
    ),
    status=201,
    headers=(KEY_HEADER,),
)
@blp.arguments(
    InviteBody(),
    example={"game": "arboretum", "seats": [{"kind": "person"}, {"kind": "open"}], "listed": True, "seconds": 3600},
)
def invite(body: dict[str, Any]) -> Response:
    """An open match in which you sit, and a short code for whoever is to sit down with you."""
    shown, sight, token = context().services.invitations.invite(
        holder(), body["setup"], body["seconds"], idempotency_key(), listed=body["listed"]
    )
    told = {"match": sight.match.id, "seat": sight.viewer, "token": token, "view": sight.view()}
    answer = secret({"invitation": shown.json(), **told}, 201)
    answer.headers["Location"] = f"{PATH}/{shown.invitation.code}"
    return answer


@blp.get("")
@operation("listLobby", "Lobby", (*AS_PLAYER, "invalid_query", "bad_cursor", "store_away"))
@blp.arguments(LobbyQuery(), location="query")
def lobby(query: dict[str, Any]) -> Response:
    """Listed invitations with a free seat, the newest first."""
    app, game = tenant(holder_if_any()), query["game"]
    listed = f"lobby {app} {game}"
    before = place_of(listed, query["cursor"])[0] if query["cursor"] else 0
    found, following = context().services.invitations.lobby(app, game, before, query["limit"])
    return secret(
        page([each.json() for each in found], query["limit"], cursor(listed, following) if following else None)
    )


@blp.get("/<code>")
@operation("getInvitation", "Invitation", (*AS_PLAYER, "no_such_invitation", "store_away"))
def show(code: str) -> Response:
    """The invitation of a code."""
    return secret(context().services.invitations.look(tenant(holder_if_any()), code).json())


@blp.post("/<code>/accept")
@operation(
    "acceptInvitation",
    "Accepted",
    (*PLAYER, *BODY, *MATCH, "no_such_invitation", "invitation_over", "no_open_seat", "seat_taken"),
)
@blp.arguments(AcceptBody(), example={"name": "Grace"})
def accept(body: dict[str, Any], code: str) -> Response:
    """Sit down; whoever sits already is shown its seat, so that a retry is safe."""
    sight, token = context().services.invitations.accept(holder(), code, body["name"])
    return secret({"match": sight.match.id, "seat": sight.viewer, "token": token, "view": sight.view()})


@blp.delete("/<code>")
@operation("withdrawInvitation", "Invitation", (*PLAYER, "no_such_invitation", "not_your_invitation"))
def withdraw(code: str) -> Response:
    """Let nobody sit down by this code any more; those who sit already stay."""
    return secret(context().services.invitations.withdraw(holder(), code).json())
