"""Applejack: first steps weighed by what is best after them, this turn and the next, in worlds that the seat imagines.

After two turns the evaluation of `ai.knowledge` judges. What the next turn brings is worked out for each tile that will
be on offer; of the ways to lay the first tile those that promise most are tried.
"""

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from ai.knowledge.applejack import expected_points
from ai.knowledge.applejack_laying import promising_layings
from ai.knowledge.applejack_prospects import CROPS, harvests_ahead
from ai.solve.applejack_ahead import Offers
from ai.solve.applejack_worth import USUAL
from services.rules.games.applejack.components import LENGTH, N_TILES
from services.rules.games.applejack.harvest import harvest, is_last_turn, start_round
from services.rules.games.applejack.moves import DRAW, LAY_TILE, MAX_LEGAL, TAKE_TILE, WAYS
from services.rules.games.applejack.orchard import lay
from services.rules.games.applejack.state import LAY, RESTOCK, TAKE, State, unseen
from services.rules.kernel import BLANK, Rng, below

TRIED: Final = 4
"""Ways to lay a tile that is still to be taken."""
GLANCES: Final = 10
"""Tiles of the supply by which it is judged how lucky the draws of the few worlds are."""


def few_layings(s: State) -> list[int]:
    """The ways to lay the tile in hand that promise most, the pasture last."""
    room = [0] * MAX_LEGAL
    return room[: promising_layings(s, room, USUAL)]


def weigh(s: State, worlds: Sequence[State], offers: Sequence[Offers], actions: Sequence[int], rng: Rng) -> list[float]:
    """The points that may be expected after each of these actions of the seat to act."""
    if s.phase == LAY:
        return [fmean(laid(s, action, ahead) for ahead in offers) for action in actions]
    luck = _luck(s, worlds, rng) if DRAW in actions else 0.0
    worth = {False: _taken, True: _stored}[s.phase == RESTOCK]
    means = []
    for action in actions:
        tiles = [_top(world) if action == DRAW else action - TAKE_TILE for world in worlds]
        mean = fmean(worth(s, tile, ahead) for tile, ahead in zip(tiles, offers, strict=True))
        means.append(mean - luck if action == DRAW else mean)
    return means


def laid(s: State, action: int, ahead: Offers) -> float:
    """Points after the tile in hand is laid so, and the best of the next offer."""
    after, me = s.clone(), s.turn
    lay(after, me, *divmod(action - LAY_TILE, WAYS))
    return _next_turn(after, me, [tile for tile in (ahead[0] if ahead else ()) if tile != s.held])


def _taken(s: State, tile: int, ahead: Offers) -> float:
    """Points after a tile is taken and laid."""
    after = _holding(s, tile)
    ways = few_layings(after)
    return max(laid(after, action, ahead) for action in {*ways[:TRIED], ways[-1]})


def _stored(s: State, tile: int, ahead: Offers) -> float:
    """Points after a tile is put at the cottage, from where it can be taken on the next turn."""
    return _next_turn(s.clone(), s.turn, (*(ahead[0] if ahead else ()), tile))


def _holding(s: State, tile: int) -> State:
    after = s.clone()
    after.held, after.phase = tile, LAY
    return after


def _top(world: State) -> int:
    return world.supply[world.n_supply - 1]


def _next_turn(after: State, me: int, tiles: Sequence[int]) -> float:
    """Points when the die has gone around the table, and the seat holds the best of some tiles."""
    after.phase = TAKE
    for _ in range(after.seats):
        if is_last_turn(after):
            break
        _move_die(after)
    after.turn, ahead = me, [0] * CROPS
    harvests_ahead(after, ahead)
    if not tiles or after.n_free[me] == 0:
        return expected_points(after, me, ahead, USUAL)
    after.phase, best = LAY, -1e9
    for tile in tiles:
        after.held = tile
        best = max(best, expected_points(after, me, ahead, USUAL))
    return best


def _move_die(s: State) -> None:
    for colour in s.apple[2 * s.space : 2 * s.space + 2]:
        if colour != BLANK:
            harvest(s, colour)
    s.space += 1
    if s.space == LENGTH[s.seats]:
        start_round(s)


def _luck(s: State, worlds: Sequence[State], rng: Rng) -> float:
    """By how much the tops of the supply in these worlds are better than other tiles of it, laid at once."""
    room = [0] * N_TILES
    pool = room[: unseen(s, room)]
    some = [pool.pop(below(rng, len(pool))) for _ in range(min(GLANCES, len(pool)))]
    ahead = [0] * CROPS
    harvests_ahead(s, ahead)

    def worth(tile: int) -> float:
        return expected_points(_holding(s, tile), s.turn, ahead, USUAL)

    return fmean(worth(_top(world)) for world in worlds) - fmean(map(worth, some))
