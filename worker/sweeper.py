"""The sweeper: looks after what is due. Any number may run; each claim is one atomic call."""

import logging
import select
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

from services.ai.jobs import ToSend
from services.gauges import Gauges
from services.matchmaking.matching import Ended
from services.matchmaking.ratings import Rated
from services.rules.lifecycle import PutAway
from services.rules.store import Due
from services.shared import metrics_door
from services.shared.metrics import RATED, SWEPT
from services.shared.reach import reach
from services.shared.redis import AWAY, connect
from services.shared.settings import Settings

log = logging.getLogger(__name__)

KINDS: Final = {ToSend: "job", Ended: "tickets", Rated: "rating", PutAway: "put_away"}
"""What sweepers find beside turns, which are counted by what is done about them."""

PAUSE_SECONDS: Final = 0.5
LONGEST_PAUSE: Final = 5.0
"""How far apart attempts get while Redis is away."""


class Sweeper:
    """Handles what is due, again and again, until SIGTERM or SIGINT."""

    def __init__(self, handle_due: Callable[[], Iterator[object]], alive_file: Path | None = None) -> None:
        """`handle_due` handles one thing at each step; the file is touched whenever all was looked at."""
        self._handle_due = handle_due
        self._alive_file = alive_file
        self._stopped = False
        self._pause = PAUSE_SECONDS

    def run(self) -> None:
        """Sweep until told to stop; what was begun is finished. From the main thread only."""
        with _listening(self._stop) as bell:
            while not self._stopped:
                self.sweep()
                if not self._stopped:
                    select.select([bell], [], [], self._pause)

    def sweep(self) -> float:
        """Handle what is due now; the seconds until the next time, more and more while Redis is away."""
        began = time.monotonic()
        try:
            for due in self._handle_due():
                log.debug("handled: %s", due)
                _count(due)
                if self._stopped:
                    break
        except AWAY as error:
            log.warning("Redis is away, the next attempt is in %.1f s: %s", self._longer(), error)
        except Exception:
            log.exception("sweeping failed, the next attempt is in %.1f s", self._longer())
        else:
            self._pause = PAUSE_SECONDS
            if self._alive_file is not None:
                self._alive_file.touch()
        log.debug("swept in %.3f s", time.monotonic() - began)
        return self._pause

    def _longer(self) -> float:
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return self._pause

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stopped = True


def _count(due: object) -> None:
    SWEPT.labels(due.verdict if isinstance(due, Due) else KINDS.get(type(due), "other")).inc()
    if isinstance(due, Rated) and due.number:
        RATED.inc()


def tell_metrics(settings: Settings) -> None:
    """Serve the metrics of the sweeper, and what waits in Redis."""
    if settings.metrics_port:
        gauges = Gauges(reach(str(settings.redis_url)), connect(str(settings.broker)))
        metrics_door.serve(settings.host, settings.metrics_port, gauges)


@contextmanager
def _listening(stop: Callable[[int, FrameType | None], None]) -> Iterator[socket.socket]:
    """Hear SIGTERM and SIGINT; the socket becomes readable, so that no pause outlasts them."""
    bell, wakes = socket.socketpair()
    with bell, wakes:
        wakes.setblocking(False)
        before = [(number, signal.signal(number, stop)) for number in (signal.SIGTERM, signal.SIGINT)]
        old = signal.set_wakeup_fd(wakes.fileno())
        try:
            yield bell
        finally:
            signal.set_wakeup_fd(old)
            for number, handler in before:
                signal.signal(number, handler)
