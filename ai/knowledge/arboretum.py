"""Arboretum: what a table is worth to a seat, from what that seat can see.

Expected points: for each species the chance of the right to score it (own hand against what rivals are known or likely
to hold) times what its path is worth now and may still become; less the same for the rivals.
"""

from math import sqrt

from ai.knowledge.arboretum_habits import HABITS
from ai.knowledge.arboretum_playout import play_by, playout
from ai.knowledge.arboretum_proposals import propose
from ai.knowledge.arboretum_uniform import UNIFORM, UNIFORM_WEIGHTS, outlook
from services.rules.games.arboretum.components import CARDS, MAX_SEATS, MAX_TREES, NEIGHBOURS, VALUES
from services.rules.games.arboretum.scoring import N_SPECIES, best_path, by_value, scores
from services.rules.games.arboretum.state import EACH, FREE, OVER, PLANT, State, unseen
from services.rules.kernel import BLANK, ints, rule

__all__ = ["HABITS", "SEARCH", "WEIGHTS", "evaluate", "play_by", "playout", "propose"]

SUMS = MAX_SEATS * N_SPECIES
UNIT = 100
"""Sums of hands are kept in hundredths."""
SEARCH = {
    "flat": {"sift": 8, "turns": 4},
    "mcts": {"sift": 16, "guide": 80, "explore": 0.15},
}
"""Against greedy at 2 seats: flat:200 87 % of 60 games, mcts:3000 60 to 76 %; four turns beat two and all."""
WEIGHTS = {  # tuned: pomona tune arboretum --rounds 80 --games 20 --seed 1
    "rivals": 0.51,  # what the rivals may expect
    "gift": 0.32,  # what the own discard pile offers to rivals
    "start": 0.55,  # points that each card of a species in the hand promises
    "step": 0.38,  # points of each step that a path could still take between its end and the highest card to come
    "in_hand": 0.92,  # the chance that a path is ended by a card of the hand
    "in_sight": 0.39,  # the chance that it is ended by one that may still be drawn
    "doubt": 1.04,  # how far a lead in a species may be mistaken, in standard errors
    **UNIFORM_WEIGHTS,
}
RIVALS, GIFT, START, STEP, IN_HAND, IN_SIGHT, DOUBT = range(UNIFORM)


@rule
def evaluate(s: State, me: int, w: list[float]) -> float:
    """Points that a seat may expect above its rivals; it looks at no card that the seat cannot place."""
    if s.phase == OVER:
        return final_margin(s, me)
    if s.path_bonus != EACH:
        return outlook(s, me, w)
    pool, mean, spread, ceiling = ints(CARDS), ints(SUMS), ints(SUMS), ints(SUMS)
    likely_sums(s, me, pool, unseen(s, me, pool), mean, spread, ceiling)
    order, reach, back = ints(MAX_TREES), ints(MAX_TREES), ints(MAX_TREES + 1)
    total = 0.0
    for p in range(s.seats):
        worth = 0.0
        turns = turns_left(s, p)
        by_value(s, p, order)
        for species in range(N_SPECIES):
            if s.species >> species & 1:
                best = 1.0 * best_path(s, p, species, order, reach, back)
                hope = w[START] * held(s, p, p == me, species)
                hope = max(hope, growth(s, p, ceiling[p * N_SPECIES + species], turns, w, order, reach))
                worth += chance_of_right(s, p, species, w[DOUBT], mean, spread) * (
                    best + max(0.0, hope - best) * turns / (turns + 1.0)
                )
        total += worth if p == me else -worth * w[RIVALS] / (s.seats - 1)
    return total - w[GIFT] * gift(s, me, mean)


@rule
def final_margin(s: State, me: int) -> float:
    """Points ahead of the best rival when the game is over."""
    points = ints(MAX_SEATS)
    scores(s, points)
    rival = 0
    for p in range(s.seats):
        if p != me:
            rival = max(rival, points[p])
    return 1.0 * (points[me] - rival)


@rule
def turns_left(s: State, p: int) -> float:
    """About how many trees a seat will still plant."""
    turns = s.n_deck / (2.0 * s.seats)
    return turns + 1.0 if s.turn == p and s.phase <= PLANT else turns


