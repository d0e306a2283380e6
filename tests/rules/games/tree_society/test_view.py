"""The JSON view, labels of buttons, and the facts that events and histories tell."""

import json
import re
from typing import Any

import pytest

from services.rules.contract import SPECTATOR
from services.rules.games.tree_society import GAME
from services.rules.games.tree_society.components import ACTIONS, CARD_NAMES, FRUIT_NAMES
from services.rules.games.tree_society.effects import NAMES
from services.rules.games.tree_society.state import State

from .page import PAGE
from .table import ADVANCED, VERBS, Table, name


def test_the_view_shows_the_prices_of_the_seat_now_with_and_without_its_fruit_action() -> None:
    table = Table().with_action("apple-less").market([16], [42]).ongoing(0, {8: 1, 11: 1}).coins(0, 5)
    market = table.view["market"]
    assert market["top"][0] == {"card": name(16), "price": 3, "price_with_fruit_action": 1}
    assert market["bottom"] == [{"card": name(42), "price": 3, "price_with_fruit_action": 1}, None, None]
    prices = [(card["price"], card["price_with_fruit_action"]) for card in table.view["seats"][0]["ongoing"]]
    assert prices == [(6, 4), (3, 1)]
    other = GAME.describe(table.state, 1)["market"]["top"][0]
    assert other == {"card": name(16), "price": 3}
    assert GAME.describe(table.state, SPECTATOR)["market"] == market


def test_the_view_shows_the_reduced_prices_while_an_effect_waits() -> None:
    table = Table().market([20], [7, 16]).coins(0, 9).build(7)
    view = table.view
    assert [place["price"] for place in view["market"]["top"] if place] == [2 + 1]
    assert [place["price"] for place in view["market"]["bottom"] if place] == [1]
    told = view["effect"]
    assert (told["card"], told["level"], told["name"]) == (name(7), 1, "half")
    assert told["text"] == "build a level of another card at half its cost"


def test_a_waiting_effect_lowers_only_the_prices_of_what_it_may_build() -> None:
    table = Table().ongoing(0, {14: 1}).market([17, 42], [10, 14]).coins(0, 20).build(10)
    market = table.view["market"]
    assert [place["price"] for place in market["top"][:2]] == [5 + 1, 0 + 1]  # free up to 4: printed 5, printed 3
    table = Table().ongoing(0, {5: 1, 14: 1}).coins(0, 20).build(5)
    own = {card["card"]: card["price"] for card in table.view["seats"][0]["ongoing"]}
    assert own == {name(5): 5, name(14): 2}  # half, of another card: printed 5, printed 3
    table = Table(guilds=ADVANCED).market([42], [64]).coins(0, 20).deck(37, 38, 39).build(64)
    assert [each["price"] for each in table.revealed] == [0, 0, 1]  # 2 less, of a revealed card: printed 2, 1, 3
    assert table.view["market"]["top"][0]["price"] == 3 + 1


def test_the_view_tells_what_a_sale_of_each_own_fruit_would_pay_now() -> None:
    table = Table().fruits(0, "apple-row-coin", "apple-take", "apple-take").fruit_market("apple-less", "grape-row")
    assert table.to_sell().view["sales"] == [
        {"fruit": "apple-row-coin", "coins": 5},
        {"fruit": "apple-take", "coins": 4},
    ]
    assert table.play("sell", fruit="apple-row-coin").view["sales"] == []  # apples are sold this turn
    assert table.view["visible"] == {"apple": 3, "cherry": 0, "grape": 1, "blueberry": 0, "orange": 0}


def test_the_view_tells_what_is_printed_on_every_guild_card_in_sight() -> None:
    table = Table().market([15], [18]).ongoing(0, {14: 1}).completed(1, 20)
    cards = table.view["cards"]
    assert set(cards) == {name(number) for number in (14, 15, 18, 20)}
    assert cards[name(15)] == {
        "guild": "bankers",
        "banners": 2,
        "levels": [
            {
                "cost": 4,
                "points": "1",
                "effect": {"name": "chest", "coins": 2, "text": "2 coins into the chest"},
            },
            {
                "cost": 5,
                "points": "3",
                "effect": {"name": "keep", "coins": 4, "text": "ongoing: the coin check leaves you 4 coins"},
            },
            {"cost": 5, "points": "1 for each coin, at most 6, and 3", "effect": None},
        ],
    }


