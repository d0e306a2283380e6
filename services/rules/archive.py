"""Matches as lines of JSON, one a match: the whole log, from which the match is made again. Pure.

The seed of a match that has not ended is sealed: whoever reads the archive cannot tell what comes, and the server can.
Tokens stand in no log, and erased players have no names in a line, whatever stands in the log.
"""

import hashlib
import hmac
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from services.rules.match import CREATED, ERASED, FINISHED, JOINED, Entry
from services.rules.notation import Json

FORMAT: Final = 1


class ArchiveError(Exception):
    """A line that cannot be taken back; the text is for whoever asked for it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An entry of a log with the digests of the key and of the request that made it."""

    entry: Entry
    key: bytes
    digest: bytes


@dataclass(frozen=True, slots=True)
class Archived:
    """A match as the archive has it."""

    app: str
    id: str
    log: tuple[Kept, ...]
    status: str
    result: Json | None

    @property
    def entries(self) -> list[Entry]:
        """Its log."""
        return [kept.entry for kept in self.log]


def write(match: Archived, secret: bytes) -> bytes:
    """The line of a match, without its end; `secret` seals what must stay one."""
    first = match.log[0].entry.body
    erased = {entry.body["player"] for entry in match.entries if entry.type == ERASED}
    told: Json = {
        "format": FORMAT,
        "app": match.app,
        "match": match.id,
        "game": first["game"],
        "rules_version": first["rules_version"],
        "status": match.status,
        "result": match.result,
        "log": [_told(kept, erased) for kept in match.log],
    }
    if match.status != FINISHED:
        body = dict(told["log"][0]["body"])
        told["sealed"] = _seal(secret, match, bytes.fromhex(body.pop("seed")))
        told["log"][0]["body"] = body
    return orjson.dumps(told)


def read(line: bytes, secrets: Sequence[bytes]) -> Archived:
    """The match of a line; raises ArchiveError."""
    try:
        told = orjson.loads(line)
        if told["format"] != FORMAT:
            raise ArchiveError(f"The archive is of format {told['format']}, not {FORMAT}.")
        match = Archived(told["app"], told["match"], tuple(map(_kept, told["log"])), told["status"], told["result"])
        if "sealed" in told:
            match.log[0].entry.body["seed"] = _unseal(secrets, match, told["sealed"]).hex()
        if [kept.entry.version for kept in match.log] != list(range(1, len(match.log) + 1)):
            raise ArchiveError(f"Entries of match {match.id} are missing.")
    except (orjson.JSONDecodeError, KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise ArchiveError(f"This is not a line of an archive: {error}") from None
    return match


def _told(kept: Kept, erased: Container[str]) -> Json:
    entry = kept.entry
    return {
        "version": entry.version,
        "at": entry.at,
        "type": entry.type,
        "seat": entry.seat,
        "by": entry.by,
        "body": _nameless(entry, erased),
        "facts": entry.facts,
        "own": {str(seat): facts for seat, facts in entry.own.items()},
        "key": kept.key.hex(),
        "digest": kept.digest.hex(),
    }


def _nameless(entry: Entry, erased: Container[str]) -> Json:
    """The body of an entry without the names of those who are to be forgotten: it seats them, and they are gone."""
    body = entry.body
    if entry.type == CREATED:
        seats = [seat | {"name": ""} if seat.get("player") in erased else seat for seat in body["seats"]]
        return body | {"seats": seats}
    if entry.type == JOINED and body.get("player") in erased:
        return body | {"name": ""}
    return body


def _kept(told: Any) -> Kept:
    own = {int(seat): facts for seat, facts in told["own"].items()}
    entry = Entry(told["version"], told["type"], told["seat"], told["by"], told["body"], told["facts"], own, told["at"])
    return Kept(entry, bytes.fromhex(told["key"]), bytes.fromhex(told["digest"]))


# Seeds ---------------------------------------------------------------------------------------------------------------
# A seed is 256 random bits and each match has one, so a pad of its own hides it as well as any cipher could.


def _seal(secret: bytes, match: Archived, seed: bytes) -> Json:
    hidden = bytes(a ^ b for a, b in zip(seed, _pad(secret, "pad", match), strict=True))
    return {"seed": hidden.hex(), "check": _check(secret, match, hidden)}


def _unseal(secrets: Sequence[bytes], match: Archived, sealed: Json) -> bytes:
    hidden = bytes.fromhex(sealed["seed"])
    for secret in secrets:
        if hmac.compare_digest(_check(secret, match, hidden), sealed["check"]):
            return bytes(a ^ b for a, b in zip(hidden, _pad(secret, "pad", match), strict=True))
    raise ArchiveError(f"Match {match.id} has not ended, and its seed was sealed with a secret that this server lacks.")


def _check(secret: bytes, match: Archived, hidden: bytes) -> str:
    return hmac.digest(_pad(secret, "check", match), hidden, hashlib.sha256).hex()


def _pad(secret: bytes, purpose: str, match: Archived) -> bytes:
    return hmac.digest(secret, f"archive {purpose} {match.app} {match.id}".encode(), hashlib.sha256)
