"""The worker of the product with bots that take their time: they note where they think, and answer late.

The first SLOW decisions take SECONDS each, all others none.
"""

import os
import sys
import time
from pathlib import Path

from ai.choose import Decision
from ai.search.runs import Progress
from services.ai.thinking import choose_well
from services.rules.matches import BotTurn
from services.shared.settings import Settings
from worker.app import make_app
from worker.cli import celery_worker


def slowly(turn: BotTurn, number: int, progress: Progress) -> Decision:
    """What the bot plays, late."""
    diary = Path(os.environ["DIARY"])
    with diary.open("a") as lines:
        lines.write(f"{turn.version} {turn.seat} {os.getpid()}\n")
    if len(diary.read_text().splitlines()) <= int(os.environ["SLOW"]):
        time.sleep(float(os.environ["SECONDS"]))
    return choose_well(turn, number, progress)


if __name__ == "__main__":
    settings = Settings.read()
    sys.exit(celery_worker(make_app(settings, slowly), settings))
