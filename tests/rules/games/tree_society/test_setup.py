"""The set-up: coins, markets, decks, starting cards, the draft."""

from typing import Any

import pytest

from services.rules.games.tree_society import GAME
from services.rules.games.tree_society.components import BOX_CARDS, COPIES, FRUIT, GUILD, GUILDS, KINDS, STARTING
from services.rules.games.tree_society.state import State
from tests.support.games import rng

from .table import FIRST_GAME

SEATS = (2, 3, 4)


def start(seats: int, seed: int = 1, **options: Any) -> State:
    return GAME.start(seats, GAME.pack(options, seats), rng("start", seed))


def view(seats: int, seed: int = 1, **options: Any) -> dict[str, Any]:
    return GAME.describe(start(seats, seed, **options), 0)


def test_purses_and_chests_at_the_start_depend_on_the_turn_order() -> None:  # rulebook: Game Setup 2; B6
    coins = [(seat["purse"], seat["chest"]) for seat in view(4)["seats"]]
    assert coins == [(1, 0), (1, 1), (2, 0), (2, 1)]
    assert [(seat["purse"], seat["chest"]) for seat in view(2)["seats"]] == coins[:2]


@pytest.mark.parametrize(("seats", "deck"), [(2, 39), (3, 62), (4, 60)])
def test_the_fruit_deck_is_what_the_market_and_the_boards_leave(seats: int, deck: int) -> None:  # Q34; B6
    told = view(seats)
    assert told["fruit_deck"]["size"] == sum(told["fruit_deck"]["cards"].values()) == deck
    assert [len(seat["fruits"]) for seat in told["seats"]] == [3] * seats


@pytest.mark.parametrize(("seats", "fruits"), [(2, 5), (3, 4), (4, 3)])
def test_the_fruits_of_the_first_market_are_all_different(seats: int, fruits: int) -> None:  # Q24
    for seed in range(20):
        market = [name.split("-")[0] for name in view(seats, seed)["fruit_market"]]
        assert len(market) == len(set(market)) == fruits


def test_which_card_of_a_fruit_starts_in_the_market_is_random() -> None:  # A16
    markets = {tuple(view(2, seed)["fruit_market"]) for seed in range(10)}
    assert len(markets) > 5


def test_later_fruit_markets_may_hold_the_same_fruit_twice() -> None:  # Q24
    state, chance, room = start(2), rng("later"), [0] * GAME.max_legal
    doubles = False
    while not GAME.is_over(state):
        market = [FRUIT[kind] for kind in state.fruit_market[: state.n_fruit_market]]
        doubles = doubles or len(set(market)) < len(market)
        GAME.apply(state, GAME.random_action(state, chance, room), chance)
    assert doubles


def test_with_two_seats_the_cards_marked_3_4_stay_in_the_box() -> None:  # Q34
    for seats, total in ((2, 50), (3, 75), (4, 75)):
        state = start(seats)
        counts = list(state.fruit_deck)
        for kind in state.fruit_market[: state.n_fruit_market]:
            counts[kind] += 1
        for seat in range(seats):
            for kind in state.fruits[seat][: state.n_fruits[seat]]:
                counts[kind] += 1
        assert counts == [COPIES[kind][0 if seats == 2 else 1] for kind in range(KINDS)]
        assert sum(counts) == total


def test_six_cards_lie_in_the_guild_market_and_four_guilds_are_in_play() -> None:  # Game Setup 4, 5
    told = view(2, guilds=["bankers", "writers", "botanists", "explorers"], starters=False)
    market = [place["card"] for place in told["market"]["top"] + told["market"]["bottom"]]
    assert len(set(market)) == 6
    assert told["guild_deck"]["size"] == 48 - 6
    cards = market + told["guild_deck"]["cards"]
    assert {card.split("-")[0] for card in cards} == {"bankers", "writers", "botanists", "explorers"}


def test_the_default_guilds_are_those_of_the_first_game() -> None:  # Game Setup 4
    assert view(3)["guilds"] == list(FIRST_GAME)


@pytest.mark.parametrize("seats", SEATS)
def test_each_seat_starts_with_a_starting_card_on_level_1(seats: int) -> None:  # Q31; B6
    state = start(seats)
    cards = [state.ongoing[seat][0] for seat in range(seats)]
    assert len(set(cards)) == seats
    assert all(STARTING[card] and state.level[card] == 1 for card in cards)
    assert [state.n_ongoing[seat] for seat in range(seats)] == [1] * seats


@pytest.mark.parametrize("seats", SEATS)
def test_starting_cards_that_nobody_got_are_in_the_deck_of_the_architects(seats: int) -> None:  # Q32 as ruled by A3
    state = start(seats)
    lying = [*state.deck[: state.n_deck], *state.market]
    assert sum(STARTING[card] for card in lying) == 4 - seats
    assert len(lying) == 13 + 36 - seats


def test_without_starters_nobody_starts_with_a_card_and_all_of_them_are_in_the_deck() -> None:  # Q33; A3
    state = start(3, starters=False)
    assert state.n_ongoing == [0] * 4
    lying = [*state.deck[: state.n_deck], *state.market]
    assert sum(STARTING[card] for card in lying) == 4
    assert len(lying) == 49


def test_starting_cards_are_handed_out_when_the_architects_are_not_in_play_too() -> None:  # Q33
    state = start(4, guilds=["bankers", "merchants", "writers", "botanists"])
    assert [GUILDS[GUILD[state.ongoing[seat][0]]] for seat in range(4)] == ["architects"] * 4
    lying = [*state.deck[: state.n_deck], *state.market]
    assert len(lying) == 48
    assert not any(BOX_CARDS[card].starting for card in lying)


def test_the_draft_gives_three_fruits_in_clockwise_rounds_from_a_market_refilled_each_time() -> None:  # variant; A16
    state, chance = start(3, fruit_draft=True), rng("draft")
    assert state.n_fruits == [0] * 4
    for turn in range(9):
        assert GAME.describe(state, 0)["phase"] == "draft"
        assert GAME.to_act(state) == turn % 3
        assert state.n_fruit_market == 4
        legal = GAME.legal(state)
        assert {GAME.decode(state, action).json()["type"] for action in legal} == {"tree_society.take"}
        GAME.apply(state, legal[turn % len(legal)], chance)
    assert (state.n_fruits[:3], state.n_fruit_market) == ([3, 3, 3], 4)
    assert (GAME.to_act(state), GAME.describe(state, 0)["phase"]) == (0, "sell")
    assert state.n_fruit_deck == 75 - 4 - 9
