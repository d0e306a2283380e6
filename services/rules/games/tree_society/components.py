"""The fruit cards and the guild cards as tables, and what the effects of their levels are called."""

from typing import Any, NamedTuple

from services.rules.components import load_table, one_of, record, rows, whole
from services.rules.errors import ComponentsError
from services.rules.kernel import table

from .cards import FRUIT_CARDS, GUILD_CARDS
from .effects import COUNT_NOTHING, COUNTS, LEVEL_LESS, NAMES, NOTHING, PARAMETERS

SEATS = (2, 3, 4)
MAX_SEATS = 4
START_PURSE = table((1, 1, 2, 2))
START_CHEST = table((0, 1, 0, 1))
FRUITS_IN_MARKET = table((0, 0, 5, 4, 3))
"""By number of seats."""
START_FRUITS = 3
PLACES = 3
"""Cards that an Ongoing section holds, and tree markers of a seat."""
PURSE_KEPT = 2
"""What the coin check leaves in a purse."""
ROW = 3
MARKET = 2 * ROW
"""Places of the guild market: the top row, then the bottom row."""
DECKS = 4
"""Guilds in play."""

FRUITS = ("apple", "cherry", "grape", "blueberry", "orange")
N_FRUITS = len(FRUITS)
ACTIONS = ("sell", "row", "take", "chest", "less")
"""Actions of the fruit cards: an extra sale, a new row of guild cards, a fruit of the market, coins, a discount."""
SELL_MORE, NEW_ROW, TAKE_ONE, FILL_CHEST, PAY_LESS = range(len(ACTIONS))
FRUIT_DISCOUNT = 2

GUILDS = ("architects", "bankers", "merchants", "writers", "botanists", "explorers")
N_GUILDS = len(GUILDS)
GUILD_SIZES = (13, 12, 12, 12, 12, 12)
ALL_FRUIT_CARDS, MANY_SEATS_FRUIT_CARDS = 75, 25
CARDS = sum(GUILD_SIZES)
"""A guild card is the int of its number less one; its levels are card * LEVELS + 0, 1, 2."""
LEVELS = 3
MAX_NUMBER = 9
"""The largest number in an effect; a level costs at most as much."""
MAX_CARDS = 13 + (DECKS - 1) * 12 + MAX_SEATS
"""Guild cards in play: four decks, and starting cards of a guild that stays in the box."""


# Checking and reading the data ---------------------------------------------------------------------------------------


class FruitKind(NamedTuple):
    """Fruit cards that cannot be told apart: fruit, action, coins into the chest, coin icon, copies."""

    fruit: int
    action: int
    chest: int
    icon: int
    copies: int
    more_copies: int
    """Those marked 3-4."""


class Level(NamedTuple):
    """A level of a guild card."""

    cost: int
    points: int
    effect: int = NOTHING
    amount: int = 0
    limit: int = 0
    counted: int = COUNT_NOTHING
    each: int = 0
    per: int = 1
    at_most: int = 0
    """Of the points that depend on the count; 0: no limit."""


class GuildCard(NamedTuple):
    """A guild card with its three levels."""

    guild: int
    banners: int
    starting: int
    levels: tuple[Level, ...]


class Cards(NamedTuple):
    """All cards of the box."""

    fruits: tuple[FruitKind, ...]
    guilds: tuple[GuildCard, ...]


def check(data: Any) -> Cards:
    """The cards that the data stands for; raises ComponentsError."""
    record(data, "", ("fruit_cards", "guild_cards"))
    fruit_rows = rows(data["fruit_cards"], "/fruit_cards", N_FRUITS, ALL_FRUIT_CARDS)
    fruits = sorted(_fruit_kind(row, f"/fruit_cards/{i}") for i, row in enumerate(fruit_rows))
    if len({kind[:4] for kind in fruits}) != len(fruits):
        raise ComponentsError("/fruit_cards", "two rows are of the same kind")
    if {kind.fruit for kind in fruits if kind.copies} != set(range(N_FRUITS)):
        raise ComponentsError("/fruit_cards", "each fruit needs a card for any number of seats")
    more = sum(kind.more_copies for kind in fruits)
    _total("/fruit_cards", "cards marked 3-4", more, MANY_SEATS_FRUIT_CARDS)
    _total("/fruit_cards", "cards", more + sum(kind.copies for kind in fruits), ALL_FRUIT_CARDS)
    guild_rows = rows(data["guild_cards"], "/guild_cards", CARDS, CARDS)
    guilds = tuple(_guild_card(row, f"/guild_cards/{i}", i + 1) for i, row in enumerate(guild_rows))
    for guild, size in enumerate(GUILD_SIZES):
        _total("/guild_cards", f"cards of {GUILDS[guild]}", sum(card.guild == guild for card in guilds), size)
    if not MAX_SEATS <= sum(card.starting for card in guilds if card.guild == 0) == sum(c.starting for c in guilds):
        raise ComponentsError("/guild_cards", "at least 4 cards must be starting cards, all of architects")
    return Cards(tuple(fruits), guilds)


def _total(pointer: str, what: str, number: int, wanted: int) -> None:
    if number != wanted:
        raise ComponentsError(pointer, f"{wanted} {what} are needed, not {number}")


