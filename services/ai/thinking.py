"""A bot's turn, carried out: for workers and sweepers, the only ones that load the bots.

A bot gets the state as its seat sees it, the name of its level, and a number to draw from. The number is an HMAC under
the server's secret of which decision it is for (match, version, seat): it has nothing to do with the seed of the match,
nobody outside can foresee it, and whoever thinks about this decision, again or at the same time, draws the same.
"""

import hashlib
import hmac
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from ai.choose import Decision, choose
from ai.search.budgets import bot_of
from ai.search.engine import Engine
from ai.search.runs import Progress
from ai.solve.lookup import has_solver
from services.ai.engines import prepare, prepared
from services.ai.progress import Noted
from services.ai.requests import BotTurns
from services.rules.match import CLOCK, FALLBACK, STAND_IN
from services.rules.matches import BotTurn, Matches
from services.rules.presence import Presence
from services.rules.store import Due
from services.shared.metrics import SHORT_DECISIONS, STAND_IN_DECISIONS, THINKING_SECONDS, TURN_WAIT_SECONDS
from services.shared.redis import AWAY

log = logging.getLogger(__name__)

PLAY_ON_SECONDS: Final = 10.0
"""A younger task plays on while its seat is to act; an older one leaves the rest of the turn to the next task."""
CAP_SECONDS: Final = 6.0
"""The longest that any bot thinks about one decision."""
STAND_INS: Final = (STAND_IN, "random")
"""Who plays for a bot that fails; the next one if that fails too."""
_SEED_BYTES: Final = 12

Chooser = Callable[[BotTurn, int, Progress], Decision]


def choose_well(turn: BotTurn, number: int, progress: Progress | None = None) -> Decision:
    """What the bot of the seat plays; compiled as soon as that is ready, plain until then.

    One that plans looks one move ahead where this worker has no solver: less than its name says.
    """
    bot, engine = bot_of(turn.bot, turn.game), prepared(turn.game)
    decision = choose(turn.game, turn.state, bot, number, CAP_SECONDS, engine, progress)
    unplanned = bot.plans > 0 and decision.candidates and not has_solver(turn.game)
    return replace(decision, short=True) if unplanned else decision


def choose_plainly(turn: BotTurn, number: int, bot: str = STAND_IN) -> Decision:
    """What a stand-in plays, without anything compiled."""
    return choose(turn.game, turn.state, bot_of(bot, turn.game), number, CAP_SECONDS, Engine(turn.game))


class Thinking:
    """Thinks about the turns of bots and plays them."""

    def __init__(
        self, matches: Matches, presence: Presence, turns: BotTurns, secret: bytes, chooser: Chooser = choose_well
    ) -> None:
        """`secret` is the server's; `turns` sends what is to be sent once more; `presence` knows who is late."""
        self._matches = matches
        self._presence = presence
        self._turns = turns
        self._secret = secret
        self._chooser = chooser

    def think(self, app: str, match_id: str, version: int, seat: int, sent: float = 0.0) -> int:
        """Carry a task through: play the seat's decisions from this version on; the number of moves played.

        `sent`: when the task was, in seconds since 1970.
        """
        turn = self._matches.seen_by(app, match_id, seat, version)
        if turn is not None:
            prepare(turn.game)  # before the lease, which may be shorter
        if turn is None or not self._matches.store.lease(app, match_id, version):
            log.info("dropped: match %s has moved on from version %s, or another worker thinks", match_id, version)
            return 0
        if sent:
            TURN_WAIT_SECONDS.labels(turn.bot).observe(max(0.0, time.time() - sent))
        return self._play(turn, self._decide, self._next)

    def handle_due(self) -> Iterator[Due]:
        """Handle what is due, one after the other: send it once more, play for a bot that does not answer, or wait."""
        for due in self._matches.store.due():
            try:
                self._handle(due)
            except AWAY:
                raise
            except Exception:
                log.exception("match %s stays due at version %s", due.id, due.version)
            yield due

    def number(self, turn: BotTurn) -> int:
        """The number from which everything is drawn in this decision."""
        which = f"think {turn.app} {turn.id} {turn.version} {turn.seat}"
        return int.from_bytes(hmac.digest(self._secret, which.encode(), hashlib.sha256)[:_SEED_BYTES])

    def _handle(self, due: Due) -> None:
        if due.verdict == "clock":
            self._late(due)
            return
        waiting = None if due.verdict == "wait" else self._matches.waiting_bot(due.app, due.id, due.version)
        if waiting is None or waiting.seat is None:
            return
        if due.verdict == "send":
            self._turns.after_change(waiting)
            return
        log.warning("match %s: %s did not answer at version %s", due.id, waiting.bot, due.version)
        turn = self._matches.seen_by(due.app, due.id, waiting.seat, due.version)
        if turn is not None:
            self._play(turn, self._for_the_bot, self._next)

    def _late(self, due: Due) -> None:
        """The time of a person's turn is over: do what the match does then, and play the turn if that is it."""
        turn = self._presence.time_over(due.app, due.id, due.version)
        self._play(turn, self._for_the_clock, self._next_late)

    def _play(
        self,
        turn: BotTurn | None,
        decide: Callable[[BotTurn], tuple[int, str, bool]],
        following: Callable[[BotTurn, int], BotTurn | None],
    ) -> int:
        """Play this decision, and the seat's next ones (`following`) while the task is young."""
        began, made = time.monotonic(), 0
        while turn is not None:
            action, by, short = decide(turn)
            going_on = time.monotonic() - began < PLAY_ON_SECONDS
            after = self._matches.play_for(turn, action, by, short=short, going_on=going_on)
            if after is None:
                log.info("dropped: match %s has moved on from version %s", turn.id, turn.version)
                return made
            made += 1
            mine = going_on and after.seat == turn.seat
            turn = following(turn, after.version) if mine else None
        return made

    def _next(self, turn: BotTurn, version: int) -> BotTurn | None:
        return self._matches.seen_by(turn.app, turn.id, turn.seat, version)

    def _next_late(self, turn: BotTurn, version: int) -> BotTurn | None:
        return self._presence.time_over(turn.app, turn.id, version)

    def _decide(self, turn: BotTurn) -> tuple[int, str, bool]:
        """(action, who plays it, whether it was short) of the bot; of its stand-in if the bot fails."""
        try:
            with THINKING_SECONDS.labels(turn.bot).time():
                decision = self._chooser(turn, self.number(turn), Noted(self._matches.store, turn))
            if turn.game.is_legal(turn.state, decision.action):
                if decision.short:
                    SHORT_DECISIONS.labels(turn.bot).inc()
                return decision.action, f"bot:{turn.bot}", decision.short
            log.error("match %s: %s chose an illegal action at version %s", turn.id, turn.bot, turn.version)
        except Exception:
            log.exception("match %s: %s failed at version %s", turn.id, turn.bot, turn.version)
        return self._for_the_bot(turn)

    def _for_the_bot(self, turn: BotTurn) -> tuple[int, str, bool]:
        STAND_IN_DECISIONS.labels(turn.bot).inc()
        return self._stand_in(turn)

    def _for_the_clock(self, turn: BotTurn) -> tuple[int, str, bool]:
        action, _, short = self._stand_in(turn)
        return action, CLOCK, short

    def _stand_in(self, turn: BotTurn) -> tuple[int, str, bool]:
        first, last = STAND_INS
        try:
            decision = choose_plainly(turn, self.number(turn), first)
        except Exception:
            log.exception("match %s: %s failed as a stand-in at version %s", turn.id, first, turn.version)
            decision = choose_plainly(turn, self.number(turn), last)
        return decision.action, FALLBACK, False
