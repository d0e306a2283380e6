"""How a budget is spent: halving, early ends, and what survives."""

from dataclasses import replace
from math import inf

import pytest

from ai.choose import choose, rng_of
from ai.search.runs import FEW, Run, halving, is_certain, ranking
from services.rules.registry import GAMES
from tests.ai.modes import bot, plain, positions
from tests.support.games import Table, tables


def rows(ahead: float, noise: float, n: int) -> list[list[float]]:
    """Two candidates: the second is ahead by this much, give or take, in the same worlds."""
    return [[0.5 + 0.1 * (i % 3), 0.5 + 0.1 * (i % 3) + ahead + (noise if i % 2 else -noise)] for i in range(n)]


@pytest.mark.parametrize(
    ("ahead", "noise", "n", "certain"),
    [
        (0.1, 0.02, FEW, True),
        (0.1, 0.02, FEW - 1, False),  # too few to tell
        (0.1, 0.02, FEW + 1, False),  # asked at each doubling only: a look at every world would find chance sooner
        (0.1, 0.5, FEW, False),
        (0.1, 0.5, 1024, True),
        (0.0, 0.1, 1024, False),
    ],
)
def test_a_lead_is_certain_when_it_is_three_standard_errors_wide(
    ahead: float, noise: float, n: int, *, certain: bool
) -> None:
    assert is_certain(rows(ahead, noise, n)) == certain


def test_candidates_are_ranked_by_their_mean() -> None:
    ranked = ranking([(7,), (8,), (9,)], [[0.2, 0.6, 0.4], [0.4, 0.8, 0.6]])
    assert [(c.action, c.visits, round(c.value, 6), column) for c, column in ranked] == [
        (8, 2, 0.7, 1),
        (9, 2, 0.5, 2),
        (7, 2, 0.3, 0),
    ]


@pytest.mark.parametrize("table", tables(0), ids=str)
def test_halving_gives_most_worlds_to_the_last_two(table: Table) -> None:
    for number, state in enumerate(positions(table)):
        legal = table.game.legal(state)
        if len(legal) > 1:
            decision = choose(table.game, state, replace(bot("flat", 64), sift=4), number, engine=plain(table.slug))
            found = decision.candidates
            assert len(found) == min(4, len(legal))
            assert {c.action for c in found} <= set(legal)
            assert [c.visits for c in found] == sorted((c.visits for c in found), reverse=True)
            assert decision.iterations <= 64 + 2 * len(found)


@pytest.mark.parametrize("slug", GAMES)
def test_a_sifted_tree_thinks_about_the_best_at_first_look_only(slug: str) -> None:
    table = Table(slug, GAMES[slug].seats[-1])
    for number, state in enumerate(positions(table)):
        if len(table.game.legal(state)) > 3:
            first = choose(table.game, state, bot("greedy", 0), number, engine=plain(slug)).candidates[:3]
            tree = choose(table.game, state, replace(bot("mcts", 30), sift=3), number, engine=plain(slug))
            assert {c.action for c in tree.candidates} == {c.action for c in first}
            assert sum(c.visits for c in tree.candidates) == 30 + 3


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_proposed_is_thought_about_whatever_the_first_look_says(slug: str) -> None:
    thought = 0
    for number, state in enumerate(positions(Table(slug, GAMES[slug].seats[-1]))):
        legal = GAMES[slug].legal(state)
        if len(legal) > 4:
            looked = choose(GAMES[slug], state, bot("greedy", 0), number, engine=plain(slug)).candidates
            run = Run(plain(slug), state, replace(bot("flat", 32), sift=2), rng_of(number), inf, legal)
            run.proposed = [looked[-1].action]
            found = [c.action for c in halving(run)]
            assert len(found) == 3
            assert looked[-1].action in found
            thought += 1
    assert thought
