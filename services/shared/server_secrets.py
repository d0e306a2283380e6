"""The server's secrets: from the setting, else from a file that is made once in the data folder."""

import os
import secrets
from pathlib import Path
from typing import Final

from services.shared.settings import MIN_SECRET, Settings, SettingsError

FILE: Final = "secrets"
_MOST: Final = 2


def server_secrets(settings: Settings) -> tuple[bytes, ...]:
    """Return one or two secrets; the first one signs, all are believed. Raises SettingsError.

    To rotate: put a new one first and keep the old one second until its tokens may die.
    """
    if settings.secrets:
        return tuple(secret.encode() for secret in settings.secrets)
    path = settings.data / FILE
    try:
        if not path.exists():
            _make(path)
        found = tuple(line.strip() for line in path.read_bytes().splitlines() if line.strip())
    except OSError as error:
        raise SettingsError(f"POMONA_SECRETS is not set, and {path} cannot be used: {error.strerror}.") from error
    if not 1 <= len(found) <= _MOST or any(len(secret) < MIN_SECRET for secret in found):
        raise SettingsError(f"{path} must hold one or two lines of at least {MIN_SECRET} characters.")
    return found


def _make(path: Path) -> None:
    """Make the file whole or not at all; of several processes one wins and all read the winner's."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{FILE}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
            file.flush()
            os.fsync(descriptor)
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
