"""Arboretum, for imagined games: what a card more would add to an arboretum, by what stands beside its place."""

from ai.knowledge.arboretum_ground import between, hope_of, hope_of_pure, pure_points
from ai.knowledge.arboretum_notes import (
    BEST,
    DOWN,
    NEAR,
    NOTES,
    OUTLOOK,
    PLANTED,
    PURE,
    RIGHT,
    RUNS,
    STRIDE,
    TREE,
    UNIT,
    UP,
)
from services.rules.games.arboretum.components import NEIGHBOURS, VALUES
from services.rules.games.arboretum.scoring import N_SPECIES
from services.rules.games.arboretum.state import EACH, State
from services.rules.kernel import ints, rule


@rule
def differing(s: State, p: int, first: int, out: list[int]) -> int:
    """Write the free places of a seat that differ for a card, from the `first` one on; return how many.

    Of the places beside one and the same tree alone, only the one that is met first.
    """
    met, n = 0, 0
    for i in range(s.n_free[p]):
        place = s.free[p][(first + i) % s.n_free[p]]
        around, near, beside = NEIGHBOURS[place], 0, 0
        for d in range(4):
            if s.grid[p][around[d]] >= 0:
                near = s.grid[p][around[d]]
                beside += 1
        if beside != 1 or met >> near & 1 == 0:
            out[n] = place
            n += 1
        if beside == 1:
            met |= 1 << near
    return n


@rule
def join(s: State, p: int, card: int, place: int, notes: list[int], out: list[int]) -> None:
    """Write the best runs that would end and begin with a card planted there: up at species, down at STRIDE + species.

    Of species that neither stand here nor are the card's nothing is written.
    """
    base, kind, own = p * NOTES, card // VALUES, 2 if s.path_bonus == EACH else 1
    n = beside(s, p, card, place, out)
    for species in range(N_SPECIES):
        if notes[base + PLANTED + species] > 0 or species == kind:
            join_species(base, species, own if species == kind else 1, n, notes, out)
    join_pure(s, p, card, n, notes, out)
    start(card, own, out)


@rule
def join_own(s: State, p: int, card: int, place: int, notes: list[int], out: list[int]) -> None:
    """Write what `join` writes of the card's own species."""
    kind, own = card // VALUES, 2 if s.path_bonus == EACH else 1
    n = beside(s, p, card, place, out)
    join_species(p * NOTES, kind, own, n, notes, out)
    join_pure(s, p, card, n, notes, out)
    start(card, own, out)


@rule
def beside(s: State, p: int, card: int, place: int, out: list[int]) -> int:
    """Write the trees beside a place with which a card can make a step, lower ones as k, higher ones as -1 - k."""
    around, value, n = NEIGHBOURS[place], card % VALUES, 0
    for d in range(4):
        near = s.grid[p][around[d]]
        if near >= 0 and s.tree[p][near] % VALUES != value:
            out[NEAR + n] = near if s.tree[p][near] % VALUES < value else -1 - near
            n += 1
    return n


@rule
def join_species(base: int, species: int, step: int, n: int, notes: list[int], out: list[int]) -> None:
    """Write the best runs of one species that go on with a card beside n trees; 0 where there is none."""
    up, down = 0, 0
    for i in range(n):
        near = out[NEAR + i]
        if near >= 0:
            up = max(up, notes[base + UP + near * STRIDE + species])
        else:
            down = max(down, notes[base + DOWN - (near + 1) * STRIDE + species])
    out[species] = up + step if up > 0 else 0
    out[STRIDE + species] = down + step if down > 0 else 0


@rule
def join_pure(s: State, p: int, card: int, n: int, notes: list[int], out: list[int]) -> None:
    """Option `uniform`: write the best runs of the card's species alone."""
    if s.path_bonus == EACH:
        return
    base, up, down = p * NOTES, 0, 0
    for i in range(n):
        near = out[NEAR + i]
        k = near if near >= 0 else -1 - near
        if s.tree[p][k] // VALUES == card // VALUES:
            if near >= 0:
                up = max(up, notes[base + UP + k * STRIDE + PURE])
            else:
                down = max(down, notes[base + DOWN + k * STRIDE + PURE])
    out[PURE] = up + TREE + (card % VALUES == 0 if up == 0 else 0)
    out[STRIDE + PURE] = down + TREE + (2 * (card % VALUES == VALUES - 1) if down == 0 else 0)


@rule
def start(card: int, own: int, out: list[int]) -> None:
    """Let a card that goes on with no run of its species start one."""
    kind, value = card // VALUES, card % VALUES
    if out[kind] == 0:
        out[kind] = own + (value == 0)
    if out[STRIDE + kind] == 0:
        out[STRIDE + kind] = own + 2 * (value == VALUES - 1)


@rule
def path_through(s: State, card: int, species: int, runs: list[int]) -> int:
    """Points of the best path of a species through a card with these runs (`join`); 0 without one."""
    own = 2 if s.path_bonus == EACH else 1
    up, down, kind = runs[species], runs[STRIDE + species], card // VALUES
    if up == 0 or down == 0:
        return 0
    if species != kind:
        return up + down - 1
    points = up + down - own
    if points == own + (card % VALUES == 0) + 2 * (card % VALUES == VALUES - 1):
        points = 0  # a tree alone is no path
    if s.path_bonus != EACH:
        points = max(points, pure_points(runs[PURE], runs[STRIDE + PURE]))
    return points


@rule
def gain(s: State, p: int, card: int, place: int, notes: list[int], runs: list[int]) -> int:
    """Hundredths that a card adds on a place, gained and prepared, times the chance of the right; `runs`: a buffer."""
    base, own, value, total = p * NOTES, 2 if s.path_bonus == EACH else 1, card % VALUES, 0
    join(s, p, card, place, notes, runs)
    for species in range(N_SPECIES):
        if notes[base + PLANTED + species] > 0 or species == card // VALUES:
            up, down = runs[species], runs[STRIDE + species]
            if up > 0 or down > 0:
                best = UNIT * max(notes[base + BEST + species], path_through(s, card, species, runs))
                hope = hope_of(base, species, value, up, down, own, notes)
                if species == card // VALUES and s.path_bonus != EACH:
                    hope = max(hope, hope_of_pure(base, card, runs[PURE], runs[STRIDE + PURE], notes))
                more = between(best, hope, notes)
                total += max(0, more - notes[base + OUTLOOK + species]) * notes[RIGHT + species] // UNIT
    return total


@rule
def best_gain(s: State, p: int, card: int, places: list[int], n: int, notes: list[int]) -> int:
    """Hundredths that the best of these places for a card adds."""
    most, runs = 0, ints(RUNS)
    for j in range(n):
        most = max(most, gain(s, p, card, places[j], notes, runs))
    return most
