"""What is known of Applejack: what an orchard is worth, and how games are played on."""

from collections.abc import Iterator
from itertools import chain, product

import pytest

from ai.knowledge.applejack import USUAL_ALONE, WEIGHTS, evaluate, expected_points, playout, promising
from ai.knowledge.applejack_ground import CHANCE
from ai.knowledge.applejack_prospects import CROPS, USED, certain, harvests_ahead
from ai.search.room import Plan
from services.rules.games.applejack.components import PASTURE
from services.rules.games.applejack.moves import DRAW, LAY_TILE, TAKE_TILE, WAYS, apply
from services.rules.games.applejack.orchard import lay
from services.rules.games.applejack.state import LAY, OVER, TAKE, State
from services.rules.kernel import BLANK
from tests.ai.modes import compiled, needs_numba
from tests.rules.games.applejack.table import Table as Orchards
from tests.support.games import Table, rng

SEATS = (1, 2, 3, 4)
TABLES = [Table("applejack", seats, seed) for seats, seed in product(SEATS, (0, 1))]
EVEN = [*WEIGHTS.values()]
FORESIGHT = [*USED]


def ahead_of(s: State) -> list[int]:
    ahead = [0] * CROPS
    harvests_ahead(s, ahead)
    return ahead


def positions(table: Table) -> Iterator[State]:
    """Positions of a game of `playout`, in which orchards are not as poor as at random."""
    game, state = table.game, table.start()
    choose, room = rng("choose", table), [0] * table.game.max_legal
    assert isinstance(state, State)
    while not game.is_over(state):
        yield state.clone()
        game.apply(state, playout(state, choose, room), choose)
    yield state


every_table = pytest.mark.parametrize("table", TABLES, ids=str)


# Worth ---------------------------------------------------------------------------------------------------------------


@every_table
def test_at_the_end_it_is_the_margin_over_the_best_other_seat(table: Table) -> None:
    *_, end = positions(table)
    points, _ = table.game.result(end, table.seats)
    for seat in range(table.seats):
        others = [n for other, n in enumerate(points) if other != seat]
        assert evaluate(end, seat, EVEN) == points[seat] - (max(others) if others else USUAL_ALONE)


@every_table
def test_it_gives_no_weight_to_what_nobody_knows(table: Table) -> None:
    for number, state in enumerate(positions(table)):
        if number % 5 == 0 and state.phase != OVER:
            seat = table.game.to_act(state)
            seen = table.game.seen(state, seat)
            worth = [evaluate(seen, p, EVEN) for p in range(table.seats)]
            for i in (1, 2):
                world = table.game.imagine(seen, seat, rng("imagine", number, i))
                assert [evaluate(world, p, EVEN) for p in range(table.seats)] == worth


@every_table
def test_what_is_certain_is_what_the_view_promises(table: Table) -> None:
    for state in [*positions(table)][::7]:
        if state.phase == OVER:
            continue
        view, ahead = table.game.describe(state, 0), ahead_of(state)
        for p, seat in enumerate(view["seats"]):
            assert certain(state, p, ahead) == seat["final"]["total"] + sum(e["pays"][p] for e in view["coming"])


@pytest.mark.parametrize("weights", [EVEN, FORESIGHT], ids=["greedy", "foresight"])
def test_a_tile_in_hand_counts_as_on_its_best_field(weights: list[float]) -> None:
    pastures = 0
    for state in chain.from_iterable(map(positions, TABLES)):
        if state.phase == LAY:
            me, worth = state.turn, []
            for action in TABLES[0].game.legal(state):
                after = state.clone()
                lay(after, me, *divmod(action - LAY_TILE, WAYS))
                after.phase = TAKE
                worth.append(expected_points(after, me, ahead_of(state), weights))
            pastures += max(worth) == worth[-1]
            assert expected_points(state, me, ahead_of(state), weights) == pytest.approx(max(worth))
    assert pastures > 0


