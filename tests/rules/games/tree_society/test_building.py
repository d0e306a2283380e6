"""Phase 2: prices, levels, completing and discarding guild cards."""

import pytest

from .table import Table, name


def test_a_card_of_the_top_row_costs_one_more() -> None:  # Q8; B2
    table = Table().market([16, 42, 28], [20]).coins(0, 4)
    view = table.view["market"]
    assert [place["price"] for place in view["top"]] == [3, 4, 4]
    assert view["bottom"][0]["price"] == 3
    assert table.build(42).coins_of(0) == (0, 0)


@pytest.mark.parametrize(
    ("effect", "paid"),
    [
        ({}, 4),  # plain
        ({7: 0}, 2 + 1),  # half of 3 is 2
        ({10: 0}, 0 + 1),  # free up to a printed cost of 4
    ],
)
def test_the_extra_coin_of_the_top_row_is_not_reduced(effect: dict[int, int], paid: int) -> None:  # Q8; B2, A13
    table = Table().market([42], list(effect)).coins(0, 20)
    for number in effect:
        table.build(number)
    before = table.coins_of(0)[0]
    assert before - table.build(42).coins_of(0)[0] == paid


def test_the_fruit_action_takes_2_off_the_printed_cost_but_not_off_the_extra_coin() -> None:  # Q8; B2
    for number, paid in ((42, 1 + 1), (38, 0 + 1)):  # printed 3 and 1
        table = Table().with_action("apple-less").market([number]).coins(0, 9)
        assert table.build(number, fruit_action=True).coins_of(0) == (9 - paid, 0)
        assert table.view["fruit_action"] is None


def test_half_of_an_odd_cost_is_rounded_up() -> None:  # Q9
    table = Table().ongoing(0, {5: 1, 11: 1}).coins(0, 20)
    table.build(5)  # level 2: half
    assert table.view["seats"][0]["ongoing"][1]["price"] == 2  # printed 4
    table = Table().ongoing(0, {5: 1, 16: 1}).coins(0, 20)
    table.build(5)
    assert table.view["seats"][0]["ongoing"][1]["price"] == 2  # printed 3


def test_the_example_of_the_rulebook_half_price_then_coins_for_banners() -> None:  # Level Effect Synergy Examples
    table = Table().ongoing(0, {5: 1, 18: 2}).completed(0, 20, 17).coins(0, 5).fruit_market("apple-row")
    table.build(5)  # level 2 for 3 coins: half
    assert table.coins_of(0) == (2, 0)
    table.build(18)  # level 3 for 2 instead of 4: a coin for each of 2 + 3 + 1 banners
    assert table.coins_of(0) == (6, 0)


def test_ongoing_reductions_are_added_to_one_instant_reduction_the_half_first() -> None:  # Q10 as ruled by A1
    table = Table().ongoing(0, {8: 1, 5: 1, 11: 1}).coins(0, 20)
    table.build(5)  # level 2 of card 5: 3 - 1, then half of another card
    assert table.coins_of(0) == (18, 0)
    table.build(11)  # level 2 of card 11: half of 4, less 1
    assert table.coins_of(0) == (17, 0)


def test_an_ongoing_reduction_holds_while_the_own_level_2_is_paid() -> None:  # A12
    table = Table().ongoing(0, {8: 1}).coins(0, 6)
    assert table.build(8).coins_of(0) == (0, 0)  # 7 - 1


def test_two_instant_reductions_never_meet_on_one_level() -> None:  # Q10 as ruled by A1
    table = Table().with_action("apple-less").market(bottom=[7, 20]).coins(0, 20).build(7)
    assert table.phase == "effect"
    assert table.refused("build", card=name(20), fruit_action=True) == "other_effect"
    table.build(20)
    assert table.coins_of(0) == (20 - 2 - 2, 1)


def test_a_reduction_is_not_kept_for_later() -> None:  # A2
    table = Table().market(bottom=[5, 16]).coins(0, 20).build(5).play("forfeit")
    assert table.build(16).coins_of(0) == (20 - 2 - 2, 0)


