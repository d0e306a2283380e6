"""How the refusals of matchmaking are provoked, and what it takes to provoke any."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

import pytest
from flask import Flask
from redis import Redis

from api.app import create_app
from services.rules.registry import GAMES
from services.shared.tokens import Token
from services.wiring import Services, wire
from tests.api.meeting import INVITATION, Person
from tests.api.playing import Answer, Board, Http

PEOPLE = [{"kind": "person"}, {"kind": "person"}]
DRAW = {"type": "arboretum.draw", "source": "deck"}


@dataclass
class Case:
    """What it takes to provoke a refusal."""

    http: Http
    app: Flask
    services: Services
    monkeypatch: pytest.MonkeyPatch
    stack: ExitStack
    board: Board
    redis: Redis

    def other(self, app: Flask) -> Http:
        """Another app on the same Redis."""
        return Http(app.test_client())

    def create(self, **more: Any) -> Answer:
        """Create a match."""
        return self.http.post("/v1/matches", {"game": "arboretum", "seats": PEOPLE} | more)

    def join(self, seats: list[dict[str, Any]], body: dict[str, Any]) -> Answer:
        """Join a new match."""
        made = self.create(seats=seats).json
        return self.http.post(f"/v1/matches/{made['match']}/join", body)

    def play(self, move: Any = DRAW, version: int | None = 1, seat: int = 0, query: str = "", **headers: str) -> Answer:
        """Play on the board."""
        return self.board.post({"move": move} | ({"version": version} if version else {}), seat, query, **headers)

    def look(self, token: str) -> Answer:
        """Look with a token."""
        return self.http.get(self.board.path, token)

    def raw(self, body: bytes, media: str = "application/json", **more: Any) -> Answer:
        """Post bytes."""
        return self.http.raw("POST", "/v1/matches", data=body, content_type=media, **more)

    def sign(self, kind: str, subject: str, epoch: int = 0) -> str:
        """A token of the server."""
        return Token(kind, "dev", subject, epoch).sign(self.services.secrets)

    def with_game(self, **changes: Any) -> None:
        """Change the game."""
        self.monkeypatch.setitem(GAMES, "arboretum", replace(GAMES["arboretum"], **changes))

    def resigned(self) -> None:
        """End the match."""
        assert self.http.post(f"{self.board.path}/resign", {"version": 1}, self.board.tokens[0]).status_code == 200


WISH: dict[str, Any] = {"game": "arboretum", "seats": {"min": 2, "max": 2}}


def wish(case: Case, who: Person | None = None, **more: Any) -> Answer:
    return case.http.post("/v1/tickets", WISH | more, (who or Person.come(case.http)).token)


def queued(case: Case, **limits: Any) -> Answer:
    """A second ticket of a player, where there are limits."""
    other = case.other(create_app(wire(replace(case.services.settings, **limits))))
    ada = Person.come(other)
    assert other.post("/v1/tickets", WISH, ada.token).status_code == 201
    return other.post("/v1/tickets", WISH | {"game": "applejack"}, ada.token)


def twice(case: Case) -> Answer:
    ada = Person.come(case.http)
    assert wish(case, ada).status_code == 201
    return wish(case, ada)


def paired(case: Case) -> Answer:
    ada = Person.come(case.http)
    made = wish(case, ada, bots={"after": 0, "level": "random"}).json
    list(case.services.matching.sweep())
    return case.http.raw("DELETE", f"/v1/tickets/{made['ticket']}", headers=ada.headers)


def gone_player(case: Case) -> Answer:
    ada = Person.come(case.http)
    assert case.http.raw("DELETE", "/v1/players/me", headers=ada.headers).status_code == 200
    return case.http.get("/v1/players/me", ada.token)


def withdraw(case: Case, host: Person, who: Person) -> tuple[str, Answer]:
    code = host.invite()["invitation"]["code"]
    return code, case.http.raw("DELETE", f"/v1/invitations/{code}", headers=who.headers)


def withdrawn(case: Case) -> Answer:
    ada = Person.come(case.http)
    code, _ = withdraw(case, ada, ada)
    return case.http.post(f"/v1/invitations/{code}/accept", {}, Person.come(case.http).token)


def too_inviting(case: Case) -> Answer:
    other = case.other(create_app(wire(replace(case.services.settings, invitations_per_player=1))))
    ada = Person.come(other)
    ada.invite()
    return other.post("/v1/invitations", INVITATION, ada.token)


MEETING: dict[str, Callable[[Case], Answer]] = {
    "player_needed": lambda c: c.http.get("/v1/players/me"),
    "player_token_revoked": gone_player,
    "not_your_profile": lambda c: c.http.get("/v1/players/somebody/matches", Person.come(c.http).token),
    "no_such_player": lambda c: c.http.get("/v1/players/nobody", Person.come(c.http).token),
    "no_such_ticket": lambda c: c.http.get("/v1/tickets/nothing", Person.come(c.http).token),
    "bad_party": lambda c: wish(c, party=["nonsense"]),
    "bad_ticket": lambda c: wish(c, deadline=10, bots={"after": 10, "level": "random"}),
    "double_ticket": twice,
    "too_many_tickets": lambda c: queued(c, tickets_per_player=1),
    "queue_full": lambda c: queued(c, tickets_per_app=1),
    "ticket_paired": paired,
    "no_such_invitation": lambda c: c.http.get("/v1/invitations/00000-00000"),
    "not_your_invitation": lambda c: withdraw(c, Person.come(c.http), Person.come(c.http))[1],
    "invitation_over": withdrawn,
    "too_many_invitations": too_inviting,
}
