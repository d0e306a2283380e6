"""What happens, as the facts of events and histories; all see the same."""

from services.rules.contract import Fact
from services.rules.kernel import BLANK

from .actions import BUILD_LEVEL, PAYMENTS
from .components import CARD_NAMES, FRUIT_NAMES, KINDS, LEVELS, ROW
from .notation import (
    ROWS,
    BuildLevel,
    DiscardCard,
    FillChest,
    KeepFruit,
    ReplaceRow,
    Rest,
    SaveCoins,
    SellFruit,
    SwapFruits,
    TakeFruit,
    counted,
    decode,
)
from .prices import from_revealed, waiting
from .scoring import ranking, scores
from .state import OVER, State


def tell(before: State, action: int, after: State, viewer: int) -> list[Fact]:  # noqa: ARG001 - all see the same
    """What is seen when the seat to act plays the action."""
    facts = [_played(before, action, after)]
    if action >= BUILD_LEVEL:
        facts += _built(before, action, after)
    facts += _revealed(before, after) + _dealt(before, action, after) + _ending(before, after)
    return facts


def _played(before: State, action: int, after: State) -> Fact:  # noqa: PLR0911 - a case for each move
    """The decision itself."""
    me = before.turn
    move = decode(before, action)
    match move:
        case SellFruit(fruit):
            coins = after.purse[me] - before.purse[me]
            text = f"Seat {me} sells {fruit} for {counted(coins, 'coin')}."
            return Fact("tree_society.sold", text, {"seat": me, "fruit": fruit, "coins": coins})
        case BuildLevel(card):
            return _level_built(before, action, after, card)
        case TakeFruit(fruit):
            return Fact("tree_society.took", f"Seat {me} takes {fruit}.", {"seat": me, "fruit": fruit})
        case KeepFruit(fruit):
            return Fact("tree_society.kept", f"Seat {me} keeps {fruit}.", {"seat": me, "fruit": fruit})
        case SwapFruits(give, take):
            params = {"seat": me, "gave": give, "took": take}
            return Fact("tree_society.swapped", f"Seat {me} swaps {give} with {take}.", params)
        case ReplaceRow(row):
            gone = [CARD_NAMES[card] for card in _row(before, ROWS.index(row)) if card != BLANK]
            text = f"Seat {me} discards the {row} row: {', '.join(gone)}."
            return Fact("tree_society.row_replaced", text, {"seat": me, "row": row, "discarded": gone})
        case FillChest() | SaveCoins():
            coins = after.chest[me] - before.chest[me]
            text = f"Seat {me} puts {counted(coins, 'coin')} into the chest."
            moved = isinstance(move, SaveCoins)
            return Fact("tree_society.chest_filled", text, {"seat": me, "coins": coins, "from_purse": moved})
        case DiscardCard(card):
            return Fact("tree_society.discarded", f"Seat {me} discards {card}.", {"seat": me, "card": card})
        case Rest(fruit):
            return _rested(me, after, fruit)
    params = {"seat": me, "card": CARD_NAMES[before.source]}
    text = f"Seat {me} does without the effect of {CARD_NAMES[before.source]}."
    return Fact("tree_society.forfeited", text, params)


def _rested(me: int, after: State, fruit: str | None) -> Fact:
    taken = f"takes {fruit}" if fruit else "finds no fruit"
    text = f"Seat {me} {taken} and keeps {counted(after.purse[me], 'coin')}."
    return Fact("tree_society.rested", text, {"seat": me, "fruit": fruit, "purse": after.purse[me]})


def _row(s: State, row: int) -> list[int]:
    return s.market[row * ROW : row * ROW + ROW]


# Building ------------------------------------------------------------------------------------------------------------


