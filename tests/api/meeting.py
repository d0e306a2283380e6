"""People who meet over HTTP in tests."""

from dataclasses import dataclass
from typing import Any, Final

from tests.api.playing import Answer, Http

Json = dict[str, Any]
INVITATION: Final[Json] = {"game": "arboretum", "seats": [{"kind": "person"}, {"kind": "open"}]}


@dataclass(frozen=True)
class Person:
    """A player, and its token."""

    http: Http
    id: str
    token: str

    @classmethod
    def come(cls, http: Http, name: str = "Ada", **more: Any) -> "Person":
        """A new one."""
        made = http.post("/v1/players", {"name": name, **more})
        assert made.status_code == 201, made.text
        return cls(http, made.json["player"]["player"], made.json["token"])

    @property
    def headers(self) -> dict[str, str]:
        """That say who it is."""
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str, **headers: str) -> Answer:
        """GET as this player."""
        return self.http.get(path, self.token, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        """POST as this player."""
        return self.http.post(path, body, self.token, **headers)

    def patch(self, path: str, body: Any) -> Answer:
        """PATCH as this player."""
        return self.http.raw("PATCH", path, json=body, headers=self.headers)

    def delete(self, path: str) -> Answer:
        """DELETE as this player."""
        return self.http.raw("DELETE", path, headers=self.headers)

    def ask(self, **more: Any) -> Json:
        """A ticket for a table of two."""
        answer = self.post("/v1/tickets", {"game": "arboretum", "seats": {"min": 2, "max": 2}} | more)
        assert answer.status_code == 201, answer.text
        return dict(answer.json)

    def invite(self, **more: Any) -> Json:
        """An invitation to a table of two."""
        answer = self.post("/v1/invitations", INVITATION | more)
        assert answer.status_code == 201, answer.text
        return dict(answer.json)
