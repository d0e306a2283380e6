"""Plans for turns of Tree Society: legal, repeatable, and as good as the best of everything that can be tried."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ai.solve.answers import GREEDY, SOLVER, Answer, BadQuestion
from ai.solve.limits import Limits
from ai.solve.tree_society import SOLVER as SOCIETY
from ai.solve.tree_society_best_turn import settled, state_of
from services.rules.games.tree_society import GAME
from services.rules.games.tree_society.scoring import points_of
from services.rules.games.tree_society.state import BUILD, CHOICE, DRAFT, SALE, State
from services.rules.notation import Json
from tests.ai.solve.society_turns import a_question, everything_tried, played
from tests.rules.games.tree_society.builders import game_of_builders, options_of
from tests.rules.games.tree_society.table import Table
from tests.support.games import rng

QUESTION = SOCIETY.questions["best-turn"]
ENOUGH = Limits(work=20, seconds=600)
LITTLE = Limits(work=0.02, seconds=600, seed=3)


def compared(numbers: range, most: int) -> int:
    """Hold the answers to some questions against everything that can be tried; how many could be."""
    agreed = 0
    for number in numbers:
        question = a_question(Random(number), 2 + number % 2)
        best = everything_tried(question, most)
        if best is not None:
            answer = QUESTION.solve(question, ENOUGH)
            assert (answer.value, answer.bound) == (best, best), number
            follow(question, answer)
            agreed += 1
    return agreed


def follow(question: Json, answer: Answer) -> None:
    """The plan is legal move by move, on a table whose decks bring something too, and leaves what it says."""
    start = s = state_of(question)
    chance, actions = rng("follow", answer.value), []
    for data in answer.plan["moves"]:
        actions.append(GAME.encode(s, GAME.move(data)))
        assert GAME.is_legal(s, actions[-1]), data
        s = played(s, actions[-1], chance)
    end = settled(start, actions)
    assert s.phase == BUILD
    told = (answer.plan["points"], answer.plan["coins"], answer.plan["banners"])
    assert told == (points_of(end, 0), end.purse[0], end.banners[0])
    worth = {"point": 2, "coin": 1, "banner": 0} | question.get("worth", {})
    assert answer.value == sum(worth[name] * each for name, each in zip(("point", "coin", "banner"), told, strict=True))


# The exact question --------------------------------------------------------------------------------------------------


def test_no_turn_is_better_than_the_answer() -> None:
    assert compared(range(320), most=200) >= 200


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_no_turn_is_better_than_the_answer_on_larger_boards() -> None:
    assert compared(range(1_000, 1_150), most=2_500) >= 130


def test_the_example_is_a_question_and_is_answered() -> None:
    Draft202012Validator.check_schema(QUESTION.schema)
    Draft202012Validator(QUESTION.schema).validate(QUESTION.example)
    answer = QUESTION.solve(QUESTION.example, ENOUGH)
    assert (answer.source, answer.optimal, answer.deterministic) == (SOLVER, True, True)
    follow(QUESTION.example, answer)


def test_a_view_can_be_pasted() -> None:
    for state, _ in game_of_builders(2, 4):
        if state.phase == SALE and state.round == 4:
            view = GAME.describe(state, state.turn)
            question = {name: view[name] for name in ("fruit_market", "market", "visible")}
            question |= {"seat": view["seats"][state.turn], "levels": 2}
            Draft202012Validator(QUESTION.schema).validate(question)
            answer = QUESTION.solve(question, ENOUGH)
            assert answer.optimal
            follow(question, answer)


def test_more_levels_never_make_a_turn_worse() -> None:
    values = [QUESTION.solve(QUESTION.example | {"levels": levels}, ENOUGH).value for levels in (1, 2, 3)]
    assert values == sorted(values)
    assert values[0] < values[-1]


def test_what_a_coin_is_worth_decides_whether_it_is_spent() -> None:
    saved = QUESTION.solve(QUESTION.example | {"worth": {"point": 1, "coin": 100}}, ENOUGH).plan
    spent = QUESTION.solve(QUESTION.example | {"worth": {"point": 1, "coin": 0}}, ENOUGH).plan
    assert saved["coins"] > spent["coins"]
    assert saved["points"] < spent["points"]


@pytest.mark.parametrize("work", [0.001, 0.02])
def test_a_search_that_is_cut_still_gives_a_legal_plan_and_a_bound(work: float) -> None:
    question = QUESTION.example | {"levels": 4}
    answer = QUESTION.solve(question, Limits(work=work, seconds=600))
    assert answer.source == (GREEDY if work == 0.001 else SOLVER)
    assert answer.value < answer.bound
    assert answer.deterministic
    follow(question, answer)


def test_the_same_question_has_the_same_answer() -> None:
    limits = Limits(work=0.05, seconds=600, seed=5)
    assert QUESTION.solve(QUESTION.example, limits) == QUESTION.solve(QUESTION.example, limits)


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        (("market", "top", 1), {"card": "writers-44"}, "/market/top/1/card"),
        (("seat", "completed", 0, "card"), "bankers-20", "/seat/completed/0/card"),
        (("market", "bottom", 2, "card"), "merchants-35", "/market/bottom/2/card"),
        (("seat", "fruits", 2), "apple-sell-coin", None),
        (("fruit_market", 0), "apple-sell", None),
        (("fruit_market", 1), "apple-less", None),
        (("seat", "sold"), {"grape-sell": 2}, "/fruit_market/2"),
        (("visible", "orange"), 1, "/visible/orange"),
    ],
)
def test_a_question_that_contradicts_itself_is_refused_where_it_does(
    path: tuple[Any, ...], value: Any, pointer: str | None
) -> None:
    question: Any = deepcopy(QUESTION.example)
    *way, last = path
    place = question
    for step in way:
        place = place[step]
    place[last] = value
    Draft202012Validator(QUESTION.schema).validate(question)
    if pointer is None:
        state_of(question)
        return
    with pytest.raises(BadQuestion) as refused:
        QUESTION.solve(question, ENOUGH)
    assert refused.value.pointer == pointer


# The planner ---------------------------------------------------------------------------------------------------------


def positions(seats: int, seed: int, every: int) -> Iterator[State]:
    """States of a game in which there is something to decide."""
    for number, (state, action) in enumerate(game_of_builders(seats, seed)):
        if number % every == 0 and action >= 0 and len(GAME.legal(state)) > 1:
            yield GAME.seen(state, state.turn)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_steps_are_legal_and_the_plan_begins_with_the_best(seats: int) -> None:
    for state in positions(seats, seats, 43):
        before = state.to_bytes()
        planned = SOCIETY.planner(state, [state.clone()], LITTLE)
        assert all(GAME.is_legal(state, step.action) for step in planned.steps)
        assert GAME.encode(state, GAME.move(planned.plan[0])) == planned.steps[0].action
        assert [step.value for step in planned.steps] == sorted((s.value for s in planned.steps), reverse=True)
        assert planned.value <= planned.bound
        assert state.to_bytes() == before


def test_whole_games_are_played_legally() -> None:
    phases, chance = set(), rng("whole")
    state = GAME.start(2, GAME.pack(options_of(3), 2), chance)
    while not GAME.is_over(state):
        if len(GAME.legal(state)) == 1 or (state.phase != DRAFT and state.round != 4):
            action = GAME.legal(state)[0]
        else:
            phases.add(state.phase)
            action = SOCIETY.planner(state, [state.clone()], Limits(work=0.01, seconds=600)).steps[0].action
        assert GAME.is_legal(state, action)
        GAME.apply(state, action, chance)
    assert phases >= {DRAFT, SALE, BUILD}


def test_the_same_state_and_seed_have_the_same_plan() -> None:
    for state in positions(2, 4, 67):
        first, again = (SOCIETY.planner(state, [state.clone(), state.clone()], LITTLE) for _ in range(2))
        assert first == again


def test_without_time_for_the_model_the_evaluation_answers() -> None:
    state = next(state for state in positions(2, 1, 13) if state.phase == SALE)
    planned = SOCIETY.planner(state, [state.clone()], Limits(work=0.0001, seconds=600))
    assert planned.source == GREEDY
    assert not planned.optimal
    assert planned.steps


def test_an_effect_that_waits_is_decided_too() -> None:
    waiting = [state for seed in (2, 3, 5) for state in positions(3, seed, 1) if state.phase == CHOICE]
    for state in waiting[::20]:
        planned = SOCIETY.planner(state, [state.clone()], LITTLE)
        assert GAME.is_legal(state, planned.steps[0].action)
    assert len(waiting) > 20


def test_in_the_last_turn_the_model_finds_the_most_points() -> None:
    table = Table().ongoing(0, {46: 2, 14: 1}).coins(0, 5).fruits(1, "apple-row").fruit_market("grape-row")
    state = table.state
    state.last_round = state.round
    planned = SOCIETY.planner(state, [state.clone()], Limits(work=0.3, seconds=600))
    assert planned.optimal
    assert planned.value == planned.bound == 12 + 1  # level 3 of card 46, and card 14 stays on level 1
    assert planned.plan[0] == {"type": "tree_society.build", "card": "writers-46"}
