"""A rater that is killed in the middle of a match: `python -m tests.support.dying_rater URL read|written N`.

It ends by SIGKILL at its N-th match, once it has read what is known of the players, or has written what follows.
"""

import os
import signal
import sys
from typing import Any

from services.matchmaking.rating_store import RatingStore
from services.shared.settings import Settings
from services.wiring import wire

STEPS = {"read": "standings", "written": "write"}


def die_after(store: RatingStore, name: str, times: int) -> None:
    """Let the process end right after this call of the store was answered for the `times`-th time."""
    call, count = getattr(store, name), iter(range(1, times))

    def last(*asked: Any) -> Any:
        answer = call(*asked)
        if next(count, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    setattr(store, name, last)


if __name__ == "__main__":
    url, step, times = sys.argv[1:]
    ratings = wire(
        Settings(redis_url=url, broker_url="unix:///nowhere", secrets=("a secret of nobody but this process",))
    ).ratings
    die_after(ratings.store, STEPS[step], int(times))
    for _ in ratings.rate_ended():
        pass
