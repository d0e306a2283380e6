"""Where compiled searches are kept, and whether one is ready; knows numba's version but never imports it.

A folder per game and state of the sources: `<root>/<slug>-<digest>`. The digest covers every file that compiled code is
made of, the tables of the game (its rules_version), numba, Python and the processor, so a stale hit cannot happen.
The root is POMONA_CACHE_DIR (an image fills it and may mount it read-only), else the cache folder of the user.
"""

import ast
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
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from services.rules.contract import Game

SOURCES = Path(__file__).resolve().parent.parent
STARTED = time.time()
READY = "ready"
"""The file in a game's folder that says that all of it is compiled; its time is that of the last use."""
DIGITS = 24
KEEP_UNUSED = 3 * 24 * 3600
"""Seconds for which the work of other sources is kept: several checkouts may share a root."""


@cache
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


def source_files(game: Game[Any], sources: Path = SOURCES, *more: str) -> list[Path]:
    """Every file that the compiled search of a game is made of: its folder, the searches, and all that these import.

    `more` names further files to begin with.
    """
    package = game.State.__module__.rpartition(".")[0].split(".")
    knowledge = sources / "ai" / "knowledge" / f"{game.slug}.py"
    todo = [*sources.joinpath(*package).rglob("*.py"), sources / "ai" / "compiled.py", *map(sources.joinpath, more)]
    todo += [knowledge] if knowledge.exists() else []
    found: set[Path] = set()
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            todo += [file for name in _read(path, path.stat().st_mtime_ns).imports for file in _files(name, sources)]
    return sorted(found)


def _files(module: str, sources: Path) -> list[Path]:
    """The file of a module of ours, if it is one."""
    path = sources.joinpath(*module.split("."))
    return [file for file in (path.with_suffix(".py"), path / "__init__.py") if file.exists()]


class _Source(NamedTuple):
    digest: bytes
    imports: frozenset[str]


@lru_cache(maxsize=512)
def _read(path: Path, _time: int) -> _Source:
    """The digest of a file and the modules that it imports by their full names."""
    data = path.read_bytes()
    names: set[str] = set()
    for node in ast.walk(ast.parse(data)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.update((node.module, *(f"{node.module}.{alias.name}" for alias in node.names)))
    ours = (name for name in names if name.split(".")[0] in {"ai", "services"})
    return _Source(hashlib.sha256(data).digest(), frozenset(ours))


def digest(game: Game[Any], sources: Path = SOURCES) -> str:
    """A short name of everything that the compiled search of a game depends on.

    A source that was changed while this process ran is not what the process would compile: then the name is its own.
    """
    parts = [game.rules_version, str(numba_version()), sys.version, platform.machine(), processor()]
    made = hashlib.sha256("\0".join(parts).encode())
    for path in source_files(game, sources):
        made.update(path.relative_to(sources).as_posix().encode() + b"\0" + _read(path, path.stat().st_mtime_ns).digest)
        if path.stat().st_mtime > STARTED:
            made.update(f"changed under process {os.getpid()}".encode())
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
