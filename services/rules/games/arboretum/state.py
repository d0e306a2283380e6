"""The state of a game, how it is dealt, and what each seat knows of it."""

from services.rules.kernel import BLANK, Record, Rng, derived, field, insert, ints, remove, rule, shuffle

from .components import (
    CARDS,
    CELLS,
    HAND,
    HAND_WITH_DRAWN,
    MAX_FREE,
    MAX_PILE,
    MAX_SEATS,
    MAX_TREES,
    NEIGHBOURS,
    SIDE,
    STEPS,
    VALUES,
)

FIRST_DRAW, SECOND_DRAW, PLANT, DISCARD, OVER = range(5)
"""The phases of a turn, and the end."""

EACH, UNIFORM = range(2)
"""Option `path_bonus`: a point for each card of the path's species, or only on long paths of that species alone."""

FREE, WILD = -1, -2
"""Cells of a grid without a tree: next to one, or not."""


class State(Record):
    """A game of Arboretum; the first index of a table is the seat."""

    seats: int = field("i1")
    turn: int = field("i1")
    phase: int = field("i1")
    path_bonus: int = field("i1")
    species: int = field("i2")  # bit i: the i-th species is in play, else it stayed in the box
    n_deck: int = field("i1")
    deck: list[int] = field("i1", CARDS)  # the top is the last one
    n_hand: list[int] = field("i1", MAX_SEATS)
    hand: list[list[int]] = field("i1", MAX_SEATS, HAND_WITH_DRAWN)  # rising
    known: list[int] = field("i1", CARDS)  # 1: in a hand, and everybody saw it come there
    n_pile: list[int] = field("i1", MAX_SEATS)
    pile: list[list[int]] = field("i1", MAX_SEATS, MAX_PILE)  # the top is the last one
    n_tree: list[int] = field("i1", MAX_SEATS)
    tree: list[list[int]] = field("i1", MAX_SEATS, MAX_TREES)  # cards in the order they were planted
    x: list[list[int]] = field("i1", MAX_SEATS, MAX_TREES)
    y: list[list[int]] = field("i1", MAX_SEATS, MAX_TREES)
    cell: list[list[int]] = derived("i2", MAX_SEATS, MAX_TREES)  # of each tree, on the torus
    grid: list[list[int]] = derived("i1", MAX_SEATS, CELLS)  # index of the tree on a cell, FREE or WILD
    n_free: list[int] = derived("i1", MAX_SEATS)
    free: list[list[int]] = derived("i2", MAX_SEATS, MAX_FREE)  # in the order they became free


@rule
def deal(s: State, seats: int, options: list[int], rng: Rng) -> None:
    """Set up a game; options: species (bits), open_cards, path_bonus. Seat 0 starts."""
    s.seats, s.turn, s.phase = seats, 0, FIRST_DRAW
    s.species, s.path_bonus = options[0], options[2]
    s.n_deck = 0
    for card in range(CARDS):
        s.known[card] = 0
        s.deck[card] = BLANK
    for card in range(CARDS):
        if s.species >> card // VALUES & 1:
            s.deck[s.n_deck] = card
            s.n_deck += 1
    shuffle(s.deck, s.n_deck, rng)
    for p in range(MAX_SEATS):
        clear_table(s, p)
        if p < seats:
            for _ in range(HAND):
                s.n_hand[p] = insert(s.hand[p], s.n_hand[p], take_top(s))
    if options[1]:
        for p in range(1, seats):
            s.pile[p][0] = take_top(s)
            s.n_pile[p] = 1


@rule
def clear_table(s: State, p: int) -> None:
    """An empty hand, pile and arboretum."""
    s.n_hand[p] = s.n_pile[p] = s.n_tree[p] = 0
    for i in range(HAND_WITH_DRAWN):
        s.hand[p][i] = BLANK
    for i in range(MAX_PILE):
        s.pile[p][i] = BLANK
    for k in range(MAX_TREES):
        s.tree[p][k] = s.cell[p][k] = BLANK
        s.x[p][k] = s.y[p][k] = 0
    clear_grid(s, p)


@rule
def clear_grid(s: State, p: int) -> None:
    """An arboretum without trees: the first one has a single place, the origin."""
    for cell in range(CELLS):
        s.grid[p][cell] = WILD
    for i in range(MAX_FREE):
        s.free[p][i] = BLANK
    s.grid[p][0] = FREE
    s.free[p][0] = 0
    s.n_free[p] = 1


