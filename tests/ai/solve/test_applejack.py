"""Applejack's planner and its exact question: right against brute force, legal, the same every time."""

import copy
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ai.solve.answers import GREEDY, BadQuestion, Planned
from ai.solve.applejack import SOLVER
from ai.solve.applejack_orchards import EXAMPLE
from ai.solve.limits import Limits
from services.rules.games.applejack.state import RESTOCK, State
from services.rules.notation import Json
from tests.ai.solve.applejack_orchard import any_question, brute_force, replayed
from tests.support.games import Table, rng

SHAPES = ((1, 1), (3, 1), (8, 1), (2, 2), (3, 2), (4, 2), (3, 3))
"""(free fields, tiles to be laid) of questions that are quickly answered by trying everything."""
AMPLE = Limits(work=5, seconds=600)
LITTLE = Limits(work=0.05, seconds=600)
NONE = Limits(work=1e-6, seconds=600)
ask = SOLVER.questions["best-orchard"].solve

# The best orchard ----------------------------------------------------------------------------------------------------


def agree(question: Json) -> None:
    answer = ask(question, AMPLE)
    assert answer.optimal
    assert answer.value == brute_force(question) == replayed(question, answer.plan)


@pytest.mark.parametrize("part", range(6))
def test_no_plan_is_better_than_the_answer(part: int) -> None:
    for number in range(part * 30, part * 30 + 30):
        free, tiles = SHAPES[number % len(SHAPES)]
        agree(any_question(Random(number), free, tiles))


def test_honey_that_is_not_there_is_never_paid() -> None:
    for number in range(40):
        agree(any_question(Random(number), 3, 2, honey=number % 10))


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_no_plan_is_better_than_the_answer_to_larger_questions() -> None:
    for number in range(1000, 1060):
        agree(any_question(Random(number), *((7, 2), (4, 3), (4, 4))[number % 3]))


def test_a_search_never_knows_less_of_what_cannot_be_exceeded_than_a_glance() -> None:
    question = EXAMPLE | {"tiles": [*EXAMPLE["tiles"], "tile-30", "tile-41"]}
    at_a_glance, searched = (ask(question, Limits(work=work, seconds=600)) for work in (1e-6, 0.3))
    assert at_a_glance.source == GREEDY
    assert searched.value < searched.bound <= at_a_glance.bound


def test_a_search_that_is_cut_answers_with_a_legal_plan_and_a_bound() -> None:
    cut = 0
    for number, work in enumerate((1e-6, 1e-6, 0.02, 0.1)):
        question = any_question(Random(number), 9, 5, honey=20)
        answer = ask(question, Limits(work=work, seconds=600))
        assert replayed(question, answer.plan) == answer.value <= answer.bound
        cut += answer.value < answer.bound
    assert cut > 0


def test_greedy_stands_in_where_nothing_was_found() -> None:
    answer = ask(EXAMPLE, Limits(work=0, seconds=600))
    assert answer.source == GREEDY
    assert not answer.optimal
    assert ask(EXAMPLE, AMPLE).value <= answer.bound


def test_the_same_question_has_the_same_answer() -> None:
    question = any_question(Random(3), 9, 4, honey=20)
    first, again = (ask(question, LITTLE) for _ in range(2))
    assert first == again
    assert first.deterministic


def test_the_sheet_of_the_final_scoring_adds_up() -> None:
    final = ask(EXAMPLE, AMPLE).plan["final"]
    assert final["honey"] + final["crop"] + final["bonus"] + final["blossoms"] == final["total"]


def spoilt(*path: Any, value: Any) -> Json:
    """The example with something else in one place."""
    question = copy.deepcopy(EXAMPLE)
    inside: Any = question
    for part in path[:-1]:
        inside = inside[part]
    inside[path[-1]] = value
    return question


KNOWN = [{"at": [0, q], "tile": tile, "pasture": True} for q, tile in zip((0, -1, 2), EXAMPLE["tiles"], strict=True)]


def test_an_answer_is_no_worse_than_the_plan_that_is_known() -> None:
    question = any_question(Random(4), 4, 3)
    best = ask(question, AMPLE)
    known = [
        {"at": each["move"]["at"], "tile": each["tile"], "pasture": each["move"]["type"] == "applejack.pasture"}
        | ({"rotation": each["move"]["rotation"]} if "rotation" in each["move"] else {})
        for each in best.plan["moves"]
    ]
    assert ask(question, NONE).value < best.value
    assert ask({**question, "known": known}, NONE).value == best.value
    assert ask(spoilt("known", value=KNOWN), NONE).value == ask(EXAMPLE, NONE).value


