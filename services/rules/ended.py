"""Matches that have ended and wait for their rating: put down by the commit that ends them, taken by any sweeper.

Each bucket has a sorted set `ended`, by the time at which a match must be looked at. A match leaves it only when
whoever rates says that it is settled, so whatever dies in between, somebody comes to it again.
"""

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import redis

from services.rules.keys import ended_keys, match_key
from services.rules.match import Entry, Match
from services.rules.store import Store
from services.shared.ids import BUCKETS, hash_tag
from services.shared.redis import Direct, Script

CLAIM_SECONDS: Final = 30.0
"""After which a match that was taken and not settled is taken again."""
_SCAN: Final = 1000


class Ended:
    """The matches that have ended, in one Redis."""

    def __init__(self, client: redis.Redis, store: Store) -> None:
        """Use this client, which answers bytes, and the store of the matches themselves."""
        self._redis: Any = client  # its types allow for every client there is
        self._store = store
        direct, folder = Direct(client), Path(__file__).parent / "scripts"
        self._direct = direct
        self._claim = Script(direct, (folder / "claim_ended.lua").read_text())
        self._settle = Script(direct, (folder / "settle.lua").read_text())

    def claim(self, limit: int = 100) -> Iterator[tuple[str, str]]:
        """(app, id) of matches that wait, bucket by bucket; each claim is one atomic call, so any number may try."""
        seconds, micros = self._redis.time()
        first = secrets.randbelow(BUCKETS)
        for number in (*range(first, BUCKETS), *range(first)):
            waiting = self._redis.zrangebyscore(f"{hash_tag(number)}:ended", "-inf", seconds + micros / 1e6, 0, limit)
            for member in waiting:
                app, match_id = member.decode().split("/")
                if self._claim(ended_keys(app, match_id)[1:2], member, CLAIM_SECONDS):
                    yield app, match_id

    def settle(self, app: str, match_id: str, note: str = "") -> None:
        """The match waits no longer; `note` is kept with it."""
        match, ended, member = ended_keys(app, match_id)
        self._settle((match, ended), member, note)

    def note(self, app: str, match_id: str) -> str:
        """What is kept with the match since it was settled."""
        kept = self._direct.send("HGET", match_key(app, match_id), "rated")
        return kept.decode() if kept else ""

    def match(self, app: str, match_id: str) -> Match | None:
        """The match, if it is there and over."""
        loaded = self._store.load(app, match_id)
        return loaded.match if loaded and loaded.match.over else None

    def entries(self, app: str, match_id: str) -> list[Entry]:
        """Its log."""
        return self._store.entries(app, match_id)

    def apps(self) -> set[str]:
        """Every app that has matches; a scan of everything there is."""
        found = self._redis.scan_iter("{b[0-9][0-9]}:match:*", _SCAN)
        return {key.decode().split(":", 2)[2].partition("/")[0] for key in found}

    def all(self, app: str) -> Iterator[str]:
        """The ids of all matches of an app, ended or not; a scan of everything there is."""
        for key in self._redis.scan_iter(f"{{b[0-9][0-9]}}:match:{app}/*", _SCAN):
            yield key.decode().rpartition("/")[2]
