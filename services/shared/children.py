"""Child processes that never outlive the process that started them."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Final

ON_LINUX: Final = sys.platform == "linux"
STOP: Final = signal.SIGTERM
_PR_SET_PDEATHSIG: Final = 1
_WATCHER: Final = """
import os, signal, sys
if not sys.stdin.buffer.read(1):
    try:
        os.kill(int(sys.argv[1]), signal.SIGTERM)
    except ProcessLookupError:
        pass
"""


class WrongThreadError(Exception):
    """A child was to be started from a thread whose end would end the child."""


@dataclass
class Running:
    """A started child; it gets SIGTERM when this process dies, however it dies."""

    process: subprocess.Popen[bytes]
    watcher: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def pid(self) -> int:
        """The child's process id, and its session's."""
        return self.process.pid

    def ended(self) -> int | None:
        """Return the exit code, or None while the child lives; collects a dead one."""
        code = self.process.poll()
        if code is not None:
            self._dismiss_watcher()
        return code

    def signal(self, number: int) -> None:
        """Send a signal to the child alone, if it lives."""
        self.process.send_signal(number)

    def kill_session(self) -> None:
        """End the child and what it started, or what is left of that, at once."""
        with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS: no permission to signal the dead
            os.killpg(self.pid, signal.SIGKILL)

    def wait(self, seconds: float | None = None) -> int | None:
        """Wait for the end; None if the child still lives after that time."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        return self.ended()

    def _dismiss_watcher(self) -> None:
        watcher, self.watcher = self.watcher, None
        if watcher is not None:
            watcher.communicate(b"x")


def start(
    command: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    keep: Sequence[int] = (),
    output: IO[bytes] | int | None = None,
    watched: bool = not ON_LINUX,
) -> Running:
    """Start a command in a session of its own, with the descriptors in `keep`; from the main thread only.

    Linux ends the child with us by PR_SET_PDEATHSIG; elsewhere (`watched`) a process at the end of a pipe does.
    """
    if threading.current_thread() is not threading.main_thread():
        raise WrongThreadError(
            "Start children from the main thread: on Linux they end with the thread that started them."
        )
    process = subprocess.Popen(  # noqa: S603 (commands are ours, no shell)
        command,
        env=env,
        cwd=cwd,
        pass_fds=keep,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=None if output is None else subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=None if watched else _die_with_parent(),  # noqa: PLW1509 (one prctl call, no lock, no allocation)
    )
    return Running(process, _watch(process.pid) if watched else None)


def end_with(parent: int) -> None:
    """Let this process get SIGTERM when its parent, of this id, dies, however it dies; nothing but on Linux."""
    if ON_LINUX:
        _tie(ctypes.CDLL(None).prctl, parent)


def _die_with_parent() -> Callable[[], None]:
    """Prepare what the child does between fork and exec; everything is looked up before the fork."""
    return partial(_tie, ctypes.CDLL(None).prctl, os.getpid())


def _tie(prctl: Callable[[int, int], int], parent: int) -> None:
    prctl(_PR_SET_PDEATHSIG, STOP)
    if os.getppid() != parent:  # it died before the call above
        os._exit(1)


def _watch(pid: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-I", "-S", "-c", _WATCHER, str(pid)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)  # noqa: S603
