"""Services on a real Redis, and what tests ask of them: matches with people and bots, tasks, what is due."""

import base64
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.cluster import RedisCluster

from services.ai.jobs import Jobs
from services.ai.thinking import Chooser, Thinking, choose_well
from services.ai.working import Doer, Working
from services.matchmaking.ratings import Ratings
from services.rules.match import Entry, Match
from services.rules.matches import Matches
from services.rules.presence import Presence
from services.rules.setup import Place, Setup
from services.rules.store import Store
from services.shared.addresses import is_cluster
from services.shared.embedded import Embedded
from services.shared.ids import bucket, hash_tag
from services.shared.redis import connect
from services.shared.settings import Settings
from services.shared.tasks import QUEUES
from services.wiring import wire
from tests.support.passing import let_pass
from tests.support.waiting import eventually

APP = "dev"
Task = tuple[Any, ...]


class House:
    """The services of one Redis, as a web process has them; `due` and `queue` are looked at from outside."""

    def __init__(self, settings: Settings) -> None:
        """Wire them."""
        self.settings = settings
        self.services = wire(settings)
        self.redis: Redis = outside(str(settings.redis_url))
        self.broker: Redis = connect(str(settings.broker))

    @property
    def matches(self) -> Matches:
        """The use-cases."""
        return self.services.matches

    @property
    def store(self) -> Store:
        """The store."""
        return self.services.store

    def thinking(self, chooser: Chooser = choose_well) -> Thinking:
        """A worker's thinking, here."""
        return Thinking(self.matches, self.services.presence, self.services.turns, self.services.secrets[0], chooser)

    @property
    def jobs(self) -> Jobs:
        """The jobs."""
        return self.services.jobs

    def working(self, **doers: Doer) -> Working:
        """A worker that does jobs of these kinds, here."""
        return Working(self.jobs, doers)

    @property
    def presence(self) -> Presence:
        """The use-cases of those who come and go."""
        return self.services.presence

    @property
    def ratings(self) -> Ratings:
        """The ratings."""
        return self.services.ratings

    def create(self, *seats: str, game: str = "arboretum", **options: Any) -> str:
        """A match between `person`s and bots by name."""
        return self.set_up(*seats, game=game, options=options)

    def set_up(self, *seats: str, game: str = "arboretum", **more: Any) -> str:
        """The same, with all that a setup says."""
        places = [Place(seat, name="Ada") if seat in {"person", "open"} else Place("bot", bot=seat) for seat in seats]
        return self.matches.create(APP, Setup(game, tuple(places), **more))[0].match.id

    def match(self, match_id: str) -> Match:
        """The match as it stands."""
        return self.matches.look(APP, match_id).match

    def entries(self, match_id: str) -> list[Entry]:
        """Its log."""
        return self.store.entries(APP, match_id)

    def play(self, match_id: str) -> Match:
        """Play random legal moves for a person until another is to act."""
        sight = self.matches.look(APP, match_id, self.match(match_id).to_act or 0)
        while sight.match.to_act == sight.viewer:
            move = random.choice(sight.legal_moves())["move"]
            sight = self.matches.play(APP, match_id, sight.viewer, 0, move, sight.match.version)
        return sight.match

    def person_is_to_act(self, match_id: str) -> bool:
        """Whether a person is to act, or the match is over."""
        match = self.match(match_id)
        return match.over or not match.thinker

    def answered(self, match_id: str, seconds: float = 30) -> bool:
        """Wait until a person is to act, or the match is over."""
        return eventually(lambda: self.person_is_to_act(match_id), seconds)

    # The queue and what is due

    def tasks(self) -> list[Task]:
        """Take all tasks from the queue."""
        found = []
        for name in QUEUES:
            while isinstance(raw := self.broker.rpop(name), bytes):
                found.append(tuple(json.loads(base64.b64decode(json.loads(raw)["body"]))[0]))
        return found

    def seconds_left(self, match_id: str) -> float | None:
        """How long until the match is due, by the clock of Redis; None: never."""
        seconds, micros = self.redis.time()
        score = self.redis.zscore(self._due(match_id), f"{APP}/{match_id}")
        return None if score is None else score - seconds - micros / 1e6

    def make_due(self, match_id: str) -> None:
        """Let the time pass until the match is due, if it ever is."""
        self.redis.zadd(self._due(match_id), {f"{APP}/{match_id}": 1}, xx=True)

    def grow_old(self, match_id: str, seconds: float) -> None:
        """Let the bot's turn have begun so much earlier."""
        key = f"{hash_tag(bucket(match_id))}:match:{APP}/{match_id}"
        since = float(self.redis.hget(key, "since") or 0)
        self.redis.hset(key, "since", f"{since - seconds:.6f}")

    def let_pass(self, match_id: str, seconds: float) -> None:
        """Let everything in the match have happened so much earlier."""
        let_pass(self.redis, match_id, seconds)

    def sweep(self) -> list[str]:
        """What a sweeper does now."""
        return [due.verdict for due in self.thinking().handle_due()]

    def phase(self, match_id: str) -> str:
        """unsent, sent, thinking or nothing."""
        key = f"{hash_tag(bucket(match_id))}:match:{APP}/{match_id}"
        task: Any = self.redis.hget(key, "task")
        return task.decode() if task else ""

    def make_job_due(self, job_id: str) -> None:
        """Let the time pass until the job is due and every lease on its parts has lapsed."""
        tag = hash_tag(bucket(job_id))
        key = f"{tag}:job:{APP}/{job_id}"
        held: Any = self.redis.hgetall(key)
        for name, value in held.items():
            if name.startswith(b"p") and not value.endswith(b" 0.000000"):
                self.redis.hset(key, name, value.split()[0] + b" 1.000000")
        self.redis.hset(key, "again", 1)
        self.redis.zadd(f"{tag}:jobs", {f"{APP}/{job_id}": 1}, xx=True)

    def _due(self, match_id: str) -> str:
        return f"{hash_tag(bucket(match_id))}:due"

    # Truth

    def consistent(self, match_id: str) -> list[Entry]:
        """The log, checked: no version is missing or double, each move was its seat's, and it replays to the match."""
        entries, match = self.entries(match_id), self.match(match_id)
        assert [entry.version for entry in entries] == list(range(1, match.version + 1))
        then = self.store.at(APP, match_id, match.version)[0]
        assert then.state.to_bytes() == match.state.to_bytes()
        assert (then.result, then.seats, then.ticking) == (match.result, match.seats, match.ticking)
        return entries

    def close(self) -> None:
        """Close what was opened here."""
        self.redis.close()
        self.broker.close()


def outside(url: str) -> Any:
    """A client of the library's own kind, for what is looked at from outside; one of a cluster has the same methods."""
    if not is_cluster(url):
        return connect(url)
    return RedisCluster.from_url(url.replace("+cluster", "", 1))


UNLIMITED: dict[str, Any] = {"limit_new": 0, "limit_join": 0, "limit_profile": 0}
"""Tests ask from one address, and of many things in a minute."""


def settings_for(url: str, data: Path, **more: Any) -> Settings:
    """The settings of every process of a test."""
    return Settings(data=data, redis_url=url, workers=1, **UNLIMITED | more)


@pytest.fixture
def house(redis_server: Embedded, redis: Redis, tmp_path: Path) -> Iterator[House]:  # noqa: ARG001 - emptied
    """The services on the empty private server."""
    made = House(settings_for(redis_server.url, tmp_path))
    yield made
    made.close()


@pytest.fixture
def durable(tmp_path: Path) -> Iterator[tuple[Embedded, House]]:
    """A server that may be killed, and the services on it."""
    with Embedded(tmp_path / "redis") as server:
        house = House(settings_for(server.url, tmp_path))
        yield server, house
        house.close()
