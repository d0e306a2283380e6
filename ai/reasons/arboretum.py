"""Reasons in Arboretum: what a move does to the own paths, and to the rights to score as hands stand."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ai.reasons.lookup import World, in_all
from services.rules.contract import Fact
from services.rules.games.arboretum.components import SPECIES, VALUES
from services.rules.games.arboretum.moves import DISCARD_CARD
from services.rules.games.arboretum.scoring import N_SPECIES, claims, path_cells, right_to_score
from services.rules.games.arboretum.state import State

NOTABLE: Final = 0.1
"""A change of a share that is told."""
LIKELY: Final = 0.5
MOST_KEPT: Final = 2
"""Rights that are kept are told of so many species, those with the longest paths."""


def reasons(worlds: Sequence[World], seat: int, action: int) -> list[Fact]:
    """What speaks for the action; shares are those of imagined tables in which the right would be had now."""
    found = in_all(worlds, lambda world: _paths(world, seat))
    rights = {p: _shares(worlds, p) for p in range(worlds[0].before.seats)}
    found += _gained(worlds[0].after, seat, rights[seat])
    if action >= DISCARD_CARD:
        found += _kept(worlds[0].after, seat, rights[seat])
    for rival in rights.keys() - {seat}:
        found += _denied(worlds[0].before, rival, rights[rival])
    return found


def _paths(world: World, seat: int) -> Iterator[Fact]:
    """Paths of the own arboretum that have become worth more."""
    for species, name in _in_play(world.before):
        old, new = (path_cells(s, seat, species)[0] for s in world)
        if new > old:
            text = f"The {name} path grows from {old} to {new} points."
            yield Fact("arboretum.extends_path", text, {"species": name, "points": new, "before": old})


Shares = dict[int, tuple[float, float]]
"""By species: in which share of the tables a seat has the right to score it, before the move and after."""


def _shares(worlds: Sequence[World], seat: int) -> Shares:
    counted = {species: [0, 0] for species, _ in _in_play(worlds[0].before)}
    for world in worlds:
        for i, state in enumerate(world):
            sums = [0] * (state.seats * N_SPECIES)
            claims(state, sums)
            for species, counts in counted.items():
                counts[i] += right_to_score(state, sums, seat, species)
    return {species: (old / len(worlds), new / len(worlds)) for species, (old, new) in counted.items()}


def _gained(after: State, seat: int, shares: Shares) -> Iterator[Fact]:
    for species, name in _in_play(after):
        old, new = shares[species]
        if new - old >= NOTABLE and _holds(after, seat, species):
            text = f"The right to score {name} becomes likelier: {new:.0%} instead of {old:.0%}."
            yield Fact(
                "arboretum.gains_right", text, {"species": name, "share": round(new, 2), "before": round(old, 2)}
            )


def _kept(after: State, seat: int, shares: Shares) -> Iterator[Fact]:
    """Of the longest paths: rights that are likely before and after a card leaves the hand."""
    paths = sorted(((path_cells(after, seat, species)[0], species) for species in shares), reverse=True)
    for points, species in paths[:MOST_KEPT]:
        old, new = shares[species]
        if points and new >= LIKELY and abs(new - old) < NOTABLE and _holds(after, seat, species):
            name = SPECIES[species]
            text = f"The right to score {name} stays likely: {new:.0%}."
            yield Fact("arboretum.keeps_right", text, {"species": name, "share": round(new, 2)})


def _denied(before: State, rival: int, shares: Shares) -> Iterator[Fact]:
    """Rights to paths of a rival that it loses on some tables."""
    for species, name in _in_play(before):
        old, new = shares[species]
        points = path_cells(before, rival, species)[0]
        if points and old - new >= NOTABLE:
            text = f"Seat {rival} scores its {name} path less surely: {new:.0%} instead of {old:.0%}."
            params: dict[str, Any] = {"seat": rival, "species": name, "points": points, "share": round(new, 2)}
            yield Fact("arboretum.denies", text, params | {"before": round(old, 2)})


def _holds(s: State, seat: int, species: int) -> bool:
    """Whether the seat has a card of the species in its hand."""
    return any(card // VALUES == species for card in s.hand[seat][: s.n_hand[seat]])


def _in_play(s: State) -> list[tuple[int, str]]:
    return [(i, name) for i, name in enumerate(SPECIES) if s.species >> i & 1]
