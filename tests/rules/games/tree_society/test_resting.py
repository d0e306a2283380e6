"""Phase 3: taking a fruit, the coin check, refilling the markets."""

import pytest

from .table import Table


@pytest.mark.parametrize(
    ("before", "after", "keeping"),
    [
        ((5, 3), 5, {}),
        ((1, 0), 1, {}),
        ((2, 2), 4, {}),
        ((6, 1), 5, {21: 2}),
        ((3, 0), 2, {}),
        ((6, 0), 4, {21: 2, 23: 1}),
    ],
)
def test_the_coin_check_comes_before_the_chest_is_emptied(
    before: tuple[int, int], after: int, keeping: dict[int, int]
) -> None:  # Q19; B3
    table = Table().fruits(1, "apple-row").fruit_market("apple-less").ongoing(0, keeping).coins(0, *before)
    assert table.rest().coins_of(0) == (after, 0)


def test_a_coin_check_keeps_2_again_once_the_card_has_moved_on() -> None:  # A12
    table = Table().fruits(1, "apple-row").fruit_market("apple-less").ongoing(0, {21: 2}).coins(0, 9)
    assert table.build(21).rest().coins_of(0) == (2, 0)


def test_resting_takes_exactly_one_fruit_and_refills_the_market_at_once() -> None:  # Q25
    table = (
        Table().fruit_market("apple-less", "grape-row").fruit_deck("orange-take", "orange-take").fruits(1, "apple-row")
    )
    assert table.refused("rest") == "fruit_due"
    assert table.refused("rest", fruit="orange-take") == "not_in_fruit_market"
    table.play("rest", fruit="grape-row")
    assert table.fruits_of(0) == ["grape-row"]
    assert table.market_fruits == ["apple-less", "orange-take"]
    assert (table.state.turn, table.phase) == (1, "sell")


def test_nothing_is_taken_from_an_empty_market() -> None:  # Q25; A7
    table = Table().fruit_deck().fruits(1, "apple-row")
    assert table.moves("rest") == [{}]
    table.play("rest")
    assert table.fruits_of(0) == []


def test_an_empty_fruit_deck_leaves_the_market_as_it_is() -> None:  # A7
    table = Table().fruit_deck().fruit_market("apple-less", "grape-row").fruits(1, "apple-row")
    assert table.rest().market_fruits == ["grape-row"]


def test_cards_of_the_top_row_drop_before_gaps_are_dealt_from_the_bottom_left() -> None:  # Q21
    table = Table().market([14, 15, 0], [0, 17, 0]).deck(20).fruit_market("apple-less").fruits(1, "apple-row").rest()
    assert table.rows == ([0, 15, 0], [14, 17, 20])
    table = (
        Table().market([14, 15, 16], [0, 0, 17]).deck(20, 21).fruit_market("apple-less").fruits(1, "apple-row").rest()
    )
    assert table.rows[1] == [14, 15, 17]
    assert (set(table.rows[0][:2]), table.rows[0][2]) == ({20, 21}, 16)


def test_an_empty_guild_deck_is_made_anew_from_the_discards() -> None:  # Q23
    table = Table().market([14, 0, 16], [17, 18, 19]).deck().discarded(20, 21).fruit_market("apple-less")
    table.fruits(1, "apple-row").rest()
    assert {table.rows[0][1], *table.deck_numbers} == {20, 21}
    assert table.discards == []


def test_gaps_stay_where_deck_and_discards_are_empty() -> None:  # Q23
    table = Table().market([0, 0, 16], [17, 18, 19]).deck().fruit_market("apple-less").fruits(1, "apple-row").rest()
    assert table.rows == ([0, 0, 16], [17, 18, 19])


def test_what_was_sold_lies_in_the_sold_section_and_everybody_knows_it() -> None:  # Step 1; issue: a good memory
    table = Table().fruits(0, "apple-row").fruits(1, "grape-row").fruit_market("apple-less").to_sell()
    table.play("sell", fruit="apple-row").rest()
    assert [seat["sold"] for seat in table.view["seats"]] == [{"apple-row": 1}, {}]
    assert table.fruits_of(0) == ["apple-less"]
