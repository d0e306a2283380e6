"""How long exact questions take by their size: seconds of CPU to a first plan and to the proof, on one thread.

Sizes are cut out of the examples of the questions, so that anybody can ask for the same over HTTP.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from ai.solve.answers import Answer, Question
from ai.solve.limits import Limits
from ai.solve.lookup import has_solver, solver_of
from services.rules.notation import Json
from services.rules.registry import GAMES

WORK: Final = 2.0
"""What a proof may take, in the solver's deterministic time."""
SHORT_WORK: Final = 0.1
FEW: Final = 2
"""Sizes of a short bench."""
SECONDS: Final = 600.0
CARDS: Final = ("maple-6", "cassia-7", "jacaranda-7", "maple-7", "cassia-8")
TILES: Final = ("tile-30", "tile-41", "tile-52", "tile-63", "tile-74")
"""What is asked for beyond the examples."""
Sized = Iterator[tuple[str, Json]]


def bench(*, short: bool = False) -> dict[str, Any]:
    """Figures of every question by its size; `short` stops early and asks the small ones alone."""
    limits = Limits(SHORT_WORK if short else WORK, SECONDS)
    return {
        slug: _sizes(slug, sized, limits, FEW if short else None)
        for slug, sized in SIZES.items()
        if has_solver(GAMES[slug])
    }


def _sizes(slug: str, sized: Callable[[Json], Sized], limits: Limits, most: int | None) -> dict[str, Any]:
    (question,) = solver_of(GAMES[slug]).questions.values()
    return {size: timed(question, asked, limits) for size, asked in islice(sized(question.example), most)}


def timed(question: Question, asked: Json, limits: Limits) -> dict[str, Any]:
    """Seconds of CPU to a first plan and to the end, which is a proof if value and bound agree."""
    first, to_first = _spent(lambda: question.solve(asked, replace(limits, any_plan=True)))
    last, to_last = _spent(lambda: question.solve(asked, limits))
    return {
        "first_plan_s": round(to_first, 3),
        "first_plan": first.value,
        "s": round(to_last, 3),
        "value": last.value,
        "bound": last.bound,
    }


def _spent(ask: Callable[[], Answer]) -> tuple[Answer, float]:
    began = time.thread_time()
    answer = ask()
    return answer, time.thread_time() - began


# Questions by size ---------------------------------------------------------------------------------------------------


def best_paths(example: Json) -> Sized:
    """Arboretum: with one card to plant, and with more and more of them."""
    cards = [*example["cards"], *CARDS]
    for n in range(1, len(cards) + 1):
        yield f"{n} cards", example | {"cards": cards[:n]}


def best_orchard(example: Json) -> Sized:
    """Applejack: with one tile to lay, and with more and more of them."""
    tiles = [*example["tiles"], *TILES]
    for n in range(1, len(tiles) + 1):
        yield f"{n} tiles", example | {"tiles": tiles[:n]}


def best_turn_in_the_landscape(example: Json) -> Sized:
    """Click A Tree: the harvest tile alone, with tiles in hand, and with all pairs to take."""
    tiles, rest = example["ring"][0]["tiles"], {name: part for name, part in example.items() if name != "ring"}
    yield "harvest tile", rest | {"phase": "harvest"}
    yield "1 tile too", rest | {"phase": "lay", "taken": tiles[:1]}
    yield "2 tiles too", rest | {"phase": "lay", "taken": tiles}
    yield "a whole turn", example


def best_turn_at_the_market(example: Json) -> Sized:
    """Tree Society: with one level to build, and with more and more of them."""
    for n in range(1, MOST_LEVELS + 1):
        yield f"{n} levels", example | {"levels": n}


MOST_LEVELS: Final = 6
SIZES: Final[dict[str, Callable[[Json], Sized]]] = {
    "arboretum": best_paths,
    "applejack": best_orchard,
    "click_a_tree": best_turn_in_the_landscape,
    "tree_society": best_turn_at_the_market,
}
"""By game: its question in rising sizes."""
