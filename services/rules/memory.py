"""The matches that this process saw last: a move made for one of them need not load it first.

Only a guess: the commit holds it against the store, by version and time, and whoever guessed wrong loads and begins
again. Nothing is answered out of it that the store has not confirmed.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Final

from services.rules.match import Entry, Match

ROOM: Final = 512
"""Matches; each weighs some 20 kB."""

Remembered = tuple[Match, Sequence[Entry]]


class Memory:
    """Matches with their last entries, by app and id; the longest unused is forgotten first."""

    def __init__(self, room: int = ROOM) -> None:
        """`room` for so many matches."""
        self._room = room
        self._known: OrderedDict[tuple[str, str], Remembered] = OrderedDict()
        self._lock = Lock()

    def keep(self, match: Match, recent: Sequence[Entry]) -> None:
        """Remember the match as it stands in the store."""
        with self._lock:
            name = match.app, match.id
            self._known[name] = match, recent
            self._known.move_to_end(name)
            if len(self._known) > self._room:
                self._known.popitem(last=False)

    def at(self, app: str, match_id: str, version: int) -> Remembered | None:
        """The match if it was seen last at this version."""
        found = self._known.get((app, match_id))
        return found if found is not None and found[0].version == version else None
