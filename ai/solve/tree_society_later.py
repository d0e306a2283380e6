"""Tree Society, the rest of a turn as a model: what the table is worth after it, in hundredths of points.

The worth of levels, coins and effects is that of `ai.knowledge.tree_society`, here for the model to add up: what a card
promises on the level where its marker stands, coins at the rate at which later turns use them, a free place. In the
last turn only points count (`tree_society_points`).
"""

from ai.knowledge.tree_society import DISCOUNT, KEPT, LATER, MEANS, RATE, STEP, WIDTH, WORTH, promise
from ai.knowledge.tree_society_worth import (
    AT_ONCE,
    LAST_PLACE,
    LEVEL_COINS,
    UNIT,
    WEIGHTS,
    income,
    kept_coins,
    rate_of,
)
from ai.solve.tree_society_builds import Builds, Expr, Item
from ai.solve.tree_society_coins import Coins
from ai.solve.tree_society_fruits import Fruits
from services.rules.games.tree_society import effects
from services.rules.games.tree_society.components import LEVELS, PLACES

GIVEN = frozenset(
    {
        effects.COINS,
        effects.CHEST,
        effects.COINS_PER_BANNER,
        effects.COINS_PER_CARD,
        effects.COINS_PER_FRUIT,
        effects.FRUIT_FOR_COINS,
        effects.FRUIT_FOR_CHEST,
        effects.CARD_FOR_COINS,
        effects.SAVE,
        effects.SELL,
        effects.LESS,
        effects.HALF,
        effects.FREE,
    }
)
"""Effects whose gain is in the model already; that of the others is what `ai.knowledge` says."""
WEIGHED = list(WEIGHTS.values())
"""The weights of the evaluation, as its functions take them."""
MOST = 100_000
SPENT_FRUIT = 120
"""Hundredths of coins that a fruit card is worth that stays on the board."""


class Later:
    """The worth of the table after the turn."""

    def __init__(self, builds: Builds, fruits: Fruits, coins: Coins, turns: float) -> None:
        """`turns`: of the seat, after this one; `worth` is the sum to be made as large as possible."""
        self.builds, self.fruits, self.model, self.turns = builds, fruits, builds.model, turns
        self.last = len(builds.stages)
        s, me = builds.s, builds.me
        self.means = [0] * MEANS
        self.means[KEPT], self.means[DISCOUNT], self.means[RATE] = kept_coins(s, me), 0, rate_of(turns, WEIGHED)
        self.means[LATER] = int(income(s, me, turns, True, WEIGHED) + s.chest[me])
        self.rate = self.means[RATE]
        cards = sum(self._card(card) for card in builds.cards)
        self.worth: Expr = cards + self.rate * (coins.kept + coins.chest) + self._effects() + self._place()
        self.worth += self._fruits()

    def _card(self, card: int) -> Expr:
        """What a card promises, if it is not discarded."""
        rows = [0] * WIDTH
        rows[0], rows[STEP] = card, self.builds.s.level[card]
        promise(self.builds.s, self.builds.me, self.turns, self.means, rows, 0, WEIGHED)
        marks = [self.builds.marked(self.last, Item(card, step)) for step in range(LEVELS)]
        worth = sum(max(0, rows[WORTH + 1 + step]) * mark for step, mark in enumerate(marks))
        kept = self.model.new_int_var(0, MOST, "")
        self.model.add(kept <= worth)
        self.model.add(kept <= MOST * (1 - self.builds.gone(self.last, card)))
        return kept

    def _effects(self) -> Expr:
        """What effects bring that the model leaves to chance or to later turns."""
        now = max(self.rate, int(WEIGHED[AT_ONCE]))
        return sum(
            now * int(LEVEL_COINS[item.at]) // UNIT * self.builds.before(self.last, item)
            for item in self.builds.items
            if item.effect not in GIVEN and item.step >= self.builds.s.level[item.card]
        )

    def _place(self) -> Expr:
        """A free place for a new card."""
        free = self.model.new_bool_var("")
        self.model.add(free <= PLACES - self.builds.places(self.last))
        return int(WEIGHED[LAST_PLACE]) * free

    def _fruits(self) -> Expr:
        """Fruit cards that stay on the board are sold later."""
        own = sum(self.fruits.own(self.last, kind, after=True) for kind in self.fruits.kinds)
        return SPENT_FRUIT * self.rate // UNIT * own
