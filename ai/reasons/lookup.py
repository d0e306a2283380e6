"""The reasons of a game, found by its slug; a game without a module gives none."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from ai.choose import rng_of
from ai.modules import module_of
from services.rules.contract import Fact, Game

WORLDS: Final = 24
"""In which shares are counted."""
SURE: Final = 4
"""Worlds that must agree on what is told as sure; which of them are imagined seldom matters at all."""


class World(NamedTuple):
    """A table that the seat imagines, and the same after its move."""

    before: Any
    after: Any


Reasons = Callable[[Sequence[World], int, int], list[Fact]]
"""reasons(worlds, seat, action): what speaks for the action; only what holds in all of the worlds, or a share of them
that is told."""


def reasons_for(game: Game[Any], state: Any, action: int, number: int) -> list[Fact]:
    """What speaks for an action of the seat to act, from the state as it sees it."""
    module = module_of("ai.reasons", game.slug)
    if module is None:
        return []
    reasons: Reasons = module.reasons
    seat, rng, worlds = game.to_act(state), rng_of(number), []
    for _ in range(WORLDS):
        before = game.imagine(state, seat, rng)
        after = before.clone()
        game.apply(after, action, rng)
        worlds.append(World(before, after))
    return reasons(worlds, seat, action)


def in_all(worlds: Sequence[World], seen: Callable[[World], Iterable[Fact]]) -> list[Fact]:
    """What is seen in each of the first worlds: it does not hang on anything that the seat cannot know."""
    first, *others = (list(seen(world)) for world in worlds[:SURE])
    return [fact for fact in first if all(fact in other for other in others)]
