"""The keys of matchmaking. All of an app lie in one of the 16 buckets, that of its name.

So a call may touch any players and tickets of an app and still keeps to one slot, and what changes is told in the feed
of the same bucket, as of matches.
"""

from functools import lru_cache
from typing import NamedTuple

from services.shared.ids import BUCKETS, bucket, hash_tag


class Hall(NamedTuple):
    """The keys that the tickets of an app share; the first ones of every script about tickets."""

    waiting: str
    """Hash: what pairing must know of each ticket that waits."""
    holds: str
    """Hash: `<player>/<game>` the ticket with which a player waits for a game, `<player>` with how many it waits."""
    claims: str
    """Hash: by the id of the match to be made, the tickets that are to sit down there."""
    apps: str
    """Set: the apps of this bucket that sweepers have to look after."""
    feed: str


@lru_cache(1024)
def hall(app: str) -> Hall:
    """The shared keys of an app."""
    tag = _tag(app)
    return Hall(f"{tag}:waiting:{app}", f"{tag}:holds:{app}", f"{tag}:claims:{app}", f"{tag}:apps", f"{tag}:feed")


def apps_keys() -> list[str]:
    """The sets of apps of all buckets."""
    return [f"{hash_tag(number)}:apps" for number in range(BUCKETS)]


def player_key(app: str, player: str) -> str:
    """The hash of a player."""
    return f"{_tag(app)}:player:{app}/{player}"


def externals_key(app: str) -> str:
    """The hash from external ids to players."""
    return f"{_tag(app)}:externals:{app}"


def erasing_key(app: str) -> str:
    """The set of players whose names still stand in matches that must forget them."""
    return f"{_tag(app)}:erasing:{app}"


def seats_key(app: str, player: str) -> str:
    """The sorted set of a player's matches, by the time at which it sat down."""
    return f"{_tag(app)}:seats:{app}/{player}"


def ticket_key(app: str, ticket: str) -> str:
    """The hash of a ticket."""
    return f"{_tag(app)}:ticket:{app}/{ticket}"


def lease_key(app: str) -> str:
    """Who pairs the tickets of the app now."""
    return f"{_tag(app)}:pairing:{app}"


def invitation_key(app: str, code: str) -> str:
    """The hash of an invitation."""
    return f"{_tag(app)}:invitation:{app}/{code}"


def hosted_key(app: str, player: str) -> str:
    """The sorted set of a player's open invitations, by the time at which they expire."""
    return f"{_tag(app)}:hosted:{app}/{player}"


def lobby_key(app: str, game: str = "") -> str:
    """The sorted set of listed invitations, of one game or of all, by the order in which they were made."""
    return f"{_tag(app)}:lobby:{app}/{game}"


def rematch_key(app: str, match: str) -> str:
    """The hash of a rematch, by the match that was played."""
    return f"{_tag(app)}:rematch:{app}/{match}"


def _tag(app: str) -> str:
    return hash_tag(bucket(app))