def _fruit_kind(row: Any, at: str) -> FruitKind:
    fruit, action, chest, icon, copies, more = rows(row, at, 6, 6)
    does = ACTIONS.index(one_of(action, f"{at}/1", ACTIONS))
    return FruitKind(
        FRUITS.index(one_of(fruit, f"{at}/0", FRUITS)),
        does,
        whole(chest, f"{at}/2", int(does == FILL_CHEST), MAX_NUMBER * (does == FILL_CHEST)),
        whole(icon, f"{at}/3", 0, 1),
        whole(copies, f"{at}/4", 0, ALL_FRUIT_CARDS),
        whole(more, f"{at}/5", int(copies == 0), ALL_FRUIT_CARDS),
    )


def _guild_card(row: Any, at: str, number: int) -> GuildCard:
    guild, numbered, banners, *levels = rows(row, at, 3 + LEVELS, 4 + LEVELS)
    starting = one_of(levels.pop(), f"{at}/6", ("starting",)) if len(levels) > LEVELS else ""
    whole(numbered, f"{at}/1", number, number)
    return GuildCard(
        GUILDS.index(one_of(guild, f"{at}/0", GUILDS)),
        whole(banners, f"{at}/2", 1, 3),
        int(bool(starting)),
        tuple(_level(level, f"{at}/{3 + i}", i + 1) for i, level in enumerate(levels)),
    )


def _level(row: Any, at: str, level: int) -> Level:
    cost, points, *effect = rows(row, at, 2, 5)
    name = one_of(effect[0], f"{at}/2", NAMES) if effect else "none"
    op = NAMES.index(name)
    if level == LEVELS and op >= LEVEL_LESS:
        raise ComponentsError(f"{at}/2", "a completed card has no ongoing effect")
    rows(effect[1:], at, len(PARAMETERS[name]), len(PARAMETERS[name]))
    numbers = [whole(n, f"{at}/{3 + i}", 0, MAX_NUMBER) for i, n in enumerate(effect[1:])]
    paid = whole(cost, f"{at}/0", 0, MAX_NUMBER)
    if level < LEVELS or not isinstance(points, list):
        made = Level(paid, whole(points, f"{at}/1", 0, 99), op, *numbers)
    else:
        counted, each, plus, *rest = rows(points, f"{at}/1", 3, 5)
        count = COUNTS.index(one_of(counted, f"{at}/1/0", COUNTS[1:]))
        made = Level(paid, whole(plus, f"{at}/1/2", 0, 99), op, *numbers)._replace(
            counted=count,
            each=whole(each, f"{at}/1/1", 1, MAX_NUMBER),
            per=whole(rest[0] if rest else 1, f"{at}/1/3", 1, MAX_NUMBER),
            at_most=whole(rest[1] if len(rest) > 1 else 0, f"{at}/1/4", 0, 99),
        )
    return made


BOX = load_table("tree_society", {"fruit_cards": FRUIT_CARDS, "guild_cards": GUILD_CARDS}, check)
FRUIT_KINDS, BOX_CARDS = BOX.table

# The same as tables for the rules; a kind of fruit card is its place in the first five ------------------------------

KINDS = len(FRUIT_KINDS)
FRUIT = table(kind.fruit for kind in FRUIT_KINDS)
ACTION = table(kind.action for kind in FRUIT_KINDS)
FRUIT_CHEST = table(kind.chest for kind in FRUIT_KINDS)
ICON = table(kind.icon for kind in FRUIT_KINDS)
COPIES = table((kind.copies, kind.copies + kind.more_copies) for kind in FRUIT_KINDS)
"""Copies with two seats, and with more."""

GUILD = table(card.guild for card in BOX_CARDS)
BANNERS = table(card.banners for card in BOX_CARDS)
STARTING = table(card.starting for card in BOX_CARDS)
_ALL_LEVELS = [level for card in BOX_CARDS for level in card.levels]
COST = table(level.cost for level in _ALL_LEVELS)
POINTS = table(level.points for level in _ALL_LEVELS)
EFFECT = table(level.effect for level in _ALL_LEVELS)
AMOUNT = table(level.amount for level in _ALL_LEVELS)
LIMIT = table(level.limit for level in _ALL_LEVELS)
COUNT = table((level.counted, level.each, level.per, level.at_most) for level in _ALL_LEVELS)
"""Points that depend on the end of the game: what is counted, points each, for every so many, at most."""


def _fruit_name(kind: FruitKind) -> str:
    amount = f"-{kind.chest}" if kind.action == FILL_CHEST else ""
    return f"{FRUITS[kind.fruit]}-{ACTIONS[kind.action]}{amount}{'-coin' * kind.icon}"


FRUIT_NAMES = tuple(_fruit_name(kind) for kind in FRUIT_KINDS)
"""The public name of each kind of fruit card."""
CARD_NAMES = tuple(f"{GUILDS[card.guild]}-{number}" for number, card in enumerate(BOX_CARDS, 1))
"""The public name of each guild card."""
FRUIT_KIND = {name: kind for kind, name in enumerate(FRUIT_NAMES)}
CARD = {name: card for card, name in enumerate(CARD_NAMES)}