@pytest.mark.parametrize(
    ("pointer", "question"),
    [
        ("/orchard/tiles/1/at", spoilt("orchard", "tiles", 1, "at", value=[2, 0])),
        ("/orchard/tiles/2/tile", spoilt("orchard", "tiles", 2, "tile", value="tile-36")),
        ("/tiles/1", spoilt("tiles", 1, value="tile-87")),
        ("/tiles/2", spoilt("tiles", 2, value="tile-35")),
        ("/tiles", spoilt("tiles", value=[f"tile-{i}" for i in range(1, 18)])),
        ("/known", spoilt("known", value=[KNOWN[0]])),
        ("/known/1/tile", spoilt("known", value=[KNOWN[0], KNOWN[2], KNOWN[1]])),
        ("/known/2", spoilt("known", value=[*KNOWN[:2], {**KNOWN[2], "at": [1, 0]}])),
    ],
)
def test_a_question_that_cannot_be_is_refused_where_it_is_wrong(pointer: str, question: Json) -> None:
    with pytest.raises(BadQuestion) as caught:
        ask(question, LITTLE)
    assert caught.value.pointer == pointer


# The planner ---------------------------------------------------------------------------------------------------------


def plan_for(table: Table, state: State, number: int, limits: Limits = LITTLE) -> Planned:
    game, seat = table.game, table.game.to_act(state)
    seen = game.seen(state, seat)
    worlds = [game.imagine(seen, seat, rng("worlds", table, number, i)) for i in range(2)]
    return SOLVER.planner(seen, worlds, limits)


def decisions(table: Table, every: int, limits: Limits = LITTLE) -> Iterator[tuple[State, int, Planned]]:
    """Some of the decisions of a game, each with its plan, which is then played; in between anything is."""
    state, number = table.start(), 0
    assert isinstance(state, State)
    while not table.game.is_over(state):
        legal = table.game.legal(state)
        action = legal[number * 7 % len(legal)]
        if number % every == 0 and len(legal) > 1:
            planned = plan_for(table, state, number, limits)
            yield state.clone(), number, planned
            action = planned.steps[0].action
        table.game.apply(state, action, rng("apply", number))
        number += 1


TABLES = [Table("applejack", seats, seed=seats) for seats in (1, 2, 3, 4)]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_plan_begins_with_a_legal_step_and_has_a_bound(table: Table) -> None:
    for state, _, planned in decisions(table, 11):
        values = [step.value for step in planned.steps]
        assert all(table.game.is_legal(state, step.action) for step in planned.steps)
        assert values == sorted(values, reverse=True)
        assert planned.value == values[0] <= planned.bound
        first = table.game.decode(state, planned.steps[0].action).json()
        assert planned.plan[0] == first


def test_a_plan_can_be_played_with_the_tile_in_hand() -> None:
    """The second move of a plan that takes a tile is legal too."""
    table, followed = TABLES[1], 0
    for state, _, planned in decisions(table, 8):
        if planned.source != GREEDY and planned.plan[0]["type"] == "applejack.take":
            table.game.apply(state, planned.steps[0].action, rng("apply"))
            action = table.game.encode(state, table.game.move(planned.plan[1]))
            assert table.game.is_legal(state, action)
            followed += 1
    assert followed > 0


def test_the_same_state_has_the_same_plan() -> None:
    for state, number, planned in decisions(TABLES[1], 15):
        again = plan_for(TABLES[1], state, number)
        assert again.work == pytest.approx(planned.work)  # a sum of floats, whose last digit is the solver's own affair
        assert replace(again, work=planned.work) == planned


def test_without_any_work_it_still_answers() -> None:
    for state, _, planned in decisions(TABLES[1], 19, Limits(work=0, seconds=600)):
        assert planned.source == GREEDY
        assert TABLES[1].game.is_legal(state, planned.steps[0].action)


def test_what_goes_to_the_cottage_is_weighed_too() -> None:
    table, number, stored = TABLES[1], 0, 0
    state = table.game.start(2, table.game.pack({"extra_tile": True}, 2), rng("deal"))
    assert isinstance(state, State)
    while not table.game.is_over(state) and stored < 2:
        if state.phase == RESTOCK:
            steps = plan_for(table, state, number).steps
            assert sorted(step.action for step in steps) == sorted(table.game.legal(state))
            stored += 1
        legal = table.game.legal(state)
        own = 1 + state.cottage[state.turn]
        table.game.apply(state, own if own in legal else legal[0], rng("apply", number))
        number += 1
    assert stored == 2
