"""Applejack: what harvests bring, as terms of a model.

A harvest brings, for each area, its apples less the pips, or nothing. That is the most that a choice of tiles and areas
can be worth which counts its apples, less the pips for each piece of the choice, but for one piece less at each join
between two of them. Joins are the edges of a forest; all harvests of a colour share it. So no choice is worth more than
the harvest brings, and the best one is worth as much.
"""

from dataclasses import dataclass, field
from itertools import combinations

from ortools.sat.python import cp_model

from ai.solve.applejack_layout import Bool, Layout, Linear, total
from ai.solve.applejack_season import Area, Harvest

Pair = tuple[int, int]


@dataclass(slots=True)
class Forest:
    """How the areas of a colour and the tiles that turns add to it are joined.

    Pieces are numbered: the areas that can grow, then the turns.
    """

    colour: int
    areas: tuple[Area, ...]
    settled: tuple[Area, ...]
    """Those that nothing can join."""
    turns: tuple[int, ...]
    """Turns that may add apples of the colour, rising."""
    joins: dict[Pair, Bool] = field(default_factory=dict)
    """By two pieces; may be true only for neighbours, and never so that they make a circle."""

    def pieces(self, after: int) -> int:
        """How many pieces there can be after a turn."""
        return len(self.areas) + sum(turn <= after for turn in self.turns)


def grow(layout: Layout, colour: int) -> Forest:
    """The forest of a colour."""
    turns = tuple(t for t, turn in enumerate(layout.turns) if turn.shows[colour] is not None)
    areas = layout.season.orchard.areas[colour]
    open_ones = tuple(area for area in areas if area.beside and turns)
    forest = Forest(colour, open_ones, tuple(area for area in areas if area not in open_ones), turns)
    for k, turn in enumerate(turns, len(open_ones)):
        for i, area in enumerate(open_ones):
            join = _join(layout, colour, turn)
            layout.model.add_bool_or(~join, *(layout.turns[turn].up[place] for place in sorted(area.beside)))
            forest.joins[i, k] = join
    for (i, earlier), (k, later) in combinations(enumerate(turns, len(open_ones)), 2):
        join = _join(layout, colour, earlier, later)
        layout.model.add_implication(join, layout.touching(earlier, later))
        forest.joins[i, k] = join
    if len(turns) > 1:
        _forbid_circles(layout.model, forest)
    return forest


def _join(layout: Layout, colour: int, *turns: int) -> Bool:
    join = layout.model.new_bool_var("")
    for turn in turns:
        shows = layout.turns[turn].shows[colour]
        assert shows is not None
        layout.model.add_implication(join, shows)
    return join


def _forbid_circles(model: cp_model.CpModel, forest: Forest) -> None:
    """Each join leads from a piece to one on a higher level, and to each piece leads one at most."""
    n = forest.pieces(max(forest.turns))
    level = [model.new_int_var(0, n - 1, "") for _ in range(n)]
    into: list[list[Bool]] = [[] for _ in range(n)]
    for (i, k), join in forest.joins.items():
        up, down = model.new_bool_var(""), model.new_bool_var("")
        model.add(up + down == join)
        for arc, low, high in ((up, i, k), (down, k, i)):
            into[high].append(arc)
            model.add(level[high] >= level[low] + 1).only_enforce_if(arc)
    for arcs in into:
        model.add_at_most_one(arcs)


def crop_of(layout: Layout, forest: Forest, harvest: Harvest) -> Linear:
    """What a harvest brings: at most that, and as much in the best solution."""
    model, pips, n = layout.model, harvest.pips, forest.pieces(harvest.after)
    terms: list[Linear] = [sum(max(0, area.apples - pips) for area in forest.settled)]
    chosen: list[Bool | None] = []
    for area in forest.areas:
        choice = None if area.apples >= pips else model.new_bool_var("")
        chosen.append(choice)
        terms.append((area.apples - pips) * (1 if choice is None else choice))
    for turn in forest.turns[: n - len(forest.areas)]:
        choice = model.new_bool_var("")
        chosen.append(choice)
        terms.append(_apples_of(layout, turn, forest.colour, choice) - pips * choice)
    for (i, k), join in forest.joins.items():
        if k < n:
            used = model.new_bool_var("")
            for needed in (join, chosen[i], chosen[k]):
                if needed is not None:
                    model.add_implication(used, needed)
            terms.append(pips * used)
    return total(terms)


def _apples_of(layout: Layout, turn: int, colour: int, choice: Bool) -> Linear:
    """The apples that a turn adds, if they are chosen."""
    laid = layout.turns[turn]
    shows = laid.shows[colour]
    assert shows is not None
    most, least = laid.most_apples(colour), laid.least_apples(colour)
    layout.model.add_implication(choice, shows)
    if most == least:
        return most * choice
    apples = layout.model.new_int_var(0, most, "")
    layout.model.add(apples <= most * choice)
    layout.model.add(apples <= laid.apples(colour))
    return apples
