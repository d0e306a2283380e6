"""Arboretum: plans of which cards to plant where, which to keep and which to draw; and the exact question.

A tree and a discard are the first steps of the best plans for the hand. A draw is weighed by the best plan with the
card that it brings; of the deck that is a mean over the imagined worlds, set right by what a glance at every card that
may come says of the few that come there. What rivals hold and want is judged by what is known of the game: see
`ai.knowledge.arboretum_scripts_judge`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from ai.knowledge.arboretum_scripts import DECK, spite, worth_of_draw
from ai.knowledge.arboretum_scripts_judge import Judge
from ai.solve.answers import GREEDY, Planned, Solver, Step
from ai.solve.answers import SOLVER as BY_SOLVER
from ai.solve.arboretum_plan import LARGEST, Model, Plan, Task
from ai.solve.arboretum_prospects import SOMEWHERE, Land, prospects
from ai.solve.arboretum_question import QUESTION
from ai.solve.limits import Limits
from services.rules.games.arboretum.components import CELLS, NAMES, VALUES
from services.rules.games.arboretum.moves import DISCARD_CARD, DRAW_DECK, DRAW_PILE, PLANT_CARD
from services.rules.games.arboretum.notation import Discard, Plant, decode, place_of
from services.rules.games.arboretum.state import DISCARD, PLANT, State
from services.rules.notation import Json

WEIGHED: Final = 3
"""First steps of which the best plans are looked for, when a card is to be planted or discarded."""
NOW: Final = 0.3
"""What a point that a tree gains at once is worth beyond the plan: the end may come early, and plans change."""


@dataclass(slots=True)
class Purse:
    """What of the limits of a decision is left."""

    limits: Limits
    spent: float = 0.0
    deterministic: bool = True

    def solve(self, model: Model, more: int) -> Plan | None:
        """The best plan; so many models after this one have an equal share of what is left."""
        left = max(0.0, self.limits.work - self.spent)
        share = Limits(left / (more + 1), self.limits.seconds / (more + 1), self.limits.seed)
        plan = model.solve(share)
        self.spent += share.work if plan is None else plan.work
        self.deterministic &= plan is None or plan.deterministic
        return plan


@dataclass(frozen=True, slots=True)
class Weighed:
    """A first step, and the plan behind it."""

    action: int
    value: float
    bound: float
    plan: Plan


def planner(s: State, worlds: Sequence[State], limits: Limits) -> Planned:
    """The best plans for the seat to act; where none is found, what the script `spite` would do."""
    judge, purse = Judge(s), Purse(limits)
    weighed = weigh_draws(s, worlds, judge, purse) if s.phase < PLANT else weigh_cards(s, judge, purse)
    weighed.sort(key=lambda first: (-first.value, first.action))
    if not weighed:
        action = spite(s)
        steps, words = (Step(action, 0.0),), (decode(s, action).json(),)
        bound = LARGEST * len(judge.species)
        return Planned(
            steps, words, 0.0, bound, optimal=False, deterministic=purse.deterministic, source=GREEDY, work=purse.spent
        )
    best = weighed[0]
    bound = max(best.value, *(first.bound for first in weighed))
    return Planned(
        steps=tuple(Step(first.action, first.value) for first in weighed),
        plan=tuple(in_words(s, best)),
        value=best.value,
        bound=bound,
        optimal=best.plan.optimal and bound == best.value,
        deterministic=purse.deterministic,
        source=BY_SOLVER,
        work=purse.spent,
    )


def model_of(s: State, judge: Judge, hand: Sequence[int]) -> Model:
    """The model of what the seat to act can make of a hand."""
    plants = s.phase != DISCARD
    turns = judge.turns + plants
    land = Land(s, s.turn, hand if turns >= 1 else ())
    places = {
        (card, cell): NOW * judge.gain(card, low, high, judge.right[card // VALUES])
        for card in hand
        for cell, low, high in (judge.ground.places(card) if plants else ())
    }
    return Model(judge, Task(tuple(hand), int(turns), places), prospects(land, judge.seen, turns))


def weigh_cards(s: State, judge: Judge, purse: Purse) -> list[Weighed]:
    """The best plan, and the best that begin otherwise."""
    model, found = model_of(s, judge, judge.hand), list[Weighed]()
    for i in range(WEIGHED):
        plan = purse.solve(model, WEIGHED - 1 - i)
        if plan is None:
            break
        if plan.first is not None:
            action = PLANT_CARD + plan.first[0] * CELLS + plan.first[1]
            model.forbid(model.first[plan.first])
        else:
            action = DISCARD_CARD + plan.discards[0]
            model.forbid(model.leaves[plan.discards[0]])
        found.append(Weighed(action, plan.value, plan.bound, plan))
    return found


def weigh_draws(s: State, worlds: Sequence[State], judge: Judge, purse: Purse) -> list[Weighed]:
    """Every source, by the plans with the card that it brings."""
    brought = {DRAW_PILE + p: [s.pile[p][s.n_pile[p] - 1]] for p in range(s.seats) if s.n_pile[p]}
    if s.n_deck:
        brought[DRAW_DECK] = [world.deck[world.n_deck - 1] for world in worlds]
    plans: dict[int, Plan | None] = {}
    cards = sorted({card for source in brought.values() for card in source})
    for i, card in enumerate(cards):
        plans[card] = purse.solve(model_of(s, judge, sorted([*judge.hand, card])), len(cards) - 1 - i)
    found = []
    for action, source in brought.items():
        made = [plan for card in source if (plan := plans[card]) is not None]
        if len(made) == len(source) > 0:
            more = DECK + luck(judge, source) if action == DRAW_DECK else 0.0
            value, bound = (fmean(getattr(plan, name) for plan in made) + more for name in ("value", "bound"))
            found.append(Weighed(action, value, bound, made[0]))
    return found


def luck(judge: Judge, cards: Sequence[int]) -> float:
    """How much more the cards that may be drawn are worth at a glance than these few: a control variate."""
    return fmean(worth_of_draw(judge, card) for card in judge.pool) - fmean(
        worth_of_draw(judge, card) for card in cards
    )


def in_words(s: State, best: Weighed) -> list[Json]:
    """The moves of a plan, then the cards to plant later, some of them where they fit then, and those to keep."""
    plan = best.plan
    moves = [decode(s, best.action).json()]
    if s.phase < PLANT and plan.first:
        moves.append(_plant(s, plan.first))
    if s.phase != DISCARD or not plan.discards:
        moves += [Discard(NAMES[card]).json() for card in plan.discards]
    later = [_plant(s, place) for place in plan.planted if place != plan.first and place[1] > SOMEWHERE]
    ends = [card for card, cell in plan.planted if cell <= SOMEWHERE]
    return [
        *moves,
        {"later": later, "to_end_paths": [NAMES[card] for card in ends], "keep": [NAMES[card] for card in plan.kept]},
    ]


def _plant(s: State, place: tuple[int, int]) -> Json:
    return Plant(NAMES[place[0]], place_of(s, s.turn, place[1])).json()


SOLVER = Solver(planner, {QUESTION.name: QUESTION})
