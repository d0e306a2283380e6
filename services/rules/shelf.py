"""Matches that are put away: what is found past its time in Redis, deleted once it is archived, and taken back."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import orjson

from services.rules.archive import Archived, Kept
from services.rules.keys import keys_of
from services.rules.match import Match, advance, replay
from services.rules.snapshots import dump_entry, dump_meta, entry_of, layout_of, stamp
from services.rules.store import FEED_LENGTH, Wake
from services.shared.overdue import Overdue
from services.shared.reach import Client, direct
from services.shared.redis import Script

AGAIN_SECONDS: Final = 60.0
"""When a match that is past its time is looked at again if whoever found it dies."""


class Past(NamedTuple):
    """A match that is past its time, as it stood when that was found."""

    app: str
    id: str
    version: bytes
    updated: bytes


class Shelf:
    """Where matches of one Redis are taken from and put back to."""

    def __init__(self, client: Client) -> None:
        """Use this client; it answers bytes."""
        self._direct, folder = direct(client), Path(__file__).parent / "scripts"
        self._ends = Overdue(self._direct, "ends")
        self._scripts = {
            name: Script(self._direct, (folder / f"{name}.lua").read_text()) for name in ("end", "remove", "restore")
        }

    def past(self, limit: int) -> Iterator[Past]:
        """Claim matches that are past their time, so many at most; any number of sweepers may try."""
        for app, match_id in self._ends.found(limit):
            if not limit:
                return
            keys = keys_of(app, match_id)
            claim = (keys.match, keys.ends, keys.ended)
            version, updated = self._scripts["end"](claim, keys.member, AGAIN_SECONDS)
            if version:
                limit -= 1
                yield Past(app, match_id, version, updated)

    def read(self, past: Past) -> Archived:
        """The whole match as it stands in Redis."""
        keys = keys_of(past.app, past.id)
        facts = orjson.loads(self._direct.send("HGET", keys.match, "meta"))
        log = [
            Kept(entry_of(name, pairs), *_digests(pairs))
            for name, pairs in self._direct.send("XRANGE", keys.log, "-", "+")
        ]
        return Archived(past.app, past.id, tuple(log), facts["status"], facts["result"])

    def remove(self, past: Past) -> bool:
        """Delete the match if it stands as it was found."""
        keys = keys_of(past.app, past.id)
        every = (keys.match, keys.log, keys.due, keys.ends, keys.thought)
        return bool(self._scripts["remove"](every, keys.member, past.version, past.updated))

    def restore(self, match: Archived, wake: Wake, keep_seconds: float) -> bool:
        """Put the match back; no if it is there."""
        keys, log = keys_of(match.app, match.id), match.entries
        last, after = log[-1], unstored(match)
        entries = [
            part for kept in match.log for part in (dump_entry(kept.entry), stamp(kept.entry.at), kept.key, kept.digest)
        ]
        return bool(
            self._scripts["restore"](
                keys[:5],
                keys.member,
                last.version,
                stamp(log[0].at),
                stamp(last.at),
                dump_meta(after),
                layout_of(after),
                after.state.to_bytes(),
                b"".join(kept.key for kept in match.log),
                wake.phase,
                wake.at,
                keep_seconds,
                FEED_LENGTH,
                *entries,
            )
        )


def _digests(pairs: list[bytes]) -> tuple[bytes, bytes]:
    """Those of the key and of the request of an entry of the log."""
    fields = dict(zip(pairs[::2], pairs[1::2], strict=True))
    return fields[b"k"], fields[b"d"]


def unstored(match: Archived) -> Match:
    """The match after its log, its clock as it stood before the last entry: so snapshots are written."""
    *before, last = match.entries
    if not before:
        return replay(match.app, match.id, [last.stored(0.0)])
    return advance(replay(match.app, match.id, before), last.stored(0.0))