@every_table
def test_the_best_ways_to_lay_a_tile_are_the_promising_ones(table: Table) -> None:
    room = [0] * table.game.max_legal
    for state in positions(table):
        few, legal = room[: promising(state, room)], table.game.legal(state)
        if state.phase != LAY:
            assert few == legal
            continue
        worth = {}
        for action in legal:
            after = state.clone()
            lay(after, state.turn, *divmod(action - LAY_TILE, WAYS))
            after.phase = TAKE
            worth[action] = expected_points(after, state.turn, ahead_of(state), FORESIGHT)
        pasture = [action for action in legal if (action - LAY_TILE) % WAYS == PASTURE]
        face_up = sorted((worth[action] for action in set(legal) - set(pasture)), reverse=True)[:8]
        assert [worth[action] for action in few] == pytest.approx([*face_up, max(worth[a] for a in pasture)], abs=0.011)


@needs_numba
@pytest.mark.slow  # what bots make of it is compared in both modes in every run: tests/ai/test_modes.py
@pytest.mark.timeout(600)
def test_both_modes_say_the_same() -> None:
    engine = compiled("applejack")

    def judge(box: list[State], me: int, plans: list[Plan]) -> float:
        return evaluate(box[0], me, plans[0].weights)

    def narrow(box: list[State], out: list[int]) -> int:
        return promising(box[0], out)

    fast, few = engine.bind(judge), engine.bind(narrow)
    plan = Plan()
    plan.weights[: len(EVEN)] = EVEN
    plans = engine.put(plan)
    room, out = engine.ints([0] * engine.game.max_legal), [0] * engine.game.max_legal
    for table in TABLES:
        for state in [*positions(table)][::3]:
            assert list(room[: few(engine.put(state), room)]) == out[: promising(state, out)]
            for p in range(table.seats):
                assert fast(engine.put(state), p, plans) == pytest.approx(evaluate(state, p, EVEN), rel=1e-12)


# What is better is worth more ----------------------------------------------------------------------------------------


def worth_of(table: Orchards, seat: int = 0) -> float:
    return expected_points(table.state, seat, ahead_of(table.state), EVEN)


def planted(*tiles: tuple[int, tuple[int, int], int]) -> Orchards:
    """The orchard of seat 0 with these tiles (number, field, rotation) in the first round."""
    table = Orchards()
    for number, at, rotation in tiles:
        table.plant(number - 1, at, rotation)
    return table


def test_honey_is_worth_itself_and_more_while_it_is_scarce() -> None:
    table, worth = Orchards(), []
    for honey in (4, 5, 30, 31):
        table.state.honey[0] = honey
        worth.append(worth_of(table))
    assert worth[3] - worth[2] == pytest.approx(1)
    assert worth[1] - worth[0] > 1.1


def test_apples_that_join_are_worth_more_than_apples_apart() -> None:
    beside = planted((53, (0, 0), 0), (16, (0, 1), 4))  # three brown and two brown
    apart = planted((53, (0, 0), 0), (16, (-2, 2), 4))
    assert worth_of(beside) > worth_of(apart) + 5


def test_a_hive_that_looks_at_a_free_field_is_worth_more_than_one_that_looks_outside() -> None:
    inwards, outwards = planted((50, (2, -1), 3)), planted((50, (2, -1), 0))  # price 7, one hive
    assert worth_of(inwards) > worth_of(outwards) + 2


def test_a_variety_that_needs_one_more_apple_is_worth_less_the_fewer_turns_are_left() -> None:
    late, early = planted((61, (0, 0), 0)), planted((61, (0, 0), 0))  # three light green
    gains = []
    for table, free in ((early, 19), (late, 4)):
        table.put_die(9, 3)
        without = Orchards()
        without.put_die(9, 3)
        without.state.n_free[0] = table.state.n_free[0] = free
        gains.append(worth_of(table) - worth_of(without))
    assert gains[0] > gains[1]


