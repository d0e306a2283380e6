"""Levels: fixed budgets from weak to strong, and mistakes that a seed repeats."""

from collections import Counter
from dataclasses import replace

import pytest

from ai.choose import Decision, choose
from ai.knowledge.lookup import knowledge_of
from ai.search import budgets
from ai.search.budgets import BOTS, LEVELS, MOST_ITERATIONS, Bot, UnknownBot, bot_of, budget, budgets_of
from ai.search.engine import Engine
from ai.search.leaf import expected
from ai.search.mistakes import FINE, KNOWN, played, rewards_of
from ai.search.runs import Candidate, Run
from services.rules.contract import Game
from services.rules.kernel import Record, Rng
from services.rules.registry import GAMES
from tests.ai.modes import bot, compiled, needs_numba, plain, positions
from tests.support.games import Table, also_slow, tables, tables_of_fewest

ARBORETUM = GAMES["arboretum"]
FEWEST = tables_of_fewest()
TARGETS = {"seedling": 0.1, "sapling": 0.3, "grower": 0.6, "arborist": 1.0, "ancient": 3.0}
"""Seconds that 95 of 100 decisions should take at most."""


def a_choice(table: Table, number: int = 8) -> Record:
    """A state in which there is something to decide."""
    return next(s for s in positions(table, number) if len(table.game.legal(s)) > 2)


def a_run(how: Bot, slug: str = "arboretum") -> Run:
    """A decision that this bot is about to make."""
    state = a_choice(Table(slug, 2))
    return Run(plain(slug), state, how, Rng(), 0.0, GAMES[slug].legal(state))


