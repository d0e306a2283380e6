"""Applejack: the tiles that a seat will have to choose from on its next turns, in a world that it imagines."""

from ai.knowledge.applejack import playout
from services.rules.games.applejack.moves import MAX_LEGAL, apply, is_over
from services.rules.games.applejack.state import RESTOCK, TAKE, State
from services.rules.kernel import BLANK, Rng

Offers = tuple[tuple[int, ...], ...]


def offers_ahead(world: State, seat: int, turns: int, rng: Rng) -> Offers:
    """What is on offer on each of the next turns of a seat, this one left out, if everybody plays on sensibly.

    Where nothing lies open it is the top of the supply. Shorter if the game ends before. What the seat is about to put
    at its cottage is not among it.
    """
    stores = world.phase == RESTOCK
    s, room, begins, offers = world.clone(), [0] * MAX_LEGAL, False, list[tuple[int, ...]]()
    while len(offers) < turns and not is_over(s):
        if begins and s.turn == seat:
            offers.append(tiles_on_offer(s, BLANK if stores else s.cottage[seat]))
        before = s.phase
        apply(s, playout(s, rng, room), rng)
        begins = before != TAKE and s.phase == TAKE
    return tuple(offers)


def tiles_on_offer(s: State, cottage: int) -> tuple[int, ...]:
    """The tiles that the seat to act may take with that one at its cottage, but the top of the supply only if there is no other."""
    open_ones = [tile for k in s.offer for tile in s.trough[k][: s.n_trough[k]]]
    if cottage != BLANK:
        open_ones.append(cottage)
    return tuple(open_ones or s.supply[s.n_supply - 1 : s.n_supply])
