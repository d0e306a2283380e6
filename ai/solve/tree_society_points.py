"""Tree Society, the rest of a turn as a model: points as they stand after resting."""

from collections.abc import Iterable

from ai.solve.tree_society_builds import Builds, Expr, Item
from ai.solve.tree_society_coins import Coins
from ai.solve.tree_society_fruits import Fruits
from services.rules.games.tree_society import effects
from services.rules.games.tree_society.components import (
    BANNERS,
    COUNT,
    FRUIT,
    GUILD,
    KINDS,
    LEVELS,
    N_FRUITS,
    N_GUILDS,
    POINTS,
)
from services.rules.games.tree_society.scoring import fruits_sold

MOST = 1000
"""More points than a card can bring."""


class Points:
    """What the cards of a seat score once the turn is over."""

    def __init__(self, builds: Builds, fruits: Fruits, coins: Coins) -> None:
        """`points` is the sum to be made as large as possible."""
        self.builds, self.fruits, self.coins, self.model = builds, fruits, coins, builds.model
        s, me = builds.s, builds.me
        self.last = len(builds.stages)
        self.done = s.completed[me][: s.n_completed[me]]
        self.points: Expr = sum(self._completed(card, 1) for card in self.done)
        for card in builds.cards:
            self.points += self._kept(card, self._marker(card) + self._completed_now(card))

    def _marker(self, card: int) -> Expr:
        """Plain points of the level on which the tree marker stands."""
        here = (Item(card, step) for step in range(LEVELS))
        return sum(int(POINTS[item.at]) * self.builds.marked(self.last, item) for item in here)

    def _completed_now(self, card: int) -> Expr:
        """Points of a card that may be completed this turn, beside the plain ones."""
        return self._counted(card, self.builds.before(self.last, Item(card, LEVELS - 1)))

    def _completed(self, card: int, there: Expr) -> Expr:
        return int(POINTS[card * LEVELS + LEVELS - 1]) + self._counted(card, there)

    def _kept(self, card: int, points: Expr) -> Expr:
        """The points of a card, if it is not discarded."""
        gone = self.builds.gone(self.last, card)
        kept = self.model.new_int_var(0, MOST, "")
        self.model.add(kept <= points)
        self.model.add(kept <= MOST * (1 - gone))
        return kept

    # Points that depend on the end -----------------------------------------------------------------------------------

    def _counted(self, card: int, there: Expr) -> Expr:
        """What level 3 of a card scores for what it counts, if it is `there`."""
        count, each, per, at_most = COUNT[card * LEVELS + LEVELS - 1]
        if count == effects.COUNT_NOTHING:
            return 0
        groups = self.model.new_int_var(0, MOST, "")
        self.model.add(per * groups <= self._count(count, GUILD[card]))
        self.model.add(groups <= MOST * there)
        if not at_most:
            return each * groups
        points = self.model.new_int_var(0, at_most, "")
        self.model.add(points <= each * groups)
        return points

    def _count(self, count: int, guild: int) -> Expr:
        """How much the seat has of what is counted; the chest is in the purse by then."""
        s, me = self.builds.s, self.builds.me
        if count == effects.COUNT_BANNERS:
            return self.coins.banners(self.last)
        if count == effects.COUNT_CARDS:
            return s.n_completed[me] + sum(self.builds.completed(k) for k in self.builds.stages)
        if count == effects.COUNT_GUILD_BANNERS:
            return self._in_guild(guild, weigh=True)
        if count == effects.COUNT_COINS:
            return self.coins.kept + self.coins.chest
        if count == effects.COUNT_FRUITS:
            return self._fruits()
        if count == effects.COUNT_GUILDS:
            return sum(self._any(self._in_guild(each, weigh=False)) for each in range(N_GUILDS))
        return self._sold(different=count == effects.COUNT_SOLD_TYPES)

    def _in_guild(self, guild: int, *, weigh: bool) -> Expr:
        """Completed cards of a guild, or their banners."""
        done = sum(BANNERS[card] if weigh else 1 for card in self.done if GUILD[card] == guild)
        now = (i for i in self.builds.items if i.step == LEVELS - 1 and GUILD[i.card] == guild)
        return done + sum((int(BANNERS[i.card]) if weigh else 1) * self.builds.before(self.last, i) for i in now)

    def _fruits(self) -> Expr:
        """Face-up fruit cards; resting takes one more if the market still holds one."""
        kinds = self.fruits.kinds
        own = sum(self.fruits.own(self.last, kind, after=True) for kind in kinds)
        return own + self._any(sum(self.fruits.left(self.last, kind) for kind in kinds))

    def _sold(self, *, different: bool) -> Expr:
        """Fruit cards sold in the game, or different fruits among them."""
        s, me = self.builds.s, self.builds.me
        if not different:
            first = sum(self.fruits.sale.values())
            return fruits_sold(s, me, False) + first + sum(self._sold_now(range(N_FRUITS)))
        before = {FRUIT[kind] for kind in range(KINDS) if s.sold[me][kind]}
        new = [fruit for fruit in range(N_FRUITS) if fruit not in before]
        first_now = (sum(v for kind, v in self.fruits.sale.items() if FRUIT[kind] == fruit) for fruit in new)
        return len(before) + sum(self._any(a + b) for a, b in zip(first_now, self._sold_now(new), strict=True))

    def _sold_now(self, of: Iterable[int]) -> list[Expr]:
        """Extra sales of each fruit in the turn."""
        return [sum(self.fruits.sales(k, fruit) for k in self.fruits.slots) for fruit in of]

    def _any(self, number: Expr) -> Expr:
        """1 at most if the number is not 0."""
        var = self.model.new_bool_var("")
        self.model.add(var <= number)
        return var
