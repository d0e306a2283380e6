"""A small supervisor: children started in order, restarted when they die, stopped in reverse order.

A child that dies is started again after 0.1 s, then after twice as long each time, up to 10 s; one that lived for 30 s
begins again at 0.1 s. If this process itself is killed, every child gets SIGTERM (see children.py).
"""

import contextlib
import select
import signal
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Final

from services.shared.children import STOP, Running

SHORTEST_REST: Final = 0.1
LONGEST_REST: Final = 10.0
GOOD_LIFE: Final = 30.0
_PROBE: Final = 0.05


def _always() -> bool:
    return True


@dataclass
class Child:
    """One process to keep alive."""

    name: str
    start: Callable[[], Running]
    ready: Callable[[], bool] = _always
    announce: str = ""
    """Said once it is ready."""
    ready_seconds: float = 60.0
    stop_seconds: float = 10.0
    """How long it may take to stop before it is killed hard."""
    spare: bool = False
    """Never kill it hard: it may still write."""
    running: Running | None = None
    started: float = 0.0
    deaths: int = 0
    due: float = field(default=0.0)

    def begin(self) -> None:
        """Start the process."""
        self.running, self.started = self.start(), time.monotonic()

    def rest(self) -> float:
        """Note a death; answer how long to wait before the next start."""
        self.deaths = 0 if time.monotonic() - self.started > GOOD_LIFE else self.deaths + 1
        seconds = min(SHORTEST_REST * 2.0 ** max(0, self.deaths - 1), LONGEST_REST)
        self.running, self.due = None, time.monotonic() + seconds
        return seconds


class Supervisor:
    """Runs children until SIGINT, SIGTERM or SIGHUP; a second one stops them hard (never a spared one)."""

    def __init__(self, children: Sequence[Child], say: Callable[[str], None]) -> None:
        """Take the children in the order of their start."""
        self._children = children
        self._say = say
        self._stops = 0
        self._wakes, self._bell = socket.socketpair()

    def run(self) -> int:
        """Start all, keep them alive until told to stop, stop all; the exit code. From the main thread only."""
        with self._wakes, self._bell, self._listening():
            try:
                if not all(self._bring_up(child) for child in self._children):
                    return 0 if self._stops else 1
                while not self._stops:
                    self._wait(min((child.due - time.monotonic() for child in self._resting()), default=None))
                    self._restart()
            finally:
                for child in reversed(self._children):
                    self._bring_down(child)
        return 0

    def _bring_up(self, child: Child) -> bool:
        """Start a child for the first time; False if it does not become ready or we are told to stop."""
        child.begin()
        until = time.monotonic() + child.ready_seconds
        while not child.ready():
            code = _ended(child)
            if code is not None:
                self._say(f"The {child.name} {_fate(code)} before it was ready.")
                return False
            if time.monotonic() > until:
                self._say(f"The {child.name} was not ready in {child.ready_seconds:.0f} s.")
                return False
            self._wait(_PROBE)
            if self._told_to_stop():
                return False
        if child.announce:
            self._say(child.announce)
        return not self._told_to_stop()

    def _told_to_stop(self) -> bool:
        return self._stops > 0

    def _resting(self) -> list[Child]:
        return [child for child in self._children if child.running is None]

    def _restart(self) -> None:
        """Note who died, start whose rest is over."""
        for child in self._children:
            code = _ended(child)
            if code is not None:
                self._say(f"The {child.name} {_fate(code)}; it starts again in {child.rest():.1f} s.")
        for child in self._resting():
            if child.due <= time.monotonic() and not self._told_to_stop():
                child.begin()

    def _bring_down(self, child: Child) -> None:
        if child.running is None:
            return
        if child.running.ended() is None:
            child.running.signal(STOP)
        until = time.monotonic() + child.stop_seconds
        while child.running.ended() is None:
            left = until - time.monotonic()
            if left <= 0 or (self._stops > 1 and not child.spare):
                self._give_up(child)
                return
            self._wait(left)
        child.running.kill_session()

    def _give_up(self, child: Child) -> None:
        if child.spare:
            self._say(f"The {child.name} does not stop in {child.stop_seconds:.0f} s; it is left to end by itself.")
        elif child.running:
            self._say(f"The {child.name} does not stop and is killed.")
            child.running.kill_session()
            child.running.wait()

    def _wait(self, seconds: float | None) -> None:
        """Sleep until a signal rings or the time is over."""
        if select.select([self._wakes], [], [], None if seconds is None else max(0.0, seconds))[0]:
            self._wakes.recv(4096)

    @contextlib.contextmanager
    def _listening(self) -> Iterator[None]:
        """Let signals ring the bell, and put back who heard them before."""
        self._wakes.setblocking(False)
        self._bell.setblocking(False)
        ears = dict.fromkeys((signal.SIGINT, signal.SIGTERM, signal.SIGHUP), self._hear_stop)
        before = {number: signal.signal(number, ear) for number, ear in ears.items()}
        before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
        bell = signal.set_wakeup_fd(self._bell.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(bell)
            for number, ear in before.items():
                signal.signal(number, ear)

    def _hear_stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stops += 1


def _ended(child: Child) -> int | None:
    """Return the exit code of a child that just died; what it started dies with it."""
    code = child.running.ended() if child.running else None
    if code is not None and child.running:
        child.running.kill_session()
    return code


def _fate(code: int) -> str:
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
