"""The facts of what happens, made from redacted states."""

from collections import Counter

from services.rules.contract import Fact
from services.rules.notation import Json

from .actions import CHOOSE_FRUIT, LAY_HARVEST, LAY_TILE, SKIP, TAKE_AT, cost
from .components import FRUIT_NAMES, MAX_FREE
from .display import sickle_edges
from .geometry import KIND, edges_of
from .harvest import harvest, is_complete, line
from .notation import pair, tile_text
from .scoring import NUMBERS, reaches
from .state import CHOOSE, HARVEST_TILE, OVER, State
from .strips import FIVE_COMPLETED, NAMES
from .view import outcome, strips_of


def tell(before: State, action: int, after: State, viewer: int) -> list[Fact]:  # noqa: ARG001 - all see the same
    """What the viewer sees happen when the seat to act plays the action."""
    me = before.turn
    facts = _what_was_done(before, action, after)
    if action >= CHOOSE_FRUIT and action != SKIP:
        removed = before.left[me] & ~after.left[me]
        facts += _fulfilled(me, removed & ~FIVE_COMPLETED)
        if after.phase != CHOOSE:
            facts += _harvests(before, after)
            facts += _completions(before, after)
            facts += _fulfilled(me, removed & FIVE_COMPLETED)
    return facts + _revealed(before, after) + _end_of_turn(before, after)


def _what_was_done(before: State, action: int, after: State) -> list[Fact]:
    me, k = before.turn, after.n_tile[before.turn] - 1
    at = [after.q[me][k], after.r[me][k]]
    if action >= LAY_HARVEST:
        sickles = edges_of((action - LAY_HARVEST) // MAX_FREE)
        text = f"Seat {me} lays a harvest tile at {at[0]}, {at[1]} with sickles {', '.join(map(str, sickles))}."
        return [Fact("click_a_tree.laid_harvest_tile", text, {"seat": me, "sickles": sickles, "at": at})]
    if action >= LAY_TILE:
        tile = (action - LAY_TILE) // MAX_FREE
        text = f"Seat {me} lays {tile_text(after, tile)} at {at[0]}, {at[1]}."
        return [Fact("click_a_tree.laid", text, {"seat": me, "tile": tile + 1, "at": at})]
    if action == SKIP:
        return [Fact("click_a_tree.skipped", f"No harvest tile of seat {me} fits anywhere.", {"seat": me})]
    if action >= CHOOSE_FRUIT:
        fruit = FRUIT_NAMES[action - CHOOSE_FRUIT]
        return [Fact("click_a_tree.chose", f"Seat {me} chooses {fruit}.", {"seat": me, "fruit": fruit})]
    return _took(before, action - TAKE_AT, after)


def _took(before: State, fruit: int, after: State) -> list[Fact]:
    me, name, price = before.turn, FRUIT_NAMES[fruit], cost(before, before.turn)
    old, new = pair(before, fruit), pair(after, fruit)
    text = f"Seat {me} takes {_words(before, old)} for {f'one {name}' if price else 'nothing'}."
    params = {"seat": me, "fruit": name, "cost": price, "tiles": [tile + 1 for tile in old]}
    refill = f"{_words(after, new)} fill the gaps at {name}."
    return [
        Fact("click_a_tree.took", text, params),
        Fact("click_a_tree.refilled", refill, {"fruit": name, "tiles": [tile + 1 for tile in new]}),
    ]


def _words(s: State, tiles: tuple[int, int]) -> str:
    return " and ".join(tile_text(s, tile) for tile in tiles)


def _fulfilled(me: int, strips: int) -> list[Fact]:
    return [
        Fact(
            "click_a_tree.strip_fulfilled",
            f"Seat {me} fulfils task strip {n}: {NAMES[n - 1]}.",
            {"seat": me, "strip": n, "task": NAMES[n - 1]},
        )
        for n in strips_of(strips)
    ]


def _harvests(before: State, after: State) -> list[Fact]:
    """What each fruit yielded: the same harvest once more, on a track without end."""
    me = before.turn
    probe = after.clone()
    probe.value[me], probe.cap[me] = [0] * len(FRUIT_NAMES), 1000
    harvest(probe, me, after.n_tile[me] - 1)
    facts = []
    for fruit, total in enumerate(probe.value[me]):
        if total:
            name, gained = FRUIT_NAMES[fruit], after.value[me][fruit] - before.value[me][fruit]
            lost = f", {total - gained} of it lost" if gained < total else ""
            params = {"seat": me, "fruit": name, "yield": total, "gained": gained, "lost": total - gained}
            facts.append(Fact("click_a_tree.harvested", f"Seat {me} harvests {total} {name}{lost}.", params))
    return facts


def _completions(before: State, after: State) -> list[Fact]:
    me = before.turn
    facts = []
    for i, k in enumerate(_completed(after, me, after.n_tile[me] - 1)):
        n = before.n_complete[me] + i
        at = [after.q[me][k], after.r[me][k]]
        text = f"Seat {me} completes the harvest tile at {at[0]}, {at[1]}"
        params: Json = {"seat": me, "at": at, "completed": n + 1, "marker": None, "value": None}
        for number in (5, 6, 7):
            value = line(number, n + 1)
            if value != line(number, n):
                params |= {"marker": number, "value": value}
                text += f"; its marker {number} moves down to {value}"
        facts.append(Fact("click_a_tree.completed", f"{text}.", params))
    return facts


def _completed(s: State, p: int, k: int) -> list[int]:
    """The harvest tiles that the k-th tile, just laid, completes."""
    if s.tile[p][k] >= HARVEST_TILE:
        return [k] if is_complete(s, p, k) else []
    faced = (s.beside[p][6 * k + d] for d in edges_of(sickle_edges(s, p, k)))
    return [near for near in faced if is_complete(s, p, near)]


def _revealed(before: State, after: State) -> list[Fact]:
    me = before.turn
    if after.n_face_down[me] == before.n_face_down[me]:
        return []
    laid = KIND[after.tile[me][after.n_tile[me] - 1] - HARVEST_TILE]
    new = Counter([*after.face_up[me], laid]) - Counter(before.face_up[me])
    sickles = edges_of(next(iter(new)))
    text = f"Seat {me} reveals a harvest tile with sickles {', '.join(map(str, sickles))}."
    return [Fact("click_a_tree.revealed", text, {"seat": me, "sickles": sickles})]


def _end_of_turn(before: State, after: State) -> list[Fact]:
    me, facts = before.turn, []
    if after.reached[me] and not before.reached[me]:
        numbers = [number for number in NUMBERS if reaches(after, me, number)]
        lines = " and ".join(map(str, numbers))
        text = f"Seat {me} crosses the line of {lines}; the round is played to its end."
        facts.append(Fact("click_a_tree.line_reached", text, {"seat": me, "numbers": numbers}))
    if after.phase == OVER:
        facts.append(_over(after))
    elif after.round > before.round:
        facts.append(Fact("click_a_tree.round", f"Round {after.round} begins.", {"round": after.round}))
    return facts


def _over(s: State) -> Fact:
    points, places = outcome(s)
    best = [p for p in range(s.seats) if places[p] == 1]
    reached = [p for p in range(s.seats) if s.reached[p]]
    if s.seats == 1:
        text = f"The game is over: {points[0]} fruit, {'a line crossed' if reached else 'no line crossed'}."
    else:
        text = f"The game is over: seat {' and '.join(map(str, best))} wins with {points[best[0]]} fruit."
    return Fact("click_a_tree.over", text, {"scores": points, "places": places, "crossed": reached})
