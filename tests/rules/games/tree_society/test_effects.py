"""Each effect of a level: what it gives, what it lets a seat choose, and that it may be forfeited."""

import pytest

from services.rules.games.tree_society import GAME

from .table import ADVANCED, FIRST_GAME, Table, name


@pytest.mark.parametrize(
    ("number", "level", "purse", "chest"),
    [
        (6, 0, 1, 0),  # coins
        (14, 0, 0, 1),  # chest
        (15, 0, 0, 2),
        (19, 0, 0, 3),
        (43, 0, 0, 0),  # none
    ],
)
def test_coins_come_at_once_into_purse_or_chest(number: int, level: int, purse: int, chest: int) -> None:
    table = Table().market(bottom=[number]).coins(0, 9)
    cost = table.view["market"]["bottom"][0]["price"]
    assert level == 0
    assert table.build(number).coins_of(0) == (9 - cost + purse, chest)
    assert table.phase == "build"


def test_coins_per_banner_count_banners_of_completed_cards_only() -> None:  # Bankers 2
    table = Table().completed(0, 17, 20).ongoing(0, {13: 2}).market(bottom=[16]).coins(0, 2)
    assert table.build(16).coins_of(0) == (5, 0)


def test_coins_per_card_are_3_at_most() -> None:  # Writers 3
    for cards, coins in (((), 0), ((14, 16), 2), ((14, 16, 18, 20), 3)):
        table = Table().completed(0, *cards).market(bottom=[47]).coins(0, 4)
        assert table.build(47).coins_of(0) == (coins, 0)


def test_coins_per_fruit_count_the_different_fruits_face_up_on_the_own_board_up_to_3() -> None:  # Merchants 2; A5
    boards = [("apple-row",), ("apple-row", "apple-take"), ("apple-row", "grape-row", "orange-row", "cherry-row")]
    for board, coins in zip(boards, (1, 1, 3), strict=True):
        table = Table().fruits(0, *board).fruits(1, "blueberry-row").sold(0, "cherry-less").market(bottom=[28])
        assert table.coins(0, 3).build(28).coins_of(0) == (coins, 0)


def test_saving_moves_0_to_2_coins_from_the_purse_to_the_chest() -> None:  # Bankers 4; A15
    for coins in (1, 2):
        table = Table().market(bottom=[18]).coins(0, 5).build(18)
        assert table.moves("save") == [{"coins": 1}, {"coins": 2}]
        assert table.refused("save", coins=3) == "too_many_coins"
        assert table.play("save", coins=coins).coins_of(0) == (3 - coins, coins)
    table = Table().market(bottom=[18]).coins(0, 5).build(18).play("forfeit")
    assert (table.coins_of(0), table.phase) == ((3, 0), "build")
    assert Table().market(bottom=[18]).coins(0, 3).build(18).moves("save") == [{"coins": 1}]


def test_a_swap_trades_a_fruit_with_the_market_and_refills_nothing() -> None:  # Merchants 0; A16
    table = Table().fruits(0, "apple-row", "apple-take").fruit_market("grape-row", "apple-row").market(bottom=[26])
    deck = table.coins(0, 2).build(26).state.n_fruit_deck
    assert {(move["give"], move["take"]) for move in table.moves("swap")} == {
        ("apple-row", "grape-row"),
        ("apple-take", "grape-row"),
        ("apple-take", "apple-row"),
    }
    assert table.refused("swap", give="apple-row", take="apple-row") == "same_fruit"
    assert table.refused("swap", give="grape-row", take="apple-row") == "no_such_fruit"
    assert table.refused("swap", give="apple-row", take="orange-row") == "not_in_fruit_market"
    table.play("swap", give="apple-take", take="grape-row")
    assert table.fruits_of(0) == ["apple-row", "grape-row"]
    assert table.market_fruits == ["apple-row", "apple-take"]
    assert table.state.n_fruit_deck == deck


def test_taking_a_fruit_refills_the_market_at_once() -> None:  # Merchants 1
    table = Table().fruit_market("apple-row", "grape-row").fruit_deck("orange-row").market(bottom=[27]).coins(0, 4)
    table.build(27).play("take", fruit="grape-row")
    assert table.fruits_of(0) == ["grape-row"]
    assert table.market_fruits == ["apple-row", "orange-row"]


