"""What a viewer sees: the JSON view. Nothing is hidden, so all see the same but for the prices of the own seat."""

from collections.abc import Iterable

from services.rules.kernel import BLANK
from services.rules.notation import Json

from . import effects
from .components import (
    ACTION,
    ACTIONS,
    AMOUNT,
    BANNERS,
    BOX_CARDS,
    CARD_NAMES,
    COST,
    EFFECT,
    FRUIT,
    FRUIT_CHEST,
    FRUIT_DISCOUNT,
    FRUIT_NAMES,
    FRUITS,
    GUILD,
    GUILDS,
    KINDS,
    LEVELS,
    LIMIT,
    MARKET,
    PAY_LESS,
    ROW,
)
from .moves import sale_value
from .prices import from_revealed, price, standing, waiting
from .refusals import PHASES
from .scoring import level_points, points_of, ranking, scores
from .state import BUILD, CHOICE, NEVER, OVER, State


def describe(s: State, viewer: int) -> Json:
    """The table as the viewer sees it; prices and sales are those of the viewer, for spectators of the seat to act."""
    over = s.phase == OVER
    me = viewer if viewer >= 0 else s.turn
    view: Json = {
        "phase": PHASES[s.phase],
        "to_act": None if over else s.turn,
        "round": s.round,
        "last_round": None if s.last_round == NEVER else s.last_round,
        "goal": s.goal,
        "guilds": [name for i, name in enumerate(GUILDS) if s.guilds >> i & 1],
        "fruit_market": [FRUIT_NAMES[kind] for kind in s.fruit_market[: s.n_fruit_market]],
        "fruit_deck": {"size": s.n_fruit_deck, "cards": _kinds(s.fruit_deck)},
        "market": {"top": _row(s, me, 0), "bottom": _row(s, me, ROW)},
        "guild_deck": {"size": s.n_deck, "cards": _names(s.deck[: s.n_deck])},
        "discards": _names(s.discards[: s.n_discards]),
        "visible": {fruit: s.visible[i] for i, fruit in enumerate(FRUITS)},
        "sales": _sales(s, me),
        "fruit_action": _fruit_action(s),
        "effect": _effect_waiting(s, me) if s.phase == CHOICE else None,
        "seats": [_seat(s, p) for p in range(s.seats)],
        "cards": _cards(s),
    }
    if over:
        points, places = [0] * s.seats, [0] * s.seats
        scores(s, points)
        ranking(s, points, places)
        view["scores"], view["places"] = points, places
    return view


def _names(cards: Iterable[int]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def _kinds(counts: list[int]) -> dict[str, int]:
    return {FRUIT_NAMES[kind]: counts[kind] for kind in range(KINDS) if counts[kind]}


def _has_discount(s: State, me: int) -> bool:
    return s.phase == BUILD and me == s.turn and s.fruit != BLANK and bool(ACTION[s.fruit] == PAY_LESS)


def _price(s: State, me: int, card: int, extra: int) -> Json:
    """What the next level of a card costs a seat now, also with the fruit action where that is to be had."""
    told: Json = {"price": price(s, me, card, 0) + extra}
    if _has_discount(s, me):
        told["price_with_fruit_action"] = price(s, me, card, FRUIT_DISCOUNT) + extra
    return told


def _row(s: State, me: int, first: int) -> list[Json | None]:
    """A row of the guild market, from the left; a gap is None."""
    row: list[Json | None] = []
    for card in s.market[first : first + ROW]:
        row.append(None if card == BLANK else {"card": CARD_NAMES[card], **_price(s, me, card, int(first < ROW))})
    return row


def _sales(s: State, p: int) -> list[Json]:
    """What the seat would get for each of its fruit cards now, and whether its fruit may still be sold this turn."""
    sold = s.sold_types if p == s.turn else 0
    return [
        {"fruit": FRUIT_NAMES[kind], "coins": sale_value(s, p, kind)}
        for kind in dict.fromkeys(s.fruits[p][: s.n_fruits[p]])
        if not sold >> FRUIT[kind] & 1
    ]


def _fruit_action(s: State) -> Json | None:
    """The action of the fruit card sold this turn, while it may still be used."""
    if s.fruit == BLANK:
        return None
    action = ACTION[s.fruit]
    told: Json = {"fruit": FRUIT_NAMES[s.fruit], "action": ACTIONS[action]}
    return told | ({"coins": FRUIT_CHEST[s.fruit]} if FRUIT_CHEST[s.fruit] else {})


def _effect(at: int) -> Json | None:
    """The effect of a level as data and in words."""
    op = EFFECT[at]
    if op == effects.NOTHING:
        return None
    numbers = dict(zip(effects.PARAMETERS[effects.NAMES[op]], (AMOUNT[at], LIMIT[at]), strict=False))
    return {"name": effects.NAMES[op], **numbers, "text": effects.effect_text(op, AMOUNT[at], LIMIT[at])}


def _effect_waiting(s: State, me: int) -> Json:
    """The effect that waits for a choice, and what it has revealed."""
    told: Json = {"card": CARD_NAMES[s.source], "level": s.level[s.source], **(_effect(standing(s, s.source)) or {})}
    cards = s.revealed[: s.n_revealed]
    if from_revealed(waiting(s)):
        told["revealed"] = [{"card": CARD_NAMES[card], **_price(s, me, card, 0)} for card in cards]
    elif waiting(s) == effects.REVEAL_FRUITS:
        told["revealed"] = [FRUIT_NAMES[kind] for kind in cards]
    return told


def _seat(s: State, p: int) -> Json:
    """A player board."""
    completed = s.completed[p][: s.n_completed[p]]
    return {
        "seat": p,
        "purse": s.purse[p],
        "chest": s.chest[p],
        "fruits": [FRUIT_NAMES[kind] for kind in s.fruits[p][: s.n_fruits[p]]],
        "sold": _kinds(s.sold[p]),
        "ongoing": [_ongoing(s, p, card) for card in s.ongoing[p][: s.n_ongoing[p]]],
        "completed": [{"card": CARD_NAMES[card], "points": level_points(s, p, card)} for card in completed],
        "sale_bonus": s.sale_bonus[p],
        "banners": s.banners[p],
        "points": points_of(s, p),
    }


def _ongoing(s: State, p: int, card: int) -> Json:
    points = level_points(s, p, card)
    return {"card": CARD_NAMES[card], "level": s.level[card], "points": points, **_price(s, p, card, 0)}


# What is printed on the cards ----------------------------------------------------------------------------------------


def _print(card: int) -> Json:
    """What is printed on a guild card."""
    return {
        "guild": GUILDS[GUILD[card]],
        "banners": BANNERS[card],
        "levels": [
            {
                "cost": COST[card * LEVELS + i],
                "points": effects.points_text(level.points, level.counted, level.each, level.per, level.at_most),
                "effect": _effect(card * LEVELS + i),
            }
            for i, level in enumerate(BOX_CARDS[card].levels)
        ],
    }


PRINTS = tuple(_print(card) for card in range(len(BOX_CARDS)))


def _cards(s: State) -> dict[str, Json]:
    """What is printed on every guild card that lies open: in the market, on the boards, revealed."""
    shown = [card for card in s.market[:MARKET] if card != BLANK]
    if s.phase == CHOICE and from_revealed(waiting(s)):
        shown += s.revealed[: s.n_revealed]
    for p in range(s.seats):
        shown += s.ongoing[p][: s.n_ongoing[p]] + s.completed[p][: s.n_completed[p]]
    return {CARD_NAMES[card]: PRINTS[card] for card in sorted(shown)}