def test_the_view_lists_what_is_in_the_decks() -> None:
    table = Table().deck(14, 16).discarded(20).fruit_deck("apple-row", "apple-row", "grape-less")
    view = table.view
    assert view["guild_deck"] == {"size": 2, "cards": [name(14), name(16)]}
    assert view["fruit_deck"] == {"size": 3, "cards": {"apple-row": 2, "grape-less": 1}}
    assert view["discards"] == [name(20)]


def test_the_page_explains_every_member_of_the_view() -> None:
    table = (
        Table(guilds=ADVANCED).market(bottom=[64]).deck(26).coins(0, 9).ongoing(0, {43: 1}).completed(0, 41).build(64)
    )
    page = PAGE.read_text(encoding="utf-8").split("## The JSON view")[1].split("\n## ")[0]
    explained = set(re.findall(r"`([a-z_0-9]+)`", page))
    view = table.view | {"scores": [], "places": []}
    assert set(view) <= explained
    assert set(view["seats"][0]) - {"seat"} <= explained
    assert set(view["seats"][0]["ongoing"][0]) <= explained
    assert set(view["effect"]) - {"cards", "coins"} <= explained


def test_the_page_explains_every_effect_and_fruit_action() -> None:
    page = PAGE.read_text(encoding="utf-8")
    from_page = set(re.findall(r"`([a-z_0-9]+)`", page.split("## Effects")[1].split("## Resting")[0]))
    assert set(NAMES) - {"none"} <= from_page
    actions = page.split("## Fruit actions")[1].split("\n## ")[0]
    assert all(f"| {action} |" in actions for action in ACTIONS)


def test_the_view_of_random_games_names_only_cards_there_are() -> None:
    text = json.dumps(Table().market([14], [15]).fruits(0, "apple-row").view)
    words = set(re.findall(r'"([a-z]+-[a-z0-9-]+)"', text))
    assert words <= {*CARD_NAMES, *FRUIT_NAMES}


# Labels and facts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "verb", "parts", "label"),
    [
        (Table().fruits(0, "apple-row").to_sell(), "sell", {"fruit": "apple-row"}, "Sell apple-row for 1 coin"),
        (
            Table().with_action("apple-less").market([20]).coins(0, 9),
            "build",
            {"card": name(20), "fruit_action": True},
            "Build level 1 of bankers-20 for 2 coins with the fruit action",
        ),
        (
            Table(guilds=ADVANCED).market(bottom=[50]).fruits(0, "grape-row").coins(0, 9),
            "build",
            {"card": name(50), "pay_fruit": "grape-row"},
            "Build level 1 of botanists-50 for 2 coins, discarding grape-row",
        ),
        (Table().with_action("apple-chest-2"), "fill_chest", {}, "Put 2 coins into the chest"),
        (Table().fruit_market("grape-row"), "rest", {"fruit": "grape-row"}, "Take grape-row and end the turn"),
        (Table().fruit_deck(), "rest", {}, "End the turn"),
        (Table().ongoing(0, {14: 1}), "discard", {"card": name(14)}, "Discard bankers-14"),
        (Table().market(bottom=[18]).coins(0, 9).build(18), "save", {"coins": 2}, "Move 2 coins into the chest"),
        (Table().market(bottom=[18]).coins(0, 9).build(18), "forfeit", {}, "Do without the effect"),
    ],
)
def test_labels_say_what_a_move_does(table: Table, verb: str, parts: dict[str, Any], label: str) -> None:
    assert GAME.label(table.state, GAME.encode(table.state, VERBS[verb](**parts))) == label


def told(table: Table, verb: str, **parts: Any) -> list[dict[str, Any]]:
    """The facts of a move, without their texts; all viewers get the same."""
    before: State = table.state.clone()
    action = GAME.encode(before, VERBS[verb](**parts))
    table.play(verb, **parts)
    facts = [GAME.tell(before, action, table.state, viewer) for viewer in (0, 1, SPECTATOR)]
    assert facts[0] == facts[1] == facts[2]
    return [{key: value for key, value in fact.json().items() if key != "text"} for fact in facts[0]]


