"""Small stand-ins for the programs that `pomona serve` runs, to test the serving itself."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType
from typing import Any

from services.shared.redis import connect
from services.shared.settings import Settings


def app(environ: dict[str, Any], answer: Any) -> Iterable[bytes]:
    """Tell who serves (/healthz), whose child that is, which server it uses; any other path counts as a move."""
    with connect(Settings.read().redis_url or "") as client:
        answers: dict[str, Callable[[], Any]] = {
            "/healthz": os.getpid,
            "/parent": os.getppid,
            "/server": lambda: client.info("server")["process_id"],
        }
        body = str(answers.get(environ["PATH_INFO"], lambda: client.incr("moves"))()).encode()
    answer("200 OK", [("Content-Type", "text/plain")])
    return [body]


def idle(diary: str) -> None:
    """Note begin and end, and live until SIGTERM."""
    over = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        over.set()

    signal.signal(signal.SIGTERM, end)
    note(diary, f"begin {os.getpid()} {Path.cwd()}")
    while not over.is_set():
        time.sleep(0.01)
    note(diary, "end")


def stubborn(diary: str) -> None:
    """Live whatever is asked, with a child that does so too."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = os.fork()
    note(diary, f"begin {os.getpid()}" if child else f"child {os.getpid()}")
    while True:
        time.sleep(1)


def note(diary: str, line: str) -> None:
    """Add a line to a diary."""
    with Path(diary).open("a") as file:
        file.write(f"{line}\n")


if __name__ == "__main__":
    {"idle": idle, "stubborn": stubborn}[sys.argv[1]](sys.argv[2])
