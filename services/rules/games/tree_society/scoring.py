"""The end: points of ongoing and completed cards, and the winner."""

from services.rules.kernel import rule

from . import effects
from .components import BANNERS, COUNT, FRUIT, GUILD, KINDS, N_FRUITS, N_GUILDS, POINTS
from .prices import standing
from .state import State


@rule
def count_set(bits: int, n: int) -> int:
    """How many of the lowest n bits are set."""
    total = 0
    for i in range(n):
        total += bits >> i & 1
    return total


@rule
def guild_banners(s: State, p: int, guild: int) -> int:
    """Banners of one guild among the completed cards of a seat."""
    total = 0
    for i in range(s.n_completed[p]):
        if GUILD[s.completed[p][i]] == guild:
            total += BANNERS[s.completed[p][i]]
    return total


@rule
def different_guilds(s: State, p: int) -> int:
    """How many different guilds there are among the completed cards of a seat."""
    guilds = 0
    for i in range(s.n_completed[p]):
        guilds |= 1 << GUILD[s.completed[p][i]]
    return count_set(guilds, N_GUILDS)


@rule
def fruits_sold(s: State, p: int, different: bool) -> int:
    """How many fruit cards a seat has sold, or how many different fruits."""
    total = types = 0
    for kind in range(KINDS):
        if s.sold[p][kind] > 0:
            total += s.sold[p][kind]
            types |= 1 << FRUIT[kind]
    return count_set(types, N_FRUITS) if different else total


@rule
def counted(s: State, p: int, count: int, guild: int) -> int:
    """How much a seat has of what the points of a level 3 count; `guild` is that of the card."""
    if count == effects.COUNT_BANNERS:
        n = s.banners[p]
    elif count == effects.COUNT_CARDS:
        n = s.n_completed[p]
    elif count == effects.COUNT_GUILD_BANNERS:
        n = guild_banners(s, p, guild)
    elif count == effects.COUNT_COINS:
        n = s.purse[p] + s.chest[p]
    elif count == effects.COUNT_FRUITS:
        n = s.n_fruits[p]
    elif count == effects.COUNT_GUILDS:
        n = different_guilds(s, p)
    else:
        n = fruits_sold(s, p, count == effects.COUNT_SOLD_TYPES)
    return n


@rule
def level_points(s: State, p: int, card: int) -> int:
    """Points that a card of a seat scores on the level where its tree marker stands."""
    at = standing(s, card)
    points = int(POINTS[at])
    count, each, per, at_most = COUNT[at][0], COUNT[at][1], COUNT[at][2], COUNT[at][3]
    if count != effects.COUNT_NOTHING:
        more = counted(s, p, count, GUILD[card]) // per * each
        points += min(more, at_most) if at_most > 0 else more
    return points


@rule
def points_of(s: State, p: int) -> int:
    """Points of a seat, as things stand."""
    points = 0
    for i in range(s.n_ongoing[p]):
        points += level_points(s, p, s.ongoing[p][i])
    for i in range(s.n_completed[p]):
        points += level_points(s, p, s.completed[p][i])
    return points


@rule
def scores(s: State, out: list[int]) -> None:
    """Points of each seat."""
    for p in range(s.seats):
        out[p] = points_of(s, p)


@rule
def ranking(s: State, scores: list[int], out: list[int]) -> None:
    """Place of each seat from 1: by points, then the later seat in turn order; so no place is shared."""
    for p in range(s.seats):
        out[p] = 1
        for other in range(s.seats):
            if scores[other] > scores[p] or (scores[other] == scores[p] and other > p):
                out[p] += 1
