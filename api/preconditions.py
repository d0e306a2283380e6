"""The headers that make requests safe: ETags, `If-Match`, `If-None-Match`, `Idempotency-Key`."""

import re
from typing import Final

from flask import request

from api.auth import Caller
from api.context import context
from api.reading import header
from api.refusals import BadIdempotencyKey, BadIfMatch, ForeignETag, VersionMissing, VersionsDiffer, WeakETag
from services.rules.contract import SPECTATOR

_KEY: Final = re.compile(r"[!-~]{16,128}")
_ETAG: Final = re.compile(r'(W/)?"(?:([1-9][0-9]{0,9})-(x|s[0-9])-[0-9a-f]{8})"')


def etag(version: int, viewer: int) -> str:
    """The strong ETag of a view: a view is a pure function of version, viewer and build."""
    return f'"{version}-{_viewer(viewer)}-{context().build}"'


def is_known(tag: str) -> bool:
    """Whether the client says that it has this representation."""
    said = header("IF_NONE_MATCH")
    if said is None:
        return False
    return said == tag or request.if_none_match.contains_weak(tag.strip('"'))


def idempotency_key() -> str:
    """The key of the request, empty if it has none."""
    key = header("IDEMPOTENCY_KEY")
    if key is None:
        return ""
    if not _KEY.fullmatch(key):
        raise BadIdempotencyKey("An idempotency key has 16 to 128 visible ASCII characters; a UUID is a good one.")
    return key


def version_of(caller: Caller, said: int | None) -> int:
    """The version that a move was made for, out of `If-Match` and the body."""
    etag_said = header("IF_MATCH")
    if etag_said is None:
        if said is None:
            raise VersionMissing("Say which version this was made for: `version` in the body, or If-Match.")
        return said
    matched = _if_match(etag_said, caller)
    if said is not None and said != matched:
        raise VersionsDiffer(f"If-Match names version {matched}, the body {said}.", if_match=matched, version=said)
    return matched


def _if_match(said: str, caller: Caller) -> int:
    """The version in `If-Match`. An ETag of another build is as good: the match, not its picture, must be the same."""
    found = _ETAG.fullmatch(said.strip())
    if found is None:
        raise BadIfMatch("If-Match must be one ETag that a view of this match came with, not a list and not `*`.")
    weak, version, viewer = found.groups()
    if weak:
        raise WeakETag("Something on the way weakened the ETag; name the version in the body instead.")
    if viewer != _viewer(caller.seat):
        raise ForeignETag("This ETag is of a view that another viewer was given.")
    return int(version)


def _viewer(seat: int) -> str:
    return "x" if seat == SPECTATOR else f"s{seat}"
