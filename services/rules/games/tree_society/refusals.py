"""Why a move is refused; each refusal names a section of docs/games/tree_society.md."""

from services.rules.contract import Refusal
from services.rules.notation import Move

from . import effects
from .actions import MAX_DECISIONS
from .components import (
    ACTIONS,
    CARD,
    EFFECT,
    FILL_CHEST,
    FRUIT,
    FRUIT_DISCOUNT,
    FRUIT_KIND,
    FRUITS,
    NEW_ROW,
    PAY_LESS,
    PLACES,
    SELL_MORE,
    TAKE_ONE,
)
from .legal import has_action, in_market, may_use
from .notation import (
    BuildLevel,
    DiscardCard,
    FillChest,
    Forfeit,
    KeepFruit,
    ReplaceRow,
    Rest,
    SaveCoins,
    SellFruit,
    SwapFruits,
    TakeFruit,
    counted,
)
from .prices import (
    extra_coin,
    from_revealed,
    has_fruit,
    in_scope,
    is_completed,
    is_ongoing,
    is_revealed,
    next_level,
    price,
    waiting,
)
from .state import CHOICE, DRAFT, SALE, State

PHASES = ("draft", "sell", "build", "effect", "over")
"""The public names of the phases."""

NOW = (
    "It is time to take a fruit card of the market.",
    "A turn begins with selling one of your fruit cards.",
    "It is time to build, or to rest.",
    "An effect waits for your choice.",
    "The game is over.",
)


def explain(s: State, move: Move) -> Refusal:  # noqa: C901, PLR0911 - a case for each move
    """Why a move that is not legal is refused."""
    if s.phase in (DRAFT, SALE) and not isinstance(move, TakeFruit if s.phase == DRAFT else SellFruit):
        return _wrong_phase(s)
    if _too_long(s, move):
        text = f"A turn has at most {MAX_DECISIONS} decisions: end it."
        return Refusal("tree_society.turn_too_long", text, "length-of-a-turn", {"decisions": MAX_DECISIONS})
    match move:
        case SellFruit(fruit):
            return _sale(s, fruit)
        case TakeFruit(fruit):
            usable = s.phase == DRAFT or may_use(s, effects.TAKE, TAKE_ONE)
            return _of_market(s, fruit) if usable else _nothing_allows(s, effects.TAKE, TAKE_ONE)
        case Rest(fruit):
            return _rest(s, fruit)
        case BuildLevel():
            return _build(s, move)
        case DiscardCard(card):
            return _discard(s, card)
        case ReplaceRow(row):
            if not may_use(s, effects.REPLACE_ROW, NEW_ROW):
                return _nothing_allows(s, effects.REPLACE_ROW, NEW_ROW)
            return Refusal("tree_society.row_empty", f"The {row} row is empty.", "fruit-actions", {"row": row})
        case FillChest():
            return _nothing_allows(s, effects.NOTHING, FILL_CHEST)
        case KeepFruit() | SwapFruits() | SaveCoins():
            return _choice(s, move)
    return Refusal("tree_society.no_choice", "No effect waits for a choice.", "effects")


def _wrong_phase(s: State) -> Refusal:
    return Refusal("tree_society.wrong_phase", NOW[s.phase], "a-turn", {"phase": PHASES[s.phase]})


def _too_long(s: State, move: Move) -> bool:
    return s.decisions >= MAX_DECISIONS and not isinstance(move, (Rest, Forfeit))


def _fruit_missing(fruit: str) -> Refusal:
    return Refusal("tree_society.no_such_fruit", f"You have no {fruit} face up.", "selling", {"fruit": fruit})


def _of_market(s: State, fruit: str) -> Refusal:
    if in_market(s, FRUIT_KIND[fruit]):
        return _wrong_phase(s)
    text = f"{fruit} is not in the market."
    return Refusal("tree_society.not_in_fruit_market", text, "resting", {"fruit": fruit})


def _nothing_allows(s: State, effect: int, action: int) -> Refusal:
    """Neither the effect that waits nor the action of the sold fruit card is of the sort that the move needs."""
    if s.phase == CHOICE:
        name = effects.NAMES[waiting(s)]
        text = "The effect that waits allows something else: " + effects.NAMES[waiting(s)] + "."
        return Refusal("tree_society.other_effect", text, "effects", {"effect": name})
    needed = effects.NAMES[effect] if effect != effects.NOTHING else None
    text = f"No effect and no fruit action allows this now: the fruit action would be {ACTIONS[action]}."
    params = {"action": ACTIONS[action], "effect": needed}
    return Refusal("tree_society.no_such_action", text, "fruit-actions", params)


def _sale(s: State, fruit: str) -> Refusal:
    if s.phase != SALE and not may_use(s, effects.SELL, SELL_MORE):
        return _nothing_allows(s, effects.SELL, SELL_MORE)
    kind = FRUIT_KIND[fruit]
    if not has_fruit(s, s.turn, kind):
        return _fruit_missing(fruit)
    name = FRUITS[FRUIT[kind]]
    text = f"You have sold {name} this turn; an extra sale must be another fruit."
    return Refusal("tree_society.sold_already", text, "extra-sales", {"fruit": name})


