"""A value learned from how games ended."""

import json
import subprocess
import sys
from math import log

import pytest

from ai.knowledge.lookup import knowledge_of
from ai.search.room import MOST_WEIGHTS
from services.rules.registry import GAMES
from tests.ai.modes import compiled, needs_numba, plain
from tests.support.pomona import ROOT, environment, refusal

np = pytest.importorskip("numpy")
fit = pytest.importorskip("ai.fit")


def test_weights_that_made_the_results_are_found_again() -> None:
    random = np.random.default_rng(1)
    true = np.array([1.0, -0.5, 0.0])
    counted = random.normal(size=(20_000, 3, 3))
    drawn = np.array([random.choice(3, p=p) for p in fit.chances(counted, true)])
    found = fit.likeliest(counted, np.eye(3)[drawn])
    assert np.abs(found - true).max() < 0.05
    assert fit.loss(counted, np.eye(3)[drawn], found) < log(3) - 0.1


@needs_numba
@pytest.mark.timeout(600)
def test_a_value_learned_from_few_games_already_tells_more_than_equal_shares() -> None:
    found = fit.fit(compiled("click_a_tree"), 2, 1_000, 1)
    assert found.even == pytest.approx(log(2))
    assert found.loss < found.even


@needs_numba
@pytest.mark.timeout(600)
def test_both_modes_take_the_same_positions() -> None:
    for one, other in zip(*(fit.positions(mode("click_a_tree"), 3, 2, 5) for mode in (compiled, plain)), strict=True):
        assert (one == other).all()


@pytest.mark.parametrize("slug", GAMES)
def test_there_is_a_weight_for_everything_that_is_counted(slug: str) -> None:
    game, known = GAMES[slug], knowledge_of(GAMES[slug])
    for seats, weights in known.values.items():
        state = game.start(seats, game.pack({}, seats), fit.Rng())
        assert known.features(state, 0, [0.0] * MOST_WEIGHTS) == len(weights)


@pytest.mark.parametrize("wrong", [["chess"], ["arboretum"], ["click_a_tree", "--seats", "1"]])
def test_what_cannot_be_learned_is_one_clear_line(wrong: list[str]) -> None:
    assert refusal("fit", *wrong)


@needs_numba
@pytest.mark.timeout(600)
def test_the_command_prints_a_line_for_each_number_of_seats() -> None:
    command = [sys.executable, "-m", "pomona", "fit", "click_a_tree", "--seats", "2", "--games", "40"]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=True, timeout=500)
    (line,) = map(json.loads, done.stdout.splitlines())
    assert line["seats"] == 2
    assert len(line["weights"]) == len(knowledge_of(GAMES["click_a_tree"]).values[2])
