"""Reasons in Applejack: what a tile does for harvests, varieties and blossoms, where it is laid or could be laid."""

from collections.abc import Iterator, Sequence

from ai.reasons.lookup import World, in_all
from services.rules.contract import Fact
from services.rules.games.applejack.harvest import ROUNDS
from services.rules.games.applejack.moves import MAX_LEGAL, apply, legal_actions
from services.rules.games.applejack.notation import FIELD, Lay, decode
from services.rules.games.applejack.orchard import income
from services.rules.games.applejack.scoring import VARIETY_BONUS, final_crop, scores, varieties
from services.rules.games.applejack.stand_in import COLOURS
from services.rules.games.applejack.state import LAY, State
from services.rules.kernel import Rng


def reasons(worlds: Sequence[World], seat: int, action: int) -> list[Fact]:
    """What speaks for the action: of a tile that is taken, what it brings where it would bring the most now."""
    return in_all(worlds, lambda world: _seen(world, seat, action))


def _seen(world: World, seat: int, action: int) -> Iterator[Fact]:
    before, after = world
    if before.phase == LAY:
        yield from _laid(before, after, seat)
        yield from _hives(before, seat, action)
    elif after.phase == LAY and after.turn == seat:
        best = max(_layings(after), key=lambda s: _points(s, seat))
        yield from _laid(after, best, seat)


def _layings(s: State) -> Iterator[State]:
    """The table after each way to lay the tile that was taken."""
    room = [0] * MAX_LEGAL
    for action in room[: legal_actions(s, room)]:
        after = s.clone()
        apply(after, action, Rng())
        yield after


def _points(s: State, seat: int) -> int:
    points = [0] * s.seats
    scores(s, points)
    return points[seat]


def _laid(before: State, after: State, seat: int) -> Iterator[Fact]:
    """What the tile that was laid changes in the orchard."""
    pips = before.pips - 1
    for colour, name in enumerate(COLOURS):
        more = after.crop[seat][3 * colour + pips] - before.crop[seat][3 * colour + pips]
        if more > 0:
            text = f"Each {name} harvest of this round brings {more} more honey."
            yield Fact("applejack.grows_area", text, {"variety": name, "honey": more})
    final = 2 * (final_crop(after, seat) - final_crop(before, seat))
    if final > 0 and before.pips < ROUNDS:
        text = f"The final harvest brings {final} more honey."
        yield Fact("applejack.grows_final_harvest", text, {"honey": final})
    old, new = varieties(before, seat), varieties(after, seat)
    if new > old:
        bonus = VARIETY_BONUS[new] - VARIETY_BONUS[old]
        text = f"{new} varieties bring honey in the final harvest, for a bonus of {VARIETY_BONUS[new]}."
        yield Fact("applejack.adds_variety", text, {"varieties": new, "honey": bonus})
    blossoms = after.blossoms[seat] - before.blossoms[seat]
    if blossoms > 0:
        text = f"Blossoms, which count at each bridge, rise to {after.blossoms[seat]}."
        yield Fact("applejack.adds_blossoms", text, {"more": blossoms, "blossoms": after.blossoms[seat]})


def _hives(before: State, seat: int, action: int) -> Iterator[Fact]:
    """Honey from hives that meet where the tile is laid."""
    move = decode(before, action)
    if isinstance(move, Lay):
        honey = income(before, seat, FIELD[move.at], before.held, move.rotation)
        if honey > 0:
            yield Fact("applejack.joins_hives", f"Hives that meet bring {honey} honey.", {"honey": honey})
