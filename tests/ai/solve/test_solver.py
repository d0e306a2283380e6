"""The solver's limits: work before the clock, bounded models, the same answer twice."""

import random

import pytest
from ortools.sat.python import cp_model

from ai.solve.limits import Limits, TooLarge
from ai.solve.solver import MOST_VARIABLES, maximise


def knapsacks(n: int, rows: int) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """A model that takes a while: things that must fit into many sacks at once."""
    rng, model = random.Random(1), cp_model.CpModel()
    things = [model.new_bool_var("") for _ in range(n)]
    for _ in range(rows):
        model.add(sum(rng.randint(1, 40) * thing for thing in things) <= 8 * n)
    model.maximize(sum(rng.randint(1, 30) * thing for thing in things))
    return model, things


class TestMaximise:
    def test_finds_and_proves_the_best(self) -> None:
        model = cp_model.CpModel()
        x, y = model.new_int_var(0, 10, "x"), model.new_int_var(0, 10, "y")
        model.add(2 * x + 3 * y <= 12)
        model.maximize(2 * x + 4 * y)
        solved = maximise(model, Limits())
        assert solved is not None
        assert (solved.value, solved.of(x), solved.of(y)) == (16, 0, 4)
        assert solved.optimal
        assert solved.deterministic

    def test_answers_none_where_there_is_nothing(self) -> None:
        model = cp_model.CpModel()
        x = model.new_int_var(0, 10, "x")
        model.add(x >= 11)
        model.maximize(x)
        assert maximise(model, Limits()) is None

    def test_stops_after_its_work_with_the_best_so_far_and_a_bound(self) -> None:
        model, _ = knapsacks(200, 60)
        solved = maximise(model, Limits(work=0.2, seconds=60))
        assert solved is not None
        assert solved.value < solved.bound
        assert not solved.optimal
        assert solved.deterministic

    def test_gives_the_same_answer_for_the_same_seed(self) -> None:
        first, again = (maximise(knapsacks(200, 60)[0], Limits(work=0.2, seconds=60, seed=7)) for _ in range(2))
        assert first is not None
        assert again is not None
        assert (first.assigned, first.bound, first.work) == (again.assigned, again.bound, again.work)

    def test_says_that_the_clock_ended_it(self) -> None:
        model, _ = knapsacks(200, 60)
        tries = (maximise(model, Limits(work=1000, seconds=2.0**k)) for k in range(-1, 6))
        solved = next((each for each in tries if each is not None), None)  # a busy machine takes longer to find any
        assert solved is not None
        assert not solved.deterministic
        assert not solved.optimal

    def test_refuses_a_model_that_is_too_large(self) -> None:
        model = cp_model.CpModel()
        for _ in range(MOST_VARIABLES + 1):
            model.new_bool_var("")
        with pytest.raises(TooLarge, match="50001 variables"):
            maximise(model, Limits())