@rule
def take_top(s: State) -> int:
    """Take the top card of the deck."""
    s.n_deck -= 1
    card = s.deck[s.n_deck]
    s.deck[s.n_deck] = BLANK
    return card


@rule
def cell_of(x: int, y: int) -> int:
    """The cell of the torus at true coordinates."""
    return y % SIDE * SIDE + x % SIDE


@rule
def occupy(s: State, p: int, k: int, cell: int) -> None:
    """Let the k-th tree grow on a free cell: next to another tree, or at the origin."""
    s.x[p][k] = s.y[p][k] = 0
    s.cell[p][k] = cell
    n = remove(s.free[p], s.n_free[p], cell)
    for d in range(4):
        near = NEIGHBOURS[cell][d]
        tree = s.grid[p][near]
        if tree == WILD:
            s.grid[p][near] = FREE
            s.free[p][n] = near
            n += 1
        elif tree != FREE:
            s.x[p][k] = s.x[p][tree] - STEPS[d][0]
            s.y[p][k] = s.y[p][tree] - STEPS[d][1]
    s.grid[p][cell] = k
    s.n_free[p] = n


def rebuild(s: State) -> None:
    """Make the grids again from the trees and their coordinates, as planting them one by one would."""
    for p in range(MAX_SEATS):
        cells: list[int] = []
        grid, free = [WILD] * CELLS, [0]
        for x, y in zip(s.x[p][: s.n_tree[p]], s.y[p], strict=False):
            cell = y % SIDE * SIDE + x % SIDE
            grid[cell] = len(cells)
            cells.append(cell)
            for near in NEIGHBOURS[cell]:
                if grid[near] == WILD:
                    grid[near] = FREE
                    free.append(near)
        if cells:
            free = [place for place in free if grid[place] == FREE]
        else:
            grid[0] = FREE
        s.grid[p], s.n_free[p] = grid, len(free)
        s.cell[p] = cells + [BLANK] * (MAX_TREES - len(cells))
        s.free[p] = free + [BLANK] * (MAX_FREE - len(free))


# What a seat knows ---------------------------------------------------------------------------------------------------


def redact(s: State, viewer: int) -> None:
    """Blank the deck and the cards of other hands that were never seen; after the end all hands are open."""
    s.deck = [BLANK] * CARDS
    if s.phase != OVER:
        for p in range(s.seats):
            if p != viewer:
                keep_known(s, p)


@rule
def keep_known(s: State, p: int) -> int:
    """Blank the cards of a hand that not everybody knows; return how many are left, in the first slots."""
    kept = 0
    for i in range(s.n_hand[p]):
        card = s.hand[p][i]
        if card != BLANK and s.known[card]:
            s.hand[p][kept] = card
            kept += 1
    for i in range(kept, HAND_WITH_DRAWN):
        s.hand[p][i] = BLANK
    return kept


@rule
def unseen(s: State, viewer: int, out: list[int]) -> int:
    """Write the cards that the viewer cannot place (deck, unknown cards of other hands), rising; return how many."""
    seen = ints(CARDS)
    for card in range(CARDS):
        seen[card] = s.known[card]
    for p in range(s.seats):
        if p == viewer:
            for i in range(s.n_hand[p]):
                seen[s.hand[p][i]] = 1
        for i in range(s.n_pile[p]):
            seen[s.pile[p][i]] = 1
        for k in range(s.n_tree[p]):
            seen[s.tree[p][k]] = 1
    n = 0
    for card in range(CARDS):
        if s.species >> card // VALUES & 1 and seen[card] == 0:
            out[n] = card
            n += 1
    return n


@rule
def redeal(s: State, viewer: int, rng: Rng) -> None:
    """Deal the cards that the viewer cannot place anew, over the deck and the unknown cards of other hands."""
    if s.phase == OVER:
        return
    pool = ints(CARDS)
    n = unseen(s, viewer, pool)
    shuffle(pool, n, rng)
    for i in range(s.n_deck):
        n -= 1
        s.deck[i] = pool[n]
    for p in range(s.seats):
        if p != viewer:
            for size in range(keep_known(s, p), s.n_hand[p]):
                n -= 1
                insert(s.hand[p], size, pool[n])
