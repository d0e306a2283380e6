"""What bots know of Click A Tree: the worth of a display, and how games are played on in a hurry."""

from collections.abc import Callable
from dataclasses import replace
from statistics import fmean
from typing import Any, TypeVar, cast

import pytest

from ai.knowledge.click_a_tree import CROSSED, USUAL, WEIGHTS, playout
from ai.knowledge.click_a_tree import evaluate as judge
from ai.search.engine import Engine
from ai.search.random_game import RandomGames, make_random_games
from services.rules.games.click_a_tree import GAME
from services.rules.games.click_a_tree.components import FRUIT_NAMES, ROUNDS
from services.rules.games.click_a_tree.state import OVER, TAKE, State
from services.rules.kernel import Rng
from tests.ai.modes import compiled, needs_numba, plain
from tests.rules.games.click_a_tree.table import a_table, cap, hold, sickles, tile, track
from tests.support.games import Table, rng

F = TypeVar("F", bound=Callable[..., Any])
TABLES = [Table("click_a_tree", seats, seed) for seats in GAME.seats for seed in (0, 1)]
A = [tile("a", tree) for tree in range(5)]
B, M = tile("b"), tile("m")
HURRIED = replace(GAME, random_action=playout)

USED: Any = tuple(WEIGHTS.values())


def evaluate(state: State, seat: int) -> float:
    return judge(state, seat, USED)


def positions(table: Table) -> list[State]:
    """States of a random game, from the first to the last but the end."""
    return [state for state in table.states(24) if isinstance(state, State)]


def fresh(function: F) -> F:
    """The function compiled, but not kept: an engine would find a search of this name that was bound to other rules."""
    from numba import njit  # noqa: PLC0415 - only where numba is

    from ai.compiled import CHECKED, teach  # noqa: PLC0415

    teach()
    return cast("F", njit(nogil=True, **CHECKED)(function))


def make_worths() -> Callable[[list[Any], int, list[float]], None]:
    """The worth to each seat of the state in a box."""

    def worths(box: list[Any], seats: int, out: list[float]) -> None:
        for p in range(seats):
            out[p] = judge(box[0], p, USED)

    return worths


# What is judged ------------------------------------------------------------------------------------------------------


@needs_numba
@pytest.mark.slow  # what bots make of it is compared in both modes in every run: tests/ai/test_modes.py
@pytest.mark.timeout(600)
def test_both_modes_judge_alike() -> None:
    engine = compiled("click_a_tree")
    fast, slow = fresh(make_worths()), make_worths()
    for table in TABLES:
        for state in [*positions(table), table.end()]:
            quick, plainly = engine.room[0].rewards, [0.0] * table.seats
            fast(engine.put(state), table.seats, quick)
            slow([state], table.seats, plainly)
            assert [float(worth) for worth in quick[: table.seats]] == plainly


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_worth_does_not_depend_on_what_no_seat_can_know(table: Table) -> None:
    for number, state in enumerate(positions(table)):
        one, other = (GAME.imagine(state, 0, rng("imagine", table, number, i)) for i in (1, 2))
        assert one.stack != other.stack or state.n_stack <= 3
        for p in range(table.seats):
            assert evaluate(one, p) == evaluate(other, p) == evaluate(state, p)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_tiles_that_chance_has_just_opened_change_no_worth(table: Table) -> None:
    """A search only imagines them, so their luck must not count for the action that opened them."""
    for number, state in enumerate(positions(table)):
        if state.phase == TAKE:
            for action in GAME.legal(state):
                one, other = (GAME.imagine(state, state.turn, rng("open", table, number, i)) for i in (1, 2))
                GAME.apply(one, action, Rng())
                GAME.apply(other, action, Rng())
                assert one.ring != other.ring
                assert evaluate(one, state.turn) == evaluate(other, state.turn)


# What is worth more --------------------------------------------------------------------------------------------------


