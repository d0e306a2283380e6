"""Positions worked out by others, in both readings, and two thousand more against the scoring written by hand."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from services.rules.games.arboretum import GAME
from services.rules.games.arboretum.components import SPECIES
from services.rules.games.arboretum.scoring import path_cells
from services.rules.games.arboretum.state import State
from tests.support.games import Table, rng

from . import by_hand
from .table import LETTERS, an_end, hand, short

POSITIONS = json.loads((Path(__file__).parent / "positions.json").read_text(encoding="utf-8"))["positions"]
READINGS = {"literal": "each", "published": "uniform"}

both = pytest.mark.parametrize("bonus", ["each", "uniform"])


@pytest.mark.parametrize(("reading", "bonus"), READINGS.items())
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_a_position_is_scored_as_worked_out(position: dict[str, Any], reading: str, bonus: str) -> None:
    assert GAME.score_sheet is not None
    assert GAME.score_sheet(position, {"path_bonus": bonus}) == position["expected"][reading]


@pytest.mark.parametrize(("reading", "bonus"), READINGS.items())
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_the_scoring_by_hand_agrees_with_the_positions(position: dict[str, Any], reading: str, bonus: str) -> None:
    hands = [set(cards) for cards in position["hands"]]
    arboretums = [{(x, y): card for card, x, y in trees} for trees in position["tableaux"]]
    totals = by_hand.totals(hands, arboretums, "".join(position["colours"]), bonus)
    expected = position["expected"][reading]
    assert [by_hand.best_paths(arboretum, bonus) for arboretum in arboretums] == expected["best"]
    assert {colour: by_hand.with_right(hands, colour) for colour in position["colours"]} == expected["rights"]
    assert totals == expected["totals"]
    assert by_hand.winners(totals, arboretums) == expected["winners"]


@both
def test_a_thousand_positions_are_scored_as_by_hand(bonus: str) -> None:
    lengths = [agree(s, bonus) for s in positions(Random(f"positions {bonus}"), bonus, 1000)]
    assert max(lengths) == 8
    assert sum(length >= 5 for length in lengths) > 100


@both
@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_end_as_by_hand(seats: int, bonus: str) -> None:
    for seed in range(40):
        table = Table("arboretum", seats, seed + 1)
        s = table.start()
        assert isinstance(s, State)
        s.path_bonus = ["each", "uniform"].index(bonus)
        chance, room = rng(seed), [0] * GAME.max_legal
        while not GAME.is_over(s):
            GAME.apply(s, GAME.random_action(s, chance, room), chance)
        agree(s, bonus)


def agree(s: State, bonus: str) -> int:
    """Hold the end of a game against the scoring by hand; return the length of the longest path shown."""
    colours = "".join(letter for i, letter in enumerate(LETTERS) if s.species >> i & 1)
    hands = [hand(s, p) for p in range(s.seats)]
    arboretums = [arboretum(s, p) for p in range(s.seats)]
    points, places = GAME.result(s, s.seats)
    assert points == by_hand.totals(hands, arboretums, colours, bonus)
    assert [p for p in range(s.seats) if places[p] == 1] == by_hand.winners(points, arboretums)
    final = GAME.describe(s, -1)["rights"]
    assert [final[SPECIES[LETTERS.index(c)]] for c in colours] == [by_hand.with_right(hands, c) for c in colours]
    longest = 0
    for p in range(s.seats):
        shown = {colour: path_cells(s, p, LETTERS.index(colour)) for colour in LETTERS}
        assert {colour: worth for colour, (worth, _) in shown.items() if worth} == by_hand.best_paths(
            arboretums[p], bonus
        )
        for worth, path in shown.values():
            check_path(s, p, path, worth, bonus)
            longest = max(longest, len(path))
    return longest


def check_path(s: State, p: int, path: list[int], worth: int, bonus: str) -> None:
    """The path shown goes from neighbour to neighbour and is worth what is said."""
    for k, after in pairwise(path):
        assert abs(s.x[p][k] - s.x[p][after]) + abs(s.y[p][k] - s.y[p][after]) == 1
        assert s.tree[p][k] % 8 < s.tree[p][after] % 8
    assert (by_hand.points([short(s.tree[p][k]) for k in path], bonus) if path else 0) == worth


def arboretum(s: State, p: int) -> by_hand.Arboretum:
    return {(s.x[p][k], s.y[p][k]): short(s.tree[p][k]) for k in range(s.n_tree[p])}


def positions(random: Random, bonus: str, n: int) -> Iterator[State]:
    """End positions in which seats planted rising values of few colours side by side, so that paths are long."""
    for _ in range(n):
        seats = random.choice(GAME.seats)
        colours = LETTERS[: {2: 6, 3: 8, 4: 10}[seats]]
        deck = [f"{colour}{value}" for colour in colours for value in range(1, 9)]
        random.shuffle(deck)
        hands = [" ".join(deck.pop() for _ in range(random.randint(0, 7))) for _ in range(seats)]
        trees = [grown(random, deck, random.randint(0, 80 // seats - 8)) for _ in range(seats)]
        yield an_end(hands, trees, bonus=bonus, species=(1 << len(colours)) - 1)


def grown(random: Random, deck: list[str], n: int) -> str:
    """An arboretum of at most n trees out of the deck: mostly of one colour, planted in rising order or in any."""
    likes, faithful = random.choice("ABCDEF"), random.random()
    wanted = [card for card in deck if card[0] == likes and random.random() < faithful]
    chosen = (wanted + [card for card in deck if card not in wanted])[: min(n, 17)]
    for card in chosen:
        deck.remove(card)
    random.shuffle(chosen)
    if random.random() < 0.5:
        chosen.sort(key=lambda card: card[1])
    trees: dict[tuple[int, int], str] = {}
    for card in chosen:
        recent = list(trees)[-1 if random.random() < 0.7 else 0 :]
        beside = [(x + dx, y + dy) for x, y in recent for dx, dy in by_hand.STEPS]
        anywhere = [(x + dx, y + dy) for x, y in trees for dx, dy in by_hand.STEPS]
        free = [at for at in beside if at not in trees] or [at for at in anywhere if at not in trees]
        trees[random.choice(free or [(0, 0)])] = card
    return " ".join(f"{card}({x},{y})" for (x, y), card in trees.items())
