"""Kill it and look: run a workload, SIGKILL what it talks to at a random moment, start it again, verify.

What was acknowledged must be there; what was not may be there or not.
"""

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

Ack = TypeVar("Ack")


class Target(Protocol):
    """What is killed: a server, or everything."""

    def kill(self) -> None:
        """SIGKILL it and wait until it is gone."""

    def start(self) -> object:
        """Start it again on the same data and wait until it answers."""


@dataclass
class Writer(Generic[Ack]):
    """One client that writes until what it writes to is gone."""

    write: Callable[[int], Ack]
    gone: tuple[type[Exception], ...]
    acknowledged: list[Ack] = field(default_factory=list)

    def run(self, first: int) -> None:
        """Write numbers from `first` on; keep what was acknowledged."""
        number = first
        while True:
            try:
                ack = self.write(number)
            except self.gone:
                return
            self.acknowledged.append(ack)
            number += 1


def survive(
    target: Target,
    writers: list[Writer[Ack]],
    missing: Callable[[list[Ack]], list[Ack]],
    *,
    rounds: int,
    seconds: tuple[float, float] = (0.02, 0.12),
    seed: int = 0,
) -> int:
    """Kill and start `rounds` times; return how many writes were acknowledged and are all there.

    `missing` gets all that was acknowledged so far and returns what it does not find.
    """
    moments = random.Random(seed)
    for turn in range(rounds):
        threads = [
            threading.Thread(target=writer.run, args=((turn * len(writers) + n) * 1_000_000,))
            for n, writer in enumerate(writers)
        ]
        for thread in threads:
            thread.start()
        time.sleep(moments.uniform(*seconds))
        target.kill()
        for thread in threads:
            thread.join()
        target.start()
        acknowledged = [ack for writer in writers for ack in writer.acknowledged]
        lost = missing(acknowledged)
        assert not lost, f"kill {turn + 1}: {len(lost)} of {len(acknowledged)} acknowledged writes are lost: {lost[:5]}"
    return sum(len(writer.acknowledged) for writer in writers)
