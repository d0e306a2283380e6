"""Weights bettered by self-play."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from ai.engines import engine_of
from ai.knowledge import lookup
from ai.search.budgets import BOTS
from ai.tune import contest, read_with, tune
from services.rules.registry import GAMES
from tests.ai.modes import compiled, needs_numba
from tests.support.pomona import ROOT, environment, refusal

ARBORETUM = GAMES["arboretum"]
NAMES = list(lookup.knowledge_of(ARBORETUM).weights)
BEFORE = tuple(lookup.knowledge_of(ARBORETUM).weights.values())
UNIFORM = {"path_bonus": "uniform"}


pytestmark = [needs_numba, pytest.mark.timeout(600)]  # the first test of a game may have to compile it


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled, and with one imagined world: enough to see what tuning does."""
    compiled("arboretum")
    monkeypatch.setitem(BOTS, "greedy", replace(BOTS["greedy"], worlds=1))


def test_weights_move_towards_those_that_came_out_ahead() -> None:
    (done,) = tune(ARBORETUM, 2, rounds=1, games=2, seed=3)
    assert done.ahead != 0
    usual = sum(read_with({}, NAMES))
    moved = [after / before for before, after in zip(BEFORE[:usual], done.weights[:usual], strict=True)]
    assert all(step > 0 for step in moved)
    assert len({round(max(step, 1 / step), 9) for step in moved}) == 1  # all by as much, each its own way
    assert {step > 1 for step in moved} == {True, False}
    assert done.weights[usual:] == pytest.approx(BEFORE[usual:])


def test_with_an_option_the_weights_that_are_read_with_it_are_tuned_alone() -> None:
    (done,) = tune(ARBORETUM, 2, rounds=1, games=4, seed=3, options=UNIFORM)
    assert done.ahead != 0
    moved = [after != pytest.approx(before) for before, after in zip(BEFORE, done.weights, strict=True)]
    assert moved == [name.endswith("@uniform") for name in NAMES] == read_with(UNIFORM, NAMES)


def test_an_option_without_weights_of_its_own_has_the_usual_ones() -> None:
    assert read_with({"path_bonus": "each"}, ["step", "step@uniform"]) == [True, False]
    assert read_with({"path_bonus": "uniform"}, ["step", "gift"]) == [True, True]


def test_the_same_seed_tunes_the_same_way() -> None:
    once, again = (list(tune(ARBORETUM, 2, rounds=2, games=2, seed=5)) for _ in range(2))
    assert once == again


def test_senseless_weights_lose() -> None:
    nothing = (0.001,) * len(BEFORE)
    ours, theirs = contest(ARBORETUM, 2, (BEFORE, nothing), games=6, seed=1, jobs=1)
    assert ours.wins > theirs.wins


def test_what_is_left_out_of_an_evaluation_stays_out() -> None:
    game = GAMES["applejack"]
    compiled("applejack")
    before = lookup.knowledge_of(game).weights
    (done,) = tune(game, 2, rounds=1, games=6, seed=3)
    assert done.ahead != 0
    stayed = [name for name, weight in zip(before, done.weights, strict=True) if weight == before[name]]
    assert stayed == [name for name, weight in before.items() if weight == 0] == ["bonus"]


def test_every_weight_has_its_place_and_none_is_negative() -> None:
    for game in GAMES.values():
        known = engine_of(game).known
        assert all(weight >= 0 for weight in known.weights.values())
        assert known.swing > 0


@pytest.mark.parametrize(
    "wrong", [["chess"], ["arboretum", "--seats", "9"], ["arboretum", "--option", "path_bonus=none"]]
)
def test_what_cannot_be_tuned_is_one_clear_line(wrong: list[str]) -> None:
    assert refusal("tune", *wrong)


def test_the_command_prints_every_round_and_how_the_weights_fare() -> None:
    command = [sys.executable, "-m", "pomona", "tune", "arboretum", "--rounds", "1", "--games", "8"]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=True, timeout=300)
    first, last = map(json.loads, done.stdout.splitlines())
    assert list(first["weights"]) == list(lookup.knowledge_of(ARBORETUM).weights)
    assert last["tuned_against_before"]["games"] == 2
