"""The public notation of actions."""

from dataclasses import dataclass
from typing import ClassVar

from services.rules.contract import NO_ACTION
from services.rules.notation import Move, name_of, part, whole

from .actions import (
    BUILD_LEVEL,
    DISCARD,
    FILL,
    FORFEIT,
    KEEP,
    PAYMENTS,
    REPLACE,
    REST,
    REST_EMPTY,
    SAVE,
    SELL,
    SWAP,
    TAKE,
)
from .components import CARD, CARD_NAMES, FRUIT_CHEST, FRUIT_DISCOUNT, FRUIT_KIND, FRUIT_NAMES, KINDS, MAX_NUMBER
from .moves import sale_value
from .prices import NO_PAYMENT, PAY_CARD, PAY_FRUIT, extra_coin, price
from .state import State

ROWS = ("top", "bottom")


@dataclass(frozen=True)
class SellFruit(Move):
    """Sell a face-up fruit card: the one sale that begins a turn, or an extra sale of another fruit."""

    type: ClassVar[str] = "tree_society.sell"
    fruit: str = part(name_of(FRUIT_NAMES, "A fruit card of the own board."))


@dataclass(frozen=True)
class BuildLevel(Move):
    """Build the next level of a guild card of the market, of the own board, or revealed."""

    type: ClassVar[str] = "tree_society.build"
    card: str = part(name_of(CARD_NAMES, "The guild card."))
    fruit_action: bool | None = part(
        {"type": "boolean", "description": "Use the action of the sold fruit card to pay 2 less."}, optional=True
    )
    pay_fruit: str | None = part(
        name_of(FRUIT_NAMES, "The fruit card that a mandatory effect discards."), optional=True
    )
    pay_card: str | None = part(
        name_of(CARD_NAMES, "The ongoing guild card that a mandatory effect discards."), optional=True
    )


@dataclass(frozen=True)
class TakeFruit(Move):
    """Take a fruit card of the market: in the draft, with an effect or with a fruit action."""

    type: ClassVar[str] = "tree_society.take"
    fruit: str = part(name_of(FRUIT_NAMES, "A fruit card of the market."))


@dataclass(frozen=True)
class KeepFruit(Move):
    """Keep one of the fruit cards that an effect has revealed."""

    type: ClassVar[str] = "tree_society.keep"
    fruit: str = part(name_of(FRUIT_NAMES, "A revealed fruit card."))


@dataclass(frozen=True)
class SwapFruits(Move):
    """Swap a fruit card of the own board with one of the market."""

    type: ClassVar[str] = "tree_society.swap"
    give: str = part(name_of(FRUIT_NAMES, "A fruit card of the own board."))
    take: str = part(name_of(FRUIT_NAMES, "A fruit card of the market."))


@dataclass(frozen=True)
class ReplaceRow(Move):
    """Discard a row of the guild market and refill the market."""

    type: ClassVar[str] = "tree_society.replace_row"
    row: str = part(name_of(ROWS, "Which row."))


@dataclass(frozen=True)
class FillChest(Move):
    """Use the action of the sold fruit card that puts coins into the chest."""

    type: ClassVar[str] = "tree_society.fill_chest"


@dataclass(frozen=True)
class SaveCoins(Move):
    """Move coins from the purse to the chest."""

    type: ClassVar[str] = "tree_society.save"
    coins: int = part(whole(1, MAX_NUMBER, "How many."))


@dataclass(frozen=True)
class DiscardCard(Move):
    """Discard a guild card of the own board."""

    type: ClassVar[str] = "tree_society.discard"
    card: str = part(name_of(CARD_NAMES, "An ongoing or completed guild card."))


@dataclass(frozen=True)
class Forfeit(Move):
    """Do without the effect that waits for a choice."""

    type: ClassVar[str] = "tree_society.forfeit"


@dataclass(frozen=True)
class Rest(Move):
    """End the build phase: take a fruit card of the market, if there is one; coins and markets follow by themselves."""

    type: ClassVar[str] = "tree_society.rest"
    fruit: str | None = part(
        name_of(FRUIT_NAMES, "A fruit card of the market; left out if the market is empty."), optional=True
    )


MOVES = (
    SellFruit,
    BuildLevel,
    TakeFruit,
    KeepFruit,
    SwapFruits,
    ReplaceRow,
    FillChest,
    SaveCoins,
    DiscardCard,
    Forfeit,
    Rest,
)

ON_FRUITS: dict[type[Move], int] = {SellFruit: SELL, TakeFruit: TAKE, KeepFruit: KEEP}
"""Moves that name a single fruit card, with their first action."""


