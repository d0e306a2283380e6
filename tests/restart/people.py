"""People who meet and play whole matches against a bot, with nothing but a client that sends again what was lost."""

import http.client
import threading
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from api.client import Answer, Client, Json, Refused, Table

SEATS: Final = ({"kind": "person"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"})
PATIENCE: Final = 120.0
"""Seconds after which a person gives up: a process that was ended is back long before."""
LONG_POLL: Final = 5
SAID_AGAIN: Final = 4
"""Of so many moves one is sent again at once, though it was answered; all are when the match is over."""

Tries = Counter[int | str]
"""Why requests had to be sent again: by status, or `lost` for a connection."""


class Patient(Client):
    """A client that counts why it had to send again."""

    def __init__(self, url: str, tries: Tries) -> None:
        """`tries` may be shared: a count that two threads make at once may be one too low, never zero."""
        super().__init__(url, patience=PATIENCE)
        self.tries = tries

    def _once(self, method: str, path: str, data: bytes | None, headers: Json) -> Answer:
        try:
            return super()._once(method, path, data, headers)
        except Refused as refused:
            self.tries[refused.status] += 1
            raise
        except (OSError, http.client.HTTPException):
            self.tries["lost"] += 1
            raise


@dataclass
class Asked:
    """A request that changed something, and the first answer to it."""

    path: str
    body: Json
    token: str | None
    key: str
    answer: Any

    def again(self, client: Client) -> Any:
        """What the same request is answered now."""
        return client.change(self.path, self.body, self.token, key=self.key).body


@dataclass
class Watching:
    """A thread that hears what happens in a match, in one of the ways there are."""

    hear: Callable[[], Iterator[Json]]
    heard: list[Json] = field(default_factory=list)
    broken: list[BaseException] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            for event in self.hear():
                self.heard.append(event)
        except BaseException as error:  # noqa: BLE001 - told by whoever waits
            self.broken.append(error)

    def events(self) -> list[Json]:
        """Everything that was heard, once the match is over."""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), f"still waits behind {self.heard[-1:]}"
        assert not self.broken, self.broken
        return self.heard


@dataclass
class Played:
    """A match that was played to its end, and all that was asked and heard of it."""

    match: str
    moves: list[Asked]
    others: list[Asked]
    """Requests that made players, the invitation and the hint, and what they were answered."""
    streamed: list[Json]
    polled: list[Json]
    history: tuple[list[Json], list[Json]]
    """As the two persons are told it in the end."""


class Evening:
    """Two people who meet by an invitation and play a game to its end, through whatever process answers."""

    def __init__(self, url: str, game: str, random: Random, tries: Tries) -> None:
        """Nobody has come yet."""
        self._url, self._game, self._random, self._tries = url, game, random, tries
        self._client = Patient(url, tries)
        self._others: list[Asked] = []
        self._moves: list[Asked] = []

    def play(self, *, with_a_hint: bool) -> Played:
        """Meet, play and listen; all that came of it. A hint takes seconds of a worker that has nothing compiled."""
        tables = self._meet()
        stream = Watching(lambda: self._table(tables[0]).follow())
        poll = Watching(lambda: _poll(self._table(tables[1])))
        if with_a_hint:
            self._ask_for_a_hint(tables)
        for _ in range(10_000):
            view = tables[0].look()
            if view["status"] == "finished":
                break
            if view["to_act"] < len(tables):
                self._move(tables[view["to_act"]])
            else:
                tables[0].wait(view["version"], LONG_POLL)
        history = (tables[0].history(), tables[1].history())
        self._client.close()
        return Played(tables[0].match, self._moves, self._others, stream.events(), poll.events(), history)

    def _meet(self) -> tuple[Table, Table]:
        """One invites, the other comes; before, they look who plays here."""
        assert SEATS[-1]["bot"] in {bot["name"] for bot in self._client.send("GET", "/v1/bots").body["items"]}
        host, guest = (self._ask("/v1/players", {"name": name}).answer["token"] for name in ("Ada", "Grace"))
        hosted = self._ask("/v1/invitations", {"game": self._game, "seats": list(SEATS)}, host).answer
        code = hosted["invitation"]["code"]
        come = self._ask(f"/v1/invitations/{code}/accept", {}, guest).answer
        match = hosted["match"]
        return Table(self._client, match, hosted["token"]), Table(self._client, match, come["token"])

    def _ask_for_a_hint(self, tables: tuple[Table, Table]) -> None:
        """As whoever of the two is the first to act."""
        while (view := tables[0].look())["to_act"] >= len(tables):
            tables[0].wait(view["version"], LONG_POLL)
        body = {"match": tables[0].match, "version": view["version"]}
        self._ask("/v1/hints", body, tables[view["to_act"]].token)

    def _move(self, table: Table) -> None:
        body = self._random.choice(table.moves())["body"]
        asked = self._send(f"/v1/matches/{table.match}/moves", body, table.token)
        self._moves.append(asked)
        if self._random.randrange(SAID_AGAIN) == 0:
            assert asked.again(self._client) == asked.answer

    def _ask(self, path: str, body: Json, token: str | None = None) -> Asked:
        self._others.append(self._send(path, body, token))
        return self._others[-1]

    def _send(self, path: str, body: Json, token: str | None) -> Asked:
        key = str(uuid.uuid4())
        return Asked(path, body, token, key, self._client.change(path, body, token, key=key).body)

    def _table(self, table: Table) -> Table:
        """The same seat with a client of its own, for another thread."""
        return Table(Patient(self._url, self._tries), table.match, table.token)


def _poll(table: Table) -> Iterator[Json]:
    """All events by long polls."""
    after, over = 0, False
    while not over:
        heard = table.wait(after, LONG_POLL)
        yield from heard["events"]
        after = max([after, *(event["version"] for event in heard["events"])])
        over = heard["over"] and after == heard["version"]
    table.client.close()