def a_pair(mine: dict[tuple[int, int], int], **values: int) -> State:
    """Two seats, the other one with a single tile; the track of seat 0 is free up to 6."""
    s = a_table(mine, {(0, 0): B}, left=cap(6))
    track(s, 0, **values)
    track(s, 1, **dict.fromkeys(FRUIT_NAMES, 2))
    return s


def test_fruit_is_worth_something_to_its_owner_and_costs_the_rival() -> None:
    poor, rich = a_pair({(0, 0): A[0]}, avocado=2), a_pair({(0, 0): A[0]}, avocado=5)
    assert evaluate(rich, 0) > evaluate(poor, 0)
    assert evaluate(rich, 1) < evaluate(poor, 1)


def test_fruit_that_brings_a_line_nearer_is_worth_more_than_other_fruit() -> None:
    """After five completed harvest tiles seven markers must stand at 5: the last one counts up to there, not beyond."""
    fives = dict.fromkeys(FRUIT_NAMES[:6], 5)
    before, far = (a_pair({(0, 0): A[0]}, **fives, orange=n) for n in (5, 6))
    near = a_pair({(0, 0): A[0]}, **fives, orange=4)
    worths = []
    for s in (near, before, far):
        s.n_complete[0] = 5
        worths.append(evaluate(s, 0))
    assert worths[1] - worths[0] > worths[2] - worths[1] > 0


def test_a_strip_removed_is_worth_something() -> None:
    before, after = a_pair({(0, 0): A[0]}, mango=3), a_pair({(0, 0): A[0]}, mango=3)
    after.left[0] &= after.left[0] - 1
    after.cap[0] += 1
    assert evaluate(after, 0) > evaluate(before, 0)


def test_a_completed_harvest_tile_is_worth_something() -> None:
    before, after = a_pair({(0, 0): A[0]}, mango=3), a_pair({(0, 0): A[0]}, mango=3)
    after.n_complete[0] = 1
    assert evaluate(after, 0) > evaluate(before, 0)


def test_one_large_territory_promises_more_than_two_small_ones() -> None:
    one = a_pair({(0, 0): A[0], (1, 0): A[1], (2, 0): B}, mango=3)
    two = a_pair({(0, 0): A[0], (1, 0): B, (2, 0): A[1]}, mango=3)
    assert evaluate(one, 0) > evaluate(two, 0)


def test_a_sickle_that_faces_a_free_place_promises_a_harvest() -> None:
    closed = a_pair({(0, 0): A[0], (1, 0): sickles("3")}, mango=3)
    opened = a_pair({(0, 0): A[0], (1, 0): sickles("03")}, mango=3)
    assert evaluate(opened, 0) > evaluate(closed, 0)


def test_a_triangle_but_for_one_tile_promises_its_strip() -> None:
    trees = [tile("a", 0), tile("m", 0), tile("m", 1)]
    pair, mixed = ({(0, 0): trees[0], (1, 0): other} for other in trees[1:])
    here, there = (a_pair(tiles, mango=3) for tiles in (pair, mixed))
    for s in (here, there):
        s.left[0] = s.left[0] & ~0b111 | 1
        s.cap[0] = 10 - s.left[0].bit_count()
    assert evaluate(here, 0) > evaluate(there, 0)


def test_a_tile_in_hand_that_fits_a_sickle_is_worth_more_than_one_that_does_not() -> None:
    tiles = {(0, 0): A[0], (1, 0): sickles("03"), (2, -1): A[1], (3, -1): A[2]}
    fitting, other = (hold(a_pair(tiles, mango=5), what) for what in (A[3], tile("m", 3)))
    assert evaluate(fitting, 0) > evaluate(other, 0)


# Lines and the end ---------------------------------------------------------------------------------------------------


def over(*sums: tuple[int, bool]) -> State:
    """A game that is over: (sum, whether a line was crossed) of each seat."""
    s = a_table(*[{(0, 0): A[0]}] * len(sums))
    for p, (total, reached) in enumerate(sums):
        track(s, p, **{fruit: min(10, max(0, total - 10 * i)) for i, fruit in enumerate(FRUIT_NAMES)})
        s.reached[p] = int(reached)
    s.phase = OVER
    return s


