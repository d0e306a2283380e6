"""Click A Tree: the model of a turn against every turn there is, and the plans of the planner against the rules."""

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ai.knowledge.click_a_tree import WEIGHTS, evaluate
from ai.solve.answers import GREEDY, SOLVER, BadQuestion
from ai.solve.click_a_tree import SOLVER as CLICK_A_TREE
from ai.solve.limits import Limits
from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.state import CHOOSE, HARVEST, LAY, OVER, TAKE, State
from services.rules.kernel import Rng
from services.rules.notation import Json
from tests.ai.solve.click_a_tree_turns import (
    HARVESTS,
    ONE_TILE,
    TILE_AND_HARVEST_TILES,
    TWO_TILES,
    WHOLE_TURNS,
    Sort,
    as_question,
    best_by_trying,
    game,
    positions,
    value,
)
from tests.support.games import Table, rng

QUESTION = CLICK_A_TREE.questions["best-turn"]
ENOUGH = Limits(work=30.0, seconds=600.0)
QUICK = Limits(work=0.04, seconds=600.0)
NOTHING = Limits(work=1e-9, seconds=600.0)
ANY = {"strips": "random"}


def play(state: State, moves: Any) -> State:
    """Play moves in their public notation, each of which must be legal, to the end of the turn."""
    after = state.clone()
    for move in moves:
        action = GAME.encode(after, GAME.move(move))
        assert GAME.is_legal(after, action), GAME.explain(after, GAME.move(move)).text
        GAME.apply(after, action, Rng())
        assert after.phase == OVER or after.turn == state.turn or move is moves[-1]
    assert after.turn != state.turn or after.phase == OVER
    return after


# The best turn -------------------------------------------------------------------------------------------------------


def compare(sort: Sort, n: int, seed: int) -> None:
    """The solver finds and proves what trying every turn finds, and its plan brings it in the rules."""
    for state, options, worth in positions(sort, n, Random(f"{sort} {seed}")):
        answer = QUESTION.solve(as_question(state, options, worth), ENOUGH)
        assert answer.value == answer.bound == best_by_trying(state, worth), (options, worth)
        assert answer.optimal
        assert (answer.source, answer.deterministic) == (SOLVER, True)
        assert value(state, play(state, answer.plan["moves"]), worth) == answer.value


@pytest.mark.parametrize(("sort", "n"), [(HARVESTS, 176), (ONE_TILE, 20), (TWO_TILES, 4), (WHOLE_TURNS, 1)], ids=str)
def test_the_best_turn_is_the_best_of_all_turns(sort: Sort, n: int) -> None:
    compare(sort, n, 1)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("sort", "n"), [(HARVESTS, 500), (TILE_AND_HARVEST_TILES, 300), (TWO_TILES, 120), (WHOLE_TURNS, 8)], ids=str
)
def test_the_best_turn_is_the_best_of_many_more_turns(sort: Sort, n: int) -> None:
    compare(sort, n, 2)


def late_in_a_game(phase: int) -> State:
    """A rich display two rounds before the last one, a turn of which only the solver can oversee."""
    states = list(game({}, Random("late")))
    return next(s for s in states if s.round == states[-1].round - 2 and s.phase == phase)


def test_the_plan_tells_what_it_brings() -> None:
    state = late_in_a_game(LAY)
    answer = QUESTION.solve(as_question(state, {}, {"fruit": 1}), ENOUGH)
    after = play(state, answer.plan["moves"])
    seat = GAME.describe(after, state.turn)["seats"][state.turn]
    assert answer.plan["track"] == seat["track"]
    assert sum(answer.plan["track"].values()) == answer.value
    assert answer.plan["strips"] == sorted(
        set(seat["strips_fulfilled"]) - set(GAME.describe(state, 0)["seats"][state.turn]["strips_fulfilled"])
    )
    assert answer.plan["completed"] == seat["completed"] - state.n_complete[state.turn]


@pytest.mark.parametrize("work", [0.02, 0.1])
def test_a_search_that_is_cut_still_answers_with_a_legal_turn_and_a_bound(work: float) -> None:
    state = late_in_a_game(TAKE)
    answer = QUESTION.solve(as_question(state, {}, {"fruit": 1}), Limits(work=work, seconds=600.0))
    after = play(state, answer.plan["moves"])
    assert sum(after.value[state.turn]) == answer.value < answer.bound
    assert not answer.optimal
    assert answer.deterministic


def test_without_time_to_search_the_turn_is_played_at_a_glance() -> None:
    state = late_in_a_game(TAKE)
    answer = QUESTION.solve(as_question(state, {}, {"fruit": 2, "line": 5}), NOTHING)
    assert answer.source == GREEDY
    assert 2 * sum(play(state, answer.plan["moves"]).value[state.turn]) == answer.value < answer.bound == 145


