"""What is known of Tree Society: an evaluation that counts true, prefers better tables, and a playout that plays on."""

from collections.abc import Iterator
from statistics import fmean
from typing import Any

import pytest

from ai.arena import line_up, play_arena
from ai.choose import choose
from ai.knowledge.tree_society import WEIGHTS, playout
from ai.knowledge.tree_society import evaluate as judge
from ai.knowledge.tree_society_habits import FAR, ROWS, SOON, in_time
from ai.seats import by_seat
from services.rules.games.tree_society import GAME
from services.rules.games.tree_society.actions import DISCARD, REPLACE, REST_EMPTY, SWAP
from services.rules.games.tree_society.moves import apply, is_over
from services.rules.games.tree_society.state import State
from services.rules.kernel import Rng
from tests.ai.modes import bot, compiled, needs_numba, plain
from tests.rules.games.tree_society.builders import game_of_builders, options_of
from tests.rules.games.tree_society.table import Table
from tests.support.games import rng

SEATS = [2, 3, 4]


def evaluate(state: State, seat: int) -> float:
    return judge(state, seat, [*WEIGHTS.values()])


def played(boxes: list[Any], rngs: list[Rng], room: list[int], most: int) -> int:
    """Play the game in a box on by playouts; how many actions that took."""
    s, n = boxes[0], 0
    while not is_over(s) and n < most:
        apply(s, playout(s, rngs[0], room), rngs[0])
        n += 1
    return n


def starts(seats: int, n: int) -> Iterator[State]:
    for seed in range(n):
        yield GAME.start(seats, GAME.pack(options_of(seed), seats), rng("start", seats, seed))


# Evaluation ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_a_game_that_is_over_is_worth_its_true_margin(seats: int) -> None:
    for seed in range(3):
        *_, (state, _) = game_of_builders(seats, seed)
        points, _ = GAME.result(state, seats)
        for seat in range(seats):
            best = max(points[:seat] + points[seat + 1 :])
            assert evaluate(state, seat) == points[seat] - best


@pytest.mark.parametrize("seats", SEATS)
def test_judging_needs_nothing_unseen_and_changes_nothing(seats: int) -> None:
    for state, _ in list(game_of_builders(seats, 4))[::9]:
        before = state.to_bytes()
        for seat in range(seats):
            imagined = {evaluate(GAME.imagine(state, seat, rng("imagine", i)), seat) for i in range(2)}
            assert imagined == {evaluate(state, seat)}
        assert state.to_bytes() == before


@needs_numba
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seats", SEATS)
def test_both_modes_judge_games_of_builders_alike(seats: int) -> None:
    for number, (state, _) in enumerate(list(game_of_builders(seats, seats))[:-1:4]):
        fast, slow = (choose(GAME, state, bot("greedy", 0), number, engine=e(GAME.slug)) for e in (compiled, plain))
        assert fast.candidates == slow.candidates


def a_table(seats: int = 2) -> Table:
    """Seat 1 is to sell; both have a fruit, an ongoing card and two coins."""
    table = Table(seats=seats).market([17, 42, 28], [20, 14, 39]).fruit_market("grape-row", "orange-row")
    for seat in range(seats):
        table.fruits(seat, "apple-take").coins(seat, 2).ongoing(seat, {24 - seat: 1})
    table.state.round = 3
    return table.to_sell(1)


def worth(table: Table) -> float:
    return evaluate(table.state, 0)


def test_coins_levels_and_completed_cards_are_worth_something_and_those_of_a_rival_the_opposite() -> None:
    plain_table = worth(a_table())
    for better in (
        a_table().coins(0, 2, 2),  # coins for the next turn
        a_table().ongoing(0, {16: 1}),  # another card begun
        a_table().completed(0, 16),
        a_table().fruits(0, "apple-chest-2"),  # two apples pay more than one
    ):
        assert worth(better) > plain_table + 0.1
    for worse in (a_table().coins(1, 2, 2), a_table().ongoing(1, {16: 1}), a_table().completed(1, 16)):
        assert worth(worse) < plain_table - 0.1


def test_a_card_is_worth_more_on_each_level() -> None:
    levels = [worth(a_table().ongoing(0, {46: level})) for level in (1, 2)] + [worth(a_table().completed(0, 46))]
    assert levels == sorted(levels)
    assert levels[2] > levels[0] + 3


def test_of_two_rivals_the_better_one_counts() -> None:
    table, weaker = a_table(3).completed(1, 46), a_table(3).completed(1, 46).completed(2, 16)
    assert worth(weaker) == pytest.approx(worth(table), abs=0.5)
    assert worth(table) < worth(a_table(3)) - 3


def test_after_the_last_turn_only_points_count() -> None:
    def last(table: Table) -> float:
        table.state.last_round = table.state.round
        return worth(table)

    assert last(a_table().coins(0, 9)) == last(a_table())
    assert last(a_table().ongoing(0, {16: 2})) == last(a_table()) + 2  # a level 2 of one banner: 2 points
    assert last(a_table().completed(0, 20)) == last(a_table()) + 8  # card 20 scores 8


def test_what_can_still_be_built_in_a_turn_counts_and_resting_forgoes_it() -> None:
    table = Table().ongoing(0, {46: 2}).coins(0, 5).fruits(1, "apple-row").fruit_market("grape-row")
    table.state.last_round = table.state.round
    building = worth(table)
    assert building - worth(table.rest()) == pytest.approx(12 - 5, abs=0.5)  # level 3 instead of level 2


