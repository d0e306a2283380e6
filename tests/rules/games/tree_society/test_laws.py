"""What holds in every game of Tree Society, whoever plays it."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from services.rules.games.tree_society import GAME
from services.rules.games.tree_society.actions import FORFEIT, MAX_DECISIONS, REST, REST_EMPTY, SAVE
from services.rules.games.tree_society.cards import GUILD_CARDS
from services.rules.games.tree_society.components import ACTION, COPIES, KINDS
from services.rules.games.tree_society.state import BUILD, CHOICE, OVER, State
from services.rules.notation import Json
from tests.support.games import rng

from .builders import game_of_builders
from .table import number_of

GAMES = [(seats, seed) for seats in (2, 3, 4) for seed in range(6)]

every_game = pytest.mark.parametrize(("seats", "seed"), GAMES)


@every_game
def test_builders_bring_the_game_to_its_end_with_completed_cards(seats: int, seed: int) -> None:
    *played, (end, _) = game_of_builders(seats, seed)
    assert end.phase == OVER
    assert len(played) < GAME.max_steps
    assert max(state.decisions for state, _ in played) < MAX_DECISIONS // 2
    assert any(end.n_completed[seat] > 1 for seat in range(seats))


@every_game
def test_coins_are_never_negative(seats: int, seed: int) -> None:
    for state, _ in game_of_builders(seats, seed):
        assert min(state.purse) >= 0
        assert min(state.chest) >= 0


@every_game
def test_a_chest_is_not_touched_before_the_rest_phase(seats: int, seed: int) -> None:
    for (state, action), (after, _) in pairwise(game_of_builders(seats, seed)):
        me = state.turn
        if not (REST <= action < SAVE or action == REST_EMPTY):
            assert after.chest[me] >= state.chest[me]
        else:
            assert after.chest[me] == 0
            assert after.purse[me] >= state.chest[me]
        assert all(after.chest[p] == state.chest[p] for p in range(seats) if p != me)
        assert all(after.purse[p] == state.purse[p] for p in range(seats) if p != me)


@every_game
def test_guild_cards_are_conserved(seats: int, seed: int) -> None:
    cards = None
    for state, _ in game_of_builders(seats, seed):
        held = guild_cards(state)
        assert len(held) == len(set(held))
        cards = cards or set(held)
        assert set(held) == cards


def guild_cards(state: State) -> list[int]:
    """Every guild card in the game, wherever it lies."""
    cards = [*state.deck[: state.n_deck], *state.discards[: state.n_discards]]
    cards += [card for card in state.market if card >= 0]
    for seat in range(state.seats):
        cards += state.ongoing[seat][: state.n_ongoing[seat]] + state.completed[seat][: state.n_completed[seat]]
    effect = GAME.describe(state, 0)["effect"]
    if effect and effect["name"].startswith("reveal_") and effect["name"] != "reveal_fruits":
        cards += state.revealed[: state.n_revealed]
    return cards


@every_game
def test_fruit_cards_are_conserved_but_for_those_that_mandatory_effects_discard(seats: int, seed: int) -> None:
    discarded = Counter[int]()
    for (before, action), (after, _) in pairwise(game_of_builders(seats, seed)):
        lost = fruit_cards(before) - fruit_cards(after)
        assert not fruit_cards(after) - fruit_cards(before)
        move = GAME.decode(before, action).json()
        assert lost.total() == ("pay_fruit" in move)
        discarded += lost
    total = Counter({kind: COPIES[kind][0 if seats == 2 else 1] for kind in range(KINDS)})
    assert fruit_cards(after) + discarded == +total


def fruit_cards(state: State) -> Counter[int]:
    """How many fruit cards of each kind are in the game, wherever they lie."""
    cards = Counter(state.fruit_market[: state.n_fruit_market])
    for seat in range(state.seats):
        cards.update(state.fruits[seat][: state.n_fruits[seat]])
    cards.update({kind: state.fruit_deck[kind] + sum(sold[kind] for sold in state.sold) for kind in range(KINDS)})
    effect = GAME.describe(state, 0)["effect"]
    if effect and effect["name"] == "reveal_fruits":
        cards.update(state.revealed[: state.n_revealed])
    return +cards


@every_game
def test_a_turn_can_always_be_ended(seats: int, seed: int) -> None:  # A19
    for state, action in game_of_builders(seats, seed):
        if action >= 0 and state.phase in (BUILD, CHOICE):
            legal = GAME.legal(state)
            if state.phase == CHOICE:
                assert FORFEIT in legal
            else:
                assert any(REST <= end < SAVE or end == REST_EMPTY for end in legal)


@every_game
def test_a_seat_has_three_ongoing_cards_at_most_on_level_1_or_2(seats: int, seed: int) -> None:
    for state, _ in game_of_builders(seats, seed):
        for seat in range(seats):
            ongoing = state.ongoing[seat][: state.n_ongoing[seat]]
            assert len(ongoing) <= 3
            assert all(state.level[card] in (1, 2) for card in ongoing)
            assert all(state.level[card] == 3 for card in state.completed[seat][: state.n_completed[seat]])


@every_game
def test_no_price_is_below_the_extra_coin_nor_above_the_print(seats: int, seed: int) -> None:
    for state, action in game_of_builders(seats, seed):
        if action < 0:
            break
        market = GAME.describe(state, state.turn)["market"]
        for extra, row in ((1, market["top"]), (0, market["bottom"])):
            for place in filter(None, row):
                printed = GUILD_CARDS[number_of(place["card"]) - 1][3][0]
                assert extra <= place["price"] <= printed + extra


@every_game
def test_the_points_are_those_that_the_printed_cards_say(seats: int, seed: int) -> None:
    """The score of the end, worked out again from the view and the rows of the data."""
    *_, (end, _) = game_of_builders(seats, seed)
    view = GAME.describe(end, 0)
    assert view["scores"] == [score(board) for board in view["seats"]]


def score(board: Json) -> int:
    """Points of a board of the view."""
    rows = {card["card"]: GUILD_CARDS[number_of(card["card"]) - 1] for card in board["ongoing"] + board["completed"]}
    completed = [rows[card["card"]] for card in board["completed"]]
    total = sum(int(rows[card["card"]][2 + card["level"]][1]) for card in board["ongoing"])
    for row in completed:
        points = row[5][1]
        total += points if isinstance(points, int) else variable(board, completed, row[0], points)
    return total


def variable(board: Json, completed: list[list[Any]], guild: str, points: list[Any]) -> int:
    """Points of a level 3 that depend on the end: [what, each, plus, for every so many, at most]."""
    what, each, plus = points[:3]
    per = points[3] if len(points) > 3 else 1
    most = points[4] if len(points) > 4 else 999
    counts = {
        "banners": sum(card[2] for card in completed),
        "cards": len(completed),
        "guild_banners": sum(card[2] for card in completed if card[0] == guild),
        "coins": board["purse"] + board["chest"],
        "fruits": len(board["fruits"]),
        "sold": sum(board["sold"].values()),
        "sold_types": len({fruit.split("-")[0] for fruit in board["sold"]}),
        "guilds": len({card[0] for card in completed}),
    }
    return int(plus + min(counts[what] // per * each, most))


@every_game
def test_what_a_sale_pays_can_be_counted_on_the_table(seats: int, seed: int) -> None:
    for state, action in game_of_builders(seats, seed):
        if action < 0:
            break
        view = GAME.describe(state, state.turn)
        open_fruit = [*view["fruit_market"], *(fruit for seat in view["seats"] for fruit in seat["fruits"])]
        for sale in view["sales"]:
            fruit, *_, last = sale["fruit"].split("-")
            same = sum(card.startswith(f"{fruit}-") for card in open_fruit)
            bonus = view["seats"][state.turn]["sale_bonus"]
            assert sale["coins"] == same + (last == "coin") + bonus
        assert view["visible"] == {
            name: sum(card.startswith(f"{name}-") for card in open_fruit) for name in view["visible"]
        }


def test_a_random_action_of_the_build_phase_is_any_legal_one_whatever_the_fruit_action() -> None:
    """Random actions of the build phase are drawn without listing them: they must be the same ones, evenly."""
    actions, room = set(), [0] * GAME.max_legal
    for seed in range(0, 9, 3):  # without mandatory effects, which are listed
        for state, action in game_of_builders(2 + seed % 2, seed):
            if action >= 0 and state.phase == BUILD and state.decisions < 3:
                legal = GAME.legal(state)
                chance, draws = rng("random action", seed, state.round, state.turn), 40 * len(legal)
                counts = Counter(GAME.random_action(state, chance, room) for _ in range(draws))
                assert set(counts) == set(legal)
                assert sum((n - 40) ** 2 / 40 for n in counts.values()) < len(legal) + 6 * (2 * len(legal)) ** 0.5 + 10
                actions.add(ACTION[state.fruit] if state.fruit >= 0 else -1)
    assert actions == {-1, 0, 1, 2, 3, 4}
