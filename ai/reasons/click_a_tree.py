"""Reasons in Click A Tree: what a tile does for strips, harvests, territories and lines."""

from collections.abc import Iterator, Sequence

from ai.reasons.lookup import World, in_all
from services.rules.contract import Fact
from services.rules.games.click_a_tree.components import FRUIT, FRUIT_NAMES
from services.rules.games.click_a_tree.scoring import NUMBERS, reaches
from services.rules.games.click_a_tree.state import HARVEST_TILE, TAKE, State
from services.rules.games.click_a_tree.strips import NAMES
from services.rules.games.click_a_tree.view import strips_of
from services.rules.kernel import BLANK


def reasons(worlds: Sequence[World], seat: int, action: int) -> list[Fact]:  # noqa: ARG001 - the tables tell it all
    """What speaks for the action."""
    return in_all(worlds, lambda world: _seen(world, seat))


def _seen(world: World, seat: int) -> Iterator[Fact]:
    before, after = world
    if before.phase == TAKE:
        yield from _taken(before, after, seat)
        return
    for n in strips_of(before.left[seat] & ~after.left[seat]):
        text = f"It fulfils task strip {n}: {NAMES[n - 1]}."
        yield Fact("click_a_tree.completes_strip", text, {"strip": n, "task": NAMES[n - 1]})
    if after.cap[seat] > before.cap[seat]:
        text = f"Fruit markers may then go up to space {after.cap[seat]}."
        yield Fact("click_a_tree.raises_cap", text, {"space": after.cap[seat]})
    yield from _harvested(before, after, seat)
    if after.n_complete[seat] > before.n_complete[seat]:
        n = after.n_complete[seat]
        yield Fact("click_a_tree.completes_harvest_tile", f"{n} harvest tiles are complete.", {"completed": n})
    for number in NUMBERS:
        if reaches(after, seat, number) and not reaches(before, seat, number):
            text = f"The line {number} is reached."
            yield Fact("click_a_tree.reaches_line", text, {"line": number})
    yield from _territories(before, after, seat)


def _harvested(before: State, after: State, seat: int) -> Iterator[Fact]:
    for fruit, name in enumerate(FRUIT_NAMES):
        more = after.value[seat][fruit] - before.value[seat][fruit]
        if more > 0:
            yield Fact("click_a_tree.harvests", f"It harvests {more} {name}.", {"fruit": name, "amount": more})


def _territories(before: State, after: State, seat: int) -> Iterator[Fact]:
    """Territories that the tile just laid belongs to."""
    k = after.n_tile[seat] - 1
    if after.n_tile[seat] == before.n_tile[seat] or after.tile[seat][k] >= HARVEST_TILE:
        return
    for i in range(2):
        territory = after.territory[seat][2 * k + i]
        size = after.size[seat][territory] if territory != BLANK else 0
        if size > 1:
            name = FRUIT_NAMES[FRUIT[after.tile[seat][k]][i]]
            text = f"The {name} territory has {size} tiles."
            yield Fact("click_a_tree.grows_territory", text, {"fruit": name, "size": size})


def _taken(before: State, after: State, seat: int) -> Iterator[Fact]:
    """What the two tiles that were taken could go on with, and whether they cost anything."""
    if sum(after.value[seat]) == sum(before.value[seat]):
        yield Fact("click_a_tree.costs_nothing", "It costs no fruit.")
    largest = _largest(before, seat)
    for fruit in sorted({fruit for tile in after.taken[: after.n_taken] for fruit in FRUIT[tile] if fruit != BLANK}):
        size, name = largest[fruit], FRUIT_NAMES[fruit]
        if size > 1:
            text = f"It bears {name}, of which there is a territory of {size} tiles."
            yield Fact("click_a_tree.continues_territory", text, {"fruit": name, "size": size})


def _largest(s: State, seat: int) -> list[int]:
    """The size of the largest territory of each fruit."""
    sizes = [0] * len(FRUIT_NAMES)
    for k in range(s.n_tile[seat]):
        for i in range(2):
            territory = s.territory[seat][2 * k + i]
            if territory != BLANK:
                fruit = FRUIT[s.tile[seat][k]][i]
                sizes[fruit] = max(sizes[fruit], s.size[seat][territory])
    return sizes
