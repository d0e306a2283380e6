"""A Celery app for tests of the queue: its tasks write what they do into a file."""

import os
import time
from pathlib import Path

from services.shared.queue import celery_app

app = celery_app(os.environ["POMONA_BROKER_URL"], visibility=int(os.environ.get("VISIBILITY", "60")))


def tell(line: str) -> None:
    """Add a line to the diary; whole lines, from any process."""
    with Path(os.environ["DIARY"]).open("a") as diary:
        diary.write(f"{line}\n")


@app.task(name="pomona.test.note")
def note(*ids: str | int) -> None:
    """Write down the ids."""
    tell(" ".join(map(str, ids)))


@app.task(name="pomona.test.work")
def work(name: str, milliseconds: int) -> None:
    """Write down the begin and the end of some work."""
    tell(f"{name} begins in {os.getpid()}")
    time.sleep(milliseconds / 1000)
    tell(f"{name} ends")