def test_a_seventh_variety_within_reach_is_foreseen() -> None:
    """Six pay and the seventh lacks one apple: 14 points are near, of which who counts what is certain sees none."""
    table = Orchards()
    table.put_die(9, 3)
    state, first = table.state, 3 * 6
    state.n_free[0] = 6
    for colour in range(6):
        state.crop[0][3 * colour : 3 * colour + 3] = [3, 2, 1]
    worth = {}
    for apples, crop in ((2, [1, 0, 0]), (3, [2, 1, 0])):
        state.crop[0][first : first + 3] = crop
        worth[apples] = [expected_points(state, 0, ahead_of(state), weights) for weights in (EVEN, FORESIGHT)]
    (near, foreseen), (nearer, foreseen_nearer) = worth[2], worth[3]
    bonus = 14 * (CHANCE[3 * 20 + 6] - CHANCE[2 * 20 + 6]) / 100
    assert bonus == pytest.approx(3.5, abs=0.5)
    assert foreseen_nearer - foreseen > nearer - near


def test_a_rival_who_fares_better_makes_the_own_seat_worth_less() -> None:
    table = Orchards(3)
    before = [evaluate(table.state, seat, EVEN) for seat in range(3)]
    alone = evaluate(table.state, 0, [0.0, *EVEN[1:]])
    table.state.honey[2] += 20
    after = [evaluate(table.state, seat, EVEN) for seat in range(3)]
    assert after[0] < before[0]
    assert after[1] < before[1]
    assert after[2] == pytest.approx(before[2] + 20)
    assert evaluate(table.state, 0, [0.0, *EVEN[1:]]) == alone


# Playing on ----------------------------------------------------------------------------------------------------------


@every_table
def test_only_legal_actions_are_played_and_games_end(table: Table) -> None:
    room = [0] * table.game.max_legal
    for number, state in enumerate(positions(table)):
        assert number < table.game.max_steps
        if not table.game.is_over(state):
            before = state.to_bytes()
            assert table.game.is_legal(state, playout(state, rng("on", number), room))
            assert state.to_bytes() == before
    assert table.game.is_over(state)


@every_table
def test_a_tile_is_laid_where_it_brings_most(table: Table) -> None:
    room = [0] * table.game.max_legal
    for state in positions(table):
        if state.phase == LAY:
            worth = {}
            for action in table.game.legal(state):
                after = state.clone()
                lay(after, state.turn, *divmod(action - LAY_TILE, WAYS))
                after.phase = TAKE
                worth[action] = expected_points(after, state.turn, ahead_of(state), FORESIGHT)
            assert worth[playout(state, rng("on"), room)] == pytest.approx(max(worth.values()), abs=0.011)


@every_table
def test_an_open_tile_is_taken_only_if_no_other_brings_more(table: Table) -> None:
    room, taken = [0] * table.game.max_legal, 0
    for number, state in enumerate(positions(table)):
        action = BLANK if table.game.is_over(state) else playout(state, rng("on", number), room)
        if state.phase == TAKE and TAKE_TILE <= action < LAY_TILE:
            worth, ahead = {}, ahead_of(state)
            for choice in set(table.game.legal(state)) - {DRAW}:
                after = state.clone()
                apply(after, choice, rng("take"))
                worth[choice] = expected_points(after, state.turn, ahead, FORESIGHT)
            assert worth[action] == pytest.approx(max(worth.values()))
            taken += len(worth) > 1
    assert taken > 0


def test_it_brings_far_more_than_chance() -> None:
    sensible = chance = 0
    for table in (Table("applejack", 2, 0), Table("applejack", 4, 0)):
        *_, end = positions(table)
        sensible += sum(table.game.result(end, table.seats)[0])
        chance += sum(table.game.result(table.end(), table.seats)[0])
    assert sensible > 2 * chance
