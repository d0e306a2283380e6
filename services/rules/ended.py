"""Matches that have ended and wait for their rating: put down by the commit that ends them, taken by any sweeper.

Each bucket has a sorted set `ended`, by the time at which a match must be looked at. A match leaves it only when
whoever rates says that it is settled, so whatever dies in between, somebody comes to it again.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from services.rules.keys import ended_keys, match_key
from services.rules.match import Entry, Match
from services.rules.store import Store
from services.shared.overdue import Overdue
from services.shared.reach import Client, direct, scan
from services.shared.redis import Script

CLAIM_SECONDS: Final = 30.0
"""After which a match that was taken and not settled is taken again."""


class Ended:
    """The matches that have ended, in one Redis."""

    def __init__(self, client: Client, store: Store) -> None:
        """Use this client, which answers bytes, and the store of the matches themselves."""
        self._store = store
        self._direct, folder = direct(client), Path(__file__).parent / "scripts"
        self._waiting = Overdue(self._direct, "ended")
        self._claim = Script(self._direct, (folder / "claim_ended.lua").read_text())
        self._settle = Script(self._direct, (folder / "settle.lua").read_text())

    def claim(self, limit: int = 100) -> Iterator[tuple[str, str]]:
        """(app, id) of matches that wait, bucket by bucket; each claim is one atomic call, so any number may try."""
        for app, match_id in self._waiting.found(limit):
            _, ended, member = ended_keys(app, match_id)
            if self._claim((ended,), member, CLAIM_SECONDS):
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
        found = scan(self._direct, "{b[0-9][0-9]}:match:*")
        return {key.decode().split(":", 2)[2].partition("/")[0] for key in found}

    def all(self, app: str) -> Iterator[str]:
        """The ids of all matches of an app, ended or not; a scan of everything there is."""
        for key in scan(self._direct, f"{{b[0-9][0-9]}}:match:{app}/*"):
            yield key.decode().rpartition("/")[2]
