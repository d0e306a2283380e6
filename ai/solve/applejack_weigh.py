"""Applejack: first steps weighed by what is best after them, this turn and the next, in worlds that the seat imagines.

After two turns the evaluation of `ai.knowledge` judges. What the next turn brings is worked out for each tile that will
be on offer; of the ways to lay the first tile those that promise most are tried.
"""

from collections.abc import Sequence
from functools import cache, partial
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
    luck, means = _luck(s, worlds, rng) if DRAW in actions else 0.0, list[float]()
    for action in actions:
        ways = cache(partial(_ways, s, action))
        tiles = [_tile(s, action, world) for world in worlds]
        mean = fmean(
            max(way.best(_choice(s, tile, ahead)) for way in ways(tile))
            for tile, ahead in zip(tiles, offers, strict=True)
        )
        means.append(mean - luck if action == DRAW else mean)
    return means


class NextTurn:
    """The next turn of a seat, when the die has gone around the table: the same in all worlds but for what is on offer.

    So each tile is thought about once.
    """

    def __init__(self, after: State, me: int) -> None:
        """`after`: what this turn of the seat comes to; it is used up."""
        after.phase = TAKE
        for _ in range(after.seats):
            if is_last_turn(after):
                break
            _move_die(after)
        after.turn = me
        self._after, self._me, self._ahead = after, me, [0] * CROPS
        harvests_ahead(after, self._ahead)
        self._points: dict[int, float] = {}

    def best(self, tiles: Sequence[int]) -> float:
        """Points with the best of some tiles; with none, if there is none or no field is free."""
        if not tiles or self._after.n_free[self._me] == 0:
            return self._holding(BLANK)
        return max(map(self._holding, tiles))

    def _holding(self, tile: int) -> float:
        found = self._points.get(tile)
        if found is None:
            self._after.held, self._after.phase = tile, TAKE if tile == BLANK else LAY
            found = self._points[tile] = expected_points(self._after, self._me, self._ahead, USUAL)
        return found


def _tile(s: State, action: int, world: State) -> int:
    """The tile that an action is about, in a world."""
    if s.phase == LAY:
        return s.held
    return _top(world) if action == DRAW else action - TAKE_TILE


def _ways(s: State, action: int, tile: int) -> list[NextTurn]:
    """What may follow an action with a tile."""
    if s.phase == RESTOCK:
        return [NextTurn(s.clone(), s.turn)]
    if s.phase == LAY:
        return [_laid(s, action)]
    after = _taken(s, tile)
    ways = few_layings(after)
    return [_laid(after, way) for way in {*ways[:TRIED], ways[-1]}]


def _choice(s: State, tile: int, ahead: Offers) -> list[int]:
    """The tiles to choose from on the next turn: one at the cottage is among them, one that is laid is not."""
    tiles = [other for other in (ahead[0] if ahead else ()) if other != tile]
    return [*tiles, tile] if s.phase == RESTOCK else tiles


def _laid(s: State, action: int) -> NextTurn:
    after = s.clone()
    lay(after, s.turn, *divmod(action - LAY_TILE, WAYS))
    return NextTurn(after, s.turn)


def _taken(s: State, tile: int) -> State:
    after = s.clone()
    after.held, after.phase = tile, LAY
    return after


def _top(world: State) -> int:
    return world.supply[world.n_supply - 1]


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
        return expected_points(_taken(s, tile), s.turn, ahead, USUAL)

    return fmean(worth(_top(world)) for world in worlds) - fmean(map(worth, some))
