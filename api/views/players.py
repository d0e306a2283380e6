"""Players: guests without an account."""

from typing import Any, Final

from flask import Response
from flask_smorest import Blueprint

from api.answers import secret
from api.auth import holder, holder_if_any, tenant
from api.context import context
from api.documents import AS_PLAYER, BODY, KEY_HEADER, PLAYER, RETRIED, operation
from api.paging import cursor, page, place_of
from api.preconditions import idempotency_key
from api.reading import Reader
from api.schemas.wishes import ConsentBody, PlayerBody, ProfileBody, SitsQuery
from services.matchmaking.errors import OtherPlayer
from services.matchmaking.players import Holder

ME: Final = "me"
blp = Blueprint("players", __name__, url_prefix="/v1/players", description="Players: guests without an account.")
blp.ARGUMENTS_PARSER = Reader()


@blp.post("")
@operation(
    "createPlayer", "Greeted", (*BODY, *RETRIED, *AS_PLAYER, "no_such_player"), status=201, headers=(KEY_HEADER,)
)
@blp.arguments(PlayerBody(), example={"name": "Ada", "locale": "en-GB", "external_id": "user-4711"})
def create(body: dict[str, Any]) -> Response:
    """A new player, and the token that says who it is; nobody needs an account.

    The same `Idempotency-Key` lands on the same player, with the token of now: keep it as secret as the token. Who is
    known by its `external_id` is answered with 200; its token is told only to who sends that key, or a token of it.
    """
    by = holder_if_any()
    name, locale, external = body["name"], body["locale"] or "", body["external_id"] or ""
    found = context().services.players.greet(tenant(by), name, locale, external, idempotency_key(), by)
    told = found.player.profile() if found.token else found.player.json()
    answer = secret({"player": told, "token": found.token}, 201 if found.made else 200)
    answer.headers["Location"] = f"/v1/players/{found.player.id}"
    return answer


@blp.get("/<player_id>")
@operation("getPlayer", "Profile", (*PLAYER, "no_such_player"))
def show(player_id: str) -> Response:
    """A player: its whole profile to itself (`me` or its id), its name to others."""
    asks, players = holder(), context().services.players
    me = players.me(asks)
    if player_id in {ME, me.id}:
        return secret(me.profile())
    return secret(players.look(me.app, player_id).json())


@blp.patch("/<player_id>")
@operation("changePlayer", "Profile", (*PLAYER, *BODY, "not_your_profile"))
@blp.arguments(ProfileBody(), example={"name": "Ada Lovelace"})
def change(body: dict[str, Any], player_id: str) -> Response:
    """Change name or locale; seats that are taken keep the name they were taken with."""
    changes = {name: value or "" for name, value in body.items()}
    return secret(context().services.players.edit(_myself(player_id), changes).profile())


@blp.delete("/<player_id>")
@operation("erasePlayer", "Nothing", (*PLAYER, "not_your_profile"))
def erase(player_id: str) -> Response:
    """Forget this player: its tickets are cancelled, its tokens void, and no match shows its name any more."""
    context().services.tickets.erase(_myself(player_id))
    return secret({})


@blp.post("/<player_id>/token")
@operation("turnPlayerToken", "PlayerToken", (*PLAYER, *RETRIED, "not_your_profile"), headers=(KEY_HEADER,))
def turn(player_id: str) -> Response:
    """A new token, which voids the old one; a retry with the old one and the same key gets the same new one."""
    return secret({"token": context().services.players.turn(_myself(player_id), idempotency_key())})


@blp.delete("/<player_id>/token")
@operation("revokePlayerToken", "Nothing", (*PLAYER, "not_your_profile"))
def revoke(player_id: str) -> Response:
    """Void all tokens of this player; whoever has the key it was made with gets a new one."""
    context().services.players.revoke(_myself(player_id))
    return secret({})


@blp.post("/<player_id>/consents")
@operation("consentToParty", "Consent", (*PLAYER, *BODY, "not_your_profile", "no_such_player"), status=201)
@blp.arguments(ConsentBody(), example={"leader": "im2pg7soadgg3gjhb7rsnrw43m"})
def consent(body: dict[str, Any], player_id: str) -> Response:
    """Let another player ask for tickets that both share, for ten minutes."""
    text, expires = context().services.tickets.consent(_myself(player_id), body["leader"])
    return secret({"consent": text, "expires": expires}, 201)


@blp.get("/<player_id>/matches")
@operation("listPlayersMatches", "Sittings", (*PLAYER, "not_your_profile", "invalid_query", "bad_cursor"))
@blp.arguments(SitsQuery(), location="query")
def matches(query: dict[str, Any], player_id: str) -> Response:
    """The matches in which the player sits, the newest first, each with the token of its seat."""
    me = _myself(player_id)
    listed = f"matches {me.app} {me.player}"
    before = place_of(listed, query["cursor"])[0] if query["cursor"] else 0
    found, following = context().services.players.matches(me, before, query["limit"])
    return secret(
        page([each.json() for each in found], query["limit"], cursor(listed, following) if following else None)
    )


def _myself(player_id: str) -> Holder:
    """The player of the token, who must be the one of the path."""
    me = holder()
    if player_id not in {ME, me.player}:
        raise OtherPlayer("This is for the player itself.")
    return me
