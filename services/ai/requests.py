"""Asking for a bot's turn: what web processes need of the AI service, which is little."""

from services.ai.roster import ROSTER
from services.rules.ledger import Changed
from services.rules.store import Store
from services.shared.queue import Queue
from services.shared.tasks import THINK


class BotTurns:
    """Hears of changed matches and sends the turns of bots to the queue."""

    def __init__(self, queue: Queue, store: Store) -> None:
        """Send through this queue and note in this store what was sent."""
        self._queue = queue
        self._store = store

    def after_change(self, changed: Changed) -> None:
        """Send the turn of the bot that is to act; what cannot be sent now stays due, and the sweeper sends it."""
        if changed.bot and changed.seat is not None:
            self.send(changed.app, changed.id, changed.version, changed.seat, changed.bot)

    def send(self, app: str, match_id: str, version: int, seat: int, bot: str) -> None:
        """Send one turn: ids, nothing else."""
        if self._queue.send(THINK, app, match_id, version, seat, queue=ROSTER[bot].queue):
            self._store.mark_sent(app, match_id, version)
