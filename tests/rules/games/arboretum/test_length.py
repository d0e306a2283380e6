"""How long a game is, and that both draws are always possible (rulings A4, A5)."""

import math
from collections.abc import Callable

import pytest

from services.rules.games.arboretum import GAME
from services.rules.games.arboretum.components import MAX_TREES
from services.rules.games.arboretum.moves import DRAW_DECK
from services.rules.games.arboretum.state import FIRST_DRAW, SECOND_DRAW, State
from services.rules.kernel import Rng
from tests.support.games import rng

Style = Callable[[State, list[int], Rng], int]
SHORTEST = {(2, True): 17, (3, True): 21, (4, True): 25, (2, False): 17, (3, False): 22, (4, False): 26}
LONGEST = {(2, True): 33, (3, True): 42, (4, True): 51, (2, False): 33, (3, False): 42, (4, False): 51}

every_table = pytest.mark.parametrize(("seats", "open_cards"), SHORTEST)


def turns(seats: int, open_cards: bool, seed: int, prefer: Callable[[int], bool] | None) -> int:
    """Play a game in which seats draw where they prefer, if they can; check A4 and A5 on the way."""
    chance, room = rng("length", seats, open_cards, seed), [0] * GAME.max_legal
    s = GAME.start(seats, GAME.pack({"open_cards": open_cards}, seats), chance)
    deck, discards, count = s.n_deck, sum(s.n_pile), 0
    while not GAME.is_over(s):
        if s.phase in (FIRST_DRAW, SECOND_DRAW):
            assert s.n_deck + sum(s.n_pile) > 0
            assert s.phase == SECOND_DRAW or count == 0 or sum(s.n_pile) > 0
        preferred = [a for a in GAME.legal(s) if prefer and prefer(a)] if s.phase in (FIRST_DRAW, SECOND_DRAW) else []
        count += s.phase == FIRST_DRAW
        GAME.apply(s, preferred[-1] if preferred else GAME.random_action(s, chance, room), chance)
        assert all(n in (7, 8, 9) for n in s.n_hand[:seats])
    assert s.n_deck == 0
    assert s.n_hand[:seats] == [7] * seats
    assert count == deck + discards - sum(s.n_pile)
    assert sum(s.n_tree) == count
    assert max(s.n_tree) <= MAX_TREES
    return count


@every_table
def test_a_random_game_is_neither_shorter_nor_longer_than_can_be(seats: int, open_cards: bool) -> None:
    for seed in range(25):
        assert SHORTEST[seats, open_cards] <= turns(seats, open_cards, seed, None) <= LONGEST[seats, open_cards]


@every_table
def test_a_game_in_which_all_draw_from_the_deck_is_the_shortest(seats: int, open_cards: bool) -> None:
    deck = {2: 34, 3: 43, 4: 52}[seats] - (seats - 1) * open_cards
    count = turns(seats, open_cards, 0, lambda action: action == DRAW_DECK)
    assert count == math.ceil(deck / 2) == SHORTEST[seats, open_cards]


@every_table
def test_a_game_in_which_all_draw_from_the_piles_is_the_longest(seats: int, open_cards: bool) -> None:
    count = turns(seats, open_cards, 0, lambda action: action != DRAW_DECK)
    assert count == LONGEST[seats, open_cards]
    assert math.ceil(count / seats) <= MAX_TREES
