"""OpenSpiel beside ours: what is told of the two, and what is said without OpenSpiel."""

import importlib
import importlib.util
import subprocess
import sys
from collections.abc import Sequence

import pytest

from ai.bench import random_games
from ai.peers import THEIRS, Measure, Rates, compare, first_choice, mean_length, our_rates, their_rates
from tests.ai.modes import plain
from tests.support.pomona import ROOT

WITHOUT = "import sys; sys.modules['pyspiel'] = None; from ai.peers import main; sys.exit(main())"

needs_open_spiel = pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed")


def clock(said: list[str], name: str, rounds: Sequence[Rates]) -> Measure:
    """A measure that answers what it is told to, after a first one that does not count."""
    answers = iter([dict.fromkeys(rounds[0], -1.0), *rounds])

    def measure(seconds: float) -> Rates:
        said.append(f"{name} {seconds}")
        return next(answers)

    return measure


def test_without_open_spiel_one_line_says_so() -> None:
    finished = subprocess.run(
        [sys.executable, "-c", WITHOUT], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr == "OpenSpiel is not installed; say: make bench-peers, or: pip install '.[peers]'\n"


def test_a_rate_is_the_median_of_the_rounds_and_a_ratio_that_of_the_ratios_within_them() -> None:
    # The machine slows down for the second round of three, and for ours alone in the third.
    ours = [{"actions_per_s": rate, "iterations_per_s": 6.0} for rate in (90.0, 30.0, 60.0)]
    theirs = [{"actions_per_s": rate, "iterations_per_s": 4.0} for rate in (30.0, 10.0, 30.0)]
    told = compare({"ours": clock([], "ours", ours)}, {"theirs": clock([], "theirs", theirs)}, 3, 0.5)
    assert told == {
        "rounds": 3,
        "ours": {"ours": {"actions_per_s": 60, "iterations_per_s": 6}},
        "theirs": {"theirs": {"actions_per_s": 30, "iterations_per_s": 4}},
        "ratios": {"ours": {"theirs": {"actions_per_s": 3.0, "iterations_per_s": 1.5}}},
    }


def test_every_game_is_held_against_every_peer_in_what_both_measure() -> None:
    def steady(actions: float, **more: float) -> Measure:
        return lambda _: {"actions_per_s": actions} | more

    told = compare({"a": steady(8.0), "b": steady(6.0, more=5.0)}, {"p": steady(2.0, more=2.0), "q": steady(4.0)}, 2)
    assert told["ratios"] == {
        "a": {"p": {"actions_per_s": 4.0}, "q": {"actions_per_s": 2.0}},
        "b": {"p": {"actions_per_s": 3.0, "more": 2.5}, "q": {"actions_per_s": 1.5}},
    }


def test_rounds_are_interleaved_after_one_that_only_loads() -> None:
    said: list[str] = []
    rounds: list[Rates] = [{"actions_per_s": 1.0}] * 2
    compare({"a": clock(said, "a", rounds)}, {"p": clock(said, "p", rounds)}, 2, 0.5)
    assert said == ["a 0.0", "p 0.0", *["a 0.5", "p 0.5"] * 2]


def test_a_search_plays_as_many_actions_an_iteration_as_a_random_game_has() -> None:
    assert set(our_rates(plain("arboretum"), searched=False)(0.0)) == {"actions_per_s"}
    rates = our_rates(plain("arboretum"), searched=True)(0.0)
    assert set(rates) == {"actions_per_s", "iterations_per_s", "searched_actions_per_s"}
    actions, _, games = random_games(plain("arboretum"), 2, 100, 0.0)
    assert rates["searched_actions_per_s"] / rates["iterations_per_s"] == pytest.approx(actions / games)


@needs_open_spiel
@pytest.mark.parametrize("name", THEIRS)
def test_theirs_are_measured_in_the_same_terms(name: str) -> None:
    rates = their_rates(name)(0.01)
    assert min(rates.values()) > 0
    assert set(rates) == {"actions_per_s", "iterations_per_s", "searched_actions_per_s"}


@needs_open_spiel
def test_a_game_of_hearts_that_begins_with_a_choice_passes_12_cards_and_plays_52() -> None:
    state = first_choice(importlib.import_module("pyspiel").load_game("hearts"))
    assert len(state.legal_actions()) == 13
    assert mean_length(state) == 12 + 52
