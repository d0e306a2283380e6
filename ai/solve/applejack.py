"""Applejack: plans for the seat to act, and the best orchard for given tiles.

A model of this turn and the next, with the tiles that will be on offer in a world that the seat imagines, proposes; its
proposal and what the evaluation finds promising are then weighed in all worlds by what is best on these two turns. The
other seats' orchards and the honey of the middle of the solo board are left out. A draw from the supply and what is put
at the cottage are weighed without a model: such plans are of one step.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ai.solve.answers import GREEDY, Planned, Solver, Step
from ai.solve.answers import SOLVER as BY_SOLVER
from ai.solve.applejack_ahead import offers_ahead, tiles_on_offer
from ai.solve.applejack_orchards import BEST_ORCHARD
from ai.solve.applejack_plans import TURNS, Found, moves_of, plan_turns
from ai.solve.applejack_season import Laying
from ai.solve.applejack_weigh import few_layings, weigh
from ai.solve.limits import Limits
from services.rules.games.applejack.moves import DRAW, LAY_TILE, MAX_LEGAL, TAKE_TILE, WAYS, legal_actions
from services.rules.games.applejack.notation import decode
from services.rules.games.applejack.state import LAY, RESTOCK, State
from services.rules.kernel import Rng, seed

SHARE: Final = 0.6
"""Of the limits, for the plan that proposes; the rest is for one that begins with the best step, if that is another."""


def planner(state: State, worlds: Sequence[State], limits: Limits) -> Planned:
    """The first steps of the seat to act, weighed, and the plan that begins with the best."""
    rng = Rng()
    seed(rng, limits.seed, 0, 0)
    offers = [offers_ahead(world, state.turn, TURNS - 1, rng) for world in worlds]
    now = (state.held,) if state.phase == LAY else tiles_on_offer(state, state.cottage[state.turn])
    turns = (now, *offers[0])
    modelled = state.phase != RESTOCK and now[0] >= 0
    best = plan_turns(state, turns, _part(limits, SHARE)) if modelled else None
    actions = _worth_weighing(state, best)
    worth = weigh(state, worlds, offers, actions, rng)
    ranked = sorted(zip(actions, worth, strict=True), key=lambda step: (-step[1], step[0]))
    return _planned(state, ranked, turns, best, limits)


def _worth_weighing(s: State, best: Found | None) -> list[int]:
    """The legal actions that look promising, and the one that a plan begins with."""
    if s.phase == LAY:
        actions = few_layings(s)
        return actions if best is None else [*dict.fromkeys([*actions, _first(s, best)])]
    room = [0] * MAX_LEGAL
    return room[: legal_actions(s, room)]


def _first(s: State, found: Found) -> int:
    """The action that a plan begins with."""
    laying = found.layings[0]
    return LAY_TILE + laying.place * WAYS + laying.rotation if s.phase == LAY else TAKE_TILE + laying.tile


def _planned(
    s: State, ranked: Sequence[tuple[int, float]], turns: Sequence[Sequence[int]], best: Found | None, limits: Limits
) -> Planned:
    """The steps, their values moved so that the first is what its plan is worth."""
    action, worth = ranked[0]
    found = best
    if best is not None and action != _first(s, best):
        found = None if action == DRAW else _beginning_with(s, action, turns, limits)
    value = worth if found is None else found.value
    solved = [one for one in (best, found) if one is not None]
    bound = max([value, *(one.bound for one in solved)])
    return Planned(
        steps=tuple(Step(action, value + (other - worth)) for action, other in ranked),
        plan=(decode(s, action).json(),) if found is None else moves_of(s, found.layings),
        value=value,
        bound=bound,
        optimal=found is not None and found.value == bound,
        deterministic=all(one.deterministic for one in solved),
        source=GREEDY if found is None else BY_SOLVER,
        work=sum({id(one): one.work for one in solved}.values()),
    )


def _beginning_with(s: State, action: int, turns: Sequence[Sequence[int]], limits: Limits) -> Found | None:
    """The best plan that begins with an action."""
    rest = _part(limits, 1 - SHARE)
    if s.phase != LAY:
        return plan_turns(s, [(action - TAKE_TILE,), *turns[1:]], rest)
    place, rotation = divmod(action - LAY_TILE, WAYS)
    return plan_turns(s, turns, rest, first=Laying(s.held, place, rotation))


def _part(limits: Limits, share: float) -> Limits:
    return replace(limits, work=limits.work * share, seconds=limits.seconds * share)


SOLVER: Final = Solver(planner, {BEST_ORCHARD.name: BEST_ORCHARD})
"""The planner and the exact questions of Applejack."""
