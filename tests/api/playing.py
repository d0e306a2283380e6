"""Ways to play over HTTP in tests."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

Json = dict[str, Any]
KEY = "0123456789abcdef"


class Answer(TestResponse):
    """An answer, of which a test knows that it is JSON."""

    @property
    def json(self) -> Any:
        """Its value."""
        return super().json


@dataclass
class Http:
    """The API through Flask's test client."""

    client: FlaskClient

    def get(self, path: str, token: str | None = None, **headers: str) -> Answer:
        """GET; header names with `_` for `-`."""
        return self.raw("GET", path, headers=_headers(token, headers))

    def post(self, path: str, body: Any = None, token: str | None = None, **headers: str) -> Answer:
        """POST a JSON body."""
        return self.raw("POST", path, json={} if body is None else body, headers=_headers(token, headers))

    def raw(self, method: str, path: str, **more: Any) -> Answer:
        """Any request."""
        return cast("Answer", self.client.open(path, method=method, **more))

    def table(self, seats: int = 2, game: str = "arboretum", **more: Any) -> "Board":
        """A new match between people."""
        people = [{"kind": "person", "name": f"Person {n}"} for n in range(seats)]
        made = self.post("/v1/matches", {"game": game, "seats": people, **more})
        assert made.status_code == 201, made.text
        return Board(self, made.json["match"], made.json["tokens"])


@dataclass
class Board:
    """A match between people, whose tokens are all known here."""

    http: Http
    match: str
    tokens: list[str]

    @property
    def path(self) -> str:
        """Its address."""
        return f"/v1/matches/{self.match}"

    def view(self, seat: int | None = None) -> Json:
        """What a seat sees, or a spectator."""
        answer = self.http.get(self.path, None if seat is None else self.tokens[seat])
        assert answer.status_code == 200, answer.text
        return dict(answer.json)

    def legal(self, seat: int, query: str = "") -> list[Json]:
        """A page of what a seat may play."""
        answer = self.http.get(f"{self.path}/moves{query}", self.tokens[seat])
        assert answer.status_code == 200, answer.text
        return list(answer.json["items"])

    def next_body(self, random: Random | None = None) -> tuple[int, Json]:
        """(seat, body) of a legal move of the seat that is to act."""
        seat = self.view()["to_act"]
        legal = self.legal(seat)
        return seat, (random.choice(legal) if random else legal[0])["body"]

    def post(self, body: Any, seat: int, query: str = "", **headers: str) -> Answer:
        """Post a move."""
        return self.http.post(f"{self.path}/moves{query}", body, self.tokens[seat], **headers)

    def play(self, moves: int = 10_000, random: Random | None = None) -> Iterator[Json]:
        """Play some moves or to the end; each view of a seat that has moved."""
        for _ in range(moves):
            if self.view()["status"] == "finished":
                return
            seat, body = self.next_body(random)
            answer = self.post(body, seat)
            assert answer.status_code == 200, answer.text
            yield dict(answer.json)


def _headers(token: str | None, more: dict[str, str]) -> dict[str, str]:
    said = {"Authorization": f"Bearer {token}"} if token else {}
    return said | {name.replace("_", "-"): value for name, value in more.items()}
