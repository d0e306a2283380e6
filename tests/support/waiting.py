"""Waiting for other processes, never longer than a test may."""

import os
import time
from collections.abc import Callable


def eventually(fact: Callable[[], object], seconds: float = 20) -> bool:
    """Wait until something is so; False if it does not become so."""
    until = time.monotonic() + seconds
    while not fact():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def gone(pid: int) -> bool:
    """Tell whether a process that is not our child has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False
