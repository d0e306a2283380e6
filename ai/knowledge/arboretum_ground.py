"""Arboretum, for imagined games: the paths of an arboretum, and what a tree more would add to them.

Runs are kept from both ends of every tree, so a tree more is weighed by its neighbours alone, without playing it. All
of it stands in one buffer, the notes: of seat p from p * NOTES on, and of the table behind the seats.
"""

from services.rules.games.arboretum.components import MAX_SEATS, MAX_TREES, NEIGHBOURS, VALUES
from services.rules.games.arboretum.scoring import N_SPECIES, PURE_AT_LEAST, by_value
from services.rules.games.arboretum.state import EACH, FREE, State
from services.rules.kernel import ints, rule

UNIT = 100
"""Points are kept in hundredths where they are not whole."""
PURE = N_SPECIES
"""The place of a run of the tree's own species alone, behind the runs of each species."""
STRIDE = N_SPECIES + 1
NEAR, RUNS = 2 * STRIDE, 2 * STRIDE + 4
"""Of the runs that a card would have (`join`): where the trees beside it are noted, and the size of the buffer."""
TREE = 4
"""Such runs are kept as TREE for each tree and the points of their ends, so that more trees come first."""
HELD, SEEN = 90, 35
"""Of 100, the chance that a path is gone on with by a card of the hand, and by one that may still be drawn."""
STEP = 40
"""Hundredths of each value that such a card still leaves room for."""

UP, DOWN = 0, MAX_TREES * STRIDE
"""Of tree k and species i at k * STRIDE + i: points of the best run to the tree and from it, 0 without one."""
BEST = 2 * MAX_TREES * STRIDE
"""Points of the best path of each species."""
OUTLOOK = BEST + N_SPECIES
"""The same with what it may still become, in hundredths."""
LOW, TOP = OUTLOOK + N_SPECIES, OUTLOOK + 2 * N_SPECIES
"""The lowest and the highest value of each species that the hand is seen to hold; VALUES and -1 without one."""
PLANTED = OUTLOOK + 3 * N_SPECIES
"""How many trees of each species stand here."""
SUM, WIDTH = PLANTED + N_SPECIES, PLANTED + 2 * N_SPECIES
"""What the hand is likely to hold of each species, and how far that may be mistaken, in hundredths."""
NOTES = WIDTH + N_SPECIES

TABLE = MAX_SEATS * NOTES
"""Of the table: the lowest and the highest value of each species that may still be drawn, the chance of the own right
to each (hundredths), what an own 8 counts (hundredths), and the turns that are left to each seat (hundredths)."""
SEEN_LOW, SEEN_TOP = TABLE, TABLE + N_SPECIES
RIGHT, EIGHT = TABLE + 2 * N_SPECIES, TABLE + 3 * N_SPECIES
TURNS = TABLE + 4 * N_SPECIES
SIZE = TURNS + 1


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
    for species in range(N_SPECIES):
        at = base + OUTLOOK + species
        notes[at] = between(UNIT * notes[base + BEST + species], notes[at], notes)


@rule
def between(now: int, hope: int, notes: list[int]) -> int:
    """What is there, and the more of what is hoped for the more turns are left."""
    turns = notes[TURNS]
    return now + (hope - now) * turns // (turns + UNIT) if hope > now else now


@rule
def hope_of(base: int, species: int, value: int, up: int, down: int, own: int, notes: list[int]) -> int:
    """What runs to and from a tree of this value may become, once another card of their species ends or begins them."""
    most, room = 0, max(0, notes[TURNS] - UNIT)
    for i in range(2):
        chance = HELD if i == 0 else SEEN
        low = notes[base + LOW + species] if i == 0 else notes[SEEN_LOW + species]
        top = notes[base + TOP + species] if i == 0 else notes[SEEN_TOP + species]
        if up > 0 and top > value:
            gain = UNIT * (up + own + 2 * (top == VALUES - 1)) + STEP * min(room, UNIT * (top - value - 1)) // UNIT
            most = max(most, chance * gain // UNIT)
        if down > 0 and low < value:
            gain = UNIT * (down + own + (low == 0)) + STEP * min(room, UNIT * (value - low - 1)) // UNIT
            most = max(most, chance * gain // UNIT)
    return most


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
                more = between(best, hope_of(base, species, value, up, down, own, notes), notes)
                total += max(0, more - notes[base + OUTLOOK + species]) * notes[RIGHT + species] // UNIT
    return total


@rule
def best_gain(s: State, p: int, card: int, places: list[int], n: int, notes: list[int]) -> int:
    """Hundredths that the best of these places for a card adds."""
    most, runs = 0, ints(RUNS)
    for j in range(n):
        most = max(most, gain(s, p, card, places[j], notes, runs))
    return most
