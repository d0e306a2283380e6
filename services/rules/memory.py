"""The matches that this process saw last: what stands as it is remembered need not be read again.

Only a guess: the store holds it against what it has, by version and time, at every look and at every commit. Nothing is
answered out of it that the store has not confirmed.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Final

from services.rules.match import Entry, Match

ROOM: Final = 256
"""Matches; with what its viewers see one weighs 100 kB, of Click A Tree with four seats 630."""

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

    def last(self, app: str, match_id: str) -> Remembered | None:
        """The match as it was seen last."""
        return self._known.get((app, match_id))