def test_an_extra_sale_of_an_effect_needs_a_fruit_not_sold_this_turn() -> None:  # Merchants 4
    table = Table().fruits(0, "apple-row", "grape-row").with_action("apple-less").market(bottom=[30]).coins(0, 4)
    table.build(30)
    assert table.moves("sell") == [{"fruit": "grape-row"}]
    assert table.refused("sell", fruit="apple-row") == "sold_already"
    assert table.play("sell", fruit="grape-row").coins_of(0) == (1, 0)


def test_a_row_is_replaced_by_an_effect_as_by_the_fruit_action() -> None:  # Writers 2
    table = Table().market([14, 15, 16], [40, 17, 18]).deck(20, 21, 22, 23).coins(0, 3)
    table.build(40).play("replace_row", row="bottom")
    assert table.rows[1] == [14, 15, 16]
    assert table.discards == [17, 18]
    assert len(table.deck_numbers) == 1


@pytest.mark.parametrize(
    ("number", "others"),
    [
        (26, ()),  # a swap without fruit
        (27, ()),  # a fruit of an empty market
        (30, ()),  # an extra sale without fruit
        (18, ()),  # saving with an empty purse
        (7, ()),  # half of nothing that can be paid
        (40, ()),  # a row of an empty market
    ],
)
def test_an_effect_that_offers_nothing_is_over_at_once(number: int, others: tuple[int, ...]) -> None:
    table = Table().market(bottom=[number, *others])
    cost = table.view["market"]["bottom"][0]["price"]
    assert table.coins(0, cost).build(number).phase == "build"


def test_a_swap_with_the_same_kind_of_card_and_an_impossible_mandatory_effect_are_nothing_to_choose() -> None:
    table = Table().market(bottom=[26]).fruits(0, "apple-take").fruit_market("apple-take").coins(0, 2)
    assert table.build(26).phase == "build"
    for number in (57, 52):  # level 1 demands a fruit, another ongoing card; card 10 itself cannot be built by itself
        table = Table(guilds=ADVANCED).market(bottom=[10, number]).coins(0, 5)
        assert table.build(10).phase == ("build" if number == 57 else "effect")
    assert table.moves("build") == [{"card": name(52), "pay_card": name(10)}]


def test_every_effect_with_a_choice_can_be_forfeited() -> None:  # Q14; A19
    for number in (5, 7, 9, 10, 18, 26, 27, 30, 40):
        table = Table().market(bottom=[number, 14]).fruits(0, "apple-row").fruit_market("grape-row").coins(0, 20)
        before = table.build(number).coins_of(0)
        assert table.phase == "effect"
        assert table.refused("rest", fruit="grape-row") == "effect_waits"
        table.play("forfeit")
        assert (table.phase, table.coins_of(0)) == ("build", before)
        assert table.refused("forfeit") == "no_choice"


def test_effects_follow_each_other_and_never_nest() -> None:  # A2
    table = Table().market(bottom=[5, 7, 20]).coins(0, 9).build(5)  # one less for the next level
    table.build(7)  # 2 - 1; now half of another card
    assert table.coins_of(0) == (9 - 2 - 1, 0)
    table.build(20)  # half of 3; nothing waits after its chest coin
    assert (table.coins_of(0), table.phase) == ((4, 1), "build")


# Mandatory effects ---------------------------------------------------------------------------------------------------


def botanists() -> Table:
    return Table(guilds=ADVANCED).coins(0, 20)


def test_a_mandatory_fruit_is_named_by_the_move_and_leaves_the_game() -> None:  # Botanists 0; Q14, A6, A11
    table = botanists().market(bottom=[50]).fruits(0, "apple-row", "grape-row")
    assert table.refused("build", card=name(50)) == "fruit_payment_due"
    assert table.refused("build", card=name(50), pay_fruit="orange-row") == "fruit_payment_due"
    visible, deck = table.view["visible"]["grape"], table.state.n_fruit_deck
    table.build(50, pay_fruit="grape-row")
    assert table.coins_of(0) == (20 - 2 + 3, 0)
    assert table.fruits_of(0) == ["apple-row"]
    assert table.view["visible"]["grape"] == visible - 1
    assert (table.state.n_fruit_deck, table.view["seats"][0]["sold"]) == (deck, {})


