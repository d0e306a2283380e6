"""The keys of matches in Redis, all of one match in one slot of a cluster: they carry the hash tag of its bucket."""

from functools import lru_cache
from typing import NamedTuple

from services.shared.ids import BUCKETS, bucket, hash_tag


class Keys(NamedTuple):
    """The keys of a match and its bucket, and the name under which the bucket knows the match."""

    match: str
    log: str
    due: str
    feed: str
    ends: str
    """When each match of the bucket is to be put away."""
    member: str
    thought: str
    ended: str
    """Rated matches of the bucket that have ended and wait for their rating."""


@lru_cache(1024)
def keys_of(app: str, match_id: str) -> Keys:
    """All keys of a match."""
    tag = hash_tag(bucket(match_id))
    name = f"{app}/{match_id}"
    return Keys(
        f"{tag}:match:{name}",
        f"{tag}:log:{name}",
        f"{tag}:due",
        f"{tag}:feed",
        f"{tag}:ends",
        name,
        f"{tag}:thought:{name}",
        f"{tag}:ended",
    )


def hints_field(seat: int) -> str:
    """Where the hints of a seat are counted in the hash of its match."""
    return f"hints:{seat}"


def match_key(app: str, match_id: str) -> str:
    """The hash of a match, for what is kept beside it in the same slot."""
    return keys_of(app, match_id).match


def ended_keys(app: str, match_id: str) -> tuple[str, str, str]:
    """The hash of a match, the set of its bucket in which it waits for its rating, and its name in there."""
    keys = keys_of(app, match_id)
    return keys.match, keys.ended, keys.member


def due_keys() -> list[str]:
    """The sorted sets of all buckets that say when matches are due."""
    return [f"{hash_tag(number)}:due" for number in range(BUCKETS)]


def feed_keys() -> list[str]:
    """The feeds of all buckets: entries `m` (app/match id) and `v` (version)."""
    return [f"{hash_tag(number)}:feed" for number in range(BUCKETS)]
