"""Tree Society: a solution of the model of a turn as the actions that carry it out."""

from collections.abc import Iterator

from ai.solve.solver import Solved
from ai.solve.tree_society_builds import FRUIT_ACTION, Builds
from ai.solve.tree_society_fruits import Fruits
from services.rules.games.tree_society.actions import (
    BUILD_LEVEL,
    DISCARD,
    FILL,
    FORFEIT,
    PAYMENTS,
    REPLACE,
    SAVE,
    SELL,
    SWAP,
    TAKE,
)
from services.rules.games.tree_society.components import ACTION, FILL_CHEST, KINDS
from services.rules.games.tree_society.moves import apply
from services.rules.games.tree_society.prices import NO_PAYMENT, PAY_CARD, PAY_FRUIT
from services.rules.games.tree_society.state import BUILD, CHOICE, State
from services.rules.kernel import BLANK, Rng


def actions_of(builds: Builds, fruits: Fruits, solved: Solved, rng: Rng) -> list[int]:
    """The actions of a plan in order, played out on a copy of its state; without the one that ends the turn.

    Choices of effects that the plan does not use are forfeited.
    """
    s, played = builds.s.clone(), list[int]()

    def play(actions: Iterator[int]) -> None:
        for action in actions:
            played.append(action)
            apply(s, action, rng)

    play(SELL + kind for kind, var in fruits.sale.items() if solved.of(var))
    for k in fruits.slots:
        play(_by_effect(fruits, k, solved))
        level = list(_level(builds, fruits, k, solved)) if k < len(builds.stages) else []
        if s.phase == CHOICE and not (level and any(solved.of(v) for w, v in builds.cheap[k].items() if w.source >= 0)):
            play(iter([FORFEIT]))
        play(_by_fruit_action(fruits, k, solved))
        play(iter(level))
    if s.phase == CHOICE:
        play(iter([FORFEIT]))
    if s.phase == BUILD and s.fruit != BLANK and ACTION[s.fruit] == FILL_CHEST:
        play(iter([FILL]))
    return played


def _by_effect(fruits: Fruits, k: int, solved: Solved) -> Iterator[int]:
    """What the effect of the level before the slot does."""
    yield from (SELL + kind for kind, var in fruits.sold[k].items() if solved.of(var))
    yield from (TAKE + kind for kind, var in fruits.taken[k].items() if solved.of(var))
    yield from (SWAP + give * KINDS + take for (give, take), var in fruits.swapped[k].items() if solved.of(var))
    yield from (REPLACE + row for row, var in fruits.replaced[k].items() if solved.of(var))
    if coins := solved.of(fruits.saved[k]):
        yield SAVE + coins


def _by_fruit_action(fruits: Fruits, k: int, solved: Solved) -> Iterator[int]:
    """What the fruit action does in the slot."""
    yield from (SELL + kind for kind, var in fruits.sold_more[k].items() if solved.of(var))
    yield from (TAKE + kind for kind, var in fruits.taken_more[k].items() if solved.of(var))
    yield from (REPLACE + row for row, var in fruits.replaced_more[k].items() if solved.of(var))


def _level(builds: Builds, fruits: Fruits, k: int, solved: Solved) -> Iterator[int]:
    """The level of a stage, after what makes room for it."""
    yield from (DISCARD + card for card, var in builds.dropped[k].items() if solved.of(var))
    cheaper = any(solved.of(var) for way, var in builds.cheap[k].items() if way.source == FRUIT_ACTION)
    payment = NO_PAYMENT
    for card, var in builds.given[k].items():
        payment = PAY_CARD + card if solved.of(var) else payment
    for kind, var in fruits.paid[k].items():
        payment = PAY_FRUIT + kind if solved.of(var) else payment
    for item, var in builds.built[k].items():
        if solved.of(var):
            yield BUILD_LEVEL + (item.card * PAYMENTS + payment) * 2 + cheaper