def test_a_mandatory_fruit_may_pay_into_the_chest_or_nothing() -> None:  # Botanists 1, 5
    table = botanists().market(bottom=[57, 55]).fruits(0, "apple-row", "grape-row")
    assert table.build(57, pay_fruit="apple-row").coins_of(0) == (17, 3)
    assert table.build(55, pay_fruit="grape-row").coins_of(0) == (15, 3)
    assert table.fruits_of(0) == []


def test_a_level_whose_mandatory_effect_is_impossible_cannot_be_built() -> None:  # Q15
    table = botanists().market(bottom=[50, 52])
    assert table.moves("build") == []
    assert table.refused("build", card=name(50)) == "fruit_payment_due"
    assert table.refused("build", card=name(52)) == "card_due"


def test_the_fruit_sold_this_turn_cannot_be_discarded_but_one_just_taken_can() -> None:  # A11
    table = botanists().market(bottom=[50]).fruits(0, "apple-take").fruit_market("grape-row").to_sell()
    table.play("sell", fruit="apple-take")
    assert table.moves("build") == []
    table.play("take", fruit="grape-row")
    assert table.moves("build") == [{"card": name(50), "pay_fruit": "grape-row"}]


def test_a_mandatory_discard_of_a_card_pays_twice_its_level() -> None:  # Botanists 2
    table = botanists().market(bottom=[52]).ongoing(0, {39: 2, 41: 1})
    assert table.refused("build", card=name(52), pay_card=name(52)) == "card_due"
    table.build(52, pay_card=name(39))
    assert table.coins_of(0) == (20 - 2 + 4, 0)
    assert table.ongoing_of(0) == {41: 1, 52: 1}
    assert table.discards == [39]


def test_the_place_for_level_1_must_be_free_before_its_mandatory_effect() -> None:  # A11
    table = botanists().market(bottom=[52]).ongoing(0, {39: 2, 41: 1, 43: 1})
    assert table.refused("build", card=name(52), pay_card=name(39)) == "no_free_place"


def test_what_a_mandatory_effect_gives_does_not_pay_for_its_own_level() -> None:  # A11
    table = botanists().market(bottom=[50]).fruits(0, "apple-row").coins(0, 1)
    assert table.refused("build", card=name(50), pay_fruit="apple-row") == "too_dear"


def test_a_level_without_a_mandatory_effect_takes_no_payment() -> None:
    table = botanists().market(bottom=[53]).fruits(0, "apple-row")
    assert table.refused("build", card=name(53), pay_fruit="apple-row") == "no_payment_due"
    table.build(53)
    assert table.coins_of(0) == (17, 0)  # Botanists 3: 2 coins


def test_a_mandatory_effect_holds_for_a_level_built_by_an_effect_too() -> None:  # A11
    table = Table(guilds=("architects", "writers", "botanists", "explorers")).market(bottom=[7, 50]).coins(0, 9)
    table.fruits(0, "apple-row").build(7)
    assert table.moves("build") == [{"card": name(50), "pay_fruit": "apple-row"}]
    table.build(50, pay_fruit="apple-row")
    assert table.coins_of(0) == (9 - 2 - 1 + 3, 0)


# Reveals -------------------------------------------------------------------------------------------------------------


def test_revealed_fruits_are_put_back_but_the_kept_one() -> None:  # Explorers 0, 1
    table = botanists().market(bottom=[62]).fruit_deck("apple-row", "grape-row", "orange-row", "cherry-row")
    table.build(62)
    shown = table.revealed
    assert len(shown) == 3
    hidden = {"apple-row", "grape-row", "orange-row", "cherry-row"} - set(shown)
    assert table.refused("keep", fruit=hidden.pop()) == "not_revealed"
    table.play("keep", fruit=shown[1])
    assert table.fruits_of(0) == [shown[1]]
    assert table.state.n_fruit_deck == 3
    assert shown[0] in table.view["fruit_deck"]["cards"]


def test_kept_or_not_a_reveal_of_fruit_shows_what_is_there() -> None:  # A14
    table = botanists().market(bottom=[62, 63]).fruit_deck("apple-row", "grape-row").build(62)
    assert table.revealed == ["apple-row", "grape-row"]
    table.play("forfeit")
    assert (table.state.n_fruit_deck, table.view["last_round"]) == (2, None)
    assert table.fruit_deck().build(63).phase == "build"


