"""The tasks of a worker."""

import logging

from celery import Celery

from services.ai.thinking import Thinking
from services.shared.redis import AWAY
from services.shared.tasks import THINK

log = logging.getLogger(__name__)


def register(app: Celery, thinking: Thinking) -> None:
    """Give the app every task there is."""

    @app.task(name=THINK)
    def think(owner: str, match_id: str, version: int, seat: int) -> None:
        """Play a bot's turn; what a lost Redis breaks off stays due."""
        if [type(each) for each in (owner, match_id, version, seat)] != [str, str, int, int]:
            log.error("dropped: %r is no bot's turn", (owner, match_id, version, seat))
            return
        try:
            thinking.think(owner, match_id, version, seat)
        except AWAY as error:
            log.warning("Redis is away, match %s stays due at version %s: %s", match_id, version, error)
