"""Who may look and act at a table, and where there is room."""

from services.rules.contract import SPECTATOR
from services.rules.errors import (
    NoOpenSeat,
    NoSuchSeat,
    NotForSpectators,
    NotOver,
    SeatRevoked,
    SeatTaken,
    SpectatorsExcluded,
)
from services.rules.match import FREE, Match


def admit(match: Match, viewer: int, epoch: int) -> None:
    """Let a seat look, and a spectator where spectators are welcome."""
    if viewer != SPECTATOR:
        admit_seat(match, viewer, epoch)
    elif not match.spectators:
        raise SpectatorsExcluded("This match is played without spectators.")


def eyes(match: Match, viewer: int, as_seat: int | None) -> int:
    """Through whose eyes the viewer may look back: its own, and through anybody's once the match is over."""
    if as_seat is None or as_seat == viewer:
        return viewer
    if not match.over:
        raise NotOver("What another seat saw is open once the match is over.")
    if not 0 <= as_seat < len(match.seats):
        raise NoSuchSeat(f"The match has seats 0 to {len(match.seats) - 1}.", seats=len(match.seats))
    return as_seat


def admit_seat(match: Match, seat: int, epoch: int) -> None:
    """Let in whoever holds the seat now."""
    if seat == SPECTATOR:
        raise NotForSpectators("This needs the token of a seat.")
    if not 0 <= seat < len(match.seats) or match.seats[seat].epoch != epoch:
        raise SeatRevoked("The seat has been handed on; this token is void.")


def open_seat(match: Match, wanted: int | None) -> int:
    """The wanted seat, or the first one, where nobody sits yet."""
    free = [number for number, seat in enumerate(match.seats) if seat.kind == FREE]
    if not free:
        raise NoOpenSeat("Every seat is taken.")
    if wanted is not None and not 0 <= wanted < len(match.seats):
        raise NoSuchSeat(f"The match has seats 0 to {len(match.seats) - 1}.", seats=len(match.seats))
    if wanted is not None and wanted not in free:
        raise SeatTaken("Somebody sits there.", open=free)
    return free[0] if wanted is None else wanted


def seat_of(match: Match, player: str) -> int | None:
    """Where this player sits, if it does."""
    return next((number for number, seat in enumerate(match.seats) if player and seat.player == player), None)