def _level_built(before: State, action: int, after: State, card: str) -> Fact:
    """The level, and how purse and chest have changed by its price, its effect and what it completed."""
    me = before.turn
    level = before.level[CARD_NAMES.index(card)] + 1
    purse, chest = after.purse[me] - before.purse[me], after.chest[me] - before.chest[me]
    text = f"Seat {me} builds level {level} of {card} (purse {purse:+}{f', chest {chest:+}' if chest else ''})."
    params = {"seat": me, "card": card, "level": level, "purse": purse, "chest": chest}
    if (action - BUILD_LEVEL) % 2:
        params["fruit_action"] = True
    return Fact("tree_society.built", text, params)


def _built(before: State, action: int, after: State) -> list[Fact]:
    """What building a level brought with it: a payment, a completed card."""
    me = before.turn
    card = (action - BUILD_LEVEL) // (PAYMENTS * 2)
    facts = []
    move = decode(before, action)
    assert isinstance(move, BuildLevel)
    if move.pay_fruit is not None:
        params = {"seat": me, "fruit": move.pay_fruit}
        facts.append(Fact("tree_society.fruit_discarded", f"Seat {me} discards {move.pay_fruit}.", params))
    if move.pay_card is not None:
        params = {"seat": me, "card": move.pay_card}
        facts.append(Fact("tree_society.discarded", f"Seat {me} discards {move.pay_card}.", params))
    if after.level[card] == LEVELS:
        text = f"Seat {me} completes {CARD_NAMES[card]} and has {counted(after.banners[me], 'banner')}."
        params = {"seat": me, "card": CARD_NAMES[card], "banners": after.banners[me]}
        facts.append(Fact("tree_society.completed", text, params))
    return facts


def _revealed(before: State, after: State) -> list[Fact]:
    """Cards that were revealed for a choice, or shown and shuffled back."""
    if after.shown != BLANK:
        fruit = FRUIT_NAMES[after.shown]
        return [Fact("tree_society.fruits_revealed", f"{fruit} is revealed and shuffled back.", {"fruits": [fruit]})]
    if after.n_revealed == 0 or after.source == before.source:
        return []
    cards = after.revealed[: after.n_revealed]
    if from_revealed(waiting(after)):
        names = [CARD_NAMES[card] for card in cards]
        return [Fact("tree_society.cards_revealed", f"Revealed: {', '.join(names)}.", {"cards": names})]
    names = [FRUIT_NAMES[kind] for kind in cards]
    return [Fact("tree_society.fruits_revealed", f"Revealed: {', '.join(names)}.", {"fruits": names})]


# Markets and the end -------------------------------------------------------------------------------------------------


def _dealt(before: State, action: int, after: State) -> list[Fact]:
    """Cards that came into the markets."""
    facts = []
    move = decode(before, action)
    lay = [card for card in before.market if card != BLANK]
    if isinstance(move, ReplaceRow):  # a discarded card may come back at once
        lay = _row(before, 1 - ROWS.index(move.row))
    new = [CARD_NAMES[card] for card in after.market if card != BLANK and card not in lay]
    if new:
        facts.append(Fact("tree_society.cards_dealt", f"New guild cards: {', '.join(new)}.", {"cards": new}))
    if isinstance(move, (TakeFruit, Rest)):
        counts = [before.fruit_deck[kind] - after.fruit_deck[kind] for kind in range(KINDS)]
        fruits = [FRUIT_NAMES[kind] for kind in range(KINDS) if counts[kind] > 0]
        if fruits:
            text = f"New fruit: {', '.join(fruits)}."
            facts.append(Fact("tree_society.fruit_dealt", text, {"fruits": fruits}))
    return facts


def _ending(before: State, after: State) -> list[Fact]:
    """That the last round is known, or that the game is over."""
    facts = []
    if after.last_round != before.last_round:
        text = f"Round {after.last_round} will be the last."
        facts.append(Fact("tree_society.last_round", text, {"round": after.last_round}))
    if after.phase == OVER:
        points, places = [0] * after.seats, [0] * after.seats
        scores(after, points)
        ranking(after, points, places)
        text = f"The game is over: seat {places.index(1)} wins with {max(points)} points."
        facts.append(Fact("tree_society.over", text, {"scores": points, "places": places}))
    return facts
