"""Ways to lay out a Tree Society table by hand, and to play on it in the short words of the tests."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from services.rules.games.tree_society import GAME
from services.rules.games.tree_society.components import (
    CARD,
    CARD_NAMES,
    CARDS,
    COPIES,
    FRUIT,
    FRUIT_KIND,
    FRUIT_NAMES,
    GUILD,
    GUILDS,
    KINDS,
    LEVELS,
    PLACES,
)
from services.rules.games.tree_society.notation import MOVES
from services.rules.games.tree_society.state import BUILD, SALE, State, clear, rebuild
from services.rules.kernel import BLANK, insert, remove
from services.rules.notation import Json
from tests.support.games import rng

FIRST_GAME = ("architects", "bankers", "merchants", "writers")
ADVANCED = ("merchants", "writers", "botanists", "explorers")
VERBS = {move.type.split(".")[1]: move for move in MOVES}


def card(number: int) -> int:
    """The guild card with this number."""
    return number - 1


def name(number: int) -> str:
    """The public name of a guild card."""
    return CARD_NAMES[card(number)]


class Table:
    """A table without cards but those laid out; all others lie in the decks. Seat 0 is to build, or to sell."""

    def __init__(self, seats: int = 2, guilds: Sequence[str] = FIRST_GAME, seed: int = 1, goal: int = 6) -> None:
        """An empty table."""
        self.rng = rng("table", seed)
        self.state = s = State()
        clear(s)
        s.seats, s.phase, s.goal = seats, BUILD, goal
        s.guilds = sum(1 << GUILDS.index(guild) for guild in guilds)
        for number in range(CARDS):
            if s.guilds >> GUILD[number] & 1:
                s.n_deck = insert(s.deck, s.n_deck, number)
        for kind in range(KINDS):
            s.fruit_deck[kind] = COPIES[kind][0 if seats == 2 else 1]
            s.n_fruit_deck += s.fruit_deck[kind]

    # Laying out ------------------------------------------------------------------------------------------------------

    def market(self, top: Sequence[int] = (), bottom: Sequence[int] = ()) -> Self:
        """The guild market by card numbers; 0 is a gap."""
        rows = [*top, *[0] * (3 - len(top)), *bottom, *[0] * (3 - len(bottom))]
        self.state.market = [self._draw(number) if number else BLANK for number in rows]
        return self

    def ongoing(self, seat: int, cards: Mapping[int, int]) -> Self:
        """Ongoing cards: the number of each, and its level."""
        s = self.state
        for number, level in cards.items():
            s.n_ongoing[seat] = insert(s.ongoing[seat], s.n_ongoing[seat], self._draw(number))
            s.level[card(number)] = level
        return self._rebuilt()

    def completed(self, seat: int, *numbers: int) -> Self:
        """Completed cards."""
        s = self.state
        for number in numbers:
            s.n_completed[seat] = insert(s.completed[seat], s.n_completed[seat], self._draw(number))
            s.level[card(number)] = LEVELS
        return self._rebuilt()

    def discarded(self, *numbers: int) -> Self:
        """The discard pile of guild cards."""
        for number in numbers:
            self.state.n_discards = insert(self.state.discards, self.state.n_discards, self._draw(number))
        return self

    def deck(self, *numbers: int) -> Self:
        """The guild deck holds only these cards."""
        self.state.deck = sorted(map(card, numbers)) + [BLANK] * (len(self.state.deck) - len(numbers))
        self.state.n_deck = len(numbers)
        return self

    def fruits(self, seat: int, *names: str) -> Self:
        """Face-up fruit cards of a seat."""
        s = self.state
        for fruit in names:
            s.n_fruits[seat] = insert(s.fruits[seat], s.n_fruits[seat], self._pick(fruit))
        return self._rebuilt()

    def fruit_market(self, *names: str) -> Self:
        """The fruit cards in the market."""
        s = self.state
        for fruit in names:
            s.n_fruit_market = insert(s.fruit_market, s.n_fruit_market, self._pick(fruit))
        return self._rebuilt()

    def fruit_deck(self, *names: str) -> Self:
        """The fruit deck holds only these cards."""
        self.state.fruit_deck = [0] * KINDS
        for fruit in names:
            self.state.fruit_deck[FRUIT_KIND[fruit]] += 1
        self.state.n_fruit_deck = len(names)
        return self

    def sold(self, seat: int, *names: str) -> Self:
        """Fruit cards that a seat has sold in earlier turns."""
        for fruit in names:
            self.state.sold[seat][self._pick(fruit)] += 1
        return self

    def coins(self, seat: int, purse: int, chest: int = 0) -> Self:
        """Coins of a seat."""
        self.state.purse[seat], self.state.chest[seat] = purse, chest
        return self

    def to_sell(self, seat: int = 0) -> Self:
        """This seat begins its turn."""
        self.state.turn, self.state.phase = seat, SALE
        return self

    def with_action(self, fruit: str) -> Self:
        """The seat to act has sold this fruit card, and its action may still be used."""
        self.state.fruit = self._pick(fruit)
        self.state.sold[self.state.turn][self.state.fruit] += 1
        self.state.sold_types = 1 << FRUIT[self.state.fruit]
        return self

    def _draw(self, number: int) -> int:
        s = self.state
        if card(number) in s.deck[: s.n_deck]:
            s.n_deck = remove(s.deck, s.n_deck, card(number))
        return card(number)

    def _pick(self, fruit: str) -> int:
        kind = FRUIT_KIND[fruit]
        if self.state.fruit_deck[kind]:
            self.state.fruit_deck[kind] -= 1
            self.state.n_fruit_deck -= 1
        return kind

    def _rebuilt(self) -> Self:
        rebuild(self.state)
        return self

    # Playing ---------------------------------------------------------------------------------------------------------

    def play(self, verb: str, **parts: Any) -> Self:
        """Play a move that is legal."""
        move = VERBS[verb](**parts)
        action = GAME.encode(self.state, move)
        assert GAME.is_legal(self.state, action), GAME.explain(self.state, move)
        assert action in GAME.legal(self.state)
        GAME.apply(self.state, action, self.rng)
        return self

    def build(self, number: int, **parts: Any) -> Self:
        """Build the next level of a card."""
        return self.play("build", card=name(number), **parts)

    def refused(self, verb: str, **parts: Any) -> str:
        """The code, without the game, with which a move is refused."""
        move = VERBS[verb](**parts)
        action = GAME.encode(self.state, move)
        assert not GAME.is_legal(self.state, action)
        assert action not in GAME.legal(self.state)
        return GAME.explain(self.state, move).code.removeprefix("tree_society.")

    def rest(self) -> Self:
        """End the turn with the first fruit card of the market."""
        market = self.market_fruits
        return self.play("rest", fruit=market[0]) if market else self.play("rest")

    def pass_turn(self) -> Self:
        """Sell the first fruit card, if there is one, and rest."""
        if self.state.phase == SALE:
            self.play("sell", fruit=self.fruits_of(self.state.turn)[0])
        return self.rest()

    # Looking ---------------------------------------------------------------------------------------------------------

    def moves(self, verb: str) -> list[Json]:
        """The legal moves of a verb, without their type."""
        moves = [GAME.decode(self.state, action).json() for action in GAME.legal(self.state)]
        return [{k: v for k, v in move.items() if k != "type"} for move in moves if move["type"].endswith(f".{verb}")]

    def coins_of(self, seat: int = 0) -> tuple[int, int]:
        """(purse, chest) of a seat."""
        return self.state.purse[seat], self.state.chest[seat]

    def fruits_of(self, seat: int = 0) -> list[str]:
        """Names of the face-up fruit cards of a seat."""
        return [FRUIT_NAMES[kind] for kind in self.state.fruits[seat][: self.state.n_fruits[seat]]]

    def ongoing_of(self, seat: int = 0) -> dict[int, int]:
        """Numbers of the ongoing cards of a seat, with their levels."""
        s = self.state
        return {c + 1: s.level[c] for c in s.ongoing[seat][: s.n_ongoing[seat]]}

    def completed_of(self, seat: int = 0) -> list[int]:
        """Numbers of the completed cards of a seat."""
        return [c + 1 for c in self.state.completed[seat][: self.state.n_completed[seat]]]

    @property
    def market_fruits(self) -> list[str]:
        """Names of the fruit cards in the market."""
        return [FRUIT_NAMES[kind] for kind in self.state.fruit_market[: self.state.n_fruit_market]]

    @property
    def rows(self) -> tuple[list[int], list[int]]:
        """Numbers of the cards in the top and the bottom row; 0 is a gap."""
        numbers = [c + 1 for c in self.state.market]
        return numbers[:PLACES], numbers[PLACES:]

    @property
    def discards(self) -> list[int]:
        """Numbers of the discarded guild cards."""
        return [c + 1 for c in self.state.discards[: self.state.n_discards]]

    @property
    def deck_numbers(self) -> list[int]:
        """Numbers of the cards in the guild deck."""
        return [c + 1 for c in self.state.deck[: self.state.n_deck]]

    @property
    def view(self) -> Json:
        """What the seat to act sees."""
        return GAME.describe(self.state, self.state.turn)

    @property
    def phase(self) -> str:
        """The phase by its public name."""
        return str(self.view["phase"])

    @property
    def revealed(self) -> list[Any]:
        """What the effect that waits has revealed."""
        return list(self.view["effect"]["revealed"])


def number_of(card_name: str) -> int:
    """The number of a guild card."""
    return CARD[card_name] + 1
