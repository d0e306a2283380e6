"""Phase 1: what a sale pays, extra sales, and the actions of fruit cards."""

from .table import Table


def test_a_sale_pays_a_coin_for_each_face_up_card_of_the_fruit_and_one_for_its_own_icon() -> None:  # Q1, Q2; B1
    table = Table().fruits(0, "apple-take-coin", "apple-row-coin").fruits(1, "apple-less").fruit_market("apple-chest-2")
    table.sold(1, "apple-sell", "apple-less").coins(0, 0).to_sell()
    table.play("sell", fruit="apple-row-coin")
    assert table.coins_of(0) == (5, 0)


def test_the_supply_of_coins_never_runs_out() -> None:  # Phase 1; Q37
    table = Table().fruits(0, "apple-row").coins(0, 35).coins(1, 35).to_sell()
    assert table.play("sell", fruit="apple-row").coins_of(0) == (36, 0)


def test_an_icon_on_another_card_adds_nothing() -> None:  # Q2
    table = Table().fruits(0, "apple-chest-2", "apple-row-coin").coins(0, 0).to_sell()
    assert table.play("sell", fruit="apple-chest-2").coins_of(0) == (2, 0)


def test_sold_cards_do_not_count_for_later_sales() -> None:  # Q1, Q5; A5
    table = Table().fruits(0, "apple-less").sold(0, "apple-take", "apple-row").sold(1, "apple-chest-2").coins(0, 0)
    assert table.to_sell().play("sell", fruit="apple-less").coins_of(0) == (1, 0)


def test_an_ongoing_effect_adds_a_coin_to_each_sale() -> None:  # Merchants 3; B1, A12
    table = Table().fruits(0, "apple-sell", "grape-less").ongoing(0, {29: 1}).coins(0, 0).to_sell()
    assert table.play("sell", fruit="apple-sell").coins_of(0) == (2, 0)
    assert table.play("sell", fruit="grape-less").coins_of(0) == (4, 0)


def test_a_turn_begins_with_exactly_one_sale() -> None:  # Phase 1; A20
    table = Table().fruits(0, "apple-less", "grape-less").fruit_market("orange-sell").market([14]).coins(0, 9).to_sell()
    assert table.refused("rest", fruit="orange-sell") == "wrong_phase"
    assert table.refused("build", card="bankers-14") == "wrong_phase"
    assert table.refused("sell", fruit="orange-sell") == "no_such_fruit"
    table.play("sell", fruit="apple-less")
    assert table.refused("sell", fruit="grape-less") == "no_such_action"


def test_an_extra_sale_is_of_another_fruit_pays_in_full_and_has_no_action() -> None:  # Q3, Q7
    table = Table().fruits(0, "apple-sell", "apple-less", "grape-less-coin").fruits(1, "grape-row").coins(0, 0)
    table.to_sell().play("sell", fruit="apple-sell")
    assert table.coins_of(0) == (2, 0)
    assert table.moves("sell") == [{"fruit": "grape-less-coin"}]
    assert table.refused("sell", fruit="apple-less") == "sold_already"
    table.play("sell", fruit="grape-less-coin")
    assert table.coins_of(0) == (2 + 3, 0)
    assert table.view["fruit_action"] is None
    assert table.moves("sell") == []


def test_an_extra_sale_by_an_effect_leaves_the_fruit_action_alone() -> None:  # Q7; Merchants 4
    table = Table().fruits(0, "apple-chest-2", "grape-take").market(bottom=[30]).coins(0, 5).to_sell()
    table.play("sell", fruit="apple-chest-2").build(30)
    assert table.phase == "effect"
    table.play("sell", fruit="grape-take")
    assert table.view["fruit_action"] == {"fruit": "apple-chest-2", "action": "chest", "coins": 2}
    assert table.moves("take") == []


