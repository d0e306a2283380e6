"""Weights of a playout, bettered by whole games."""

import json
import subprocess
import sys
from itertools import chain

import pytest

from ai.breed import Breeding, breed
from ai.engines import engine_of
from ai.search.duels import make_duels
from services.rules.kernel import Rng
from services.rules.registry import GAMES
from tests.ai.modes import compiled, needs_numba, plain
from tests.support.pomona import ROOT, environment, refusal

SOCIETY = GAMES["tree_society"]
OWN = list(chain(*plain(SOCIETY.slug).known.habits.values()))
WITH_HABITS = [game for game in GAMES.values() if engine_of(game).known.habits]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_the_same_weights_every_deal_is_won_once_and_nobody_is_ahead_for_long(seats: int) -> None:
    breeding = Breeding(plain(SOCIETY.slug), seats, 1)
    won, ahead = breeding.fare(breeding.start, breeding.start, 0, 4)
    assert 0 < won < 1
    assert abs(ahead) < 10


def test_weights_that_build_nothing_lose_all() -> None:
    breeding = Breeding(plain(SOCIETY.slug), 2, 1)
    idle = [-1000.0] * len(OWN)
    assert breeding.fare(breeding.start, idle, 0, 3)[0] == 1
    assert breeding.fare(idle, breeding.start, 0, 3)[1] < -20


def test_a_round_moves_every_weight_and_comes_out_ahead_of_weights_that_are_spoilt() -> None:
    breeding = Breeding(plain(SOCIETY.slug), 2, 2)
    spoilt = [-weight for weight in breeding.start]
    breeding.mean = spoilt
    breeding.step(spoilt, 0, 2)
    assert all(after != before for after, before in zip(breeding.mean, spoilt, strict=True))
    won, ahead = breeding.fare(breeding.mean, spoilt, 100, 12)
    assert won > 0.5
    assert ahead > 0


def test_the_same_seed_breeds_the_same_way() -> None:
    once, again, other = (list(breed(plain(SOCIETY.slug), 2, 1, 2, seed)) for seed in (5, 5, 6))
    assert once == again
    assert once[0].weights != other[0].weights


@pytest.mark.parametrize("game", WITH_HABITS, ids=lambda game: game.slug)
def test_rows_of_weights_are_of_one_length(game: object) -> None:
    habits = plain(game.slug).known.habits  # type: ignore[attr-defined]
    assert len({len(row) for row in habits.values()}) == 1


@pytest.mark.parametrize("options", [{}, {"path_bonus": "uniform"}])
def test_weights_that_are_not_read_with_the_options_stay(
    options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = plain("arboretum")
    breeding = Breeding(engine, 2, 1, options)
    monkeypatch.setattr(breeding, "fare", lambda ours, *_: (sum(ours), 0.0))  # games would take minutes
    breeding.step(breeding.start, 0, 1)
    pairs = zip(breeding.start, breeding.mean, strict=True)
    moved = [after != pytest.approx(before) for before, after in pairs]
    names = [name for name, row in engine.known.habits.items() for _ in row]
    assert moved == [("@" in name) == bool(options) for name in names]


def test_a_playout_without_weights_has_no_duels() -> None:
    applejack = plain("applejack")
    with pytest.raises(ValueError, match="Applejack"):
        make_duels(applejack.game, applejack.known)


@needs_numba
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seats", [2, 4])
def test_both_modes_play_the_same_duels(seats: int) -> None:
    other = [weight // 2 - i for i, weight in enumerate(OWN)]
    results = []
    for engine in (plain(SOCIETY.slug), compiled(SOCIETY.slug)):
        box, rngs, options = engine.boxes(SOCIETY.State, 1), engine.boxes(Rng, 1), engine.ints(SOCIETY.pack({}, seats))
        weights = engine.ints(OWN), engine.ints(other)
        results.append(engine.duels(box, rngs, engine.room, seats, options, *weights, 3, 4))
    assert results[0] == results[1]


@pytest.mark.parametrize("wrong", [["applejack"], ["tree_society", "--seats", "5"]])
def test_what_has_no_such_weights_is_one_clear_line(wrong: list[str]) -> None:
    assert refusal("tune", *wrong, "--playout")


@needs_numba
@pytest.mark.timeout(600)
def test_the_command_prints_every_round() -> None:
    compiled(SOCIETY.slug)
    command = [sys.executable, "-m", "pomona", "tune", "tree_society", "--playout", "--rounds", "2", "--games", "8"]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=True, timeout=500)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["round"] for row in rows] == [1, 2]
    assert list(rows[0]["weights"]) == list(plain(SOCIETY.slug).known.habits)
    assert 0 <= rows[1]["won"] <= 1