def test_greedy_completes_what_it_can_pay_in_its_last_turn() -> None:
    table = Table().ongoing(0, {46: 2, 14: 1}).coins(0, 5).fruits(1, "apple-row").fruit_market("grape-row")
    table.state.last_round = table.state.round
    decision = choose(GAME, table.state, bot("greedy", 0), 1, engine=plain(GAME.slug))
    assert GAME.label(table.state, decision.action) == "Build level 3 of writers-46 for 5 coins"


@needs_numba
@pytest.mark.timeout(600)
def test_a_seat_that_cannot_win_any_more_still_plays_for_points() -> None:
    compiled(GAME.slug)
    standings = play_arena(GAME, line_up(["greedy"], 2, GAME), 12, 1)
    assert all(row["points"] > 26 for row in by_seat(standings))  # the last seat had 18 when it gave lost games up


def test_greedy_scores_points_and_beats_random() -> None:
    greedy, chance = play_arena(GAME, line_up(["greedy", "random"], 2), 8, 1)
    assert greedy.wins == 8
    assert fmean(greedy.points) > 25
    assert fmean(chance.points) < 12


# Playout -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_a_playout_takes_legal_actions_that_waste_nothing_until_the_game_is_over(seats: int) -> None:
    room = [0] * GAME.max_legal
    for seed, state in enumerate(starts(seats, 12)):
        chance = rng("playout", seats, seed)
        while not GAME.is_over(state):
            action = playout(state, chance, room)
            assert GAME.is_legal(state, action)
            assert not DISCARD <= action < SWAP
            assert not REPLACE <= action < REST_EMPTY
            GAME.apply(state, action, chance)


@pytest.mark.parametrize("seats", SEATS)
def test_a_playout_goes_on_from_any_position(seats: int) -> None:
    room = [0] * GAME.max_legal
    for seed in range(4):
        for state, action in game_of_builders(seats, seed):
            if action >= 0:
                assert GAME.is_legal(state, playout(state, rng("on", seed), room))


def test_playouts_differ_by_chance_and_complete_cards() -> None:
    ends = set()
    for seed in range(12):
        state = GAME.start(2, GAME.pack({}, 2), rng("one deal"))
        played([state], [rng("playout", seed)], [0] * GAME.max_legal, GAME.max_steps)
        points, _ = GAME.result(state, 2)
        assert max(state.banners) >= 6
        assert min(points) >= 10
        ends.add(tuple(points))
    assert len(ends) > 6


def glance(table: Table) -> str:
    """What the playout does, in words."""
    return GAME.label(table.state, playout(table.state, rng("glance"), [0] * GAME.max_legal))


def in_last_round(table: Table) -> Table:
    table.state.last_round = table.state.round
    return table


def test_a_playout_completes_what_it_can_pay_in_its_last_turn_and_else_rests() -> None:
    rich, poor = (Table().ongoing(0, {46: 2}).coins(0, coins).fruit_market("grape-row") for coins in (5, 4))
    assert glance(in_last_round(rich)) == "Build level 3 of writers-46 for 5 coins"
    assert "grape-row" in glance(in_last_round(poor))


def test_a_playout_fills_its_chest_for_a_turn_that_comes_alone() -> None:
    def filling() -> Table:
        return Table().fruit_market("grape-row").with_action("apple-chest-2")

    assert "chest" in glance(filling())
    assert "grape-row" in glance(in_last_round(filling()))


def test_a_playout_sells_what_pays_more_and_takes_what_is_worth_more() -> None:
    table = Table().fruits(0, "apple-row", "grape-row").fruits(1, "grape-sell", "grape-less").fruit_market("orange-row")
    assert "grape-row" in glance(table.to_sell(0))
    table = Table().fruits(0, "apple-row").fruits(1, "grape-sell", "grape-less").fruit_market("orange-row", "grape-row")
    assert "grape-row" in glance(table)


def test_weights_glide_from_one_turn_to_come_to_four() -> None:
    weights, now = [1, 10, 40] * ROWS, [0] * ROWS
    found = []
    for turns in (0, 1, SOON, (SOON + FAR) // 2, FAR, 9 * FAR):
        in_time(turns, weights, now)
        assert len(set(now)) == 1
        found.append(now[0])
    assert found == [1, 10, 10, 25, 40, 40]


@needs_numba
@pytest.mark.slow  # what bots make of them is compared in both modes in every run: tests/ai/test_modes.py
@pytest.mark.timeout(600)
def test_both_modes_play_the_same_playouts() -> None:
    from numba import njit  # noqa: PLC0415 - only where it is; not kept, as the cache does not know this file

    from ai.compiled import CHECKED, teach  # noqa: PLC0415

    engine = compiled(GAME.slug)
    teach()
    fast, room = njit(**CHECKED)(played), engine.ints([0] * GAME.max_legal)
    for seats in SEATS:
        for seed, state in enumerate(starts(seats, 12)):
            box, rngs = engine.put(state), engine.put(rng("both", seed))
            steps = fast(box, rngs, room, GAME.max_steps)
            assert steps == played([state], [rng("both", seed)], [0] * GAME.max_legal, GAME.max_steps)
            assert engine.state_bytes(box) == state.to_bytes()
