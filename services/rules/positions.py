"""Decisions of a match as their seats saw them then: all that is told to whoever thinks about them later."""

from dataclasses import dataclass
from typing import Any

from services.rules.contract import SPECTATOR, Game
from services.rules.match import PLAYED, Match, advance, begin, replay
from services.rules.notation import Json
from services.rules.store import Store


@dataclass(frozen=True, slots=True)
class Position:
    """A decision that a seat had to make, and all that it could know: the state as it saw it. Or an end."""

    version: int
    seat: int
    game: Game[Any]
    state: Any


def position(store: Store, app: str, match_id: str, version: int, seat: int) -> Position | None:
    """The decision that the seat had to make at a version; nothing if it had none."""
    log = store.entries(app, match_id, limit=version)
    if len(log) < version:
        return None
    match = replay(app, match_id, log)
    return seen_at(match, seat) if match.to_act == seat else None


def decision(store: Store, app: str, match_id: str, version: int) -> tuple[Position, Json]:
    """The decision that was made with the entry of this version, and the move that was played."""
    log = store.entries(app, match_id, limit=version)
    entry, match = log[-1], replay(app, match_id, log[:-1])
    return seen_at(match, entry.seat), entry.body["move"]


def decisions(store: Store, app: str, match_id: str, seat: int) -> list[int]:
    """The versions of the entries with which a seat has moved, whoever moved for it."""
    return [entry.version for entry in store.entries(app, match_id) if entry.type == PLAYED and entry.seat == seat]


def course(store: Store, app: str, match_id: str) -> tuple[Position, list[tuple[Any, int]]]:
    """A match that has ended, as it lies open then: its end, and the states before each action with the actions."""
    log = iter(store.entries(app, match_id))
    match, steps = begin(app, match_id, next(log)), list[tuple[Any, int]]()
    for entry in log:
        if entry.type == PLAYED:
            state = match.state
            steps.append((state, match.game.encode(state, match.game.move(entry.body["move"]))))
        match = advance(match, entry)
    return seen_at(match, SPECTATOR), steps


def seen_at(match: Match, seat: int) -> Position:
    """The match at its version, as the seat sees it."""
    return Position(match.version, seat, match.game, match.truth.seen(seat))
