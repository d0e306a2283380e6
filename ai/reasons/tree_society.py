"""Reasons in Tree Society: what a move does for points, banners, coins, and what later sales and levels cost."""

from collections.abc import Iterator, Sequence

from ai.reasons.lookup import World, in_all
from services.rules.contract import Fact
from services.rules.games.tree_society.components import BANNERS, CARD_NAMES, FRUIT_NAMES
from services.rules.games.tree_society.notation import decode
from services.rules.games.tree_society.prices import price
from services.rules.games.tree_society.scoring import points_of
from services.rules.games.tree_society.state import State
from services.rules.kernel import BLANK


def reasons(worlds: Sequence[World], seat: int, action: int) -> list[Fact]:
    """What speaks for the action."""
    return in_all(worlds, lambda world: _seen(world, seat, action))


def _seen(world: World, seat: int, action: int) -> Iterator[Fact]:
    before, after = world
    more = points_of(after, seat) - points_of(before, seat)
    if more > 0:
        yield Fact("tree_society.adds_points", f"Points rise by {more} at once.", {"points": more})
    yield from _completed(before, after, seat)
    yield from _engine(before, after, seat)
    yield from _coins(before, after, seat)
    yield from _denied(before, after, seat, action)
    yield from _fruits(before, after, seat)


def _completed(before: State, after: State, seat: int) -> Iterator[Fact]:
    for card in after.completed[seat][: after.n_completed[seat]]:
        if card not in before.completed[seat][: before.n_completed[seat]]:
            params = {"card": CARD_NAMES[card], "banners": int(BANNERS[card]), "total": after.banners[seat]}
            text = f"{CARD_NAMES[card]} is completed: {after.banners[seat]} of {after.goal} banners."
            yield Fact("tree_society.completes_card", text, params | {"goal": after.goal})


def _engine(before: State, after: State, seat: int) -> Iterator[Fact]:
    """What goes on to work turn by turn."""
    bonus = after.sale_bonus[seat] - before.sale_bonus[seat]
    if bonus > 0:
        text = f"Each sale brings {after.sale_bonus[seat]} coins more."
        yield Fact("tree_society.buys_engine", text, {"each_sale": after.sale_bonus[seat], "more": bonus})
    for level, (old, new) in enumerate(zip(before.level_less[seat], after.level_less[seat], strict=True), start=1):
        if new > old:
            text = f"Each level {level} costs {new} less."
            yield Fact("tree_society.cheapens_level", text, {"level": level, "coins": new})


def _coins(before: State, after: State, seat: int) -> Iterator[Fact]:
    purse, chest = after.purse[seat] - before.purse[seat], after.chest[seat] - before.chest[seat]
    if purse > 0:
        yield Fact("tree_society.earns", f"Coins in the purse rise by {purse}.", {"coins": purse})
    if chest > 0:
        yield Fact("tree_society.fills_chest", f"Coins in the chest rise by {chest}.", {"coins": chest})


def _denied(before: State, after: State, seat: int, action: int) -> Iterator[Fact]:
    """A card of the market that a rival could have paid for out of what lies in its purse."""
    move = decode(before, action).json()
    if move["type"] != "tree_society.build":
        return
    card = CARD_NAMES.index(move["card"])
    if card not in before.market or after.level[card] == 0:
        return
    for rival in range(before.seats):
        if rival != seat and before.purse[rival] >= price(before, rival, card, 0):
            text = f"Seat {rival} could have paid for {CARD_NAMES[card]}."
            yield Fact("tree_society.denies", text, {"seat": rival, "card": CARD_NAMES[card]})


def _fruits(before: State, after: State, seat: int) -> Iterator[Fact]:
    """A new kind of fruit card, which can be sold beside the others."""
    old = set(before.fruits[seat][: before.n_fruits[seat]])
    for kind in sorted(set(after.fruits[seat][: after.n_fruits[seat]]) - old):
        if kind != BLANK:
            text = f"{FRUIT_NAMES[kind]} can then be sold too."
            yield Fact("tree_society.adds_fruit", text, {"fruit": FRUIT_NAMES[kind]})