def test_the_same_question_has_the_same_answer() -> None:
    question = as_question(late_in_a_game(TAKE), {}, {"fruit": 1})
    limits = Limits(work=0.1, seconds=600.0, seed=3)
    assert QUESTION.solve(question, limits) == QUESTION.solve(deepcopy(question), limits)


# How the question is asked -------------------------------------------------------------------------------------------


def test_the_example_and_views_fit_the_schema() -> None:
    Draft202012Validator.check_schema(QUESTION.schema)
    schema = Draft202012Validator(QUESTION.schema)
    schema.validate(QUESTION.example)
    for sort in (HARVESTS, ONE_TILE, WHOLE_TURNS):
        for state, options, worth in positions(sort, 2, Random("views")):
            schema.validate(json.loads(json.dumps(as_question(state, options, worth))))


def test_the_example_is_answered() -> None:
    answer = QUESTION.solve(QUESTION.example, ENOUGH)
    assert answer.optimal
    assert sum(answer.plan["track"].values()) + 20 * answer.plan["crosses_a_line"] == answer.value


def put(*path: str | int, to: Any) -> Callable[[Json], None]:
    """A change of a question: something else at a place."""

    def change(question: Any) -> None:
        for part in path[:-1]:
            question = question[part]
        question[path[-1]] = to

    return change


def drop(*path: str | int) -> Callable[[Json], None]:
    """A change of a question: something is missing."""

    def change(question: Any) -> None:
        for part in path[:-1]:
            question = question[part]
        del question[path[-1]]

    return change


BAD: list[tuple[Callable[[Json], None], str]] = [
    (put("phase", to="choose"), "/phase"),
    (drop("phase"), "/phase"),
    (drop("ring"), "/ring"),
    (put("ring", 2, "fruit", to="orange"), "/ring"),
    (put("ring", 3, "tiles", 0, "tile", to=1), "/ring/3/tiles/0"),
    (put("ring", 3, "tiles", 1, "tile", to=91), "/ring/3/tiles/1/tile"),
    (put("ring", 3, "tiles", 1, to=5), "/ring/3/tiles/1"),
    (put("phase", to="lay"), "/taken"),
    (drop("seat", "track", "mango"), "/seat/track/mango"),
    (put("seat", "track", "mango", to=10), "/seat/track/mango"),
    (put("seat", "strips_left", 0, to=16), "/seat/strips_left/0"),
    (put("seat", "strips_left", to=[2, 2]), "/seat/strips_left/1"),
    (put("seat", "display", to=[]), "/seat/display"),
    (put("seat", "display", 0, "at", to=[1, 0]), "/seat/display/0"),
    (put("seat", "display", 1, "at", to=[0, 0]), "/seat/display/1/at"),
    (put("seat", "display", 1, "at", to=[7, 7]), "/seat/display/1/at"),
    (put("seat", "display", 1, "at", to=[7, True]), "/seat/display/1/at/1"),
    (put("seat", "display", 1, "tile", to=91), "/seat/display/1/tile"),
    (put("seat", "display", 3, "sickles", to=[0, 1, 2, 3, 4]), "/seat/display/3/sickles"),
    (put("seat", "display", 3, "sickles", to=[0, 1]), "/seat/display/3"),
    (put("seat", "harvest_tiles", "open", to=[[0, 0]]), "/seat/harvest_tiles/open/0"),
    (put("options", to={"double_sickle": "twice"}), "/options/double_sickle"),
    (put("worth", to={"tile": 1}), "/worth/tile"),
    (put("worth", to={"strip": -1}), "/worth/strip"),
    (put("seat", to="me"), "/seat"),
]


@pytest.mark.parametrize(("change", "pointer"), BAD)
def test_a_bad_question_is_refused_with_a_pointer(change: Callable[[Json], None], pointer: str) -> None:
    question = deepcopy(QUESTION.example)
    change(question)
    with pytest.raises(BadQuestion) as refused:
        QUESTION.solve(question, ENOUGH)
    assert refused.value.pointer == pointer


def test_a_strip_that_the_display_fulfils_cannot_be_left() -> None:
    for state, options, worth in positions(HARVESTS, 12, Random("strips")):
        question = as_question(state, options, worth)
        for strip in question["seat"]["strips_fulfilled"]:
            wrong = deepcopy(question)
            wrong["seat"]["strips_left"].append(strip)
            with pytest.raises(BadQuestion, match="fulfils this strip") as refused:
                QUESTION.solve(wrong, ENOUGH)
            assert refused.value.pointer == f"/seat/strips_left/{len(wrong['seat']['strips_left']) - 1}"


