"""Forgetting a player: an entry of the log, so that every view of an earlier name is a version that has passed."""

from typing import Final

from services.rules.contract import SPECTATOR
from services.rules.errors import RulesVersionUnknown
from services.rules.ledger import wake_after
from services.rules.match import ERASED, PERSON, Entry, advance
from services.rules.seating import seat_of
from services.rules.store import Request, Store

ATTEMPTS: Final = 32
"""A lost race is tried again as often: each time somebody else has moved."""


def erase(store: Store, app: str, match_id: str, player: str) -> bool:
    """Let the match forget this player; whether it has, or is gone itself. Nothing happens when it is done twice."""
    for _ in range(ATTEMPTS):
        try:
            loaded = store.load(app, match_id)
        except RulesVersionUnknown:
            return False  # another release can read it
        if loaded is None or player in loaded.match.erased:
            return True
        match = loaded.match
        seat = seat_of(match, player)
        entry = Entry(match.version + 1, ERASED, SPECTATOR if seat is None else seat, PERSON, {"player": player})
        after = advance(match, entry)
        # No listener is told: a bot that is to act is sent for by the sweeper.
        if store.commit(after, entry, Request.once(), wake_after(after), since=match.updated).status == "done":
            return True
    return False
