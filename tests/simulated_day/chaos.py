"""What goes wrong in a day: sweepers and the server are killed at random moments, and started again."""

import os
import signal
import threading
import time
from contextlib import ExitStack
from random import Random
from typing import Self

from services.shared.embedded import Embedded
from services.shared.settings import Settings
from tests.simulated_day.plan import Day
from tests.support.running import SWEEPER, Program, running

LONGEST_GAP = 2.0
"""Seconds until a killed sweeper is started again."""
REDIS = -1


class Chaos:
    """The sweepers of a day and the server, with a thread that kills them."""

    def __init__(self, day: Day, server: Embedded, settings: Settings) -> None:
        """Nothing runs yet."""
        self._server = server
        self._settings = settings
        self._random = Random(day.seed)
        self._day = day
        self._blocks = [ExitStack() for _ in range(day.sweepers)]
        self._programs: list[Program] = []
        self._over = threading.Event()
        self._dead = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.killed: list[str] = []
        self.failed: list[BaseException] = []

    def __enter__(self) -> Self:
        """Start the sweepers, and soon what kills them."""
        self._programs = [self._start(block) for block in self._blocks]
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Kill nothing more, and stop the sweepers as they are told to in life."""
        self._over.set()
        self._thread.join()
        for block in self._blocks:
            block.close()

    def _start(self, block: ExitStack) -> Program:
        return block.enter_context(running(self._settings, SWEEPER))

    def _moments(self) -> list[tuple[float, int]]:
        """(real second, number of the sweeper or REDIS), in order."""
        random, long = self._random, self._day.seconds
        sweepers = [(random.uniform(0, long), random.randrange(len(self._blocks))) for _ in range(self._day.kills)]
        middle = [(random.uniform(0.4, 0.6) * long, REDIS) for _ in range(self._day.redis_kills)]
        return sorted(sweepers + middle)

    def _run(self) -> None:
        began = time.monotonic()
        try:
            for moment, which in self._moments():
                if self._over.wait(max(0.0, began + moment - time.monotonic())):
                    return
                if which == REDIS:
                    self._kill_redis()
                else:
                    self._kill_sweeper(which)
        except BaseException as error:  # noqa: BLE001 - told by whoever waits for the thread
            self.failed.append(error)

    def revive(self) -> None:
        """Start the server again if it was killed; from the main thread, for it dies with the thread that starts it."""
        if self._dead.is_set():
            self._dead.clear()
            time.sleep(self._random.uniform(0, LONGEST_GAP))
            self._server.start()

    def _kill_redis(self) -> None:
        os.kill(self._server.pid, signal.SIGKILL)
        self.killed.append("redis")
        self._dead.set()

    def _kill_sweeper(self, which: int) -> None:
        self._programs[which].kill_all()
        self.killed.append("sweeper")
        self._blocks[which].close()
        time.sleep(self._random.uniform(0, LONGEST_GAP))
        self._programs[which] = self._start(self._blocks[which])