def test_the_worth_of_a_game_that_is_over_is_the_margin() -> None:
    s = over((41, False), (38, False), (12, False))
    assert [evaluate(s, p) for p in range(3)] == [3, -3, -29]
    assert [evaluate(over((30, True), (30, True)), p) for p in range(2)] == [0, 0]


def test_who_crossed_a_line_is_ahead_whatever_the_sums() -> None:
    s = over((50, False), (38, True), (41, True))
    assert [evaluate(s, p) for p in range(3)] == [9 - CROSSED, -3, 3]
    assert evaluate(over((60, False), (25, True)), 1) > 0


def test_alone_a_line_crossed_counts_beside_the_sum() -> None:
    assert evaluate(over((44, True)), 0) == 44 + CROSSED - USUAL
    assert evaluate(over((44, False)), 0) == 44 - USUAL
    assert evaluate(over((36, True)), 0) > evaluate(over((50, False)), 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_line_crossed_is_worth_more_than_one_all_but_crossed(seats: int) -> None:
    crossed, lacking = (a_table(*[{(0, 0): A[0]}] * seats) for _ in range(2))
    for s in (crossed, lacking):
        track(s, 0, avocado=10, mango=10)
        s.start = s.turn = 1
    crossed.reached[0] = 1
    lacking.value[0][0] = 9
    assert evaluate(crossed, 0) - evaluate(lacking, 0) > CROSSED / 2
    assert evaluate(crossed, 1) - evaluate(lacking, 1) < -WEIGHTS["rivals"] * CROSSED / 2


def lone(round_: int, **values: int) -> State:
    s = a_table({(0, 0): A[0]})
    track(s, 0, **values)
    s.round = round_
    return s


def test_alone_a_line_within_reach_is_worth_more_than_one_out_of_it() -> None:
    """In the last turn six fruits are missing at the line of 2, or one."""
    assert evaluate(lone(ROUNDS, avocado=9, mango=10), 0) > evaluate(lone(ROUNDS, avocado=4, mango=10, orange=5), 0)


def test_alone_it_is_too_early_to_cross_a_line_with_little_fruit() -> None:
    early, waiting = lone(4, avocado=10, mango=10), lone(4, avocado=9, mango=10, orange=1)
    assert evaluate(waiting, 0) > evaluate(early, 0)


# Playing on ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_playing_on_in_a_hurry_is_legal_and_comes_to_an_end(table: Table) -> None:
    s: State = GAME.start(table.seats, table.options(), rng("deal", table))
    chance, room = rng("hurry", table), [0] * GAME.max_legal
    for _ in range(GAME.max_steps):
        if not GAME.is_over(s):
            action = playout(s, chance, room)
            assert GAME.is_legal(s, action)
            GAME.apply(s, action, chance)
    assert GAME.is_over(s)


def sums(engine: Engine, play: RandomGames, games: int) -> list[int]:
    """The sums of both seats in games of two."""
    box, rngs, options = engine.boxes(GAME.State, 1), engine.boxes(Rng, 1), engine.ints(GAME.pack({}, 2))
    found = list[int]()
    for seed in range(games):
        play(box, rngs, seed, 1, 2, options, engine.room)
        found += [int(points) for points in engine.room[0].points[:2]]
    return found


def test_playing_on_in_a_hurry_gathers_more_fruit_than_random_play() -> None:
    engine = plain("click_a_tree")
    hurried, random = (fmean(sums(engine, make_random_games(game), 20)) for game in (HURRIED, GAME))
    assert hurried > 1.5 * random


@needs_numba
@pytest.mark.slow  # as above
@pytest.mark.timeout(600)
def test_both_modes_play_on_alike() -> None:
    play = make_random_games(HURRIED)
    assert sums(compiled("click_a_tree"), fresh(play), 20) == sums(plain("click_a_tree"), play, 20)
