"""Arboretum, plainly: all ways to plant some cards, and the best path of each species, straight from the rulebook."""

import random
from collections.abc import Iterator

from services.rules.games.arboretum.components import CARDS, NAMES, SPECIES, VALUES
from services.rules.notation import Json

Trees = dict[tuple[int, int], int]


def beside(cell: tuple[int, int]) -> list[tuple[int, int]]:
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def free_cells(trees: Trees) -> list[tuple[int, int]]:
    """Where the next tree may stand."""
    return sorted({near for cell in trees for near in beside(cell)} - trees.keys()) if trees else [(0, 0)]


def rising_paths(trees: Trees, cell: tuple[int, int]) -> Iterator[list[int]]:
    """The cards of every path that begins on a cell."""
    yield [trees[cell]]
    for near in beside(cell):
        if near in trees and trees[near] % VALUES > trees[cell] % VALUES:
            for rest in rising_paths(trees, near):
                yield [trees[cell], *rest]


def points(path: list[int], species: int, bonus: str) -> int:
    """What a path is worth to a species; 0 if it is no path of it."""
    own = [card for card in path if card // VALUES == species]
    if len(path) < 2 or path[0] not in own or path[-1] not in own:
        return 0
    pure = len(own) == len(path) >= 4
    doubled = len(own) if bonus == "each" or pure else 0
    return len(path) + doubled + (path[0] % VALUES == 0) + 2 * (path[-1] % VALUES == 7)


def total(trees: Trees, species: list[int], bonus: str) -> int:
    """The points of the best path of each species."""
    paths = [path for cell in trees for path in rising_paths(trees, cell)]
    return sum(max((points(path, of, bonus) for path in paths), default=0) for of in species)


def most(trees: Trees, cards: list[int], species: list[int], bonus: str) -> int:
    """The most points, after any of the cards has been planted anywhere."""
    best, seen, open_ends = 0, {frozenset(trees.items())}, [trees]
    while open_ends:
        now = open_ends.pop()
        best = max(best, total(now, species, bonus))
        for card in cards:
            if card not in now.values():
                for cell in free_cells(now):
                    after = now | {cell: card}
                    key = frozenset(after.items())
                    if key not in seen:
                        seen.add(key)
                        open_ends.append(after)
    return best


def random_question(rng: random.Random, n_trees: int, n_cards: int) -> Json:
    """Trees that grew at random, of few species, so that there are paths."""
    species = rng.sample(range(len(SPECIES)), 3)
    pool = [card for card in range(CARDS) if card // VALUES in species]
    drawn = rng.sample(pool, n_trees + n_cards)
    trees: Trees = {}
    for card in drawn[:n_trees]:
        trees[rng.choice(free_cells(trees))] = card
    return {
        "trees": [{"card": NAMES[card], "at": list(cell)} for cell, card in trees.items()],
        "cards": [NAMES[card] for card in drawn[n_trees:]],
        "species": [SPECIES[of] for of in rng.sample(species, rng.randint(1, 2))],
        "path_bonus": rng.choice(["each", "uniform"]),
    }


def brute_force(question: Json) -> int:
    """The answer to `best-paths` by looking at everything."""
    trees = {tuple(tree["at"]): NAMES.index(tree["card"]) for tree in question["trees"]}
    cards = [NAMES.index(name) for name in question["cards"]]
    species = [SPECIES.index(name) for name in question["species"]]
    return most(trees, cards, species, question["path_bonus"])
