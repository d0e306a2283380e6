"""Arboretum: the exact question `best-paths`, in the notation of the views and moves of the game."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ai.solve.answers import GREEDY, SOLVER, Answer, BadQuestion, Question
from ai.solve.arboretum_best_paths import BestPaths, Cell, around, most_points
from ai.solve.limits import Limits
from ai.solve.solver import maximise
from services.rules.errors import BadMove
from services.rules.games.arboretum.components import CARD, HAND_WITH_DRAWN, MAX_TREES, NAMES, SPECIES
from services.rules.games.arboretum.notation import Plant
from services.rules.games.arboretum.options import PATH_BONUS
from services.rules.games.arboretum.scoring import path_cells
from services.rules.games.arboretum.state import State, cell_of, clear_table, occupy
from services.rules.notation import Json, move_schema, read_move

_PARTS: Final = move_schema(Plant)["properties"]
_TREE: Final[Json] = {
    "type": "object",
    "properties": {"card": _PARTS["card"] | {"description": "The tree."}, "at": _PARTS["at"]},
    "required": ["card", "at"],
    "additionalProperties": False,
}
SCHEMA: Final[Json] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "trees": {
            "type": "array",
            "description": "The arboretum, as `trees` of a seat in a view; all trees hang together.",
            "items": _TREE,
            "maxItems": MAX_TREES,
        },
        "cards": {
            "type": "array",
            "description": "The cards that may still be planted.",
            "items": {"type": "string", "enum": list(NAMES)},
            "maxItems": HAND_WITH_DRAWN,
            "uniqueItems": True,
        },
        "species": {
            "type": "array",
            "description": "The species that the seat will have the right to score.",
            "items": {"type": "string", "enum": list(SPECIES)},
            "uniqueItems": True,
        },
        "path_bonus": {"type": "string", "enum": ["each", "uniform"], "default": "each"},
        "known": {
            "type": "array",
            "description": "Cards as they could be planted: a plan to start from; the answer is no worse.",
            "items": _TREE,
            "maxItems": HAND_WITH_DRAWN,
        },
    },
    "required": ["trees", "cards", "species"],
    "additionalProperties": False,
}
EXAMPLE: Final[Json] = {
    "trees": [
        {"card": "maple-4", "at": [0, 0]},
        {"card": "jacaranda-2", "at": [0, 1]},
        {"card": "maple-3", "at": [-1, 0]},
        {"card": "cassia-3", "at": [-1, -1]},
    ],
    "cards": ["cassia-6", "jacaranda-5", "maple-8"],
    "species": ["cassia", "jacaranda", "maple"],
    "path_bonus": "each",
}
DESCRIPTION: Final = (
    "Where the cards still to be planted bring most: any of them, in any order, each next to a tree of the arboretum. "
    "The value is the sum of the points of the best path of each species named."
)


class Asked:
    """A question that can be asked."""

    def __init__(self, question: Json) -> None:
        """Read it; raises BadQuestion."""
        for name in question:
            if name not in SCHEMA["properties"]:
                raise BadQuestion(f"/{name}", "unknown field")
        self.standing = _trees("trees", _list(question, "trees", MAX_TREES), {})
        cards = _names(_list(question, "cards", HAND_WITH_DRAWN), "cards", NAMES)
        self.cards = [CARD[name] for name in cards]
        self.species = [
            SPECIES.index(name) for name in _names(_list(question, "species", len(SPECIES)), "species", SPECIES)
        ]
        for i, card in enumerate(self.cards):
            if card in self.standing.values():
                raise BadQuestion(f"/cards/{i}", f"{NAMES[card]} stands in the arboretum already")
        if len(self.standing) + len(self.cards) > MAX_TREES:
            raise BadQuestion("/cards", f"an arboretum has at most {MAX_TREES} trees")
        bonus = question.get("path_bonus", PATH_BONUS.values[0])
        if bonus not in PATH_BONUS.values:
            raise BadQuestion("/path_bonus", "must be one of " + ", ".join(map(str, PATH_BONUS.values)))
        self.path_bonus = PATH_BONUS.values.index(bonus)
        self.known = _trees("known", _list({"known": [], **question}, "known", HAND_WITH_DRAWN), self.standing)
        for i, card in enumerate(self.known.values()):
            if card not in self.cards:
                raise BadQuestion(f"/known/{i}/card", f"{NAMES[card]} is not one of the cards to be planted")

    def paths(self, planted: Mapping[Cell, int]) -> dict[int, tuple[int, list[Cell]]]:
        """By the rules: the points and the cells of the best path of each species, once these cards are planted."""
        trees = _in_order(dict(self.standing), planted)
        s, (x, y) = State(), next(iter(trees), (0, 0))
        clear_table(s, 0)
        s.path_bonus, s.n_tree[0] = self.path_bonus, len(trees)
        for k, (cell, card) in enumerate(trees.items()):
            s.tree[0][k] = card
            occupy(s, 0, k, cell_of(cell[0] - x, cell[1] - y))
        cells, found = list(trees), {}
        for of in self.species:
            points, path = path_cells(s, 0, of)
            found[of] = points, [cells[k] for k in path]
        return found

    def value(self, planted: Mapping[Cell, int]) -> int:
        """What these cards, planted so, make all paths worth."""
        return sum(points for points, _ in self.paths(planted).values())

    def greedy(self) -> dict[Cell, int]:
        """Cards planted one by one, each where it adds most, as long as one adds anything."""
        planted: dict[Cell, int] = {}
        while True:
            trees = self.standing | planted
            free = {near for cell in trees for near in around(cell)} - trees.keys() if trees else {(0, 0)}
            left = [card for card in self.cards if card not in planted.values()]
            tried = [(self.value(planted | {cell: card}), cell, card) for cell in sorted(free) for card in left]
            most, cell, card = max(tried, default=(0, (0, 0), 0))
            if most <= self.value(planted):
                return planted
            planted[cell] = card

    def trimmed(self, planted: dict[Cell, int]) -> dict[Cell, int]:
        """The same without the trees that change nothing, in an order in which they can be planted."""
        planted, value = _in_order(dict(self.standing), planted, only_new=True), self.value(planted)
        for cell in reversed(list(planted)):
            rest = {at: card for at, card in planted.items() if at != cell}
            if len(_in_order(dict(self.standing), rest, only_new=True)) == len(rest) and self.value(rest) == value:
                planted = rest
        return _in_order(dict(self.standing), planted, only_new=True)


def best_paths(question: Json, limits: Limits) -> Answer:
    """The answer to `best-paths`; raises BadQuestion, TooLarge."""
    asked = Asked(question)
    greedy = max(asked.known, asked.greedy(), key=asked.value)
    model = BestPaths(asked.standing, asked.cards, asked.species, uniform=asked.path_bonus == 1)
    model.suggest(greedy)
    solved = maximise(model.model, limits)
    if solved is None:
        cards = [*asked.standing.values(), *asked.cards]
        bound = sum(most_points(of, cards) for of in asked.species)
        return Answer(
            _plan(asked, greedy), asked.value(greedy), bound, deterministic=True, source=GREEDY, work=limits.work
        )
    planted = max(model.planted(solved), greedy, key=asked.value)
    return Answer(_plan(asked, planted), asked.value(planted), solved.bound, solved.deterministic, SOLVER, solved.work)


def _plan(asked: Asked, planted: dict[Cell, int]) -> Json:
    planted = asked.trimmed(planted)
    return {
        "moves": [Plant(NAMES[card], cell).json() for cell, card in planted.items()],
        "paths": {
            SPECIES[of]: {"points": points, "path": [list(cell) for cell in path]}
            for of, (points, path) in asked.paths(planted).items()
            if points
        },
    }


def _list(question: Json, name: str, most: int) -> list[Any]:
    value = question.get(name)
    if not isinstance(value, list) or len(value) > most:
        raise BadQuestion(f"/{name}", f"must be a list of at most {most} items")
    return value


def _names(values: list[Any], where: str, known: Sequence[str]) -> list[str]:
    for i, value in enumerate(values):
        if value not in known:
            raise BadQuestion(f"/{where}/{i}", "there is no such name")
        if value in values[:i]:
            raise BadQuestion(f"/{where}/{i}", f"{value} stands here twice")
    return values


def _trees(name: str, trees: list[Any], before: Mapping[Cell, int]) -> dict[Cell, int]:
    """The trees by their cells, where some stand before."""
    standing: dict[Cell, int] = {}
    for i, tree in enumerate(trees):
        if not isinstance(tree, dict):
            raise BadQuestion(f"/{name}/{i}", "a tree is an object with card and at")
        try:
            plant = read_move((Plant,), {**tree, "type": Plant.type})
        except BadMove as error:
            raise BadQuestion(f"/{name}/{i}{error.pointer}", str(error)) from None
        assert isinstance(plant, Plant)
        if plant.at in standing or plant.at in before:
            raise BadQuestion(f"/{name}/{i}/at", "another tree stands there")
        if CARD[plant.card] in standing.values():
            raise BadQuestion(f"/{name}/{i}/card", f"{plant.card} stands here twice")
        standing[plant.at] = CARD[plant.card]
    touching = _in_order(dict(before), standing, only_new=True)
    for i, cell in enumerate(standing):
        if cell not in touching:
            raise BadQuestion(f"/{name}/{i}/at", "the tree touches no other tree of its arboretum")
    return touching


def _in_order(standing: dict[Cell, int], more: Mapping[Cell, int], *, only_new: bool = False) -> dict[Cell, int]:
    """These trees and, of the others, those that touch them, each after one that it touches."""
    trees, rest = dict(standing), dict(more)
    if not trees and rest:
        first = next(iter(rest))
        trees[first] = rest.pop(first)
    while near := [cell for cell in rest if any(beside in trees for beside in around(cell))]:
        for cell in near:
            trees[cell] = rest.pop(cell)
    return {cell: card for cell, card in trees.items() if not only_new or cell not in standing}


QUESTION: Final = Question("best-paths", DESCRIPTION, SCHEMA, EXAMPLE, best_paths)
