"""Applejack: plans for an orchard played by the rules, and a plan made greedily, tile by tile."""

from collections.abc import Iterable, Iterator, Sequence

from ai.solve.applejack_season import Laying, Season
from services.rules.games.applejack.components import APPLES, BLOSSOMS, HIVES, PASTURE, PERIOD, PRICE
from services.rules.games.applejack.orchard import MOST_PIPS, PASTURE_HONEY, lay
from services.rules.games.applejack.scoring import VARIETY_BONUS
from services.rules.games.applejack.state import State, clear_orchard


def orchard_with(board: int, honey: int, laid: Iterable[Laying]) -> State:
    """A state of one seat, in whose orchard these tiles lie."""
    s = State()
    s.seats, s.board[0] = 1, board
    clear_orchard(s, 0)
    for one in laid:
        s.held = one.tile
        lay(s, 0, one.place, one.rotation)
    s.honey[0] = honey
    return s


def ways_to_lay(s: State, tile: int) -> Iterator[Laying]:
    """The legal ways to lay a tile."""
    for place in s.free[0][: s.n_free[0]]:
        if PRICE[tile] <= s.honey[0]:
            yield from (Laying(tile, place, rotation) for rotation in range(PERIOD[tile]))
        yield Laying(tile, place, PASTURE)


def play_turn(s: State, season: Season, turn: int, laying: Laying) -> None:
    """Lay a tile, then collect what comes before the next; the final scoring is not collected."""
    s.held = laying.tile
    lay(s, 0, laying.place, laying.rotation)
    if turn < season.last:
        s.honey[0] += _collected(s, season, turn)


def _collected(s: State, season: Season, turn: int) -> int:
    """What harvests and blossoms after a turn bring."""
    crop = s.crop[0]
    honey = sum(h.times * crop[MOST_PIPS * h.colour + h.pips - 1] for h in season.harvests if h.after == turn)
    return honey + sum(times * s.blossoms[0] for after, times in season.blossoms if after == turn)


def points_of(s: State, season: Season, turn: int) -> int:
    """Final points if nothing is laid after a turn, before what follows it is collected."""
    points, crop = s.honey[0], s.crop[0]
    points += sum(h.times * crop[MOST_PIPS * h.colour + h.pips - 1] for h in season.harvests if h.after >= turn)
    points += sum(times * s.blossoms[0] for after, times in season.blossoms if after >= turn)
    return points + bonus_of(s)


def bonus_of(s: State) -> int:
    """The bonus for varieties, as it stands."""
    found: int = VARIETY_BONUS[sum(pays > 0 for pays in s.crop[0][MOST_PIPS - 1 :: MOST_PIPS])]
    return found


def replay(s: State, season: Season, layings: Sequence[Laying]) -> int:
    """The final points of a plan; the state is played to its end, up to the last laying."""
    for turn, laying in enumerate(layings):
        play_turn(s, season, turn, laying)
    return points_of(s, season, season.last)


def greedy_plan(s: State, season: Season) -> tuple[Laying, ...]:
    """The plan that lays each tile where it is worth most if nothing more were laid."""
    now, plan = s.clone(), list[Laying]()
    for turn, (tile,) in enumerate(season.turns):
        best, chosen = -1, None
        for laying in ways_to_lay(now, tile):
            after = now.clone()
            after.held = tile
            lay(after, 0, laying.place, laying.rotation)
            points = points_of(after, season, turn)
            if points > best:
                best, chosen = points, laying
        assert chosen is not None
        plan.append(chosen)
        play_turn(now, season, turn, chosen)
    return tuple(plan)


def never_more(s: State, season: Season) -> int:
    """Points that no plan exceeds: all apples of a colour in one area, every hive paid in full."""
    tiles = [tile for (tile,) in season.turns]
    points: int = s.honey[0] + VARIETY_BONUS[-1]
    points += sum(max(PASTURE_HONEY, PRICE[tile] * (HIVES[tile][0].bit_count() - 1)) for tile in tiles)
    for h in season.harvests:
        lie = sum(area.apples for area in season.orchard.areas[h.colour])
        apples = lie + sum(APPLES[tile][h.colour] for tile in tiles[: h.after + 1])
        points += h.times * max(0, apples - h.pips)
    for after, times in season.blossoms:
        points += times * (s.blossoms[0] + sum(BLOSSOMS[tile] for tile in tiles[: after + 1]))
    return points
