"""Setting up (rulebook: Setup; rulings A3, A13, B1)."""

from collections import Counter

import pytest

from services.rules.games.arboretum import GAME
from services.rules.games.arboretum.components import CARDS, NAMES, SPECIES
from services.rules.games.arboretum.state import State
from services.rules.kernel import BLANK
from tests.support.games import rng


def deal(seats: int, **options: object) -> State:
    return GAME.start(seats, GAME.pack(options, seats), rng("setup", seats, options))


@pytest.mark.parametrize(
    ("seats", "open_cards", "deck"),
    [(2, True, 33), (3, True, 41), (4, True, 49), (2, False, 34), (3, False, 43), (4, False, 52)],
)
def test_seven_cards_a_hand_and_one_open_card_for_all_but_the_first(seats: int, open_cards: bool, deck: int) -> None:
    s = deal(seats, open_cards=open_cards)
    assert s.n_hand[:seats] == [7] * seats
    assert s.n_pile[:seats] == [0] + [int(open_cards)] * (seats - 1)
    assert s.n_deck == deck
    assert GAME.to_act(s) == 0


def test_there_are_ten_species_of_eight_cards() -> None:
    assert len(SPECIES) == 10
    assert len(set(NAMES)) == CARDS == 80
    assert Counter(name.rsplit("-", 1)[0] for name in NAMES) == dict.fromkeys(SPECIES, 8)


@pytest.mark.parametrize(("seats", "stay"), [(2, 6), (3, 8), (4, 10)])
def test_by_default_the_first_species_of_the_list_stay(seats: int, stay: int) -> None:
    assert dealt(deal(seats)) == set(range(8 * stay))


def test_the_species_that_stay_may_be_chosen() -> None:
    chosen = ["willow", "oak", "maple", "dogwood", "tulip-poplar", "cassia"]
    names = {NAMES[card] for card in dealt(deal(2, species=chosen))}
    assert names == {f"{species}-{value}" for species in chosen for value in range(1, 9)}


def test_the_first_hand_is_dealt_without_favour() -> None:
    """Each of the 48 cards comes to the first hand 7 times in 48, to the open pile once."""
    hands, piles, deals = Counter[int](), Counter[int](), 4800
    for i in range(deals):
        s = GAME.start(2, GAME.pack({}, 2), rng("favour", i))
        hands.update(s.hand[0][:7])
        piles[s.pile[1][0]] += 1
    for counts, mean in ((hands, deals * 7 / 48), (piles, deals / 48)):
        assert len(counts) == 48
        assert sum((n - mean) ** 2 / mean for n in counts.values()) < 47 + 4 * 94**0.5


def dealt(s: State) -> set[int]:
    """Every card on the table, each once."""
    everywhere = [*s.deck, *(card for rows in (s.hand, s.pile) for row in rows for card in row)]
    found = [card for card in everywhere if card != BLANK]
    assert len(found) == len(set(found))
    return set(found)
