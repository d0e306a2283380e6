"""What becomes of matches past their time: archived, then deleted; and taken back from the archive.

A match is deleted only once its line is on disk for good, and only if it still stands as it was written there. Whoever
dies in between leaves a line that will be written once more, which does no harm: matches are taken back by their id.
"""

import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from services.rules.archive import Archived, ArchiveError, read, write
from services.rules.errors import Refused, RulesVersionUnknown
from services.rules.ledger import due_now
from services.rules.match import replay
from services.rules.shelf import Past, Shelf
from services.rules.store import Store
from services.shared.ids import new_id

log = logging.getLogger(__name__)

MOST: Final = 100
"""Matches that are put away at a time, and lines of a file of the archive."""
PAUSE_SECONDS: Final = 20.0
"""How often a sweeper looks for matches past their time."""

Forget = Callable[[str, str, int], None]
"""forget(app, match, seats): delete what others keep for as long as the match."""


class PutAway(NamedTuple):
    """A match that is archived and deleted."""

    app: str
    id: str


class Lifecycle:
    """Puts matches away and takes them back."""

    def __init__(
        self,
        store: Store,
        shelf: Shelf,
        secrets: Sequence[bytes],
        folder: Path | None,
        forget: Sequence[Forget] = (),
    ) -> None:
        """`folder` of the archive (None: there is none); the first of `secrets` seals."""
        self._store = store
        self._shelf = shelf
        self._secrets = secrets
        self._folder = folder
        self._forget = forget
        self._next = 0.0

    def now_and_then(self) -> Iterator[PutAway]:
        """Put away what is past its time, if that was not done lately."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + PAUSE_SECONDS
            yield from self.sweep()

    def sweep(self) -> Iterator[PutAway]:
        """Put away matches that are past their time, so many at most."""
        found = [(past, match) for past in self._shelf.past(MOST) if (match := self._read(past)) is not None]
        if found and self._folder is not None:
            keep(self._folder, [write(match, self._secrets[0]) for _, match in found])
        for past, match in found:
            for forget in self._forget:
                forget(past.app, past.id, len(match.log[0].entry.body["seats"]))
            if self._shelf.remove(past):
                yield PutAway(past.app, past.id)

    def take_back(self, line: bytes) -> tuple[str, bool]:
        """Put a match of the archive back, unless it is there: its id, and whether it was done; raises ArchiveError."""
        archived = read(line, self._secrets)
        try:
            match = replay(archived.app, archived.id, archived.entries)
        except RulesVersionUnknown:
            raise ArchiveError(f"Match {archived.id} was played by rules that this server does not know.") from None
        except (Refused, KeyError, TypeError, ValueError, AttributeError) as error:
            raise ArchiveError(f"The log of match {archived.id} does not replay: {error}") from None
        if (match.status, match.result) != (archived.status, archived.result):
            raise ArchiveError(f"Match {archived.id} replays to another end.")
        done = self._shelf.restore(archived, due_now(match), self._store.kept_for(match))
        return archived.id, done

    def _read(self, past: Past) -> Archived | None:
        try:
            return self._shelf.read(past)
        except Exception:
            log.exception("match %s is past its time and cannot be put away", past.id)
            return None


def keep(folder: Path, lines: Iterable[bytes]) -> Path:
    """Write lines into a new file of the archive, in the folder of the day; on disk for good when this returns."""
    now = datetime.now(UTC)
    day = folder / f"{now:%Y-%m-%d}"
    day.mkdir(0o700, parents=True, exist_ok=True)
    path, part = day / f"{now:%H%M%S}-{new_id()}.jsonl", day / f".{new_id()}.part"
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.writelines(line + b"\n" for line in lines)
        file.flush()
        os.fsync(file.fileno())
    part.rename(path)
    for parent in (day, folder, folder.parent):
        _sync(parent)
    return path


def _sync(folder: Path) -> None:
    """Have the names in a folder on disk."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
