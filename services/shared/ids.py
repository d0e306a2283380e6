"""Identifiers that nobody can guess, and the bucket that a match's keys share."""

import base64
import binascii
import hashlib
import hmac
import re
import secrets
from itertools import count
from typing import Final

BUCKETS: Final = 16
_BYTES: Final = 16
_ID: Final = re.compile("[a-z2-7]{26}")


def new_id() -> str:
    """Make an identifier of 128 random bits: 26 small letters and digits, safe in paths, host names and shells."""
    return _spell(secrets.token_bytes(_BYTES))


def derived_id(secret: bytes, *parts: str) -> str:
    """Make the same identifier again from the same parts; without the secret it is as unguessable as a random one."""
    message = b"pomona id" + b"".join(len(part).to_bytes(4) + part for part in (part.encode() for part in parts))
    return _spell(hmac.digest(secret, message, hashlib.sha256)[:_BYTES])


def id_beside(secret: bytes, match_id: str, *parts: str) -> str:
    """Make the identifier of something that is kept with a match: the first of these parts that is in its bucket."""
    made = (derived_id(secret, match_id, *parts, str(attempt)) for attempt in count())
    return next(found for found in made if bucket(found) == bucket(match_id))


def is_id(text: str) -> bool:
    """Whether this may be one of our identifiers, by its looks."""
    return _ID.fullmatch(text) is not None


def bucket(match_id: str) -> int:
    """Return the bucket of a match, for ever the same: crc16, as Redis counts it, modulo 16."""
    return binascii.crc_hqx(match_id.encode(), 0) % BUCKETS


def hash_tag(number: int) -> str:
    """Return the hash tag that keeps a bucket's keys in one slot of a cluster."""
    return f"{{b{number:02d}}}"


def _spell(raw: bytes) -> str:
    return base64.b32encode(raw).decode().rstrip("=").lower()
