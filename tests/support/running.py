"""Workers and sweepers as processes of their own, as the product starts them."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from services.shared.settings import Settings
from tests.support.waiting import eventually

WORKER = ("-m", "pomona", "worker", "--no-warm")
SLOW_WORKER = ("-m", "tests.support.slow_worker")
SWEEPER = ("-m", "pomona", "sweeper")


@dataclass(frozen=True)
class Program:
    """A running program, and what it says."""

    process: subprocess.Popen[bytes]
    log: Path
    diary: Path

    def said(self, text: str, seconds: float = 30) -> bool:
        """Wait until its log holds a text."""
        return eventually(lambda: text in self.log.read_text(), seconds)

    def thoughts(self) -> list[tuple[int, int, int]]:
        """(version, seat, process) of every decision that a slow worker has begun."""
        lines = self.diary.read_text().splitlines() if self.diary.exists() else []
        return [(int(version), int(seat), int(pid)) for version, seat, pid in map(str.split, lines)]

    def thinks(self) -> bool:
        """Wait until a slow worker thinks."""
        return eventually(lambda: len(self.thoughts()) > 0, 30)

    def kill_all(self) -> None:
        """SIGKILL it and its children at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)


@contextmanager
def running(
    settings: Settings, arguments: tuple[str, ...], *, slow: int = 0, seconds: float = 0, code: int = 0
) -> Iterator[Program]:
    """Run a program until the end of the block; if it lives so long, it must end with this code when told to stop.

    It finds nothing compiled, so that it does not matter who used this machine before.
    """
    folder = settings.data
    number = len(list(folder.glob("*.log")))
    log, diary = folder / f"{number}.log", folder / "diary"
    env = {**os.environ, **settings.environment(), "DIARY": str(diary), "SLOW": str(slow), "SECONDS": str(seconds)}
    env |= {"XDG_CACHE_HOME": str(folder / "cache"), "POMONA_CACHE_DIR": str(folder / "cache")}
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, *arguments], env=env, stdout=output, stderr=output, start_new_session=True
        )
    program = Program(process, log, diary)
    try:
        yield program
    finally:
        if process.poll() is None:
            process.terminate()
            assert process.wait(40) == code, log.read_text()
