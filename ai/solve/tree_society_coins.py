"""Tree Society, the rest of a turn as a model: what levels cost, what effects give, and what the coin check leaves."""

from ai.solve.tree_society_builds import Builds, Expr, Item
from ai.solve.tree_society_fruits import Fruits
from services.rules.games.tree_society import effects
from services.rules.games.tree_society.components import (
    AMOUNT,
    BANNERS,
    COST,
    EFFECT,
    FRUIT,
    FRUIT_CHEST,
    LEVELS,
    LIMIT,
    MAX_NUMBER,
    N_FRUITS,
    PURSE_KEPT,
    ROW,
)
from services.rules.games.tree_society.moves import sale_value
from services.rules.kernel import BLANK

MOST = 1000
"""More coins than a turn can see."""


class Coins:
    """Purse and chest, stage by stage. What only bounds a number from one side is as large or small as serves."""

    def __init__(self, builds: Builds, fruits: Fruits) -> None:
        """Add what is paid and gained."""
        self.builds, self.fruits, self.model = builds, fruits, builds.model
        s, me = builds.s, builds.me
        self.chest: Expr = s.chest[me]
        fills = {kind: var for kind, var in fruits.sale.items() if FRUIT_CHEST[kind]}
        self.chest += sum(int(FRUIT_CHEST[kind]) * var for kind, var in fills.items())
        if s.fruit != BLANK:
            self.chest += int(FRUIT_CHEST[s.fruit])
        self.purse: Expr = s.purse[me] + sum(sale_value(s, me, kind) * var for kind, var in fruits.sale.items())
        for k in fruits.slots:
            self._sell(k)
            if k < len(builds.stages):
                self._build(k)
        self.kept = self._coin_check()

    # A slot ----------------------------------------------------------------------------------------------------------

    def _sell(self, k: int) -> None:
        """Coins into the chest by the effect, then extra sales."""
        saved = self.fruits.saved[k]
        self.model.add(saved <= self.purse)
        self.model.add(saved <= self._saving(k))
        paid = self.fruits.pay(k) + self._bonus(k) - self._missing(k)
        self.purse, self.chest = self._named(self.purse - saved + paid), self.chest + saved

    def _saving(self, k: int) -> Expr:
        if k > 0:
            return sum(int(AMOUNT[item.at]) * var for item, var in self.builds.with_effect(k - 1, effects.SAVE))
        at = self.builds.waiting
        return int(AMOUNT[at]) if at != BLANK and EFFECT[at] == effects.SAVE else 0

    def _missing(self, k: int) -> Expr:
        """Coins that extra sales bring less because cards of their fruit were discarded this turn."""
        missing: Expr = 0
        for fruit in range(N_FRUITS):
            sales, discarded = self.fruits.sales(k, fruit), self.fruits.discarded(k, fruit)
            if not isinstance(sales, int) and not isinstance(discarded, int):
                less = self.model.new_int_var(0, MOST, "")
                self.model.add(less >= discarded - MOST * (1 - sales))
                missing += less
        return missing

    def _bonus(self, k: int) -> Expr:
        """What ongoing effects add to the extra sales of a slot."""
        sales = sum(self.fruits.sales(k, fruit) for fruit in range(N_FRUITS))
        if isinstance(sales, int):
            return 0
        bonus: Expr = 0
        for item in self._levels(effects.SALE_BONUS):
            most = 2 * int(AMOUNT[item.at])
            bonus += self._if(self._in_force(k, item, building=False), int(AMOUNT[item.at]) * sales, most)
        return bonus

    # A stage ---------------------------------------------------------------------------------------------------------

    def _build(self, k: int) -> None:
        price, extra = self._price(k), self._extra(k)
        self.model.add(self.purse >= price + extra)
        purse, chest = self._gains(k)
        more, more_chest = self._completion(k)
        self.purse = self._named(self.purse - price - extra + purse + more)
        self.chest += chest + more_chest

    def _price(self, k: int) -> Expr:
        """What the level costs; paying more than that never serves."""
        builds = self.builds
        price = self.model.new_int_var(0, MAX_NUMBER, "")
        off = sum(way.off * var for way, var in builds.cheap[k].items())
        full = sum(int(COST[item.at]) * var for item, var in builds.built[k].items())
        self.model.add(price >= full - off - self._ongoing_less(k))
        return price

    def _ongoing_less(self, k: int) -> Expr:
        less: Expr = 0
        for item in self._levels(effects.LEVEL_LESS):
            step = LIMIT[item.at] - 1
            there = sum(var for each, var in self.builds.built[k].items() if each.step == step)
            amount = int(AMOUNT[item.at])
            less += self._if(self._in_force(k, item), amount * there, amount)
        return less

    def _extra(self, k: int) -> Expr:
        """The extra coin of the top row, unless it has dropped."""
        top = self.builds.s.market[:ROW]
        extra = sum(var for item, var in self.builds.built[k].items() if item.step == 0 and item.card in top)
        dropped = self.fruits.dropped(k)
        if isinstance(dropped, int):
            return extra
        paid = self.model.new_int_var(0, 1, "")
        self.model.add(paid >= extra - dropped)
        return paid

    def _gains(self, k: int) -> tuple[Expr, Expr]:
        """What the effect of the level gives into the purse and the chest, as far as no deck decides it."""
        purse: Expr = 0
        chest: Expr = 0
        for item, var in self.builds.built[k].items():
            amount = int(AMOUNT[item.at])
            if item.effect in (effects.COINS, effects.FRUIT_FOR_COINS):
                purse += amount * var
            elif item.effect in (effects.CHEST, effects.FRUIT_FOR_CHEST):
                chest += amount * var
            elif effects.COINS_PER_BANNER <= item.effect <= effects.COINS_PER_FRUIT:
                purse += self._if(var, amount * self._count(k, item.effect), int(LIMIT[item.at]) or MOST)
            elif item.effect == effects.CARD_FOR_COINS:
                purse += self._if(var, amount * self._given_levels(k), LEVELS * amount)
        return purse, chest

    def _count(self, k: int, effect: int) -> Expr:
        """How much a seat has of what an effect counts; what the stage completes counts too."""
        s, me = self.builds.s, self.builds.me
        if effect == effects.COINS_PER_FRUIT:
            return self.different_fruits(k)
        if effect == effects.COINS_PER_CARD:
            return s.n_completed[me] + sum(self.builds.completed(j) for j in range(k + 1))
        return self.banners(k + 1)

    def banners(self, k: int) -> Expr:
        """Banners before the stage."""
        last = [item for item in self.builds.items if item.step == LEVELS - 1]
        return self.builds.s.banners[self.builds.me] + sum(
            int(BANNERS[item.card]) * self.builds.before(k, item) for item in last
        )

    def different_fruits(self, k: int) -> Expr:
        """Different fruits on the board after the slot."""
        total: Expr = 0
        for fruit in range(N_FRUITS):
            own = sum(self.fruits.own(k, kind, after=True) for kind in self.fruits.kinds if FRUIT[kind] == fruit)
            total += self._if(1, own, 1)
        return total

    def _given_levels(self, k: int) -> Expr:
        """Levels of the card that a level demands."""
        return sum(
            self._if(var, sum(self.builds.before(k, Item(card, step)) for step in range(LEVELS)), LEVELS)
            for card, var in self.builds.given[k].items()
        )

    def _completion(self, k: int) -> tuple[Expr, Expr]:
        """What ongoing effects give for completing another card."""
        purse: Expr = 0
        chest: Expr = 0
        for item in self._levels(effects.COMPLETION_BONUS):
            paid = self._if(self._in_force(k, item), self.builds.completed(k, item.card), 1)
            purse += int(AMOUNT[item.at]) * paid
            chest += int(LIMIT[item.at]) * paid
        return purse, chest

    # The end of the turn ---------------------------------------------------------------------------------------------

    def _coin_check(self) -> Expr:
        """Coins that stay in the purse."""
        last = len(self.builds.stages)
        kept = self.model.new_int_var(0, MOST, "")
        more = [self._if(self._in_force(last, item, building=False), max(0, int(AMOUNT[item.at]) - PURSE_KEPT), MAX_NUMBER)
                for item in self._levels(effects.KEEP)]
        best = self._greatest(more)
        self.model.add(kept <= self.purse)
        self.model.add(kept <= PURSE_KEPT + best)
        return kept

    def _greatest(self, of: list[Expr]) -> Expr:
        if len(of) < 2:
            return sum(of)
        greatest = self.model.new_int_var(0, MAX_NUMBER, "")
        self.model.add_max_equality(greatest, of)
        return greatest

    # Pieces ----------------------------------------------------------------------------------------------------------

    def _levels(self, effect: int) -> list[Item]:
        """The levels with an ongoing effect that are built, or may be."""
        items = [Item(card, step) for card in self.builds.cards for step in range(LEVELS)]
        s = self.builds.s
        open_to = set(self.builds.items)
        there = [item for item in items if item.step == s.level[item.card] - 1 or item in open_to]
        return [item for item in there if item.effect == effect]

    def _in_force(self, k: int, item: Item, *, building: bool = True) -> Expr:
        """1 at most if an ongoing effect is in force before the stage; `building`: when room was made for its level."""
        var = self.model.new_bool_var("")
        dropped = self.builds.dropped[k][item.card] if building else 0
        self.model.add(var <= self.builds.marked(k, item))
        self.model.add(var <= 1 - self.builds.gone(k, item.card) - dropped)
        return var

    def _if(self, condition: Expr, number: Expr, most: int) -> Expr:
        """At most the number, if the condition is 1; else at most 0."""
        var = self.model.new_int_var(0, most, "")
        self.model.add(var <= number)
        self.model.add(var <= most * condition)
        return var

    def _named(self, number: Expr) -> Expr:
        """A variable for a long sum."""
        var = self.model.new_int_var(0, MOST, "")
        self.model.add(var == number)
        return var
