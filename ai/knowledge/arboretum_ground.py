"""Arboretum, for imagined games: the paths of an arboretum, and what they may still become.

Runs are kept from both ends of every tree, so a tree more is weighed by its neighbours alone, without playing it.
"""

from ai.knowledge.arboretum_habits import HELD, HOPE, PURE_LACKS, SEEN, STEP
from ai.knowledge.arboretum_notes import (
    BEST,
    DOWN,
    HABIT,
    LOW,
    NOTES,
    OUTLOOK,
    PLANTED,
    PURE,
    SEEN_LOW,
    SEEN_TOP,
    STRIDE,
    TOP,
    TREE,
    TURNS,
    UNIT,
    UP,
)
from services.rules.games.arboretum.components import MAX_TREES, NEIGHBOURS, VALUES
from services.rules.games.arboretum.scoring import N_SPECIES, PURE_AT_LEAST, by_value
from services.rules.games.arboretum.state import EACH, FREE, State
from services.rules.kernel import ints, rule


@rule
def find_runs(s: State, p: int, notes: list[int]) -> None:
    """Write the best runs to and from each tree of a seat, and its best paths."""
    base, order = p * NOTES, ints(MAX_TREES)
    n = by_value(s, p, order)
    for species in range(N_SPECIES):
        notes[base + BEST + species] = notes[base + PLANTED + species] = 0
    for k in range(n):
        notes[base + PLANTED + s.tree[p][k] // VALUES] += 1
    for i in range(n):
        extend(s, p, order[i], 1, notes)
    for i in range(n - 1, -1, -1):
        extend(s, p, order[i], -1, notes)
    if s.path_bonus != EACH:
        for k in range(n):
            up, down = notes[base + UP + k * STRIDE + PURE], notes[base + DOWN + k * STRIDE + PURE]
            best = base + BEST + s.tree[p][k] // VALUES
            notes[best] = max(notes[best], pure_points(up, down))


@rule
def extend(s: State, p: int, k: int, way: int, notes: list[int]) -> None:
    """Write the best runs that end with the k-th tree (way 1) or begin with it (-1); neighbours have theirs."""
    base = p * NOTES
    side = base + (UP if way > 0 else DOWN)
    at, card, grid, around = side + k * STRIDE, s.tree[p][k], s.grid[p], NEIGHBOURS[s.cell[p][k]]
    kind, value = card // VALUES, card % VALUES
    own = 2 if s.path_bonus == EACH else 1
    end = (value == 0) if way > 0 else 2 * (value == VALUES - 1)
    for species in range(STRIDE):
        notes[at + species] = 0
    for d in range(4):
        near = grid[around[d]]
        if near >= 0 and (value - s.tree[p][near] % VALUES) * way > 0:
            run = side + near * STRIDE
            for species in range(N_SPECIES):
                notes[at + species] = max(notes[at + species], notes[run + species])
            if s.tree[p][near] // VALUES == kind:
                notes[at + PURE] = max(notes[at + PURE], notes[run + PURE])
    for species in range(N_SPECIES):
        if notes[at + species] > 0:
            notes[at + species] += own if species == kind else 1
    notes[at + PURE] += TREE + (end if notes[at + PURE] == 0 else 0)
    if notes[at + kind] == 0:
        notes[at + kind] = own + end
    elif way > 0:
        path = notes[at + kind] + 2 * (value == VALUES - 1)
        notes[base + BEST + kind] = max(notes[base + BEST + kind], path)


@rule
def pure_points(up: int, down: int) -> int:
    """Points of the path of one species alone through a tree with these runs, both of which hold it; 0: too short."""
    trees = up // TREE + down // TREE - 1
    return 2 * trees + up % TREE + down % TREE if trees >= PURE_AT_LEAST else 0


@rule
def look_ahead(s: State, p: int, notes: list[int]) -> None:
    """Write what the paths of a seat may still become: those of trees beside which a place is free."""
    base, own = p * NOTES, 2 if s.path_bonus == EACH else 1
    for species in range(N_SPECIES):
        notes[base + OUTLOOK + species] = 0
    for k in range(s.n_tree[p]):
        around = NEIGHBOURS[s.cell[p][k]]
        is_open = False
        for d in range(4):
            is_open |= s.grid[p][around[d]] == FREE
        if is_open:
            value = s.tree[p][k] % VALUES
            for species in range(N_SPECIES):
                up, down = notes[base + UP + k * STRIDE + species], notes[base + DOWN + k * STRIDE + species]
                if up > 0 or down > 0:
                    hope = hope_of(base, species, value, up, down, own, notes)
                    notes[base + OUTLOOK + species] = max(notes[base + OUTLOOK + species], hope)
            if s.path_bonus != EACH:
                at = base + OUTLOOK + s.tree[p][k] // VALUES
                up, down = notes[base + UP + k * STRIDE + PURE], notes[base + DOWN + k * STRIDE + PURE]
                notes[at] = max(notes[at], hope_of_pure(base, s.tree[p][k], up, down, notes))
    for species in range(N_SPECIES):
        at = base + OUTLOOK + species
        notes[at] = between(UNIT * notes[base + BEST + species], notes[at], notes)


@rule
def between(now: int, hope: int, notes: list[int]) -> int:
    """What is there, and the more of what is hoped for the more turns are left."""
    turns = notes[TURNS]
    return now + (hope - now) * turns // (turns + max(1, notes[HABIT + HOPE])) if hope > now else now


@rule
def hope_of(base: int, species: int, value: int, up: int, down: int, own: int, notes: list[int]) -> int:
    """What runs to and from a tree of this value may become, once another card of their species ends or begins them."""
    most, room, each = 0, max(0, notes[TURNS] - UNIT), notes[HABIT + STEP]
    for i in range(2):
        chance = notes[HABIT + HELD] if i == 0 else notes[HABIT + SEEN]
        low = notes[base + LOW + species] if i == 0 else notes[SEEN_LOW + species]
        top = notes[base + TOP + species] if i == 0 else notes[SEEN_TOP + species]
        if up > 0 and top > value:
            gain = UNIT * (up + own + 2 * (top == VALUES - 1)) + each * min(room, UNIT * (top - value - 1)) // UNIT
            most = max(most, chance * gain // UNIT)
        if down > 0 and low < value:
            gain = UNIT * (down + own + (low == 0)) + each * min(room, UNIT * (value - low - 1)) // UNIT
            most = max(most, chance * gain // UNIT)
    return most


@rule
def hope_of_pure(base: int, card: int, up: int, down: int, notes: list[int]) -> int:
    """Option `uniform`: what the runs of one species alone to and from a tree may become, another card more."""
    species, value, most = card // VALUES, card % VALUES, 0
    for i in range(2):
        chance = notes[HABIT + HELD] if i == 0 else notes[HABIT + SEEN]
        low = notes[base + LOW + species] if i == 0 else notes[SEEN_LOW + species]
        top = notes[base + TOP + species] if i == 0 else notes[SEEN_TOP + species]
        if top > value:
            most = max(most, chance * lengthened(up, 2 * (top == VALUES - 1), top - value - 1, notes))
        if low < value:
            most = max(most, chance * lengthened(down, 1 * (low == 0), value - low - 1, notes))
    return most // UNIT


@rule
def lengthened(run: int, end: int, left_out: int, notes: list[int]) -> int:
    """Hundredths of a run of one species with a card more at its end, and as many between as it lacks to count double.

    There is place for as many between as values are left out, and as turns are left.
    """
    trees = run // TREE + 1
    lacking = max(0, PURE_AT_LEAST - trees)
    if lacking > left_out or lacking * UNIT > notes[TURNS] - UNIT:
        return 0
    points = UNIT * (2 * (trees + lacking) + run % TREE + end)
    for _ in range(lacking):
        points = points * notes[HABIT + PURE_LACKS] // UNIT
    return points