def test_a_price_is_never_below_0() -> None:  # Q8
    table = Table().with_action("apple-less").market(bottom=[38]).coins(0, 0)
    assert table.build(38, fruit_action=True).coins_of(0) == (0, 0)


def test_reductions_of_any_card_take_the_own_next_level_and_those_of_another_card_do_not() -> None:  # A2
    table = Table().ongoing(0, {9: 0 + 1}).market(bottom=[5, 7, 16]).coins(0, 20)
    table.build(9)  # level 2: less 1, any card
    table.build(9)  # its own level 3 costs 3 instead of 4: half, another card
    assert table.coins_of(0) == (20 - 3 - 3, 0)
    table.build(7)  # half of 2: half again
    assert table.refused("build", card=name(7)) == "out_of_scope"
    table.play("forfeit")


def test_the_limit_of_a_free_level_is_its_printed_cost() -> None:  # B2
    table = Table().market([17, 42], [10, 14]).coins(0, 20).build(10)
    assert table.refused("build", card=name(17)) == "out_of_scope"  # printed 5
    assert [move["card"] for move in table.moves("build")] == [name(42), name(14)]


def test_levels_1_2_and_3_may_be_built_in_one_turn_and_only_in_order() -> None:  # Q11
    table = Table().market(bottom=[25]).coins(0, 20)
    for level, left in ((1, 16), (2, 12), (3, 8)):
        table.build(25)
        assert table.coins_of(0)[0] == left
        assert table.ongoing_of(0) == ({25: level} if level < 3 else {})
    assert table.completed_of(0) == [25]
    assert table.refused("build", card=name(25)) == "completed"


def test_a_level_must_be_paid_from_the_purse_alone() -> None:  # Q18; B3
    table = Table().market(bottom=[14]).coins(0, 1, 5)
    assert table.refused("build", card=name(14)) == "too_dear"
    assert table.moves("build") == []


def test_coins_put_into_the_chest_in_a_turn_are_not_spent_in_it() -> None:  # Q18; B3
    table = Table().with_action("apple-chest-2").market(bottom=[14]).coins(0, 1)
    table.play("fill_chest")
    assert table.coins_of(0) == (1, 2)
    assert table.refused("build", card=name(14)) == "too_dear"


def test_gaps_stay_until_the_rest_phase() -> None:  # Q20
    table = Table().market([14], [16, 20]).coins(0, 20).build(16)
    assert table.rows == ([14, 0, 0], [0, 20, 0])


def test_a_seat_has_three_ongoing_cards_at_most() -> None:  # Build a Guild Card
    table = Table().ongoing(0, {14: 1, 16: 1, 20: 1}).market(bottom=[18]).coins(0, 20)
    assert table.refused("build", card=name(18)) == "no_free_place"


def test_an_effect_of_level_1_or_2_needs_a_discard_where_three_places_are_taken() -> None:  # Q13; A9, A10
    table = Table().ongoing(0, {5: 1, 16: 1, 20: 2}).market(bottom=[18]).coins(0, 20).build(5)
    assert table.phase == "effect"
    assert table.refused("build", card=name(18)) == "no_free_place"
    assert table.moves("discard") == [{"card": name(16)}, {"card": name(20)}]
    assert table.refused("discard", card=name(5)) == "effect_of_card"
    table.play("discard", card=name(16))
    assert table.moves("discard") == []
    assert table.refused("discard", card=name(20)) == "discard_later"
    assert table.build(18).ongoing_of(0) == {5: 2, 18: 1, 20: 2}


def test_an_effect_of_level_3_may_use_the_place_that_has_become_free() -> None:  # Q13; A10
    table = Table().ongoing(0, {9: 2, 16: 1, 20: 1}).market(bottom=[18]).coins(0, 20).build(9)
    assert table.completed_of(0) == [9]
    table.build(18)
    assert table.ongoing_of(0) == {16: 1, 18: 1, 20: 1}
    assert table.phase == "effect"  # the effect of the new card's level 1 follows