def test_a_fruit_taken_before_an_extra_sale_counts_and_so_does_its_replacement() -> None:  # Q4
    table = (
        Table().fruits(0, "apple-take", "grape-less").fruit_market("grape-row").fruit_deck("grape-take", "apple-row")
    )
    table.market(bottom=[30]).coins(0, 5).to_sell().play("sell", fruit="apple-take")
    table.play("take", fruit="grape-row").build(30)
    assert table.coins_of(0) == (5 + 1 - 4, 0)
    table.play("sell", fruit="grape-row")
    grapes = 2 + table.market_fruits.count("grape-take")
    assert table.coins_of(0) == (2 + grapes, 0)


def test_the_fruit_action_may_be_used_once_at_any_time_of_the_build_phase() -> None:  # Q6
    table = Table().fruits(0, "apple-chest-2").market(bottom=[14]).fruit_market("grape-row").coins(0, 4).to_sell()
    table.play("sell", fruit="apple-chest-2").build(14).play("fill_chest")
    assert table.coins_of(0) == (3, 3)
    assert table.refused("fill_chest") == "no_such_action"


def test_the_fruit_action_may_not_be_used_inside_an_effect() -> None:  # Q6
    table = Table().with_action("apple-chest-2").market(bottom=[26]).fruits(0, "grape-row").fruit_market("orange-take")
    table.coins(0, 4).build(26)
    assert table.phase == "effect"
    assert table.refused("fill_chest") == "other_effect"


def test_an_unused_fruit_action_is_lost_at_the_end_of_the_turn() -> None:  # Q6
    table = Table().fruits(0, "apple-chest-2").fruits(1, "grape-less").fruit_market("grape-row").to_sell()
    table.play("sell", fruit="apple-chest-2").rest().play("sell", fruit="grape-less")
    assert table.view["fruit_action"] == {"fruit": "grape-less", "action": "less"}
    assert table.refused("fill_chest") == "no_such_action"


def test_the_take_action_needs_a_market_with_fruit() -> None:  # A20
    table = Table().with_action("apple-take").fruit_deck()
    assert table.moves("take") == []
    assert table.refused("take", fruit="apple-row") == "not_in_fruit_market"


def test_the_row_action_on_the_bottom_row_lets_the_top_row_drop() -> None:  # Q22; B8
    table = Table().with_action("apple-row").market([14, 15, 16], [17, 18, 19]).deck(20, 21, 22)
    table.play("replace_row", row="bottom")
    assert table.rows[1] == [14, 15, 16]
    assert sorted(table.rows[0]) == [20, 21, 22]
    assert table.discards == [17, 18, 19]


def test_the_row_action_refills_all_gaps_of_the_market() -> None:  # Q20; A13
    table = Table().with_action("apple-row").market([14, 0, 16], [0, 0, 19]).deck(20, 21, 22, 23, 24)
    table.play("replace_row", row="top")
    assert table.rows[1][2] == 19
    assert len({*table.rows[0], *table.rows[1]}) == 6
    assert table.discards == [14, 16]


def test_a_row_that_is_discarded_when_the_deck_runs_out_is_shuffled_with_the_discards() -> None:  # A13
    table = Table().with_action("apple-row").market([14, 15, 16], [17, 18, 19]).deck(20).discarded(21)
    table.play("replace_row", row="top")
    assert {*table.rows[0], *table.deck_numbers} == {14, 15, 16, 20, 21}
    assert 20 in table.rows[0]
    assert table.discards == []


def test_an_empty_row_cannot_be_discarded() -> None:
    table = Table().with_action("apple-row").market([14], [])
    assert table.moves("replace_row") == [{"row": "top"}]
    assert table.refused("replace_row", row="bottom") == "row_empty"


def test_a_seat_without_fruit_sells_nothing_and_has_no_fruit_action() -> None:  # Q26; A17
    table = Table().fruits(0, "apple-less").coins(1, 3).market(bottom=[14]).fruit_deck().to_sell()
    table.play("sell", fruit="apple-less").play("rest")
    assert (table.state.turn, table.phase) == (1, "build")
    assert table.view["fruit_action"] is None
    assert table.refused("sell", fruit="apple-less") == "no_such_action"
    table.build(14)
