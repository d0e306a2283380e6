"""A small client of the API, with nothing but the standard library.

It does what every client should: an idempotency key on each request that changes something, the same request again
when the connection is lost or the server says "later", and streams that go on where they were cut.
"""

import http.client
import json
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Self
from urllib.parse import quote, urlencode, urlsplit

Json = dict[str, Any]

LATER: Final = frozenset({429, 502, 503, 504})
"""The same request may be sent again: it was not carried out, or nobody knows (a proxy lost the server in between)."""
LONGEST_PAUSE: Final = 2.0
OPENED: Final = "opened"
"""The kind of the first message of a stream, which is ours: the server has answered."""
SILENCE_SECONDS: Final = 40.0
"""A stream says something every 15 s; after this its connection is given up."""


class Refused(Exception):  # noqa: N818 - an answer, not an error of ours
    """The server refused; `problem` is its answer (RFC 9457) and `code` what to branch on."""

    def __init__(self, status: int, problem: Json) -> None:
        """The status, and the problem as it came."""
        super().__init__(f"{problem.get('detail', 'refused')} ({status} {problem.get('code', '')})")
        self.status = status
        self.problem = problem
        self.code: str = problem.get("code", "")


class Unreachable(Exception):  # noqa: N818 - the same
    """The server did not answer in all the time that the client had."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: 200, 201 or 304."""

    status: int
    headers: http.client.HTTPMessage
    body: Any


