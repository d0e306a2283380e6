"""Tree Society, the rest of a turn as a model: which levels are built in which order, at what reduction, and room.

A stage builds one level at most; what an effect lets a seat build at once is the next stage. Between two stages lies a
slot, in which effects that build nothing and the fruit action are used (`tree_society_fruits`). Stages that build
nothing come last. Cards are discarded only where a new card needs the place, or a level demands it: nothing else makes
sense, as no card does harm.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from ortools.sat.python import cp_model

from services.rules.games.tree_society import effects
from services.rules.games.tree_society.components import (
    AMOUNT,
    COST,
    EFFECT,
    FRUIT_DISCOUNT,
    LEVELS,
    LIMIT,
    PLACES,
)
from services.rules.games.tree_society.prices import from_revealed, standing
from services.rules.games.tree_society.state import CHOICE, State
from services.rules.kernel import BLANK

Expr: TypeAlias = Any
"""A number, or a sum of variables and numbers: the types of OR-Tools are none for mypy."""

FRUIT_ACTION = BLANK
"""The source of a reduction that is no level."""
INERT = frozenset({effects.NOTHING, effects.CHEST, effects.SAVE, effects.KEEP, effects.REVEAL_COINS})
"""Effects of levels that make no difference to the levels built after them."""


class Item(NamedTuple):
    """A level that may be built: a card, and the level from 0."""

    card: int
    step: int

    @property
    def at(self) -> int:
        """Its place in the tables of levels."""
        return self.card * LEVELS + self.step

    @property
    def effect(self) -> int:
        """Its effect."""
        return int(EFFECT[self.at])


class Cheap(NamedTuple):
    """A way to build a level at a reduction: by the level built before (or waiting), or by the fruit action."""

    item: Item
    source: int
    """The level whose effect it is, as an index of the level tables, or FRUIT_ACTION."""
    off: int
    """Coins off."""


def reduction(at: int, item: Item) -> int | None:
    """Coins that the effect of a level takes off another one; None where it does not apply."""
    effect, cost = EFFECT[at], int(COST[item.at])
    own = at // LEVELS == item.card
    if effect in (effects.LESS, effects.REVEAL_LESS):
        return int(AMOUNT[at] if effect == effects.LESS else LIMIT[at])
    if effect in (effects.HALF, effects.REVEAL_HALF):
        return None if own else cost // 2
    return None if own or cost > (AMOUNT[at] if effect == effects.FREE else LIMIT[at]) else cost


class Builds:
    """The levels that are built and the guild cards that are discarded, stage by stage."""

    def __init__(self, model: cp_model.CpModel, s: State, stages: int, items: Iterable[Item] | None = None) -> None:
        """`items` are the levels to choose from; all of the board, the market and what is revealed if not told."""
        self.model, self.s, self.me, self.stages = model, s, s.turn, range(stages)
        self.ongoing = s.ongoing[self.me][: s.n_ongoing[self.me]]
        self.waiting = standing(s, s.source) if s.phase == CHOICE else BLANK
        by_effect = self.waiting != BLANK and from_revealed(EFFECT[self.waiting])
        self.revealed = s.revealed[: s.n_revealed] if by_effect else []
        self.market = [card for card in s.market if card != BLANK]
        self.items = list(self._all_items() if items is None else items)
        self.cards = list(dict.fromkeys([*self.ongoing, *(item.card for item in self.items)]))
        self.built = [{item: model.new_bool_var("") for item in self.items} for _ in self.stages]
        self.cheap = [{way: model.new_bool_var("") for way in self._ways(k)} for k in self.stages]
        self.dropped = [{card: model.new_bool_var("") for card in self.cards} for _ in self.stages]
        self.given = [{card: model.new_bool_var("") for card in self._giveable()} for _ in self.stages]
        self._order()
        self._sort()
        for k in self.stages:
            self._reduce(k)
            self._discard(k)
            self._give(k)

    # What there is ---------------------------------------------------------------------------------------------------

    def _all_items(self) -> list[Item]:
        cards = [*self.ongoing, *self.market, *self.revealed]
        return [Item(card, step) for card in cards for step in range(self.s.level[card], LEVELS)]

    def _giveable(self) -> list[int]:
        return self.cards if any(item.effect == effects.CARD_FOR_COINS for item in self.items) else []

    def _ways(self, k: int) -> list[Cheap]:
        """The reductions of a stage; those by revealed cards are for the waiting effect alone."""
        sources = [self.waiting] if k == 0 else [item.at for item in self.items]
        sources = [at for at in sources if at != BLANK and effects.LESS <= EFFECT[at] <= effects.REVEAL_FREE]
        ways = [Cheap(item, FRUIT_ACTION, FRUIT_DISCOUNT) for item in self.items if item.card not in self.revealed]
        for at in sources:
            if from_revealed(EFFECT[at]) and k > 0:
                continue
            for item in self.items:
                off = reduction(at, item)
                if off is not None and (not from_revealed(EFFECT[at]) or self._is_revealed(item)):
                    ways.append(Cheap(item, at, off))
        return ways

    def _is_revealed(self, item: Item) -> bool:
        return item.card in self.revealed and item.step == 0

    # What is asked of it by the other parts --------------------------------------------------------------------------

    def used(self, k: int) -> Expr:
        """1 if the stage builds a level."""
        return sum(self.built[k].values())

    def before(self, k: int, item: Item) -> Expr:
        """1 if the level is built before the stage."""
        if item.step < self.s.level[item.card]:
            return 1
        return sum(self.built[j][item] for j in range(k) if item in self.built[j])

    def marked(self, k: int, item: Item) -> Expr:
        """1 if the tree marker of a card stands on the level before the stage; also of a card that is gone."""
        higher = Item(item.card, item.step + 1)
        return self.before(k, item) - (self.before(k, higher) if higher.step < LEVELS else 0)

    def with_effect(self, k: int, *wanted: int) -> list[tuple[Item, cp_model.IntVar]]:
        """The levels with one of these effects, as they may be built in the stage."""
        return [(item, var) for item, var in self.built[k].items() if item.effect in wanted]

    def begun(self, k: int) -> Expr:
        """1 if the stage builds the first level of a card."""
        return sum(var for item, var in self.built[k].items() if item.step == 0)

    def completed(self, k: int, but: int = BLANK) -> Expr:
        """1 if the stage completes a card, other than `but`."""
        return sum(var for item, var in self.built[k].items() if item.step == LEVELS - 1 and item.card != but)

    def gone(self, k: int, card: int) -> Expr:
        """1 if the card is discarded before the stage."""
        return sum(self.dropped[j][card] + self.given[j].get(card, 0) for j in range(k))

    def by_effect(self, k: int) -> Expr:
        """1 if the level of the stage is built by the effect of the one before, or by the effect that waits."""
        return sum(var for way, var in self.cheap[k].items() if way.source != FRUIT_ACTION)

    def places(self, k: int) -> Expr:
        """Ongoing cards before the stage."""
        gone = sum(sum(self.dropped[j].values()) + sum(self.given[j].values()) for j in range(k))
        return len(self.ongoing) + sum(self.begun(j) - self.completed(j) for j in range(k)) - gone

    # Constraints -----------------------------------------------------------------------------------------------------

    def _order(self) -> None:
        model, last = self.model, len(self.stages)
        for k in self.stages:
            model.add(self.used(k) <= (self.used(k - 1) if k > 0 else 1))
            for item, var in self.built[k].items():
                if item.step > self.s.level[item.card]:
                    model.add(var <= self.before(k, Item(item.card, item.step - 1)))
                if self._is_revealed(item):
                    model.add(var == sum(v for way, v in self.cheap[k].items() if way.item == item))
        for item in self.items:
            model.add(self.before(last, item) <= 1)

    def _sort(self) -> None:
        """Two levels that could as well be built the other way round are built in the order of `items`."""
        for k in self.stages[:-1]:
            apart = self.by_effect(k + 1) + (self.by_effect(k + 2) if k + 2 < len(self.stages) else 0)
            for i, item in enumerate(self.items):
                if item.step < LEVELS - 1 and item.effect in INERT:
                    earlier = [self.built[k + 1][each] for each in self.items[:i] if each.card != item.card]
                    self.model.add(self.built[k][item] + sum(earlier) <= 1 + apart)

    def _reduce(self, k: int) -> None:
        """At most one reduction a level; that of an effect only right after the level that has it."""
        for item, var in self.built[k].items():
            self.model.add(sum(v for way, v in self.cheap[k].items() if way.item == item) <= var)
        if k == 0:
            return
        for at in {way.source for way in self.cheap[k]} - {FRUIT_ACTION}:
            source = Item(at // LEVELS, at % LEVELS)
            ways = sum(v for way, v in self.cheap[k].items() if way.source == at)
            self.model.add(ways <= self.built[k - 1][source])

    def _discard(self, k: int) -> None:
        """Discard an ongoing card to make room for the new card of the stage, where all places are taken."""
        model, dropped = self.model, sum(self.dropped[k].values())
        model.add(dropped <= self.begun(k))
        model.add(PLACES * dropped <= self.places(k))
        model.add(self.places(k) - dropped + self.begun(k) <= PLACES)
        for card, var in self.dropped[k].items():
            model.add(var <= self._ongoing(k, card) - self.gone(k, card))
            ways = sum(v for way, v in self.cheap[k].items() if way.source // LEVELS == card)
            model.add(var + ways <= 1)
            builds = sum(v for item, v in self.built[k].items() if item.card == card)
            model.add(builds + var + self.gone(k, card) <= 1)

    def _ongoing(self, k: int, card: int) -> Expr:
        return self.before(k, Item(card, 0)) - self.before(k, Item(card, LEVELS - 1))

    def _give(self, k: int) -> None:
        """A level that demands another ongoing card gets one."""
        if not self.given[k]:
            return
        demanding = self.with_effect(k, effects.CARD_FOR_COINS)
        self.model.add(sum(self.given[k].values()) == sum(var for _, var in demanding))
        for card, var in self.given[k].items():
            own = sum(v for item, v in demanding if item.card == card)
            self.model.add(var + own <= 1)
            self.model.add(var <= self._ongoing(k, card) - self.gone(k, card) - self.dropped[k][card])