def encode(s: State, move: Move) -> int:  # noqa: ARG001, PLR0911 - independent of the state; a case for each move
    """The action a move stands for, or NO_ACTION."""
    match move:
        case SellFruit(fruit) | TakeFruit(fruit) | KeepFruit(fruit):
            return ON_FRUITS[type(move)] + FRUIT_KIND[fruit]
        case Rest(fruit):
            return REST_EMPTY if fruit is None else REST + FRUIT_KIND[fruit]
        case BuildLevel():
            return encode_build(move)
        case SwapFruits(give, take):
            return SWAP + FRUIT_KIND[give] * KINDS + FRUIT_KIND[take]
        case ReplaceRow(row):
            return REPLACE + ROWS.index(row)
        case SaveCoins(coins):
            return SAVE + coins
        case DiscardCard(card):
            return DISCARD + CARD[card]
        case FillChest():
            return FILL
        case Forfeit():
            return FORFEIT
    return NO_ACTION


def encode_build(move: BuildLevel) -> int:
    """The action that builds a level; NO_ACTION for two payments at once."""
    if move.pay_fruit is not None and move.pay_card is not None:
        return NO_ACTION
    payment = NO_PAYMENT
    if move.pay_fruit is not None:
        payment = PAY_FRUIT + FRUIT_KIND[move.pay_fruit]
    elif move.pay_card is not None:
        payment = PAY_CARD + CARD[move.pay_card]
    return BUILD_LEVEL + (CARD[move.card] * PAYMENTS + payment) * 2 + bool(move.fruit_action)


def decode(s: State, action: int) -> Move:  # noqa: ARG001
    """The notation of a legal action."""
    if action >= BUILD_LEVEL:
        return decode_build(action)
    if action >= SWAP:
        give, take = divmod(action - SWAP, KINDS)
        return SwapFruits(FRUIT_NAMES[give], FRUIT_NAMES[take])
    if action >= DISCARD:
        return DiscardCard(CARD_NAMES[action - DISCARD])
    if action >= SAVE:
        return SaveCoins(action - SAVE)
    if action >= SELL:
        verb = (SellFruit, TakeFruit, KeepFruit, Rest)[(action - SELL) // KINDS]
        return verb(FRUIT_NAMES[(action - SELL) % KINDS])
    single: dict[int, Move] = {FORFEIT: Forfeit(), FILL: FillChest(), REST_EMPTY: Rest()}
    return single[action] if action in single else ReplaceRow(ROWS[action - REPLACE])


def decode_build(action: int) -> BuildLevel:
    """The notation of an action that builds a level."""
    rest, discount = divmod(action - BUILD_LEVEL, 2)
    card, payment = divmod(rest, PAYMENTS)
    return BuildLevel(
        CARD_NAMES[card],
        True if discount else None,
        FRUIT_NAMES[payment - PAY_FRUIT] if PAY_FRUIT <= payment < PAY_CARD else None,
        CARD_NAMES[payment - PAY_CARD] if payment >= PAY_CARD else None,
    )


# Labels --------------------------------------------------------------------------------------------------------------


def counted(number: int, thing: str) -> str:
    """`1 coin`, `2 coins`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def label(s: State, action: int) -> str:  # noqa: C901, PLR0911 - a case for each move
    """A short text for a button."""
    match decode(s, action):
        case SellFruit(fruit):
            return f"Sell {fruit} for {counted(sale_value(s, s.turn, FRUIT_KIND[fruit]), 'coin')}"
        case BuildLevel() as move:
            return label_build(s, move)
        case TakeFruit(fruit):
            return f"Take {fruit}"
        case KeepFruit(fruit):
            return f"Keep {fruit}"
        case SwapFruits(give, take):
            return f"Swap {give} with {take}"
        case ReplaceRow(row):
            return f"Replace the {row} row of guild cards"
        case FillChest():
            return f"Put {counted(FRUIT_CHEST[s.fruit], 'coin')} into the chest"
        case SaveCoins(coins):
            return f"Move {counted(coins, 'coin')} into the chest"
        case DiscardCard(card):
            return f"Discard {card}"
        case Rest(fruit):
            return f"Take {fruit} and end the turn" if fruit else "End the turn"
    return "Do without the effect"


def label_build(s: State, move: BuildLevel) -> str:
    """The label of a level to build: what it costs, and how it is paid."""
    card = CARD[move.card]
    cost = price(s, s.turn, card, FRUIT_DISCOUNT if move.fruit_action else 0) + max(0, extra_coin(s, card))
    with_action = " with the fruit action" if move.fruit_action else ""
    paid = move.pay_fruit or move.pay_card
    discarding = f", discarding {paid}" if paid else ""
    return f"Build level {s.level[card] + 1} of {move.card} for {counted(cost, 'coin')}{with_action}{discarding}"
