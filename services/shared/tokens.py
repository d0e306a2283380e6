"""Signed tokens `kind.app.subject.epoch.mac`: whoever holds one is what it says, without a look-up.

Revoking is raising the epoch that is stored with the subject; the caller compares it.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Self

LONGEST: Final = 512
_REMEMBERED: Final = 4096
_MAC_BYTES: Final = 16
_WORD: Final = r"[A-Za-z0-9_-]{1,64}"
_SUBJECT: Final = r"[A-Za-z0-9_:-]{1,128}"
_EPOCH: Final = r"0|[1-9][0-9]{0,9}"
_HEAD: Final = rf"({_WORD})\.({_WORD})\.({_SUBJECT})\.({_EPOCH})"
_SIGNABLE: Final = re.compile(_HEAD)
_SIGNED: Final = re.compile(rf"({_HEAD})\.([A-Za-z0-9_-]{{22}})")


class TokenError(Exception):
    """The text is no token of ours."""


class MalformedTokenError(TokenError):
    """It does not have the shape of a token."""


class ForgedTokenError(TokenError):
    """None of our secrets signed it: forged, altered, or older than two rotations."""


class WrongKindError(TokenError):
    """It is one of ours, but for something else."""


@dataclass(frozen=True)
class Token:
    """What a token says: what its holder is (`kind`) of which app, about whom or what, of which epoch."""

    kind: str
    app: str
    subject: str
    epoch: int = 0

    def sign(self, secrets: Sequence[bytes]) -> str:
        """Write it down, signed with the first secret; all its characters are fit for `Authorization: Bearer`."""
        head = f"{self.kind}.{self.app}.{self.subject}.{self.epoch}"
        if not _SIGNABLE.fullmatch(head):
            raise MalformedTokenError(f"A token cannot say {head!r}.")
        return _outside(f"{head}.{_mac(head, secrets[0])}")

    @classmethod
    def read(cls, text: str, secrets: Sequence[bytes], kind: str) -> Self:
        """Check a token against every secret. Raises a TokenError."""
        found, app, subject, epoch = _signed(text, tuple(secrets))
        if found != kind:
            raise WrongKindError(f"This token is for {found}, not for {kind}.")
        return cls(found, app, subject, epoch)


@lru_cache(_REMEMBERED)
def _signed(text: str, secrets: tuple[bytes, ...]) -> tuple[str, str, str, int]:
    """What a token of ours says; remembered, for that never changes: the epoch that callers compare revokes it."""
    match = _SIGNED.fullmatch(_inside(text))
    if match is None:
        raise MalformedTokenError("This is not a token.")
    head, kind, app, subject, epoch, mac = match.groups()
    if not any(hmac.compare_digest(_mac(head, secret), mac) for secret in secrets):
        raise ForgedTokenError("This token was not signed here.")
    return kind, app, subject, int(epoch)


def _mac(head: str, secret: bytes) -> str:
    digest = hmac.digest(secret, b"pomona token " + head.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:_MAC_BYTES]).decode().rstrip("=")


def _outside(text: str) -> str:
    """Write `~` for `:`, which a bearer token may not hold (RFC 6750)."""
    return text.replace(":", "~")


def _inside(text: str) -> str:
    """Undo `_outside`; what it never writes becomes what no token holds."""
    if len(text) > LONGEST or ":" in text:
        raise MalformedTokenError("This is not a token.")
    return text.replace("~", ":")