def shares(how: Bot, candidates: list[Candidate], n: int = 1000) -> dict[int, float]:
    """How often each candidate is played: a point on each thousandth of the scale is as good as chance."""
    run = a_run(how)
    counts = Counter(played(run, candidates, FINE * i // n).action for i in range(n))
    return {action: count / n for action, count in counts.items()}


# Mistakes


def test_without_a_temperature_the_best_is_played_whatever_was_drawn() -> None:
    candidates = [Candidate(7, 10, 0.5), Candidate(8, 10, 0.5)]
    assert shares(bot("flat", 10), candidates) == {7: 1.0}


def test_what_is_a_temperature_worse_is_played_e_times_less_often() -> None:
    candidates = [Candidate(7, 10, 0.6), Candidate(8, 10, 0.5), Candidate(9, 10, 0.4)]
    found = shares(replace(bot("flat", 10), temperature=0.1), candidates)
    assert found == pytest.approx({7: 0.665, 8: 0.245, 9: 0.090}, abs=0.002)


def test_of_two_that_are_judged_alike_the_one_that_is_known_better_is_likelier() -> None:
    found = shares(replace(bot("mcts", 10), temperature=0.1), [Candidate(7, 90, 0.5), Candidate(8, 30, 0.5)])
    assert found == pytest.approx({7: 0.75, 8: 0.25}, abs=0.002)


def test_what_was_hardly_visited_is_not_played_however_well_it_fared() -> None:
    candidates = [Candidate(7, 100, 0.5), Candidate(8, int(100 * KNOWN) - 1, 1.0)]
    assert shares(replace(bot("mcts", 10), temperature=10.0), candidates) == {7: 1.0}


@pytest.mark.parametrize("temperature", [1e-6, 1e6])
def test_no_temperature_is_too_low_or_too_high(temperature: float) -> None:
    candidates = [Candidate(7, 10, 1.0), Candidate(8, 10, 0.0)]
    found = shares(replace(bot("flat", 10), temperature=temperature), candidates)
    assert found == pytest.approx({7: 1.0} if temperature < 1 else {7: 0.5, 8: 0.5}, abs=0.002)


def test_points_of_a_first_look_count_as_the_rewards_that_they_stand_for() -> None:
    points = [Candidate(7, 1, 10.0), Candidate(8, 1, 0.0), Candidate(9, 1, -30.0)]
    run = a_run(bot("greedy", 0))
    assert rewards_of(run, points) == [expected(each.value, run.plan()) for each in points] == [0.75, 0.5, 0.125]
    assert rewards_of(a_run(bot("flat", 10)), points) == [10.0, 0.0, -30.0], "of a search they are rewards"


@pytest.mark.parametrize("name", ["greedy", "flat", "mcts"])
@pytest.mark.parametrize("table", [*FEWEST, *also_slow(table for table in tables(0) if table not in FEWEST)], ids=str)
def test_the_same_seed_makes_the_same_mistake_and_candidates_stay_best_first(table: Table, name: str) -> None:
    state, engine = a_choice(table), plain(table.slug)
    clumsy = replace(bot(name, 20), temperature=1.0)

    def decide(number: int) -> Decision:
        return choose(table.game, state, clumsy, number, engine=engine)

    made = [decide(number) for number in range(12)]
    assert [each.action for each in made[:3]] == [decide(number).action for number in range(3)]
    assert any(each.action != each.candidates[0].action for each in made)
    for each in made:
        assert table.game.is_legal(state, each.action)
        assert {each.action} <= {c.action for c in each.candidates}
        assert list(each.candidates) == sorted(each.candidates, key=lambda c: (-c.visits, -c.value))


@needs_numba
@pytest.mark.parametrize("slug", ["arboretum"])
def test_both_modes_make_the_same_mistakes(slug: str) -> None:
    table = Table(slug, 2)
    clumsy = replace(bot("mcts", 40), temperature=1.0)
    for number, state in enumerate(positions(table, 8)):
        one, other = (choose(table.game, state, clumsy, number, engine=e) for e in (plain(slug), compiled(slug)))
        assert (one.action, one.candidates) == (other.action, other.candidates)


# Budgets


@pytest.mark.parametrize("game", [*GAMES.values(), replace(ARBORETUM, slug="unheard_of")], ids=lambda game: game.slug)
def test_every_game_has_all_levels_known_or_not(game: Game[Record]) -> None:
    found = budgets_of(game)
    assert list(found) == list(LEVELS) == list(TARGETS)
    for name, each in found.items():
        assert each["cap"] == min(6.0, 2 * TARGETS[name])
        assert 0 <= each["plain"] <= each["iterations"] <= MOST_ITERATIONS
        assert (each["iterations"] > 0) == (each["kind"] in {"flat", "mcts"})
        assert 0.0 <= each["temperature"] <= 1.0


@pytest.mark.parametrize("slug", GAMES)
def test_a_higher_level_thinks_no_less_and_errs_no_more(slug: str) -> None:
    found = list(budgets_of(GAMES[slug]).values())
    assert [each["iterations"] for each in found] == sorted(each["iterations"] for each in found)
    assert [each["temperature"] for each in found] == sorted((each["temperature"] for each in found), reverse=True)
    assert len({(each["iterations"], each["temperature"]) for each in found}) == len(LEVELS)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("name", LEVELS)
def test_a_level_decides_within_its_plain_budget_without_compiled_rules(slug: str, name: str) -> None:
    how = replace(bot_of(name, GAMES[slug]), cap=3600.0, plain=min(8, bot_of(name, GAMES[slug]).plain))
    state = a_choice(Table(slug, 2))
    decision = choose(GAMES[slug], state, how, 1, engine=plain(slug))
    assert GAMES[slug].is_legal(state, decision.action)
    assert decision.short == (how.plain < how.iterations)


def test_a_level_searches_as_is_best_in_the_game_unless_its_own_budget_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = replace(
        knowledge_of(ARBORETUM),
        search={"mcts": {"guide": 70, "turns": 9}, "flat": {"turns": 1}},
        budgets={"ancient": {"kind": "mcts", "iterations": 7, "turns": 8}},
    )
    monkeypatch.setattr(budgets, "knowledge_of", lambda _: known)
    ancient, arborist = bot_of("ancient", ARBORETUM), bot_of("arborist", ARBORETUM)
    assert (ancient.kind, ancient.iterations, ancient.guide, ancient.turns) == ("mcts", 7, 70, 8)
    assert (arborist.kind, arborist.iterations, arborist.turns) == ("flat", BOTS["arborist"].iterations, 1)
    assert budget(ancient)["kind"] == "mcts"


@pytest.mark.parametrize("wrong", ["arborist:50", "seedling:1", "ancient:", "grower:mcts"])
def test_the_budget_of_a_level_is_fixed(wrong: str) -> None:
    with pytest.raises(UnknownBot, match="the budget of a level is fixed"):
        bot_of(wrong, ARBORETUM)


@pytest.mark.parametrize("wrong", [f"mcts:{MOST_ITERATIONS + 1}", "flat:99999999999", "mcts:0", "mcts:", "greedy:5"])
def test_a_number_of_iterations_has_a_limit_and_is_for_searches_only(wrong: str) -> None:
    with pytest.raises(UnknownBot, match=f"from 1 to {MOST_ITERATIONS}"):
        bot_of(wrong)


def test_the_most_iterations_may_be_asked_for() -> None:
    assert bot_of(f"mcts:{MOST_ITERATIONS}").iterations == MOST_ITERATIONS


def test_a_first_look_too_ends_with_the_clock_and_is_called_short() -> None:
    state = a_choice(Table("arboretum", 2))
    decision = choose(ARBORETUM, state, bot_of("seedling", ARBORETUM), 1, cap=0.0, engine=Engine(ARBORETUM))
    assert decision.short
    assert ARBORETUM.is_legal(state, decision.action)
