"""The end: the right to score, paths, and the winner."""

from services.rules.kernel import BLANK, ints, rule

from .components import MAX_SEATS, MAX_TREES, NEIGHBOURS, SPECIES, VALUES
from .state import EACH, State

N_SPECIES = len(SPECIES)
PURE_AT_LEAST = 4
"""Option `uniform`: a path of one species alone counts double from this many cards on."""


@rule
def claims(s: State, out: list[int]) -> None:
    """Sum of each hand in each species, out[seat * N_SPECIES + species]; an 8 is worth 0 against an opponent's 1."""
    ones = ints(N_SPECIES)
    for species in range(N_SPECIES):
        ones[species] = BLANK
        for p in range(s.seats):
            out[p * N_SPECIES + species] = 0
    for p in range(s.seats):
        for i in range(s.n_hand[p]):
            card = s.hand[p][i]
            out[p * N_SPECIES + card // VALUES] += card % VALUES + 1
            if card % VALUES == 0:
                ones[card // VALUES] = p
    for p in range(s.seats):
        for i in range(s.n_hand[p]):
            holder = ones[s.hand[p][i] // VALUES]
            if s.hand[p][i] % VALUES == VALUES - 1 and holder != BLANK and holder != p:
                out[p * N_SPECIES + s.hand[p][i] // VALUES] -= VALUES


@rule
def right_to_score(s: State, sums: list[int], p: int, species: int) -> bool:
    """Whether no other hand has a higher sum; so everybody has the right where nobody holds the species."""
    highest = 0
    for other in range(s.seats):
        highest = max(highest, sums[other * N_SPECIES + species])
    return sums[p * N_SPECIES + species] == highest


@rule
def by_value(s: State, p: int, out: list[int]) -> int:
    """Write the indices of the trees of a seat by rising value; return how many."""
    place = ints(VALUES + 1)
    for value in range(VALUES + 1):
        place[value] = 0
    for k in range(s.n_tree[p]):
        place[s.tree[p][k] % VALUES + 1] += 1
    for value in range(VALUES):
        place[value + 1] += place[value]
    for k in range(s.n_tree[p]):
        value = s.tree[p][k] % VALUES
        out[place[value]] = k
        place[value] += 1
    return s.n_tree[p]


@rule
def best_run(s: State, p: int, species: int, pure: bool, order: list[int], reach: list[int], back: list[int]) -> int:
    """Points of the best path of a species, 0 without one; `pure`: of paths of that species alone, counted double.

    `order` is the trees by rising value. Writes reach[k], the points of the best run from a tree of the species to the
    k-th tree before the end counts, back[k], the tree before it, and back[MAX_TREES], the last tree of the best path.
    """
    own = 2 if pure or s.path_bonus == EACH else 1
    tree, cell, grid = s.tree[p], s.cell[p], s.grid[p]
    best = 0
    started = False
    back[MAX_TREES] = BLANK
    for i in range(s.n_tree[p]):
        k = order[i]
        value = tree[k] % VALUES
        same = tree[k] // VALUES == species
        before, back[k], reach[k] = 0, BLANK, 0
        if started and (same or not pure):
            around = NEIGHBOURS[cell[k]]
            for d in range(4):
                near = grid[around[d]]
                if near >= 0 and reach[near] > before and tree[near] % VALUES < value:
                    before = reach[near]
                    back[k] = near
        if before > 0:
            reach[k] = before + (own if same else 1)
            points = reach[k] + (2 if value == VALUES - 1 else 0)
            if same and points > best and (not pure or reach[k] >= 2 * PURE_AT_LEAST):
                best = points
                back[MAX_TREES] = k
        elif same:
            reach[k] = own + (1 if value == 0 else 0)
            started = True
    return best


@rule
def best_path(s: State, p: int, species: int, order: list[int], reach: list[int], back: list[int]) -> int:
    """Points of the best path of a species in an arboretum, 0 without one; `back` as in `best_run`."""
    if s.path_bonus == EACH:
        return best_run(s, p, species, False, order, reach, back)
    pure = best_run(s, p, species, True, order, reach, back)
    mixed = best_run(s, p, species, False, order, reach, back)
    if pure > mixed:
        mixed = best_run(s, p, species, True, order, reach, back)
    return mixed


@rule
def scores(s: State, out: list[int]) -> None:
    """Points of each seat: its best path of each species that it has the right to score."""
    sums = ints(MAX_SEATS * N_SPECIES)
    order, reach, back = ints(MAX_TREES), ints(MAX_TREES), ints(MAX_TREES + 1)
    planted = ints(N_SPECIES)
    claims(s, sums)
    for p in range(s.seats):
        by_value(s, p, order)
        count_species(s, p, planted)
        out[p] = 0
        for species in range(N_SPECIES):
            if planted[species] >= 2 and s.species >> species & 1 and right_to_score(s, sums, p, species):
                out[p] += best_path(s, p, species, order, reach, back)


@rule
def count_species(s: State, p: int, out: list[int]) -> None:
    """Write how many trees of each species stand in an arboretum."""
    for species in range(N_SPECIES):
        out[species] = 0
    for k in range(s.n_tree[p]):
        out[s.tree[p][k] // VALUES] += 1


@rule
def variety(s: State, p: int) -> int:
    """How many species are planted in an arboretum."""
    planted = ints(N_SPECIES)
    count_species(s, p, planted)
    n = 0
    for species in range(N_SPECIES):
        n += planted[species] > 0
    return n


@rule
def ranking(s: State, scores: list[int], out: list[int]) -> None:
    """Place of each seat from 1: by points, then by species planted; equal seats share a place."""
    for p in range(s.seats):
        out[p] = 1
        for other in range(s.seats):
            ahead = scores[other] - scores[p]
            if ahead == 0 and other != p:
                ahead = variety(s, other) - variety(s, p)
            if ahead > 0:
                out[p] += 1


def path_cells(s: State, p: int, species: int) -> tuple[int, list[int]]:
    """(points, indices of its trees) of the best path of a species; (0, []) without one."""
    order, reach, back = ints(MAX_TREES), ints(MAX_TREES), ints(MAX_TREES + 1)
    by_value(s, p, order)
    points = best_path(s, p, species, order, reach, back)
    trees = []
    k = back[MAX_TREES]
    while k != BLANK:
        trees.append(k)
        k = back[k]
    return points, trees[::-1]
