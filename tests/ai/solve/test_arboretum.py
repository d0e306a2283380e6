"""Arboretum's exact answers and plans."""

import random
from collections.abc import Iterator

import pytest

from ai.solve.answers import GREEDY, BadQuestion
from ai.solve.arboretum import SOLVER
from ai.solve.solver import Limits
from services.rules.games.arboretum import GAME
from services.rules.games.arboretum.components import NAMES
from services.rules.notation import Json
from tests.ai.solve.arboretum_by_hand import beside, brute_force, random_question

QUESTION = SOLVER.questions["best-paths"]
ENOUGH = Limits(work=10, seconds=60)


def questions(n: int, n_trees: int, n_cards: int) -> Iterator[Json]:
    """So many random ones of a size."""
    rng = random.Random(f"{n_trees} {n_cards}")
    for _ in range(n):
        yield random_question(rng, n_trees, n_cards)


class TestBestPaths:
    @pytest.mark.parametrize(
        ("n", "n_trees", "n_cards"), [(60, 6, 1), (100, 5, 2), (30, 2, 3), (10, 4, 3), (20, 0, 3), (20, 8, 0)]
    )
    def test_nothing_is_better_by_brute_force(self, n: int, n_trees: int, n_cards: int) -> None:
        for question in questions(n, n_trees, n_cards):
            answer = QUESTION.solve(question, ENOUGH)
            assert (answer.value, answer.bound) == (brute_force(question),) * 2, question

    @pytest.mark.slow
    @pytest.mark.parametrize(("n", "n_trees", "n_cards"), [(400, 7, 2), (100, 6, 3)])
    def test_nothing_is_better_in_larger_arboretums(self, n: int, n_trees: int, n_cards: int) -> None:
        for question in questions(n, n_trees, n_cards):
            answer = QUESTION.solve(question, ENOUGH)
            assert (answer.value, answer.bound) == (brute_force(question),) * 2, question

    def test_the_plan_can_be_planted_and_is_worth_its_value(self) -> None:
        for question in questions(20, 4, 2):
            answer = QUESTION.solve(question, ENOUGH)
            trees = list(question["trees"])
            for move in answer.plan["moves"]:
                places = [tuple(tree["at"]) for tree in trees]
                assert tuple(move["at"]) not in places
                assert set(beside(tuple(move["at"]))) & set(places)
                assert move["card"] in question["cards"]
                trees.append({"card": move["card"], "at": move["at"]})
            assert brute_force({**question, "trees": trees, "cards": []}) == answer.value
            assert sum(path["points"] for path in answer.plan["paths"].values()) == answer.value

    def test_a_tree_that_brings_nothing_is_not_planted(self) -> None:
        trees = [{"card": "oak-1", "at": [0, 0]}, {"card": "oak-2", "at": [0, 1]}]
        answer = QUESTION.solve({"trees": trees, "cards": ["maple-1", "oak-3"], "species": ["oak"]}, ENOUGH)
        assert [move["card"] for move in answer.plan["moves"]] == ["oak-3"]

    def test_a_tree_may_be_planted_only_to_reach_farther(self) -> None:
        """The 4 comes between the 3 and the 5, though nothing stands beside that cell but another new tree."""
        trees = [{"card": "maple-8", "at": [0, 0]}]
        cards = ["oak-3", "oak-7", "willow-1"]
        answer = QUESTION.solve({"trees": trees, "cards": cards, "species": ["oak"]}, ENOUGH)
        assert (answer.value, len(answer.plan["moves"])) == (4, 2)

    def test_a_search_that_was_cut_answers_with_a_bound(self) -> None:
        question = random_question(random.Random(5), 8, 6)
        answer = QUESTION.solve(question, Limits(work=0.5, seconds=60))
        assert 0 < answer.value < answer.bound
        assert answer.deterministic

    def test_without_time_it_answers_greedily(self) -> None:
        answer = QUESTION.solve(QUESTION.example, Limits(work=1e-9, seconds=60))
        best = QUESTION.solve(QUESTION.example, ENOUGH)
        assert answer.source == GREEDY
        assert 0 < answer.value <= best.value <= answer.bound

    def test_the_same_seed_gives_the_same_answer(self) -> None:
        question = random_question(random.Random(7), 8, 5)
        first, again = (QUESTION.solve(question, Limits(work=0.3, seconds=60, seed=3)) for _ in range(2))
        assert first == again

    @pytest.mark.parametrize(
        ("change", "pointer"),
        [
            ({"trees": 3}, "/trees"),
            ({"trees": [7]}, "/trees/0"),
            ({"trees": [{"card": "oak-9", "at": [0, 0]}]}, "/trees/0/card"),
            ({"trees": [{"card": "oak-1", "at": [0]}]}, "/trees/0/at"),
            ({"trees": [{"card": "oak-1", "at": [0, 0]}, {"card": "oak-1", "at": [0, 1]}]}, "/trees/1/card"),
            ({"trees": [{"card": "oak-1", "at": [0, 0]}, {"card": "oak-2", "at": [0, 0]}]}, "/trees/1/at"),
            ({"trees": [{"card": "oak-1", "at": [0, 0]}, {"card": "oak-2", "at": [1, 1]}]}, "/trees/1/at"),
            ({"cards": ["maple-8", "maple-4"]}, "/cards/1"),
            ({"cards": ["oak-1", "oak-1"]}, "/cards/1"),
            ({"cards": list(NAMES[:10])}, "/cards"),
            ({"species": ["beech"]}, "/species/0"),
            ({"path_bonus": "none"}, "/path_bonus"),
            ({"more": 1}, "/more"),
        ],
    )
    def test_a_bad_question_is_pointed_at(self, change: Json, pointer: str) -> None:
        with pytest.raises(BadQuestion) as caught:
            QUESTION.solve({**QUESTION.example, **change}, ENOUGH)
        assert caught.value.pointer == pointer

    def test_an_arboretum_has_no_more_trees_than_a_game(self) -> None:
        trees = [{"card": NAMES[i], "at": [i, 0]} for i in range(12)]
        with pytest.raises(BadQuestion) as caught:
            QUESTION.solve({"trees": trees, "cards": list(NAMES[20:26]), "species": []}, ENOUGH)
        assert caught.value.pointer == "/cards"
