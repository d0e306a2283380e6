"""An independent referee: keeps the books of a game by coordinates and sets, from what everybody sees."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

Hex = tuple[int, int]
Json = dict[str, Any]

EAST, SOUTH_EAST, SOUTH_WEST = (1, 0), (0, 1), (-1, 1)
AROUND = (EAST, SOUTH_EAST, SOUTH_WEST, (-1, 0), (0, -1), (1, -1))


def beside(at: Hex, edge: int) -> Hex:
    """The neighbour over an edge."""
    return at[0] + AROUND[edge][0], at[1] + AROUND[edge][1]


def hives(seat: Json) -> dict[tuple[Hex, Hex], int]:
    """Every hive: the number on the border seen from `here` to `there`."""
    found = {}
    for tile in seat["tiles"]:
        here = tuple(tile["at"])
        for edge in [] if tile["pasture"] else tile["hives"]:
            found[here, beside(here, edge)] = tile["price"]
    for corner in seat["corners"]:
        if corner["hive"]:
            field = tuple(corner["field"])
            found[beside(field, corner["edge"]), field] = corner["hive"]
    return found


def income(seat: Json, at: Hex) -> int:
    """What the hives of the tile on a field bring, as if it had just been laid."""
    known = hives(seat)
    return sum(
        min(n, known[there, here]) for (here, there), n in known.items() if here == at and (there, here) in known
    )


def apples(seat: Json, colour: str) -> Counter[Hex]:
    """Apples of a colour by field; a corner's apple lies beyond its field."""
    found: Counter[Hex] = Counter()
    for tile in seat["tiles"]:
        if not tile["pasture"]:
            found[tuple(tile["at"])] += tile["apples"].count(colour)
    for corner in seat["corners"]:
        if corner["apple"] == colour:
            found[beside(tuple(corner["field"]), corner["edge"])] += 1
    return +found


def areas(found: Counter[Hex]) -> list[int]:
    """Sizes of connected areas, the largest first, by merging sets."""
    groups: list[set[Hex]] = []
    for at in found:
        touching = [group for group in groups if any(beside(at, edge) in group for edge in range(6))]
        groups = [group for group in groups if group not in touching] + [{at}.union(*touching)]
    return sorted((sum(found[at] for at in group) for group in groups), reverse=True)


def crop(sizes: Iterable[int], pips: int) -> int:
    """What areas bring."""
    return sum(max(0, size - pips) for size in sizes)


def blossoms(seat: Json) -> int:
    """Blossoms on the tiles."""
    return sum(tile["blossoms"] for tile in seat["tiles"] if not tile["pasture"])


def final(seat: Json, colours: Iterable[str]) -> int:
    """The final score."""
    crops = [crop(areas(apples(seat, colour)), 3) for colour in colours]
    paying = sum(n > 0 for n in crops)
    bonus = {4: 4, 5: 11, 6: 21, 7: 35}.get(paying, 0)
    return int(seat["honey"]) + 2 * sum(crops) + bonus + blossoms(seat)


def honey_after(before: Json, move: Json, after: Json) -> list[int]:
    """The honey of each seat after a move, worked out from the table before it and the orchards after it."""
    honey = [seat["honey"] for seat in before["seats"]]
    me = before["to_act"]
    if move["type"] == "applejack.pasture":
        honey[me] += 2
    elif move["type"] == "applejack.lay":
        honey[me] += income(after["seats"][me], tuple(move["at"])) - before["held"]["price"]
    if after["die"] != before["die"]:
        die, spaces = before["die"], before["track"]["spaces"]
        for p, seat in enumerate(after["seats"]):
            for colour in spaces[die["space"]]["apples"]:
                honey[p] += crop(areas(apples(seat, colour)), die["pips"])
            if after["die"]["space"] == 0 and len(honey) > 1:
                honey[p] += die["pips"] * blossoms(seat)
        if "middle" in after and not spaces[after["die"]["space"]]["troughs"]:
            honey[0] += 3 - len(before["middle"])
    return honey


def tiles_after(before: Json, move: Json, after: Json) -> Json:
    """How many tiles lie in the troughs, the middle and the supply after a move, from the table before it."""
    troughs = [[row["tile"] for row in trough] for trough in before["troughs"]]
    middle = [row["tile"] for row in before.get("middle", [])]
    counts = [sum(name != move.get("tile") for name in trough) for trough in troughs]
    trees, supply = sum(name != move.get("tile") for name in middle), before["supply"]["count"]
    supply -= move["type"] == "applejack.draw"
    if after["die"] != before["die"]:
        beside = after["track"]["spaces"][after["die"]["space"]]["troughs"]
        if not beside:
            new = min(max(0, 2 - trees), supply)
            trees, supply = trees + new, supply - new
        elif counts[beside[0]] + counts[beside[1]] <= 1:
            for i in range(min(7, supply)):
                counts[(beside[1] + i) % 7] += 1
            more = supply > 7 and "middle" in before and trees < 3
            trees, supply = trees + more, max(0, supply - 7) - more
    return {"troughs": counts, "middle": trees, "supply": supply}
