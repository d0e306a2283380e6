"""Which bots are offered, and what is said of their strength."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ai.search.budgets import LEVELS, bot_of, budgets_of
from services.ai import ladder as module
from services.ai import roster
from services.ai.ladder import ANCHORED, FILE, budget_told, ratings
from services.ai.questions import solves
from services.ai.roster import ROSTER, compiles, offer, offered
from services.rules.match import STAND_IN
from services.rules.registry import GAMES
from tests.support.house import House

Json = dict[str, Any]


@pytest.fixture
def without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "compiles", lambda: False)


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Json]:
    """The ladder of a test, to be filled before it is looked at."""
    made: Json = {}
    monkeypatch.setattr(module, "ladder", lambda: made)
    for cached in (module.rating_of, module._ratings_of):  # noqa: SLF001 - what is remembered of another ladder
        cached.cache_clear()
    yield made
    for cached in (module.rating_of, module._ratings_of):  # noqa: SLF001 - the same
        cached.cache_clear()


def row(bot: str, against: str, share: float, seats: int = 2, games: int = 1000, **more: Any) -> Json:
    """A row of the ladder."""
    return {
        "bot": bot, "against": against, "seats": seats, "games": games, "win_share": share, "interval": [0.0, 1.0],
        "think_p50": 0.1, "think_p95": 0.2, "current": True, "seed": 7, **more,
    }  # fmt: skip


@pytest.mark.parametrize("slug", GAMES)
def test_the_budgets_that_are_told_are_those_that_bots_have(slug: str) -> None:
    assert json.loads(FILE.read_text())["games"][slug]["levels"] == budgets_of(GAMES[slug])
    for name, bot in ROSTER.items():
        thinks, told = bot_of(name, GAMES[slug]), bot.budget_in(slug)
        assert told is not None
        assert budget_told(told) == {
            "kind": thinks.kind, "iterations": thinks.iterations, "temperature": thinks.temperature, "cap": thinks.cap,
        }  # fmt: skip


def test_all_levels_are_in_the_roster_and_stand_in_order() -> None:
    assert [name for name, bot in ROSTER.items() if bot.budget is None] == list(LEVELS)
    assert {"random", "greedy", "flat", "mcts", "planner"} == ROSTER.keys() - set(LEVELS)


def test_with_a_compiler_and_a_solver_every_bot_is_offered_in_every_game() -> None:
    assert compiles()
    assert solves()
    assert all(all(offer(slug).values()) for slug in GAMES)
    assert [bot.name for bot in offered()] == list(ROSTER)


@pytest.mark.parametrize(("said", "every"), [("compiled", True), ("plain", False)])
def test_an_image_without_the_compiler_is_told_what_the_workers_have(
    monkeypatch: pytest.MonkeyPatch, said: str, every: bool
) -> None:
    monkeypatch.setenv("POMONA_BOTS", said)
    monkeypatch.setattr(roster, "compiles", compiles.__wrapped__)
    assert all(all(offer(slug).values()) for slug in GAMES) is every


@pytest.mark.parametrize(("said", "absent"), [("yes", set()), ("no", {"planner"})])
def test_the_bot_that_plans_is_offered_where_workers_are_said_to_have_a_solver(
    monkeypatch: pytest.MonkeyPatch, said: str, absent: set[str]
) -> None:
    monkeypatch.setenv("POMONA_SOLVER", said)
    monkeypatch.setattr(roster, "solves", solves.__wrapped__)
    for slug in GAMES:
        assert {name for name, is_offered in offer(slug).items() if is_offered} == ROSTER.keys() - absent


@pytest.mark.usefixtures("without_a_compiler")
@pytest.mark.parametrize("slug", GAMES)
def test_without_a_compiler_only_levels_are_offered_whose_budget_fits(slug: str) -> None:
    budgets = budgets_of(GAMES[slug])
    for name, is_offered in offer(slug).items():
        fits = name not in LEVELS or budgets[name]["plain"] >= budgets[name]["iterations"]
        assert is_offered == fits
    assert offer(slug)[STAND_IN]
    assert offer(slug)["seedling"]
    assert not offer(slug)["ancient"]


@pytest.mark.usefixtures("without_a_compiler")
def test_lists_tell_only_of_games_in_which_a_bot_is_offered() -> None:
    for bot in offered():
        assert set(bot.json_in_full()["games"]) == {slug for slug in GAMES if offer(slug)[bot.name]}
    assert "ancient" not in {bot.name for bot in offered()}


def test_levels_of_a_game_that_the_file_does_not_know_are_offered_where_rules_compile(ladder: Json) -> None:
    assert ladder == {}
    told = ROSTER["sapling"].json_in_full()["games"]["arboretum"]
    assert told == {"budget": None, "rating": None, "ladder": []}


def test_what_was_measured_is_told(ladder: Json) -> None:
    ladder["arboretum"] = {"levels": {}, "cells": [row("sapling", "seedling", 0.75)]}
    told = ROSTER["sapling"].json_in_full()["games"]["arboretum"]
    assert told["rating"] == pytest.approx(ANCHORED + 190, abs=2)
    assert told["ladder"] == [
        {
            "seats": 2, "against": "seedling", "games": 1000, "win_share": 0.75, "interval": [0.0, 1.0],
            "think_p50": 0.1, "think_p95": 0.2, "current": True,
        }
    ]  # fmt: skip
    assert ROSTER["seedling"].json_in_full()["games"]["arboretum"]["rating"] == ANCHORED
    assert ROSTER["grower"].json_in_full()["games"]["arboretum"]["rating"] is None


def test_games_with_other_options_are_told_nobody_as_if_they_were_usual_ones(ladder: Json) -> None:
    usual, other = row("arborist", "greedy", 0.9), row("arborist", "spite", 0.6, options={"path_bonus": "uniform"})
    ladder["arboretum"] = {"levels": {}, "cells": [usual, other]}
    told = ROSTER["arborist"].json_in_full()["games"]["arboretum"]["ladder"]
    assert [each["against"] for each in told] == ["greedy"]


def test_odds_of_ten_to_one_are_400_points_and_add_up_along_the_ladder() -> None:
    found = ratings([row("sapling", "seedling", 10 / 11, games=10**6), row("grower", "sapling", 10 / 11, games=10**6)])
    assert found == {"seedling": 1000, "sapling": 1400, "grower": 1800}


def test_a_side_that_lost_every_game_is_not_infinitely_weak() -> None:
    assert 1400 < ratings([row("sapling", "seedling", 1.0, games=10)])["sapling"] < 1700


def test_ratings_come_from_linked_games_of_two_at_the_default_options_only() -> None:
    assert ratings([]) == {}
    assert ratings([row("ancient", "arborist", 0.7)]) == {}, "not linked with the weakest"
    assert ratings([row("sapling", "seedling", 0.5, seats=3)]) == {}
    assert ratings([row("sapling", "seedling", 0.5, options={"path_bonus": "uniform"})]) == {}


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_may_sit_at_a_table_of_every_game(house: House, slug: str, level: str) -> None:
    match_id = house.create("person", level, game=slug)
    assert house.match(match_id).seats[1].bot == level
