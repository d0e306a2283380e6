"""The bench of exact questions asks what may be asked, and tells how long it takes."""

from jsonschema import Draft202012Validator

from ai.solve.bench import SIZES, bench
from ai.solve.lookup import solver_of
from services.rules.registry import GAMES


def test_every_game_is_asked_its_question_in_rising_sizes() -> None:
    assert SIZES.keys() == GAMES.keys()
    for slug, sized in SIZES.items():
        (question,) = solver_of(GAMES[slug]).questions.values()
        asked = [each for _, each in sized(question.example)]
        assert len(asked) >= 4
        for each in asked:
            Draft202012Validator(question.schema).validate(each)


def test_a_short_bench_proves_the_small_ones() -> None:
    for figures in bench(short=True).values():
        assert len(figures) == 2
        for row in figures.values():
            assert row["first_plan"] <= row["value"] == row["bound"]
            assert row["first_plan_s"] > 0
            assert row["s"] > 0
