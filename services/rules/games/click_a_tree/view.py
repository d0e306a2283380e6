"""What a viewer sees: the JSON view; made from redacted states."""

from services.rules.kernel import BLANK
from services.rules.notation import Json

from .actions import cost, waiting
from .components import END_OF_DAY_TILES, FRUIT, FRUIT_NAMES, SIGN, STRIPS, TREE, TREE_NAMES
from .display import landscape_edges
from .geometry import NEIGHBOURS, STEPS, edges_of
from .harvest import is_complete, line
from .notation import SIGN_NAMES, VERBS, pair
from .scoring import NUMBERS, ranking, reaches_a_line, scores
from .state import CHOOSE, HARVEST_TILE, OVER, State
from .strips import NAMES


def describe(s: State, viewer: int) -> Json:  # noqa: ARG001 - everybody sees the same
    """The table as the viewer sees it."""
    view: Json = {
        "phase": VERBS[s.phase],
        "to_act": None if s.phase == OVER else s.turn,
        "round": s.round,
        "start": s.start,
        "strips": {str(n): NAMES[n - 1] for n in strips_of(s.strips)},
        "ring": _ring(s),
        "stack": {"size": s.n_stack, "tiles": [tile + 1 for tile in sorted(s.stack[: s.n_stack])]},
        "taken": [tile_json(s, tile) for tile in s.taken[: s.n_taken]],
        "choice": [FRUIT_NAMES[fruit] for fruit in FRUIT[waiting(s)]] if s.phase == CHOOSE else None,
        "seats": [_seat(s, p) for p in range(s.seats)],
        "if_ended_now": _ended_now(s),
    }
    if s.phase == OVER:
        view["scores"], view["places"] = outcome(s)
    return view


def strips_of(bits: int) -> list[int]:
    """The numbers of a set of strips, rising."""
    return [n for n in range(1, STRIPS + 1) if bits >> n - 1 & 1]


def tile_json(s: State, tile: int) -> Json:
    """A landscape tile."""
    return {
        "tile": tile + 1,
        "tree": TREE_NAMES[TREE[tile]],
        "fruits": [FRUIT_NAMES[fruit] for fruit in FRUIT[tile] if fruit != BLANK],
        "sign": SIGN_NAMES[SIGN[s.sign_by][tile]],
    }


def outcome(s: State) -> tuple[list[int], list[int]]:
    """(points, places) of each seat."""
    points, places = [0] * s.seats, [0] * s.seats
    scores(s, points)
    ranking(s, points, places)
    return points, places


def _ring(s: State) -> list[Json]:
    """The cost markers clockwise, each with its tiles and what they cost the seat to act (None: not available)."""
    order = sorted(range(len(FRUIT_NAMES)), key=s.ring_place.__getitem__)
    price = cost(s, s.turn)
    return [
        {
            "fruit": FRUIT_NAMES[fruit],
            "tiles": [tile_json(s, tile) for tile in pair(s, fruit)],
            "cost": price if s.phase != OVER and s.value[s.turn][fruit] >= price else None,
        }
        for fruit in order
    ]


def _ended_now(s: State) -> Json:
    now = s.clone()
    now.reached = [int(p < s.seats and reaches_a_line(s, p)) for p in range(len(s.reached))]
    points, places = outcome(now)
    return {"scores": points, "places": places}


# A seat --------------------------------------------------------------------------------------------------------------


def _seat(s: State, p: int) -> Json:
    return {
        "seat": p,
        "display": [_laid(s, p, k) for k in range(s.n_tile[p])],
        "territories": _territories(s, p),
        "open_sickles": _open_sickles(s, p),
        "harvest_tiles": {
            "open": [edges_of(kind) for kind in s.face_up[p][: s.n_face_up[p]]],
            "stack": [edges_of(kind) for kind in sorted(s.face_down[p][: s.n_face_down[p]])],
        },
        "track": dict(zip(FRUIT_NAMES, s.value[p], strict=True)),
        "highest_space": s.cap[p],
        "strips_left": strips_of(s.left[p]),
        "strips_fulfilled": strips_of(s.strips & ~s.left[p]),
        "completed": s.n_complete[p],
        "end_of_day_tiles": max(0, END_OF_DAY_TILES - s.n_complete[p]),
        "lines": [line_json(s, p, number) for number in NUMBERS],
        "reached_a_line": bool(s.reached[p]),
        "sum": sum(s.value[p]),
    }


def _at(s: State, p: int, k: int) -> list[int]:
    return [s.q[p][k], s.r[p][k]]


def _laid(s: State, p: int, k: int) -> Json:
    tile = s.tile[p][k]
    if tile < HARVEST_TILE:
        return {"at": _at(s, p, k), **tile_json(s, tile)}
    return {"at": _at(s, p, k), "sickles": edges_of(tile - HARVEST_TILE), "complete": is_complete(s, p, k)}


def _territories(s: State, p: int) -> list[Json]:
    """The territories, the largest of each fruit first."""
    found: dict[int, Json] = {}
    for k in range(s.n_tile[p]):
        for i in range(2):
            territory = s.territory[p][2 * k + i]
            if territory != BLANK:
                fruit = FRUIT_NAMES[FRUIT[s.tile[p][k]][i]]
                entry = found.setdefault(territory, {"fruit": fruit, "size": s.size[p][territory], "at": []})
                entry["at"].append(_at(s, p, k))
    return sorted(found.values(), key=lambda entry: (FRUIT_NAMES.index(entry["fruit"]), -entry["size"], entry["at"]))


def _open_sickles(s: State, p: int) -> list[Json]:
    """Sickles without a landscape tile, and what a tile laid there would yield of each fruit if it bore it."""
    found = []
    for k in range(s.n_tile[p]):
        edges = s.tile[p][k] - HARVEST_TILE
        for d in edges_of(edges & ~landscape_edges(s, p, k)) if edges >= 0 else []:
            q, r = STEPS[d]
            found.append(
                {
                    "at": _at(s, p, k),
                    "edge": d,
                    "faces": [s.q[p][k] + q, s.r[p][k] + r],
                    "yields": _yields(s, p, NEIGHBOURS[s.cell[p][k]][d]),
                }
            )
    return found


def _yields(s: State, p: int, cell: int) -> dict[str, int]:
    around: dict[int, set[int]] = {fruit: set() for fruit in range(len(FRUIT_NAMES))}
    for near in NEIGHBOURS[cell]:
        k = s.grid[p][near]
        if 0 <= k < s.n_tile[p] and s.tile[p][k] < HARVEST_TILE:
            for i, fruit in enumerate(FRUIT[s.tile[p][k]]):
                if fruit != BLANK:
                    around[fruit].add(s.territory[p][2 * k + i])
    return {FRUIT_NAMES[f]: 1 + sum(s.size[p][territory] for territory in found) for f, found in around.items()}


def line_json(s: State, p: int, number: int) -> Json:
    """A line: the value that `number` markers must reach, how many have, and what is missing; value None: covered."""
    value = line(number, s.n_complete[p])
    best = sorted(s.value[p], reverse=True)[:number]
    return {
        "number": number,
        "value": value or None,
        "past": sum(v >= value for v in s.value[p]) if value else 0,
        "missing_fruit": sum(max(0, value - v) for v in best) if value else None,
    }
