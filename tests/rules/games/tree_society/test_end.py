"""What brings about the end, when it comes, what counts, and who wins."""

from random import Random

import pytest

from services.rules.games.tree_society import GAME
from services.rules.games.tree_society.state import OVER, State
from tests.support.games import rng

from .table import ADVANCED, Table, name

DECK = ["orange-row"] * 12


def a_table(seats: int, round_: int, goal: int = 6) -> Table:
    """A table where each seat can go on selling and resting; nobody has a banner."""
    table = Table(seats=seats, goal=goal).fruit_market("apple-row", "grape-row").fruit_deck(*DECK)
    for seat in range(seats):
        table.fruits(seat, "apple-less")
    table.state.round = round_
    return table.to_sell()


def turns_to_the_end(table: Table) -> int:
    """How many turns are still played, that of the seat to act included."""
    turns = 0
    while table.state.phase != OVER:
        table.pass_turn()
        turns += 1
        assert turns < 50
    return turns


@pytest.mark.parametrize(("seat", "round_", "total"), [(1, 7, 24), (2, 7, 24), (0, 8, 27)])
def test_after_the_round_of_the_sixth_banner_one_more_full_round_is_played(
    seat: int, round_: int, total: int
) -> None:  # Q27; B5, A8
    table = a_table(3, round_).completed(seat, 17).ongoing(seat, {46: 2}).coins(seat, 9)
    for _ in range(seat):
        table.pass_turn()
    played = 3 * (round_ - 1) + seat
    table.play("sell", fruit="apple-less").build(46)
    assert table.view["last_round"] == round_ + 1
    assert played + turns_to_the_end(table) == total


def test_a_banner_total_that_falls_again_changes_nothing() -> None:  # Q28; A8
    table = a_table(2, 3).completed(0, 17).ongoing(0, {46: 2}).coins(0, 9).play("sell", fruit="apple-less")
    table.build(46).play("discard", card=name(46))
    assert (table.state.banners[0], table.view["last_round"]) == (3, 4)
    assert turns_to_the_end(table) == 4


def test_later_triggers_change_nothing() -> None:  # A8
    table = a_table(2, 3).completed(0, 17).ongoing(0, {46: 2}).coins(0, 9).completed(1, 22).ongoing(1, {41: 2})
    table.play("sell", fruit="apple-less").build(46).rest().pass_turn().pass_turn()
    assert (table.state.round, table.state.turn) == (4, 1)
    table.coins(1, 9).play("sell", fruit=table.fruits_of(1)[0]).build(41)
    assert (table.state.banners[1], table.view["last_round"]) == (6, 4)
    assert table.rest().state.phase == OVER


def test_the_end_may_be_set_to_seven_banners() -> None:  # Game End
    table = a_table(2, 3, goal=7).completed(0, 17, 14).ongoing(0, {20: 2, 16: 2}).coins(0, 20)
    table.play("sell", fruit="apple-less").build(20)
    assert (table.state.banners[0], table.view["last_round"]) == (6, None)
    table.play("forfeit").build(16)
    assert (table.state.banners[0], table.view["last_round"]) == (7, 4)


def test_drawing_the_last_fruit_card_ends_the_game_with_the_round() -> None:  # Q29; A7
    table = a_table(3, 4).fruit_deck("orange-row").pass_turn()
    assert table.view["last_round"] == 4
    assert turns_to_the_end(table) == 2


def test_the_last_fruit_card_also_drops_an_extra_round_that_was_due() -> None:  # A7
    table = a_table(3, 4).fruit_deck("orange-row").completed(0, 17).ongoing(0, {46: 2}).coins(0, 9)
    table.play("sell", fruit="apple-less").build(46)
    assert table.view["last_round"] == 5
    table.rest()
    assert table.view["last_round"] == 4
    assert turns_to_the_end(table) == 2


def test_the_last_fruit_card_in_the_extra_round_changes_nothing() -> None:  # A7
    table = a_table(2, 4)
    table.state.last_round = 4
    assert turns_to_the_end(table.fruit_deck("orange-row")) == 2


def test_six_banners_after_the_last_fruit_card_bring_no_extra_round() -> None:  # A7
    table = a_table(2, 4).fruit_deck("orange-row").completed(1, 17).ongoing(1, {46: 2}).coins(1, 9).pass_turn()
    table.play("sell", fruit="apple-less").build(46).rest()
    assert table.state.phase == OVER