def test_revealed_guild_cards_offer_their_level_1_for_2_less_without_top_row_coin() -> None:  # Explorers 2; A13
    table = botanists().market(bottom=[64]).deck(26, 29, 41).build(64)
    told = {place["card"]: place["price"] for place in table.revealed}
    assert told == {name(26): 0, name(29): 3, name(41): 3}
    assert {move["card"] for move in table.moves("build")} == set(told)
    table.build(41)
    assert table.coins_of(0) == (20 - 3 - 3, 0)
    assert table.deck_numbers == [26, 29]
    assert table.ongoing_of(0) == {41: 1, 64: 1}


def test_revealed_guild_cards_at_half_cost_and_for_nothing() -> None:  # Explorers 3, 5
    table = botanists().market(bottom=[71]).deck(26, 27, 28, 29).build(71)
    assert [place["price"] for place in table.revealed] == [1, 2, 2, 3]
    table.play("forfeit")
    table = botanists().market(bottom=[67]).deck(26, 27, 29).build(67)
    assert {move["card"] for move in table.moves("build")} == {name(26), name(27)}  # printed cost 2 and 4, not 5
    assert table.refused("build", card=name(29)) == "out_of_scope"
    assert table.build(27).coins_of(0) == (15, 0)


def test_only_revealed_cards_can_be_built_by_such_an_effect() -> None:
    table = botanists().market(bottom=[64, 43]).ongoing(0, {45: 1}).deck(26).build(64)
    assert table.refused("build", card=name(43)) == "card_out_of_reach"
    assert table.refused("build", card=name(45)) == "card_out_of_reach"


def test_a_revealed_card_needs_a_free_place_or_a_discard() -> None:  # A9, A14
    table = botanists().market(bottom=[64]).ongoing(0, {43: 1, 45: 1}).deck(26).build(64)
    assert table.refused("build", card=name(26)) == "no_free_place"
    table.play("discard", card=name(43)).build(26)
    assert table.ongoing_of(0) == {26: 1, 45: 1, 64: 1}
    assert table.discards == [43]


def test_revealed_cards_that_nobody_can_pay_are_shown_and_go_back() -> None:  # A14
    table = botanists().market(bottom=[64]).deck(29, 41).coins(0, 3).build(64)
    assert [place["card"] for place in table.revealed] == [name(29), name(41)]
    assert table.moves("build") == []
    assert table.play("forfeit").deck_numbers == [29, 41]


def test_a_reveal_goes_on_with_the_shuffled_discards() -> None:  # A14
    table = botanists().market(bottom=[71]).deck(26).discarded(27, 28, 29, 30).build(71)
    assert len(table.revealed) == 4
    assert name(26) in {place["card"] for place in table.revealed}
    assert (table.discards, len(table.deck_numbers)) == ([], 1)


def test_a_revealed_fruit_pays_for_the_face_up_cards_of_its_fruit_up_to_3_and_goes_back() -> None:  # Explorers 4
    for others, coins in (((), 0), (("apple-row",), 1), (("apple-row", "apple-take", "apple-less", "apple-less"), 3)):
        table = botanists().market(bottom=[66]).fruits(1, *others).fruit_deck("apple-chest-2").coins(0, 3)
        before = table.state.clone()
        action = GAME.legal(table.state)[-1]
        table.build(66)
        assert table.coins_of(0) == (coins, 0)
        assert (table.state.n_fruit_deck, table.view["last_round"]) == (1, None)
        told = [fact.code for fact in GAME.tell(before, action, table.state, 1)]
        assert told == ["tree_society.built", "tree_society.fruits_revealed"]
    assert botanists().market(bottom=[66]).fruit_deck().coins(0, 3).build(66).coins_of(0) == (0, 0)


def test_the_first_game_has_neither_mandatory_effects_nor_reveals() -> None:  # The Botanists and the Explorers
    table = Table(guilds=FIRST_GAME)
    names = {level["effect"]["name"] for card in table.deck_numbers for level in printed(card) if level["effect"]}
    assert not {effect for effect in names if effect.startswith(("reveal", "fruit_for", "card_for"))}


def printed(number: int) -> list[dict[str, dict[str, str]]]:
    levels: list[dict[str, dict[str, str]]] = Table().market([number]).view["cards"][name(number)]["levels"]
    return levels
