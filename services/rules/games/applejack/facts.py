"""What a viewer sees happen, move by move."""

from collections.abc import Iterator

from services.rules.contract import Fact
from services.rules.kernel import BLANK

from .components import FIELDS, MIDDLE, MIDDLE_ROOM, MIDDLE_SPACE, N_TROUGHS, NAMES, PASTURE, PRICE
from .moves import DRAW, LAY_TILE, TAKE_TILE, WAYS
from .notation import whence
from .orchard import PASTURE_HONEY, income
from .scoring import SOLO_OUTSTANDING, SOLO_TARGET, ranking, scores
from .stand_in import COLOURS
from .state import OVER, RESTOCK, TAKE, State


def tell(before: State, action: int, after: State, viewer: int) -> list[Fact]:  # noqa: ARG001 - all see the same
    """What everybody sees happen when the seat to act plays the action."""
    facts = [_choice(before, action, after) if action < LAY_TILE else _laying(before, action)]
    if after.phase == OVER:
        facts.append(_end(after))
    elif after.phase == TAKE:
        facts.extend(_die(before, after))
        facts.extend(_new_tiles(before, after))
    if after.n_supply == 0 < before.n_supply:
        facts.append(Fact("applejack.supply_empty", "The supply is empty."))
    return facts


def _choice(before: State, action: int, after: State) -> Fact:
    me = before.turn
    for_cottage = before.phase == RESTOCK
    tile = after.cottage[me] if for_cottage else after.held
    source = "supply" if action == DRAW else whence(before, action - TAKE_TILE)
    place = f"trough {source}" if isinstance(source, int) else f"the {source}"
    verb = "draws" if action == DRAW else "takes"
    text = f"Seat {me} {verb} {NAMES[tile]} from {place}{' for the cottage' if for_cottage else ''}."
    code = "restocked" if for_cottage else "drew" if action == DRAW else "took"
    return Fact(f"applejack.{code}", text, {"seat": me, "tile": NAMES[tile], "from": source})


def _laying(before: State, action: int) -> Fact:
    me, tile = before.turn, before.held
    place, rotation = divmod(action - LAY_TILE, WAYS)
    at = list(FIELDS[place])
    where = f"{NAMES[tile]} at {at[0]}, {at[1]}"
    if rotation == PASTURE:
        params = {"seat": me, "tile": NAMES[tile], "at": at, "honey": PASTURE_HONEY}
        return Fact("applejack.pastured", f"Seat {me} lays {where} as pasture and gets {PASTURE_HONEY}.", params)
    paid, honey = PRICE[tile], income(before, me, place, tile, rotation)
    text = f"Seat {me} lays {where} turned by {rotation}, pays {paid} and gets {honey}."
    params = {"seat": me, "tile": NAMES[tile], "at": at, "rotation": rotation, "paid": paid, "honey": honey}
    return Fact("applejack.laid", text, params)


def _die(before: State, after: State) -> Iterator[Fact]:
    """Harvests and blossoms on the way to the next space, and what the middle of the solo board gives."""
    seats, pips = range(after.seats), before.pips
    for colour in before.apple[2 * before.space : 2 * before.space + 2]:
        if colour != BLANK:
            honey = [after.crop[p][3 * colour + pips - 1] for p in seats]
            text = f"Harvest of {COLOURS[colour]} apples less {pips}: {_shares(honey)}."
            yield Fact("applejack.harvest", text, {"colour": COLOURS[colour], "pips": pips, "honey": honey})
    if after.pips > pips:
        if after.seats > 1:
            honey = [pips * after.blossoms[p] for p in seats]
            text = f"Blossoms times {pips}: {_shares(honey)}."
            yield Fact("applejack.blossoms", text, {"times": pips, "honey": honey})
        yield Fact("applejack.pips", f"The die shows {after.pips} pips.", {"pips": after.pips})
    if after.seats == 1 and after.space == MIDDLE_SPACE:
        found = MIDDLE_ROOM - before.n_trough[MIDDLE]
        yield Fact("applejack.middle", f"The middle gives {found} honey.", {"seat": 0, "honey": found})


def _shares(honey: list[int]) -> str:
    return ", ".join(f"seat {p} gets {n}" for p, n in enumerate(honey) if n) or "nobody gets anything"


def _new_tiles(before: State, after: State) -> Iterator[Fact]:
    """The tiles that troughs got, clockwise from the one after the die."""
    first = after.offer[1] if after.offer[1] < N_TROUGHS else 0
    added = {}
    for k in [*((first + i) % N_TROUGHS for i in range(N_TROUGHS)), MIDDLE]:
        new = set(after.trough[k]) - set(before.trough[k])
        if new:
            added["middle" if k == MIDDLE else str(k)] = [NAMES[tile] for tile in sorted(new)]
    if added:
        count = sum(map(len, added.values()))
        text = f"{count} tile{'s come' if count > 1 else ' comes'} from the supply to the troughs."
        yield Fact("applejack.filled", text, {"tiles": added})


def _end(after: State) -> Fact:
    points, places = [0] * after.seats, [0] * after.seats
    scores(after, points)
    ranking(after, points, places)
    if after.seats == 1:
        reached = "outstanding" if points[0] >= SOLO_OUTSTANDING else "target" if points[0] >= SOLO_TARGET else None
        grade = {"outstanding": ", an outstanding result", "target": ", the target is reached"}.get(reached or "", "")
        params = {"scores": points, "places": places, "reached": reached}
        return Fact("applejack.over", f"The game is over with {points[0]} honey{grade}.", params)
    best = [p for p in range(after.seats) if places[p] == 1]
    who = f"Seat {best[0]} wins" if len(best) == 1 else f"Seats {' and '.join(map(str, best))} share the win"
    return Fact(
        "applejack.over", f"The game is over: {who} with {max(points)} honey.", {"scores": points, "places": places}
    )
