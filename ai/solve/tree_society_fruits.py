"""Tree Society, the rest of a turn as a model: sales, fruit cards that come and go, and the row that is replaced.

Slot k lies before stage k, the last slot after all stages. In a slot the effect of the level before comes first, then
the fruit action. Nothing is expected of a deck: a fruit card that is taken leaves a gap in the market, and so does a
replaced row, but that the top row drops.
"""

from collections import Counter

from ortools.sat.python import cp_model

from ai.solve.tree_society_builds import FRUIT_ACTION, Builds, Expr, Item
from services.rules.games.tree_society import effects
from services.rules.games.tree_society.components import (
    ACTION,
    EFFECT,
    FRUIT,
    ICON,
    MAX_NUMBER,
    N_FRUITS,
    NEW_ROW,
    PAY_LESS,
    ROW,
    SELL_MORE,
    TAKE_ONE,
)
from services.rules.games.tree_society.state import SALE
from services.rules.kernel import BLANK

Vars = dict[int, cp_model.IntVar]


class Fruits:
    """What happens to the fruit cards, slot by slot."""

    def __init__(self, builds: Builds, sales: list[int] | None = None) -> None:
        """`sales` are the kinds of fruit card that may be sold first; all of the board if not told."""
        self.builds, self.model = builds, builds.model
        s, me = builds.s, builds.me
        self.own0, self.market0 = Counter(s.fruits[me][: s.n_fruits[me]]), Counter(s.fruit_market[: s.n_fruit_market])
        self.kinds = sorted(self.own0 | self.market0)
        self.slots = range(len(builds.stages) + 1)
        first = (sorted(self.own0) if sales is None else sales) if s.phase == SALE else []
        self.sale: Vars = {kind: self.model.new_bool_var("") for kind in first}
        if first:
            self.model.add_exactly_one(self.sale.values())
        self.sold = [self._choices(k, effects.SELL, self.kinds) for k in self.slots]
        self.sold_more = [self._fruit_action(SELL_MORE, self.kinds) for _ in self.slots]
        self.taken = [self._choices(k, effects.TAKE, sorted(self.market0)) for k in self.slots]
        self.taken_more = [self._fruit_action(TAKE_ONE, sorted(self.market0)) for _ in self.slots]
        pairs = [(give, take) for give in self.kinds for take in self.kinds if give != take]
        self.swapped = [
            {pair: self.model.new_bool_var("") for pair in (pairs if self._may(k, effects.SWAP) else [])}
            for k in self.slots
        ]
        self.saved = [self.model.new_int_var(0, MAX_NUMBER * self._may(k, effects.SAVE), "") for k in self.slots]
        self.replaced = [self._choices(k, effects.REPLACE_ROW, [1]) for k in self.slots]
        self.replaced_more = [self._fruit_action(NEW_ROW, [1]) for _ in self.slots]
        self.paid = [self._payments(k) for k in builds.stages]
        for k in self.slots:
            self._permit(k)
            self._hold(k)
        self._use_action()
        self._sell_once()
        self._replace()

    # What there is ---------------------------------------------------------------------------------------------------

    def _may(self, k: int, effect: int) -> bool:
        """Whether an effect may have its choice in the slot."""
        builds = self.builds
        if k == 0:
            return builds.waiting != BLANK and bool(EFFECT[builds.waiting] == effect)
        return any(item.effect == effect for item in builds.built[k - 1])

    def _choices(self, k: int, effect: int, of: list[int]) -> Vars:
        return {each: self.model.new_bool_var("") for each in (of if self._may(k, effect) else [])}

    def _fruit_action(self, action: int, of: list[int]) -> Vars:
        return {each: self.model.new_bool_var("") for each in (of if self._has_action(action) else [])}

    def _has_action(self, action: int) -> bool:
        """Whether the fruit action may be this one."""
        fruit = self.builds.s.fruit
        return any(ACTION[kind] == action for kind in self.sale) or (fruit != BLANK and bool(ACTION[fruit] == action))

    def _payments(self, k: int) -> Vars:
        demanding = self.builds.with_effect(k, effects.FRUIT_FOR_COINS, effects.FRUIT_FOR_CHEST)
        paid: Vars = {kind: self.model.new_bool_var("") for kind in (self.kinds if demanding else [])}
        self.model.add(sum(paid.values()) == sum(var for _, var in demanding))
        return paid

    # What is asked of it by the other parts --------------------------------------------------------------------------

    def action(self, wanted: int) -> Expr:
        """1 if the fruit action of the turn is this one."""
        fruit = self.builds.s.fruit
        had = 1 if fruit != BLANK and ACTION[fruit] == wanted else 0
        return had + sum(var for kind, var in self.sale.items() if ACTION[kind] == wanted)

    def own(self, k: int, kind: int, *, after: bool = False) -> Expr:
        """Face-up fruit cards of a kind before the slot, or after it."""
        slots = range(k + after)
        gained = sum(self.taken[j].get(kind, 0) + self.taken_more[j].get(kind, 0) for j in slots)
        lost = sum(self.sold[j].get(kind, 0) + self.sold_more[j].get(kind, 0) for j in slots)
        paid = sum(self.paid[j].get(kind, 0) for j in range(k))
        return self.own0[kind] - self.sale.get(kind, 0) + gained - lost - paid + sum(self.swap(j, kind) for j in slots)

    def swap(self, k: int, kind: int) -> Expr:
        """Fruit cards of a kind that a swap in the slot brings to the board."""
        return sum(((kind == take) - (kind == give)) * var for (give, take), var in self.swapped[k].items())

    def left(self, k: int, kind: int) -> Expr:
        """Fruit cards of a kind in the market after the slot."""
        taken = sum(self.taken[j].get(kind, 0) + self.taken_more[j].get(kind, 0) for j in range(k + 1))
        return self.market0[kind] - taken - sum(self.swap(j, kind) for j in range(k + 1))

    def sales(self, k: int, fruit: int) -> Expr:
        """Extra sales of a fruit in the slot."""
        return sum(
            var for row in (self.sold[k], self.sold_more[k]) for kind, var in row.items() if FRUIT[kind] == fruit
        )

    def pay(self, k: int) -> Expr:
        """Coins of the extra sales of a slot, without ongoing effects, as long as no fruit card was discarded."""
        visible = self.builds.s.visible
        rows = (self.sold[k], self.sold_more[k])
        return sum((visible[FRUIT[kind]] + ICON[kind]) * var for row in rows for kind, var in row.items())

    def discarded(self, k: int, fruit: int) -> Expr:
        """Cards of a fruit that mandatory effects have discarded before the slot: so many coins less for a sale."""
        return sum(var for row in self.paid[:k] for kind, var in row.items() if FRUIT[kind] == fruit)

    def dropped(self, k: int) -> Expr:
        """1 if the bottom row was replaced before the stage."""
        return sum(sum(row[j].values()) for row in (self.replaced, self.replaced_more) for j in range(k + 1))

    # Constraints -----------------------------------------------------------------------------------------------------

    def _permit(self, k: int) -> None:
        """An effect is used right after its level only."""
        uses = {
            effects.SELL: sum(self.sold[k].values()),
            effects.TAKE: sum(self.taken[k].values()),
            effects.SWAP: sum(self.swapped[k].values()),
            effects.REPLACE_ROW: sum(self.replaced[k].values()),
        }
        if k > 0:
            for effect, use in uses.items():
                self.model.add(use <= sum(var for _, var in self.builds.with_effect(k - 1, effect)))
        else:
            for use in uses.values():
                self.model.add(use <= 1)

    def _hold(self, k: int) -> None:
        """Nothing is sold, given or taken that is not there; what the effect did comes before the fruit action."""
        model = self.model
        for kind in self.kinds:
            by_effect = self.own(k, kind) - self.sold[k].get(kind, 0)
            given = sum(var for (give, _), var in self.swapped[k].items() if give == kind)
            taken = sum(var for (_, take), var in self.swapped[k].items() if take == kind)
            model.add(by_effect - given >= 0)
            more = self.taken[k].get(kind, 0) + self.swap(k, kind) - self.sold_more[k].get(kind, 0)
            model.add(by_effect + more >= 0)
            model.add(self.own(k, kind, after=True) >= (self.paid[k].get(kind, 0) if k < len(self.paid) else 0))
            before = self.left(k - 1, kind) if k > 0 else self.market0[kind]
            model.add(before - taken - self.taken[k].get(kind, 0) >= 0)
            model.add(self.left(k, kind) >= 0)

    def _use_action(self) -> None:
        """The fruit action once, never while an effect waits, and not after stages that build nothing."""
        builds, model = self.builds, self.model
        for k in self.slots:
            uses = sum(sum(row[k].values()) for row in (self.sold_more, self.taken_more, self.replaced_more))
            model.add(uses + (builds.by_effect(k) if k < len(builds.stages) else 0) <= 1)
            if k > 0:
                model.add(uses <= builds.used(k - 1))
        for action, row in ((SELL_MORE, self.sold_more), (TAKE_ONE, self.taken_more), (NEW_ROW, self.replaced_more)):
            model.add(sum(var for slot in row for var in slot.values()) <= self.action(action))
        discounts = [v for k in builds.stages for way, v in builds.cheap[k].items() if way.source == FRUIT_ACTION]
        model.add(sum(discounts) <= self.action(PAY_LESS))

    def _sell_once(self) -> None:
        """A fruit is sold once in a turn."""
        for fruit in range(N_FRUITS):
            first = sum(var for kind, var in self.sale.items() if FRUIT[kind] == fruit)
            more = sum(self.sales(k, fruit) for k in self.slots)
            self.model.add(first + more <= 1 - (self.builds.s.sold_types >> fruit & 1))

    def _replace(self) -> None:
        """A row that holds a card is replaced, and its cards cannot be built any more."""
        builds = self.builds
        self.model.add(self.dropped(len(builds.stages)) <= 1)
        bottom = [card for card in builds.s.market[ROW:] if card != BLANK]
        for k in self.slots:
            uses = sum(self.replaced[k].values()) + sum(self.replaced_more[k].values())
            self.model.add(uses <= len(bottom) - sum(builds.before(k, Item(card, 0)) for card in bottom))
        for k in builds.stages:
            for item, var in builds.built[k].items():
                if item.step == 0 and item.card in bottom:
                    self.model.add(var + self.dropped(k) <= 1)