@rule
def likely_sums(
    s: State, me: int, pool: list[int], n: int, mean: list[int], spread: list[int], ceiling: list[int]
) -> None:
    """What each hand holds of each species, as far as `me` can tell; pool[:n] are the cards it cannot place.

    Writes mean (hundredths) and spread (variance, hundredths) of the sum, and the value of the highest card that the
    seat may get, or VALUES more than that of the highest that it holds.
    """
    hidden = ints(MAX_SEATS)
    all_hidden = count_hidden(s, me, hidden)
    for at in range(s.seats * N_SPECIES):
        mean[at] = spread[at] = ceiling[at] = 0
    held_ones = ones_held(s, me)
    hidden_ones = 0
    for i in range(n):
        species, value = pool[i] // VALUES, pool[i] % VALUES + 1
        hidden_ones |= (value == 1) << species
        for p in range(s.seats):
            at = p * N_SPECIES + species
            ceiling[at] = max(ceiling[at], value)
            if hidden[p] > 0 and (value < VALUES or held_ones >> species & 1 == 0):
                mean[at] += UNIT * value * hidden[p] // n
                spread[at] += UNIT * value * value * hidden[p] * (n - hidden[p]) // (n * n)
    for p in range(s.seats):
        for i in range(s.n_hand[p]):
            card = s.hand[p][i]
            if p == me or (card != BLANK and s.known[card]):
                species, value = card // VALUES, card % VALUES + 1
                at = p * N_SPECIES + species
                ceiling[at] = max(ceiling[at], VALUES + value)
                if value == VALUES and p == me and hidden_ones >> species & 1:
                    mean[at] += UNIT * value * (n - all_hidden) // n
                elif value < VALUES or p == me or held_ones >> species & 1 == 0:
                    mean[at] += UNIT * value


@rule
def count_hidden(s: State, me: int, out: list[int]) -> int:
    """Write how many cards of each hand `me` cannot place; return their sum."""
    total = 0
    for p in range(s.seats):
        out[p] = 0
        for i in range(s.n_hand[p]):
            out[p] += p != me and (s.hand[p][i] == BLANK or s.known[s.hand[p][i]] == 0)
        total += out[p]
    return total


@rule
def ones_held(s: State, me: int) -> int:
    """The species, as bits, whose 1 the seat holds: there the 8 of a rival is worth nothing."""
    found = 0
    for i in range(s.n_hand[me]):
        found |= (s.hand[me][i] % VALUES == 0) << s.hand[me][i] // VALUES
    return found


@rule
def chance_of_right(s: State, p: int, species: int, doubt: float, mean: list[int], spread: list[int]) -> float:
    """The chance that no rival of seat p holds more of the species."""
    chance = 1.0
    for other in range(s.seats):
        if other != p:
            mine, theirs = p * N_SPECIES + species, other * N_SPECIES + species
            lead = (mean[mine] - mean[theirs] + 0.5 * UNIT) / UNIT
            z = lead / (doubt * sqrt((spread[mine] + spread[theirs]) / UNIT + 1.0))
            chance *= 0.5 + 0.5 * z / (1.0 + abs(z))
    return chance


@rule
def growth(s: State, p: int, top: int, turns: float, w: list[float], order: list[int], reach: list[int]) -> float:
    """Points that the best unfinished path of a species may come to; `top` is the ceiling, `reach` as in `best_run`."""
    end, chance = (top - VALUES, w[IN_HAND]) if top > VALUES else (top, w[IN_SIGHT])
    gain = (2.0 if s.path_bonus == EACH else 1.0) + (2.0 if end == VALUES else 0.0)
    most = 0.0
    for i in range(s.n_tree[p]):
        k = order[i]
        value = s.tree[p][k] % VALUES + 1
        if reach[k] > 0 and value < end and may_grow(s, p, k):
            steps = max(0.0, min(turns - 1.0, 1.0 * (end - value - 1)))
            most = max(most, (reach[k] + gain + w[STEP] * steps) * chance)
    return most


@rule
def held(s: State, p: int, own: bool, species: int) -> int:
    """How many cards of a species a hand is seen to hold."""
    n = 0
    for i in range(s.n_hand[p]):
        card = s.hand[p][i]
        if card != BLANK and card // VALUES == species and (own or s.known[card]):
            n += 1
    return n


@rule
def may_grow(s: State, p: int, k: int) -> bool:
    """Whether a place next to the k-th tree is free."""
    free = False
    for d in range(4):
        if s.grid[p][NEIGHBOURS[s.cell[p][k]][d]] == FREE:
            free = True
    return free


@rule
def gift(s: State, me: int, mean: list[int]) -> float:
    """What the top of the own discard pile is worth to rivals: they plant or hold the species it belongs to."""
    if s.n_pile[me] == 0:
        return 0.0
    card = s.pile[me][s.n_pile[me] - 1]
    species, value = card // VALUES, card % VALUES + 1
    most = 0.0
    for p in range(s.seats):
        if p != me:
            planted = 0
            for k in range(s.n_tree[p]):
                planted += s.tree[p][k] // VALUES == species
            interest = min(planted, 4) + 0.5 * mean[p * N_SPECIES + species] / UNIT / 8.0
            most = max(most, interest * (4.0 + value) / 12.0)
    return most
