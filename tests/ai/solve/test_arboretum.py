"""Arboretum's exact answers and plans."""

import random
from collections.abc import Iterator

import pytest

from ai.knowledge.arboretum_scripts import spite
from ai.solve.answers import GREEDY, BadQuestion
from ai.solve.answers import SOLVER as BY_SOLVER
from ai.solve.arboretum import SOLVER
from ai.solve.limits import Limits
from services.rules.games.arboretum import GAME
from services.rules.games.arboretum.components import CARD, NAMES
from services.rules.games.arboretum.notation import Draw
from services.rules.games.arboretum.state import DISCARD, FIRST_DRAW, PLANT, SECOND_DRAW, State, clear_table, occupy
from services.rules.kernel import Rng, rng_from
from services.rules.notation import Json
from tests.ai.solve.arboretum_by_hand import beside, brute_force, random_question

QUESTION = SOLVER.questions["best-paths"]
ENOUGH = Limits(work=10, seconds=60)
LIMITS = Limits(work=0.2, seconds=60)


def questions(n: int, n_trees: int, n_cards: int) -> Iterator[Json]:
    """So many random ones of a size."""
    rng = random.Random(f"{n_trees} {n_cards}")
    for _ in range(n):
        yield random_question(rng, n_trees, n_cards)


class TestBestPaths:
    @pytest.mark.parametrize(
        ("n", "n_trees", "n_cards"), [(80, 6, 1), (40, 4, 2), (40, 3, 2), (10, 2, 3), (20, 0, 3), (20, 8, 0)]
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

    def test_a_search_that_was_cut_answers_with_a_bound(self) -> None:
        question = random_question(random.Random(5), 6, 4)
        answer = QUESTION.solve(question, Limits(work=0.1, seconds=60))
        assert 0 < answer.value < answer.bound
        assert answer.deterministic

    def test_without_time_it_answers_greedily(self) -> None:
        answer = QUESTION.solve(QUESTION.example, Limits(work=1e-9, seconds=60))
        best = QUESTION.solve(QUESTION.example, ENOUGH)
        assert answer.source == GREEDY
        assert 0 < answer.value <= best.value <= answer.bound

    def test_the_same_seed_gives_the_same_answer(self) -> None:
        question = random_question(random.Random(7), 5, 4)
        first, again = (QUESTION.solve(question, Limits(work=0.1, seconds=60, seed=3)) for _ in range(2))
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
            ({"known": [{"card": "oak-1", "at": [0, 2]}]}, "/known/0/card"),
            ({"known": [{"card": "cassia-6", "at": [0, 1]}]}, "/known/0/at"),
            ({"known": [{"card": "cassia-6", "at": [5, 5]}]}, "/known/0/at"),
            ({"more": 1}, "/more"),
        ],
    )
    def test_a_bad_question_is_pointed_at(self, change: Json, pointer: str) -> None:
        with pytest.raises(BadQuestion) as caught:
            QUESTION.solve({**QUESTION.example, **change}, ENOUGH)
        assert caught.value.pointer == pointer

    def test_an_answer_is_no_worse_than_the_plan_that_is_known(self) -> None:
        question, none = QUESTION.example, Limits(work=1e-6, seconds=60)
        best = QUESTION.solve(question, ENOUGH)
        known = [{"card": move["card"], "at": move["at"]} for move in best.plan["moves"]]
        assert QUESTION.solve(question, none).value < best.value
        assert QUESTION.solve({**question, "known": known}, none).value == best.value

    def test_an_arboretum_has_no_more_trees_than_a_game(self) -> None:
        trees = [{"card": NAMES[i], "at": [i, 0]} for i in range(12)]
        with pytest.raises(BadQuestion) as caught:
            QUESTION.solve({"trees": trees, "cards": list(NAMES[20:26]), "species": []}, ENOUGH)
        assert caught.value.pointer == "/cards"


def rng_of(seed: int) -> Rng:
    return rng_from(random.Random(seed).randbytes(12))


def states(seats: int, every: int, seed: int) -> Iterator[tuple[State, list[State]]]:
    """States of a game as the seat to act sees them, with worlds that it imagines."""
    rng = rng_of(seed)
    state, step = GAME.start(seats, GAME.pack({}, seats), rng), 0
    while not GAME.is_over(state):
        seen = GAME.seen(state, state.turn)
        if step % every == 0:
            yield seen, [GAME.imagine(seen, state.turn, rng) for _ in range(3)]
        GAME.apply(state, spite(seen), rng)
        step += 1