def test_a_card_counts_for_its_own_level_3_effect() -> None:  # Q12; B4
    table = Table().ongoing(0, {18: 2}).completed(0, 20, 17).coins(0, 4).build(18)
    assert table.coins_of(0) == (6, 0)
    assert table.state.banners[0] == 6
    assert table.view["last_round"] == 2


def test_an_ongoing_effect_ends_when_the_marker_moves_on() -> None:  # Q16
    table = Table().ongoing(0, {29: 1}).fruits(0, "apple-sell").coins(0, 5)
    assert table.view["sales"] == [{"fruit": "apple-sell", "coins": 2}]
    assert table.build(29).view["sales"] == [{"fruit": "apple-sell", "coins": 1}]


def test_an_ongoing_effect_ends_when_its_card_is_discarded() -> None:  # Q16
    table = Table().ongoing(0, {29: 1}).fruits(0, "apple-sell").play("discard", card=name(29))
    assert table.view["sales"] == [{"fruit": "apple-sell", "coins": 1}]


def test_completing_a_card_pays_what_another_card_promises() -> None:  # Writers 4
    table = Table().ongoing(0, {42: 1, 38: 2}).coins(0, 3).build(38)
    assert table.coins_of(0) == (1, 1)


@pytest.mark.parametrize("number", [40, 46])
def test_a_card_pays_nothing_for_its_own_completion(number: int) -> None:  # A12
    table = Table().ongoing(0, {number: 2}).coins(0, 9).build(number)
    assert sum(table.coins_of(0)) == 9 - {40: 3, 46: 5}[number]


def test_a_discarded_ongoing_card_frees_its_place_and_marker_without_refund() -> None:  # Q17; B10
    table = Table().ongoing(0, {14: 2, 16: 1, 20: 1}).market(bottom=[24]).coins(0, 3)
    table.play("discard", card=name(14))
    assert table.coins_of(0) == (3, 0)
    assert table.discards == [14]
    table.build(24)
    assert table.ongoing_of(0) == {16: 1, 20: 1, 24: 1}
    assert table.state.level[13] == 0


def test_a_discarded_completed_card_takes_its_banners_and_points_away() -> None:  # Q17; B10
    table = Table().completed(0, 20, 18)
    assert (table.view["seats"][0]["banners"], table.view["seats"][0]["points"]) == (3, 13)
    table.play("discard", card=name(20))
    assert (table.view["seats"][0]["banners"], table.view["seats"][0]["points"]) == (1, 5)
    assert table.discards == [20]


def test_any_number_of_cards_may_be_discarded_in_the_build_phase_and_only_there() -> None:  # Q17; A9
    table = Table().ongoing(0, {1: 1, 14: 1}).fruits(0, "apple-row").to_sell()
    assert table.refused("discard", card=name(1)) == "wrong_phase"
    table.play("sell", fruit="apple-row").play("discard", card=name(1)).play("discard", card=name(14))
    assert table.discards == [1, 14]
    assert table.refused("discard", card=name(14)) == "not_on_board"


def test_nothing_can_be_discarded_inside_an_effect_that_builds_nothing() -> None:  # A9
    table = Table().ongoing(0, {14: 1}).market(bottom=[26]).fruits(0, "apple-row").fruit_market("grape-row").coins(0, 2)
    assert table.build(26).refused("discard", card=name(14)) == "discard_later"


def test_a_turn_that_has_60_decisions_can_only_be_ended() -> None:
    table = Table().market(bottom=[14]).fruit_market("apple-row").ongoing(0, {16: 1}).coins(0, 9)
    table.state.decisions = 59
    table.build(14)
    assert table.refused("discard", card=name(16)) == "turn_too_long"
    assert table.moves("rest") == [{"fruit": "apple-row"}]
    table.rest()
    assert table.state.decisions == 0