def test_a_sale_is_told_with_what_it_paid() -> None:
    table = Table().fruits(0, "apple-row-coin").to_sell()
    assert told(table, "sell", fruit="apple-row-coin") == [
        {"code": "tree_society.sold", "seat": 0, "fruit": "apple-row-coin", "coins": 2}
    ]


def test_a_level_is_told_with_its_payment_its_completion_and_the_end_it_brings_about() -> None:
    table = Table(guilds=ADVANCED).ongoing(0, {58: 2}).completed(0, 41).fruits(0, "apple-row").coins(0, 9)
    assert told(table, "build", card=name(58), pay_fruit="apple-row") == [
        {"code": "tree_society.built", "seat": 0, "card": name(58), "level": 3, "purse": -3, "chest": 0},
        {"code": "tree_society.fruit_discarded", "seat": 0, "fruit": "apple-row"},
        {"code": "tree_society.completed", "seat": 0, "card": name(58), "banners": 6},
        {"code": "tree_society.last_round", "round": 2},
    ]


def test_what_an_effect_reveals_is_told_once() -> None:
    table = Table(guilds=ADVANCED).market(bottom=[64]).ongoing(0, {43: 1, 45: 1}).deck(26, 41).coins(0, 9)
    assert told(table, "build", card=name(64))[1] == {
        "code": "tree_society.cards_revealed",
        "cards": [name(26), name(41)],
    }
    assert told(table, "discard", card=name(43)) == [{"code": "tree_society.discarded", "seat": 0, "card": name(43)}]


def test_resting_tells_the_fruit_taken_and_what_comes_into_the_markets() -> None:
    table = (
        Table().fruits(1, "apple-less").fruit_market("grape-row").fruit_deck("orange-row", "orange-row").coins(0, 5, 1)
    )
    table.market([14, 15, 16], [17, 18]).deck(20)
    assert told(table, "rest", fruit="grape-row") == [
        {"code": "tree_society.rested", "seat": 0, "fruit": "grape-row", "purse": 3},
        {"code": "tree_society.cards_dealt", "cards": [name(20)]},
        {"code": "tree_society.fruit_dealt", "fruits": ["orange-row"]},
    ]


def test_a_discarded_card_that_comes_back_into_the_market_at_once_is_told() -> None:  # A13
    facts = told(
        Table().with_action("apple-row").market([14, 16, 18], [20, 22, 24]).deck(), "replace_row", row="bottom"
    )
    assert sorted(facts[1]["cards"]) == [name(20), name(22), name(24)]


def test_the_end_is_told_with_the_result() -> None:
    table = Table().fruits(1, "apple-less").fruit_deck().fruit_market("grape-row", "grape-row").completed(0, 18)
    table.state.last_round, table.state.turn = 1, 1
    table.state.phase = 2
    facts = told(table, "rest", fruit="grape-row")
    assert facts[-1] == {"code": "tree_society.over", "scores": [5, 0], "places": [1, 2]}
    assert (table.view["scores"], table.view["places"], table.view["to_act"]) == ([5, 0], [1, 2], None)


def test_a_replaced_row_a_swap_and_a_filled_chest_are_told() -> None:
    table = Table().with_action("apple-row").market([14, 15], [16]).deck(20, 21)
    facts = told(table, "replace_row", row="bottom")
    assert facts[0] == {"code": "tree_society.row_replaced", "seat": 0, "row": "bottom", "discarded": [name(16)]}
    assert len(set(facts[1]["cards"]) & {name(20), name(21), name(16)}) == 3
    table = Table().market(bottom=[26]).fruits(0, "apple-row").fruit_market("grape-row").coins(0, 2).build(26)
    assert told(table, "swap", give="apple-row", take="grape-row") == [
        {"code": "tree_society.swapped", "seat": 0, "gave": "apple-row", "took": "grape-row"}
    ]
    assert told(Table().with_action("grape-chest-1-coin"), "fill_chest") == [
        {"code": "tree_society.chest_filled", "seat": 0, "coins": 1, "from_purse": False}
    ]
    table = Table().market(bottom=[18]).coins(0, 9).build(18)
    assert told(table, "save", coins=2)[0]["from_purse"] is True
