"""Invitations in Redis: the only place that knows their fields and scripts."""

from dataclasses import dataclass
from typing import Final

from services.matchmaking.keys import hosted_key, invitation_key, lobby_key
from services.matchmaking.player_store import SCRIPTS
from services.shared.reach import Client, direct
from services.shared.redis import Script

WITHDRAWN: Final = "withdrawn"


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a code leads to."""

    app: str
    code: str
    host: str
    match: str
    listed: bool
    created: float
    expires: float
    state: str
    """Withdrawn, or nothing: whether there is room the match knows."""


@dataclass(frozen=True, slots=True)
class New:
    """An invitation to be made."""

    host: str
    digest: str
    """Of what was asked."""
    match: str
    game: str
    seconds: int
    """Until it expires."""
    listed: bool


class InvitationStore:
    """Invitations in one Redis."""

    def __init__(self, client: Client) -> None:
        """Use this client; it answers bytes."""
        self._direct = direct(client)
        names = ("admit", "invite", "withdraw")
        self._scripts = {name: Script(self._direct, (SCRIPTS / f"{name}.lua").read_text()) for name in names}

    def admit(self, app: str, code: str, host: str, digest: str, seconds: int, most: int) -> str:
        """New (its place among those of its host is kept), known (by the same request), reused, or many."""
        keys = (invitation_key(app, code), hosted_key(app, host))
        found: bytes = self._scripts["admit"](keys, code, digest, seconds, most)
        return found.decode()

    def make(self, app: str, code: str, new: New) -> None:
        """The invitation, unless it is there already."""
        keys = (invitation_key(app, code), hosted_key(app, new.host), lobby_key(app), lobby_key(app, new.game))
        self._scripts["invite"](keys, code, new.host, new.digest, new.match, new.seconds, int(new.listed))

    def load(self, app: str, code: str) -> Invitation | None:
        """The invitation, until it expires."""
        names = ("host", "match", "listed", "created", "expires", "state")
        host, match, listed, created, expires, state = self._direct.send("HMGET", invitation_key(app, code), *names)
        if host is None:
            return None
        told = state.decode() if state else ""
        return Invitation(
            app, code, host.decode(), match.decode(), listed == b"1", float(created), float(expires), told
        )

    def withdraw(self, app: str, code: str, host: str, game: str) -> None:
        """Let it lead nowhere from now on."""
        keys = (invitation_key(app, code), hosted_key(app, host), lobby_key(app), lobby_key(app, game))
        self._scripts["withdraw"](keys, code)

    def listed(self, app: str, game: str, before: int, limit: int) -> list[tuple[str, int]]:
        """Codes of the lobby and their places there, the newest first; `before` a place, 0: from the start."""
        first = f"({before}" if before else "+inf"
        found = self._direct.send(
            "ZREVRANGEBYSCORE", lobby_key(app, game), first, "-inf", "WITHSCORES", "LIMIT", 0, limit
        )
        return [(code.decode(), int(float(place))) for code, place in found]

    def unlist(self, app: str, code: str, game: str) -> None:
        """Take it out of a list of the lobby."""
        self._direct.send("ZREM", lobby_key(app, game), code)
