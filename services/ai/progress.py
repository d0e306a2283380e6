"""How far a bot has come, told some times a second to those who watch its match."""

import logging
import time
from typing import Final

from services.rules.matches import BotTurn
from services.rules.store import Store, Thought
from services.shared.redis import AWAY

log = logging.getLogger(__name__)

TELL_SECONDS: Final = 0.25
"""It is told no more often."""


class Noted:
    """Is called by a search, very often, and notes beside the match how far it has come; never what it thinks."""

    def __init__(self, store: Store, turn: BotTurn) -> None:
        """For one decision."""
        self._store = store
        self._turn = turn
        self._next = 0.0

    def __call__(self, done: int, budget: int) -> None:
        """Note it, if that was not done just now."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + TELL_SECONDS
        turn = self._turn
        try:
            self._store.note(turn.app, turn.id, Thought(turn.version, done, budget))
        except AWAY as error:
            self._next = float("inf")  # to think is more important, and the answer will notice
            log.debug("match %s: not noted how far the bot has come: %s", turn.id, error)