# The planner ---------------------------------------------------------------------------------------------------------


def seen(table: Table, n: int) -> list[State]:
    """States of a random game as the seat to act sees them."""
    return [GAME.seen(state, state.turn) for state in table.states(n) if isinstance(state, State)]


@pytest.mark.parametrize("seats", GAME.seats)
def test_plans_are_legal_move_by_move(seats: int) -> None:
    for state in seen(Table("click_a_tree", seats, 0), 5):
        worlds = [GAME.imagine(state, state.turn, rng("world", i)) for i in range(2)]
        planned = CLICK_A_TREE.planner(state, worlds, QUICK)
        actions = [step.action for step in planned.steps]
        assert set(actions) <= set(GAME.legal(state))
        assert len(set(actions)) == len(actions) > 0
        assert [step.value for step in planned.steps] == sorted((step.value for step in planned.steps), reverse=True)
        assert GAME.decode(state, actions[0]).json() == planned.plan[0]
        assert planned.value <= planned.bound
        if planned.source == SOLVER:
            after = play_alone(state, planned.plan)
            assert evaluate(after, state.turn, list(WEIGHTS.values())) == planned.steps[0].value


def play_alone(state: State, moves: Any) -> State:
    """Play a turn; alone the next turn is of the same seat."""
    return play(state, moves) if state.seats > 1 else play_on(state, moves)


def play_on(state: State, moves: Any) -> State:
    after = state.clone()
    for move in moves:
        action = GAME.encode(after, GAME.move(move))
        assert GAME.is_legal(after, action)
        GAME.apply(after, action, Rng())
    assert after.phase in {TAKE, OVER}
    return after


def test_every_decision_of_a_turn_comes_from_the_planner() -> None:
    state = late_in_a_game(TAKE)
    me, phases = state.turn, list[int]()
    while state.turn == me and state.phase != OVER:
        phases.append(state.phase)
        planned = CLICK_A_TREE.planner(GAME.seen(state, me), [], QUICK)
        GAME.apply(state, planned.steps[0].action, Rng())
    assert phases == [TAKE, LAY, LAY, HARVEST]


def test_fruits_at_sickles_are_chosen_by_what_is_left_of_the_turn() -> None:
    states = (s for i in range(9) for s in game({"two_fruit": "choose"}, Random(i)) if s.phase == CHOOSE)
    for state, _ in zip(states, range(6), strict=False):
        planned = CLICK_A_TREE.planner(GAME.seen(state, state.turn), [], QUICK)
        assert {step.action for step in planned.steps} == set(GAME.legal(state))
        play(state, planned.plan)


def test_what_is_hidden_changes_no_plan() -> None:
    state = late_in_a_game(LAY)
    one, other = (GAME.imagine(state, state.turn, rng("hidden", i)) for i in range(2))
    assert one.stack != other.stack
    plans = [CLICK_A_TREE.planner(GAME.seen(whole, whole.turn), [whole], QUICK) for whole in (one, other)]
    assert plans[0] == plans[1]


def test_the_same_position_has_the_same_plan() -> None:
    state = GAME.seen(late_in_a_game(TAKE), 0)
    limits = Limits(work=0.06, seconds=600.0, seed=5)
    assert CLICK_A_TREE.planner(state, [], limits) == CLICK_A_TREE.planner(state.clone(), [], limits)


@pytest.mark.parametrize("phase", [TAKE, LAY])
def test_a_planner_without_time_still_answers(phase: int) -> None:
    state = GAME.seen(late_in_a_game(phase), 0)
    planned = CLICK_A_TREE.planner(state, [], NOTHING)
    assert planned.source == GREEDY
    assert not planned.optimal
    assert sorted(step.action for step in planned.steps) == sorted(GAME.legal(state))


def test_more_work_finds_a_better_plan() -> None:
    state = GAME.seen(late_in_a_game(TAKE), 0)
    nothing, much = (CLICK_A_TREE.planner(state, [], limits) for limits in (NOTHING, Limits(work=0.3, seconds=600.0)))
    assert much.steps[0].value > nothing.steps[0].value
    assert len(much.steps) == len(GAME.legal(state))
    assert much.work > nothing.work


def test_the_last_step_of_a_turn_is_the_best_of_all_placements() -> None:
    for state in (s for s in game({}, Random("last")) if s.phase == HARVEST):
        planned = CLICK_A_TREE.planner(GAME.seen(state, state.turn), [], QUICK)
        worths = []
        for action in GAME.legal(state):
            after = state.clone()
            GAME.apply(after, action, Rng())
            worths.append(evaluate(after, state.turn, list(WEIGHTS.values())))
        assert [step.value for step in planned.steps] == sorted(worths, reverse=True)
        if state.round > 3:
            break
