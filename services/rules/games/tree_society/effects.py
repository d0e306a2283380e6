"""What the effects of levels are called, and what the points of a completed card can count."""

PARAMETERS: dict[str, tuple[str, ...]] = {
    "none": (),
    # carried out at once
    "coins": ("coins",),
    "chest": ("coins",),
    "coins_per_banner": ("coins", "at_most"),
    "coins_per_card": ("coins", "at_most"),
    "coins_per_fruit": ("coins", "at_most"),
    "reveal_coins": ("coins", "at_most"),
    # mandatory: the move that builds the level names what it costs
    "fruit_for_coins": ("coins",),
    "fruit_for_chest": ("coins",),
    "card_for_coins": ("coins",),
    # with a choice
    "save": ("coins",),
    "swap": (),
    "take": (),
    "sell": (),
    "row": (),
    "reveal_fruits": ("cards",),
    # build a level at once, for less
    "less": ("coins",),
    "half": (),
    "free": ("cost",),
    "reveal_less": ("cards", "coins"),
    "reveal_half": ("cards",),
    "reveal_free": ("cards", "cost"),
    # ongoing
    "level_less": ("coins", "level"),
    "keep": ("coins",),
    "sale_bonus": ("coins",),
    "completion_bonus": ("coins", "chest"),
}
"""Every effect that a level can have, with what its numbers (AMOUNT, then LIMIT) mean."""

NAMES = tuple(PARAMETERS)
(
    NOTHING,
    COINS,
    CHEST,
    COINS_PER_BANNER,
    COINS_PER_CARD,
    COINS_PER_FRUIT,
    REVEAL_COINS,
    FRUIT_FOR_COINS,
    FRUIT_FOR_CHEST,
    CARD_FOR_COINS,
    SAVE,
    SWAP,
    TAKE,
    SELL,
    REPLACE_ROW,
    REVEAL_FRUITS,
    LESS,
    HALF,
    FREE,
    REVEAL_LESS,
    REVEAL_HALF,
    REVEAL_FREE,
    LEVEL_LESS,
    KEEP,
    SALE_BONUS,
    COMPLETION_BONUS,
) = range(len(NAMES))

COUNTS = ("nothing", "banners", "cards", "guild_banners", "coins", "fruits", "sold", "sold_types", "guilds")
"""What the points of a level 3 can depend on."""
(
    COUNT_NOTHING,
    COUNT_BANNERS,
    COUNT_CARDS,
    COUNT_GUILD_BANNERS,
    COUNT_COINS,
    COUNT_FRUITS,
    COUNT_SOLD,
    COUNT_SOLD_TYPES,
    COUNT_GUILDS,
) = range(len(COUNTS))


def effect_text(op: int, amount: int, limit: int) -> str:
    """What an effect does, in a few words."""
    coins = "1 coin" if amount == 1 else f"{amount} coins"
    cards = "1 card" if amount == 1 else f"{amount} cards"
    most = f", at most {limit}" if limit else ""
    texts = {
        NOTHING: "no effect",
        COINS: f"gain {coins}",
        CHEST: f"{coins} into the chest",
        COINS_PER_BANNER: f"gain {coins} for each banner of completed cards{most}",
        COINS_PER_CARD: f"gain {coins} for each completed card{most}",
        COINS_PER_FRUIT: f"gain {coins} for each different fruit of your own{most}",
        REVEAL_COINS: f"reveal a fruit card: {coins} for each face-up card of its fruit{most}",
        FRUIT_FOR_COINS: "mandatory: discard a fruit" + (f", gain {coins}" if amount else ""),
        FRUIT_FOR_CHEST: f"mandatory: discard a fruit, {coins} into the chest",
        CARD_FOR_COINS: f"mandatory: discard another ongoing card, gain {coins} for each of its levels",
        SAVE: f"move up to {coins} from the purse to the chest",
        SWAP: "swap a fruit with one of the market",
        TAKE: "take a fruit of the market",
        SELL: "sell a fruit that you have not sold this turn",
        REPLACE_ROW: "discard a row of the guild market and refill it",
        REVEAL_FRUITS: f"reveal {cards} of the fruit deck, keep one",
        LESS: f"build a level for {coins} less",
        HALF: "build a level of another card at half its cost",
        FREE: f"build a level of another card that costs at most {amount} for nothing",
        REVEAL_LESS: f"reveal {cards} of the guild deck, build level 1 of one for {limit} less",
        REVEAL_HALF: f"reveal {cards} of the guild deck, build level 1 of one at half its cost",
        REVEAL_FREE: f"reveal {cards} of the guild deck, build level 1 of one that costs at most {limit} for nothing",
        LEVEL_LESS: f"ongoing: your levels {limit} cost {amount} less",
        KEEP: f"ongoing: the coin check leaves you {coins}",
        SALE_BONUS: f"ongoing: {coins} more for each sale",
        COMPLETION_BONUS: f"ongoing: completing a card gives {coins} and {limit} into the chest",
    }
    return texts[op]


def points_text(points: int, count: int, each: int, per: int, at_most: int) -> str:
    """What a level scores, in a few words."""
    if count == COUNT_NOTHING:
        return str(points)
    things = {
        COUNT_BANNERS: ("banner", "banners"),
        COUNT_CARDS: ("completed card", "completed cards"),
        COUNT_GUILD_BANNERS: ("banner of its guild", "banners of its guild"),
        COUNT_COINS: ("coin", "coins"),
        COUNT_FRUITS: ("face-up fruit", "face-up fruits"),
        COUNT_SOLD: ("sold fruit", "sold fruits"),
        COUNT_SOLD_TYPES: ("different sold fruit", "different sold fruits"),
        COUNT_GUILDS: ("different guild among completed cards", "different guilds among completed cards"),
    }
    one, many = things[count]
    text = f"{each} for each {one}" if per == 1 else f"{each} for every {per} {many}"
    return text + (f", at most {at_most}" if at_most else "") + (f", and {points}" if points else "")