@dataclass
class Client:
    """One server; not for several threads at once."""

    url: str
    patience: float = 30.0
    """Seconds until a server that does not answer is given up."""
    timeout: float = 40.0
    """Seconds until one answer is given up; longer than any long poll."""
    _connection: http.client.HTTPConnection | None = field(default=None, init=False, repr=False)

    def games(self) -> list[Json]:
        """All games."""
        return list(self.send("GET", "/v1/games").body["items"])

    def game(self, slug: str) -> Json:
        """A game: options, seats, move types, bots."""
        return dict(self.send("GET", f"/v1/games/{_path(slug)}").body)

    def create(
        self, game: str, seats: list[Json], *, key: str | None = None, **more: Any
    ) -> tuple[str, list[str | None]]:
        """(match, tokens by seat) of a new match; `more`: options, spectators, seed."""
        made = self.change("/v1/matches", {"game": game, "seats": seats, **more}, key=key).body
        return made["match"], made["tokens"]

    def join(self, match: str, name: str = "", seat: int | None = None, *, key: str | None = None) -> "Table":
        """Sit down on an open seat."""
        made = self.change(f"/v1/matches/{_path(match)}/join", {"name": name, "seat": seat}, key=key).body
        return Table(self, match, made["token"])

    def table(self, match: str, token: str | None = None) -> "Table":
        """A match as the seat of this token, or as a spectator."""
        return Table(self, match, token)

    # HTTP ------------------------------------------------------------------------------------------------------------

    def change(self, path: str, body: Json, token: str | None = None, *, key: str | None = None) -> Answer:
        """POST something that changes something, safely: with a key that every try carries."""
        return self.send("POST", path, body, token, {"Idempotency-Key": key or str(uuid.uuid4())})

    def send(
        self, method: str, path: str, body: Json | None = None, token: str | None = None, headers: Json | None = None
    ) -> Answer:
        """Send a request until it is answered; raises Refused or Unreachable."""
        sent = _headers(token, body is not None) | (headers or {})
        data = None if body is None else json.dumps(body).encode()
        until, pause = time.monotonic() + self.patience, 0.05
        while True:
            try:
                return self._once(method, path, data, sent)
            except Refused as refused:
                if refused.status not in LATER or time.monotonic() + pause > until:
                    raise
            except (OSError, http.client.HTTPException) as lost:
                self.close()
                if time.monotonic() + pause > until:
                    raise Unreachable(f"{self.url} does not answer: {lost!r}") from lost
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _once(self, method: str, path: str, data: bytes | None, headers: Json) -> Answer:
        if self._connection is None:
            self._connection = self.connect(self.timeout)
        self._connection.request(method, path, data, headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status >= http.client.BAD_REQUEST:
            raise Refused(answer.status, _problem(text))
        return Answer(answer.status, answer.headers, json.loads(text) if text else None)

    def connect(self, timeout: float) -> http.client.HTTPConnection:
        """A new connection to the server."""
        parts = urlsplit(self.url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        return kind(parts.netloc, timeout=timeout)

    def close(self) -> None:
        """Close the connection; the next request opens one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def __enter__(self) -> Self:
        """Use it in a `with` block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it at the end of the block."""
        self.close()


@dataclass
class Table:
    """A match, as one viewer of it."""

    client: Client
    match: str
    token: str | None = None

    def look(self) -> Json:
        """The view."""
        return dict(self._get("").body)

    def moves(self, kind: str | None = None) -> list[Json]:
        """All legal moves, each with `body` and `label`."""
        return self._all("/moves", {"type": kind} if kind else {})

    def play(self, move: Json, version: int, *, key: str | None = None) -> Json:
        """Play a move that was made for this version; the view after it."""
        return dict(self._post("/moves", {"move": move, "version": version}, key).body)

    def dry_run(self, move: Json, version: int) -> Json:
        """The view after a move, without playing it."""
        return dict(self._post("/moves?dry_run=1", {"move": move, "version": version}, None).body)

    def resign(self, version: int, *, key: str | None = None) -> Json:
        """Give up."""
        return dict(self._post("/resign", {"version": version}, key).body)

    def leave(self, version: int, *, key: str | None = None) -> Json:
        """Let a bot play for the seat."""
        return dict(self._post("/leave", {"version": version}, key).body)

    def come_back(self, *, key: str | None = None) -> Json:
        """Take the seat back from the bot."""
        return dict(self._post("/return", {}, key).body)

    def hand_on(self, *, key: str | None = None) -> str:
        """The new token of the seat; from now on it is this table's."""
        seat = self.look()["seat"]
        self.token = str(self._post(f"/seats/{seat}/token", {}, key).body["token"])
        return self.token

    def history(self, after: int = 0, as_seat: int | None = None) -> list[Json]:
        """What the viewer saw happen; once the match is over, also what any seat saw."""
        return self._all("/history", {"after": after} | _eyes(as_seat))

    def step(self, version: int, as_seat: int | None = None) -> Json:
        """The view at a version."""
        return dict(self._get(f"/history/{version}", _eyes(as_seat)).body)

    def wait(self, after: int, seconds: int = 25) -> Json:
        """Wait until something happens behind version `after`: {version, over, events}."""
        path = f"/v1/streams/matches/{_path(self.match)}?{urlencode({'after': after, 'wait': seconds})}"
        return dict(self.client.send("GET", path, token=self.token).body)

    def follow(self, after: int = 0) -> Iterator[Json]:
        """Every event behind version `after` as it happens, until the match is over, across lost connections."""
        until = time.monotonic() + self.client.patience
        while True:
            answered = False
            try:
                for kind, event in self._stream(after):
                    answered = True
                    if kind == "end":
                        return
                    if kind != OPENED:
                        after = event["version"]
                        yield event
            except Refused as refused:
                if refused.status not in LATER:
                    raise
            except (OSError, http.client.HTTPException):
                pass
            if answered:  # however long ago: a match may be silent for days, and its stream be cut after that
                until = time.monotonic() + self.client.patience
            elif time.monotonic() > until:
                raise Unreachable(f"{self.client.url} does not answer")
            time.sleep(0.1)

    def _stream(self, after: int) -> Iterator[tuple[str, Json]]:
        """(kind, data) of the messages of one connection."""
        connection = self.client.connect(SILENCE_SECONDS)
        try:
            path = f"/v1/streams/matches/{_path(self.match)}?after={after}"
            connection.request("GET", path, headers=_headers(self.token, body=False))
            answer = connection.getresponse()
            if answer.status >= http.client.BAD_REQUEST:
                raise Refused(answer.status, _problem(answer.read()))
            yield OPENED, {}
            for kind, event in _messages(answer):
                if kind == "closed":
                    raise Refused(http.client.UNAUTHORIZED, event)
                yield kind, event
        finally:
            connection.close()

    def _all(self, below: str, query: Json) -> list[Json]:
        """Every item of a paged list."""
        found: list[Json] = []
        while True:
            page = self._get(below, query).body
            found += page["items"]
            if page["next"] is None:
                return found
            query = query | {"cursor": page["next"]}

    def _get(self, below: str, query: Json | None = None) -> Answer:
        path = f"/v1/matches/{_path(self.match)}{below}" + (f"?{urlencode(query)}" if query else "")
        return self.client.send("GET", path, token=self.token)

    def _post(self, below: str, body: Json, key: str | None) -> Answer:
        return self.client.change(f"/v1/matches/{_path(self.match)}{below}", body, self.token, key=key)


def _messages(answer: http.client.HTTPResponse) -> Iterator[tuple[str, Json]]:
    """(kind, data) of server-sent events, as far as ours need it: one `data` line each."""
    kind = ""
    for raw in answer:
        line = raw.decode().rstrip("\n")
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield kind, json.loads(line.removeprefix("data: "))
            kind = ""


def _headers(token: str | None, body: bool) -> Json:
    said = {"Authorization": f"Bearer {token}"} if token else {}
    return said | ({"Content-Type": "application/json"} if body else {})


def _problem(text: bytes) -> Json:
    try:
        return dict(json.loads(text))
    except ValueError:
        return {"detail": text.decode(errors="replace")[:200]}


def _eyes(as_seat: int | None) -> Json:
    return {} if as_seat is None else {"as_seat": as_seat}


def _path(text: str) -> str:
    return quote(text, safe="")
