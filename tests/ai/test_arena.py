"""Bots against bots: fair seats, honest intervals, the same result from the same seed."""

import json
import subprocess
import sys
from dataclasses import replace
from itertools import count
from time import perf_counter

import pytest

from ai import arena
from ai.arena import Standing, line_up, play_arena, wilson
from ai.search.budgets import bot_of
from ai.seats import by_seat
from services.rules.errors import BadSeats
from services.rules.registry import GAMES
from tests.support.pomona import ROOT, environment, refusal

ARBORETUM = GAMES["arboretum"]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # R: binom::binom.confint(wins, games, method = "wilson")
        (50, 100, 0.4038, 0.5962),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (7, 20, 0.1812, 0.5671),
    ],
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-4)


def test_every_deal_is_played_from_every_seat() -> None:
    bots = line_up(["random"], 3)
    first, second, third = play_arena(ARBORETUM, bots, games=4, seed=1)
    assert len(first.points) == len(second.points) == len(third.points) == 6
    assert first.wins + second.wins + third.wins == pytest.approx(6)


def test_points_are_told_by_seat_with_deals_as_the_unit() -> None:
    one, other = Standing("one", points=[10, 4, 7, 9], seats=[0, 1, 0, 1]), Standing("other", points=[6, 8, 5, 1])
    other.seats = [1, 0, 1, 0]  # leads of seat 1: -4 and -4 in the first deal, -2 and 8 in the second
    first, second = by_seat([one, other])
    assert first == {"seat": 0, "points": 6.5, "lead": 0, "within": 0}
    assert (second["points"], second["lead"]) == (6.0, -0.5)
    assert second["within"] == pytest.approx(1.96 * 3.5, abs=0.01)  # deals: -4 and 3, so their mean errs by 3.5


def test_in_the_arena_every_bot_sits_everywhere_in_every_deal() -> None:
    standings = play_arena(ARBORETUM, line_up(["random"], 3), games=4, seed=1)
    assert [standing.seats for standing in standings] == [[0, 2, 1] * 2, [1, 0, 2] * 2, [2, 1, 0] * 2]
    assert [row["seat"] for row in by_seat(standings)] == [0, 1, 2]


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    bots = line_up(["random", "random"], 2)
    once, again, other = ([standing.points for standing in play_arena(ARBORETUM, bots, 6, seed)] for seed in (1, 1, 2))
    assert once == again
    assert once != other


def test_two_processes_play_the_same_games_as_one() -> None:
    bots = line_up(["reflex", "random"], 2)
    alone, together = (play_arena(ARBORETUM, bots, 4, 1, jobs=jobs) for jobs in (1, 2))
    assert [standing.points for standing in alone] == [standing.points for standing in together]


def test_a_margin_is_the_distance_to_the_best_other_seat() -> None:
    first, second = play_arena(ARBORETUM, line_up(["random", "random"], 2), 4, 1)
    assert first.margins == [mine - theirs for mine, theirs in zip(first.points, second.points, strict=True)]


def test_greedy_beats_random() -> None:
    greedy, _ = play_arena(ARBORETUM, [bot_of("greedy"), bot_of("random")], 4, 1)
    assert greedy.wins == 4


def test_think_times_and_caps_count_the_cpu_of_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = [replace(bot_of("greedy", ARBORETUM), cap=cap) for cap in (0.4, 0.6)]
    monkeypatch.setattr(arena, "process_time", count(step=0.5).__next__)  # half a second of CPU each
    capped, patient = play_arena(ARBORETUM, busy, 2, 1)
    assert set(capped.seconds) == set(patient.seconds) == {0.5}
    assert capped.short >= len(capped.seconds) > 0
    assert patient.short == 0


def test_a_core_that_others_hold_does_not_stop_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "process_time", lambda: 0.0)  # whatever else this machine does
    monkeypatch.setattr("ai.search.runs.perf_counter", lambda: perf_counter() + 3)  # each look at the clock is 3 s late
    for cap, stopped in ((1.0, False), (0.2, True)):
        standings = play_arena(ARBORETUM, [replace(bot_of("greedy", ARBORETUM), cap=cap)] * 2, 2, 1)
        assert any(standing.short for standing in standings) == stopped


def test_too_many_bots_and_wrong_seats_are_refused() -> None:
    with pytest.raises(BadSeats):
        line_up(["random", "random", "random"], 2)
    with pytest.raises(BadSeats):
        play_arena(ARBORETUM, [bot_of("random")] * 5, 1, 1)


def test_the_command_prints_one_line_of_json() -> None:
    command = [sys.executable, "-m", "pomona", "arena", "arboretum", "--bots", "random", "--games", "2", "--json"]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=True, timeout=100)
    told = json.loads(done.stdout)
    assert told["game"] == "arboretum"
    assert [row["games"] for row in told["bots"]] == [2, 2]
    assert [row["seat"] for row in told["by_seat"]] == [0, 1]


@pytest.mark.parametrize("wrong", [["--bots", "wizard"], ["--seats", "7"], ["--option", "path_bonus=none"]])
def test_what_the_command_cannot_do_is_one_clear_line(wrong: list[str]) -> None:
    assert refusal("arena", "arboretum", "--games", "2", "--bots", "random", *wrong)