class TestPlanner:
    @pytest.mark.parametrize(("seats", "every"), [(2, 11), (3, 29), (4, 45)])
    def test_first_steps_are_legal_and_best_first(self, seats: int, every: int) -> None:
        phases = set()
        for seen, worlds in states(seats, every, seats):
            planned = SOLVER.planner(seen, worlds, LIMITS)
            actions = [step.action for step in planned.steps]
            assert set(actions) <= set(GAME.legal(seen))
            assert len(set(actions)) == len(actions)
            values = [step.value for step in planned.steps]
            assert values == sorted(values, reverse=True)
            assert planned.value == values[0] <= planned.bound
            assert planned.source == BY_SOLVER
            phases.add(seen.phase)
        assert phases == {FIRST_DRAW, SECOND_DRAW, PLANT, DISCARD}

    def test_the_plan_can_be_played_move_by_move(self) -> None:
        """A draw from the deck brings a card that the plan only imagines, so it is played in that world."""
        for seen, worlds in states(2, 27, 5):
            plan = SOLVER.planner(seen, worlds[:1], LIMITS).plan
            state, me = worlds[0].clone(), seen.turn
            for move in (GAME.move(part) for part in plan if "type" in part):
                while state.phase < PLANT and not isinstance(move, Draw):
                    GAME.apply(state, GAME.legal(state)[-1], Rng())  # the plan is made for the hand before this draw
                action = GAME.encode(state, move)
                assert state.turn == me
                assert GAME.is_legal(state, action)
                GAME.apply(state, action, Rng())

    def test_a_plan_gives_every_card_of_the_hand_one_place(self) -> None:
        planting = [found for found in states(2, 15, 6) if found[0].phase == PLANT]
        assert planting
        for seen, worlds in planting:
            plant, discard, rest = SOLVER.planner(seen, worlds, LIMITS).plan
            later = [move["card"] for move in rest["later"]]
            cards = [plant["card"], discard["card"], *later, *rest["to_end_paths"], *rest["keep"]]
            assert sorted(map(CARD.__getitem__, cards)) == seen.hand[seen.turn]

    def test_the_last_tree_is_planted_where_it_scores(self) -> None:
        """With the deck empty there is no later: what is planted must end a path now."""
        seen, worlds = next(found for found in states(2, 1, 6) if found[0].phase == PLANT)
        clear_table(seen, seen.turn)
        for card, cell in ((CARD["maple-3"], 0), (CARD["dogwood-5"], 1)):
            seen.tree[seen.turn][seen.n_tree[seen.turn]] = card
            seen.n_tree[seen.turn] += 1
            occupy(seen, seen.turn, seen.n_tree[seen.turn] - 1, cell)
        hand = ["blue-spruce-3", "cassia-1", "cassia-2", "jacaranda-1", "jacaranda-2"]
        hand += ["maple-4", "maple-5", "maple-7", "maple-8"]
        seen.hand[seen.turn], seen.n_hand[seen.turn] = sorted(map(CARD.__getitem__, hand)), 9
        seen.n_deck = 0
        first = SOLVER.planner(seen, worlds, LIMITS).plan[0]
        assert first["card"] in {"maple-7", "maple-8"}
        assert first["at"] != [-1, 0]

    def test_the_same_seed_gives_the_same_plan(self) -> None:
        for seen, worlds in states(2, 61, 8):
            first, again = (SOLVER.planner(seen, worlds, Limits(work=0.03, seconds=60, seed=4)) for _ in range(2))
            assert first == again

    def test_without_time_it_plays_as_the_script(self) -> None:
        for seen, worlds in states(2, 19, 9):
            planned = SOLVER.planner(seen, worlds, Limits(work=1e-9, seconds=60))
            assert planned.source == GREEDY
            assert [step.action for step in planned.steps] == [spite(seen)]

    @pytest.mark.slow
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_whole_games_are_played_by_plans(self, seats: int) -> None:
        rng = rng_of(seats)
        state = GAME.start(seats, GAME.pack({"path_bonus": "uniform"}, seats), rng)
        while not GAME.is_over(state):
            seen = GAME.seen(state, state.turn)
            worlds = [GAME.imagine(seen, state.turn, rng) for _ in range(2)]
            action = SOLVER.planner(seen, worlds, LIMITS).steps[0].action
            assert GAME.is_legal(state, action)
            GAME.apply(state, action, rng)
        points, _ = GAME.result(state, seats)
        assert max(points) > 0