def test_a_kept_fruit_may_be_the_last_one() -> None:  # A7
    table = Table(guilds=ADVANCED).fruit_market("apple-row").fruit_deck("grape-row").market(bottom=[62]).coins(0, 9)
    table.build(62)
    assert table.view["last_round"] is None
    assert table.play("keep", fruit="grape-row").view["last_round"] == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_seats_have_the_same_number_of_turns(seats: int) -> None:
    for seed in range(6):
        state, chance, room = (
            GAME.start(seats, GAME.pack({}, seats), rng(seed)),
            rng("chance", seed),
            [0] * GAME.max_legal,
        )
        turns = [0] * seats
        while not GAME.is_over(state):
            before = (state.turn, state.round)
            GAME.apply(state, GAME.random_action(state, chance, room), chance)
            if (state.turn, state.round) != before or GAME.is_over(state):
                turns[before[0]] += 1
        assert turns == [state.round] * seats


# Scoring -------------------------------------------------------------------------------------------------------------


def points(table: Table, seat: int = 0) -> int:
    value: int = table.view["seats"][seat]["points"]
    return value


def test_ongoing_cards_score_their_highest_level_and_completed_cards_their_level_3() -> None:  # B7
    table = Table().completed(0, 18, 20, 17).ongoing(0, {22: 2})
    assert points(table) == 5 + 8 + (2 * 6 + 7) + 5
    assert points(table.ongoing(0, {1: 1})) == 38


def test_coins_and_fruit_are_worth_nothing_by_themselves() -> None:  # Q36
    table = Table().coins(0, 9, 3).fruits(0, "apple-row", "grape-row").completed(0, 18)
    assert points(table) == 5


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (12, 1 * (1 + 3)),  # banners: its own and those of card 41
        (8, 8 + 2),  # completed cards, 3 banners on the card
        (10, 3 + 2 * 2),  # banners of architects: its own two
        (15, 3 + 6),  # coins, 6 at most
        (27, 4 + 2),  # face-up fruits
        (29, 8 + 5 // 2),  # every two sold fruits
        (31, 3 + 3),  # different sold fruits
        (47, 3 + 2 * 1),  # different guilds
        (43, 3 + 2 * (2 + 3)),  # banners of writers
    ],
)
def test_points_that_depend_on_the_end(number: int, expected: int) -> None:
    table = Table().completed(0, number, 41).coins(0, 7).fruits(0, "apple-row", "apple-row")
    table.sold(0, "apple-less", "apple-less", "grape-row", "orange-row", "orange-take").sold(1, "cherry-row")
    table.completed(1, 14, 22).fruits(1, "grape-row")
    others = 7 + 2 * (1 if number in (47, 43) else 2)  # card 41: 2 for each different guild, and 7
    assert points(table) == expected + others


def test_coins_count_after_the_last_coin_check() -> None:  # A15
    table = a_table(2, 4).completed(1, 21).coins(1, 8, 3)
    table.state.last_round = 4
    table.pass_turn().play("sell", fruit="apple-less").rest()
    assert table.state.phase == OVER
    assert table.coins_of(1) == (5, 0)
    assert GAME.result(table.state, 2)[0] == [0, 5]


def ended(seats: int, *cards: tuple[int, ...]) -> State:
    table = Table(seats=seats)
    for seat, numbers in enumerate(cards):
        table.completed(seat, *numbers)
    table.state.phase = OVER
    return table.state


def test_of_tied_seats_the_later_one_wins() -> None:  # Q30; B9
    assert GAME.result(ended(3, (18, 20), (20, 22)[:1], (16, 24)), 3) == ([13, 8, 13], [2, 3, 1])
    assert GAME.result(ended(3, (18, 20), (16, 24), (14,)), 3) == ([13, 13, 5], [2, 1, 3])
    assert GAME.result(ended(4, (18,), (16,), (14,), (7,)), 4)[1] == [4, 3, 2, 1]


def test_most_points_win() -> None:
    random = Random(3)
    for _ in range(50):
        numbers = random.sample(range(14, 50), 9)
        points, places = GAME.result(ended(3, tuple(numbers[:3]), tuple(numbers[3:6]), tuple(numbers[6:])), 3)
        assert points[places.index(1)] == max(points)
        assert sorted(places) == [1, 2, 3]
