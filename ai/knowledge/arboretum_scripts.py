"""Arboretum: a scripted opponent of the kind that wins bot arenas.

`spite` plants where its paths gain most, keeps what holds the right to score, and holds the high cards that take that
right from a rival. It imagines no world and leaves nothing to chance.
"""

from collections.abc import Callable

from ai.knowledge.arboretum_scripts_judge import Judge
from services.rules.games.arboretum.components import CELLS, VALUES
from services.rules.games.arboretum.moves import DISCARD_CARD, DRAW_DECK, DRAW_PILE, PLANT_CARD
from services.rules.games.arboretum.state import DISCARD, PLANT, State

DECK = 0.3
"""Points by which the deck is preferred: it tells rivals nothing and brings the end nearer."""
LATER = 0.3
"""What a point that a card could gain in the ground is worth while it is still in the hand."""
NOTHING = float("-inf")


def spite(s: State) -> int:
    """The action of the seat to act, from the state as it sees it."""
    judge = Judge(s)
    if s.phase == PLANT:
        return to_plant(judge)
    if s.phase == DISCARD:
        return DISCARD_CARD + min(judge.hand, key=lambda card: cost_of_discard(judge, card))
    return to_draw(s, judge)


def to_draw(s: State, judge: Judge) -> int:
    """Draw the open card that is worth most, unless the deck promises more."""
    best, action = NOTHING, DRAW_DECK
    for p in range(s.seats):
        if s.n_pile[p] > 0:
            worth = worth_of_draw(judge, s.pile[p][s.n_pile[p] - 1])
            if worth > best:
                best, action = worth, DRAW_PILE + p
    return DRAW_DECK if s.n_deck > 0 and deck_promises(judge, best) else action


def deck_promises(judge: Judge, points: float) -> bool:
    """Whether the mean of the cards that it may bring, and what else speaks for it, is as many points."""
    promised = DECK
    for card in judge.pool:
        if promised >= points:  # as no card is worth less than nothing, the others cannot change that
            return True
        promised += worth_of_draw(judge, card) / len(judge.pool)
    return promised >= points


def worth_of_draw(judge: Judge, card: int) -> float:
    """Points that a card brings in the hand or in the ground."""
    species = card // VALUES
    cards = judge.cards[species]
    return max(judge.worth(species, [*cards, card]) - judge.worth(species, cards), judge.best_gain(card))


def to_plant(judge: Judge) -> int:
    """Plant what gains most above what the hand loses by it, and by the discard that must follow."""
    best, action = NOTHING, 0
    losses = {card: judge.loss(card, judge.cards[card // VALUES]) for card in judge.hand}
    gifts = {card: judge.gift(card) for card in judge.hand}
    for card in judge.hand:
        species = card // VALUES
        rest = [other for other in judge.cards[species] if other != card]
        costs = (
            gifts[other] + (judge.loss(other, rest) if other in rest else losses[other])
            for other in judge.hand
            if other != card
        )
        base, right = losses[card] + min(costs), judge.chance_of_right(species, rest)
        for cell, low, high in judge.ground.places(card):
            worth = judge.gain(card, low, high, right) - base
            if worth > best:
                best, action = worth, PLANT_CARD + card * CELLS + cell
    return action


def cost_of_discard(judge: Judge, card: int) -> float:
    """Points that are lost with a card: in the hand, in the ground and to rivals."""
    later = LATER * judge.best_gain(card) if judge.turns >= 1 else 0.0
    return judge.loss(card, judge.cards[card // VALUES]) + judge.gift(card) + later


SCRIPTS: dict[str, Callable[[State], int]] = {"spite": spite}
"""By the name of the bot."""