def _rest(s: State, fruit: str | None) -> Refusal:
    if s.phase == CHOICE:
        return Refusal("tree_society.effect_waits", "Choose for the effect that waits, or forfeit it.", "effects")
    if fruit is None:
        return Refusal("tree_society.fruit_due", "Resting takes a fruit card of the market.", "resting")
    return _of_market(s, fruit)


def _choice(s: State, move: KeepFruit | SwapFruits | SaveCoins) -> Refusal:
    needs = {KeepFruit: effects.REVEAL_FRUITS, SwapFruits: effects.SWAP, SaveCoins: effects.SAVE}
    if s.phase != CHOICE:
        return Refusal("tree_society.no_choice", "No effect waits for such a choice.", "effects")
    if waiting(s) != needs[type(move)]:
        return _nothing_allows(s, needs[type(move)], PAY_LESS)
    if isinstance(move, KeepFruit):
        text = f"{move.fruit} was not revealed."
        return Refusal("tree_society.not_revealed", text, "reveals", {"fruit": move.fruit})
    if isinstance(move, SwapFruits):
        return _swap(s, move)
    return Refusal("tree_society.too_many_coins", "You cannot move so many coins.", "effects", {"coins": move.coins})


def _swap(s: State, move: SwapFruits) -> Refusal:
    if not has_fruit(s, s.turn, FRUIT_KIND[move.give]):
        return _fruit_missing(move.give)
    if not in_market(s, FRUIT_KIND[move.take]):
        return _of_market(s, move.take)
    text = "A swap with the same kind of card changes nothing: forfeit the effect instead."
    return Refusal("tree_society.same_fruit", text, "effects", {"fruit": move.give})


def _discard(s: State, card: str) -> Refusal:
    number = CARD[card]
    if not is_ongoing(s, s.turn, number) and not is_completed(s, s.turn, number):
        text = f"{card} is not on your board."
        return Refusal("tree_society.not_on_board", text, "discarding", {"card": card})
    if s.phase == CHOICE and number == s.source:
        text = "The card whose effect is being carried out cannot be discarded."
        return Refusal("tree_society.effect_of_card", text, "discarding", {"card": card})
    text = "While an effect waits, an ongoing card may be discarded only to make room for what the effect builds."
    return Refusal("tree_society.discard_later", text, "discarding", {"card": card})


def _build(s: State, move: BuildLevel) -> Refusal:
    card = CARD[move.card]
    if s.phase == CHOICE and waiting(s) < effects.LESS:
        return _nothing_allows(s, effects.LESS, PAY_LESS)
    if extra_coin(s, card) < 0:
        return _out_of_reach(s, move.card)
    if s.phase == CHOICE and not in_scope(s, card):
        text = "The effect that waits may not build this level."
        return Refusal("tree_society.out_of_scope", text, "cheaper-levels", {"card": move.card})
    if move.fruit_action and not has_action(s, PAY_LESS):
        return _nothing_allows(s, effects.NOTHING, PAY_LESS)
    cost = price(s, s.turn, card, FRUIT_DISCOUNT if move.fruit_action else 0) + extra_coin(s, card)
    if cost > s.purse[s.turn]:
        text = f"That costs {counted(cost, 'coin')}; you have {s.purse[s.turn]}."
        return Refusal("tree_society.too_dear", text, "prices", {"cost": cost, "purse": s.purse[s.turn]})
    return _payment(s, move)


def _out_of_reach(s: State, card: str) -> Refusal:
    number, me = CARD[card], s.turn
    revealing = s.phase == CHOICE and from_revealed(waiting(s))
    here = is_revealed(s, number) if revealing else number in s.market
    if here and s.n_ongoing[me] == PLACES:
        text = "You have three ongoing cards; a new one needs a free place."
        return Refusal("tree_society.no_free_place", text, "building", {"card": card})
    if is_completed(s, me, number):
        return Refusal("tree_society.completed", f"{card} is completed.", "completing", {"card": card})
    where = "among the revealed cards" if revealing else "in the market or on your board"
    return Refusal("tree_society.card_out_of_reach", f"{card} is not {where}.", "building", {"card": card})


def _payment(s: State, move: BuildLevel) -> Refusal:
    """The level could be built but for what its effect demands."""
    effect = EFFECT[next_level(s, CARD[move.card])]
    if effect == effects.CARD_FOR_COINS:
        text = "The mandatory effect of this level discards another of your ongoing cards: name it as pay_card."
        return Refusal("tree_society.card_due", text, "mandatory-effects", {"card": move.card})
    if effect in (effects.FRUIT_FOR_COINS, effects.FRUIT_FOR_CHEST):
        text = "The mandatory effect of this level discards one of your face-up fruits: name it as pay_fruit."
        return Refusal("tree_society.fruit_payment_due", text, "mandatory-effects", {"card": move.card})
    text = "The effect of this level discards nothing: leave pay_fruit and pay_card out."
    return Refusal("tree_society.no_payment_due", text, "mandatory-effects", {"card": move.card})
