"""Where compiled searches are kept, and whether one is ready; knows numba's version but never imports it.

A folder per game and state of the sources: `<root>/<slug>-<digest>`. The digest covers every file that compiled code is
made of, the tables of the game (its rules_version), numba, Python and the processor, so a stale hit cannot happen.
The root is POMONA_CACHE_DIR (an image fills it and may mount it read-only), else the cache folder of the user.
"""

import hashlib
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from services.rules.contract import Game

SOURCES = Path(__file__).resolve().parent.parent
SHARED = ("services/rules/*.py", "ai/cache.py", "ai/compiled.py", "ai/search/*.py")
USE_CASES = {"matches.py", "store.py", "clocks.py", "registry.py"}
"""What stands beside the rules but is no part of a compiled game."""
READY = "ready"
"""The file in a game's folder that says that all of it is compiled; its time is that of the last use."""
DIGITS = 24
KEEP_UNUSED = 3 * 24 * 3600
"""Seconds for which the work of other sources is kept: several checkouts may share a root."""


def numba_version() -> str | None:
    """The version of numba, or None where it is not installed: the one place that asks."""
    if importlib.util.find_spec("numba") is None:
        return None
    with suppress(importlib.metadata.PackageNotFoundError):
        return importlib.metadata.version("numba")
    return None


@cache
def processor() -> str:
    """The processor that code is compiled for: as pinned by NUMBA_CPU_NAME, else as this machine describes itself."""
    pinned = os.environ.get("NUMBA_CPU_NAME")
    if pinned:
        return f"{pinned} {os.environ.get('NUMBA_CPU_FEATURES', '')}"
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        told = ("model name", "flags", "CPU implementer", "CPU part", "Features")
        return "\n".join(sorted({line for line in lines if line.startswith(told)}))
    return platform.processor()


def source_files(game: Game[Any], sources: Path = SOURCES) -> list[Path]:
    """Every file that the compiled search of a game is made of."""
    rules = Path(sys.modules[game.State.__module__].__file__ or "").resolve().parent
    knowledge = sources / "ai" / "knowledge" / f"{game.slug}.py"
    shared = (path for pattern in SHARED for path in sources.glob(pattern) if path.name not in USE_CASES)
    return sorted({*shared, *rules.rglob("*.py"), *([knowledge] if knowledge.exists() else [])})


def digest(game: Game[Any], sources: Path = SOURCES) -> str:
    """A short name of everything that the compiled search of a game depends on."""
    parts = [game.rules_version, str(numba_version()), sys.version, platform.machine(), processor()]
    made = hashlib.sha256("\0".join(parts).encode())
    for path in source_files(game, sources):
        made.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return made.hexdigest()[:DIGITS]


def roots() -> list[Path]:
    """Where to look for compiled searches, best first."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    wanted = os.environ.get("POMONA_CACHE_DIR")
    return [*([Path(wanted)] if wanted else []), Path(base) / "pomona"]


def folder(game: Game[Any]) -> Path:
    """The folder of a game: the first that is ready, else the first that can be written."""
    return _folder(f"{game.slug}-{digest(game)}")


@cache
def _folder(name: str) -> Path:
    candidates = [root / name for root in roots()]
    for path in candidates:
        if (path / READY).exists():
            return path
    for path in candidates:
        with suppress(OSError):
            path.mkdir(parents=True, exist_ok=True)
            if os.access(path, os.W_OK):
                return path
    # Never a shared place with a name that others can foresee: compiled code is loaded from here.
    return Path(tempfile.mkdtemp(prefix="pomona-")) / name


def is_warm(game: Game[Any]) -> bool:
    """Whether the compiled search of a game can be loaded without compiling."""
    return numba_version() is not None and (folder(game) / READY).exists()


def touch(game: Game[Any]) -> None:
    """Say that the compiled search of a game was used just now, where that can be written."""
    with suppress(OSError):
        os.utime(folder(game) / READY)  # never made here: only `mark_warm` says that a game is ready


def mark_warm(game: Game[Any]) -> None:
    """Say that all of a game is compiled, and drop what older sources left behind."""
    path = folder(game)
    (path / READY).touch()
    for old in path.parent.glob(f"{game.slug}-" + "?" * DIGITS):
        if time.time() - old.stat().st_mtime > KEEP_UNUSED and not _used_lately(old / READY):
            shutil.rmtree(old, ignore_errors=True)


def _used_lately(ready: Path) -> bool:
    with suppress(OSError):
        return time.time() - ready.stat().st_mtime < KEEP_UNUSED
    return False


@contextmanager
def locked(game: Game[Any]) -> Iterator[None]:
    """Hold the lock of a game's folder, so that only one process compiles; the lock ends with the process."""
    path = folder(game)
    path.mkdir(parents=True, exist_ok=True)
    with (path / "lock").open("a+") as file:
        _lock(file.fileno())
        yield


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
