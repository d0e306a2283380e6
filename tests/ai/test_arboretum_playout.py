"""How Arboretum is played on: its notes agree with the rules, and it looks at nothing that is hidden."""

from collections.abc import Iterator

import pytest

from ai.choose import rng_of
from ai.knowledge.arboretum import WEIGHTS, evaluate, playout, propose
from ai.knowledge.arboretum_gain import differing, join, path_through
from ai.knowledge.arboretum_ground import find_runs, lengthened
from ai.knowledge.arboretum_habits import HABITS, KNOTS, MANY, OWN_HABITS, PURE_LACKS, ROWS, in_time
from ai.knowledge.arboretum_hand import look
from ai.knowledge.arboretum_notes import BEST, HABIT, NOTES, RIGHT, RUNS, SIZE, TREE, TURNS, UNIT
from ai.knowledge.arboretum_uniform import UNIFORM, UNIFORM_WEIGHTS
from ai.knowledge.lookup import Playout
from services.rules.games.arboretum.components import CELLS, MAX_FREE, MAX_TREES
from services.rules.games.arboretum.moves import PLANT_CARD
from services.rules.games.arboretum.scoring import N_SPECIES, best_path, by_value
from services.rules.games.arboretum.state import PLANT, State
from services.rules.kernel import Rng
from services.rules.registry import GAMES

GAME = GAMES["arboretum"]


def positions(bonus: str, seats: int = 2, games: int = 3) -> Iterator[tuple[State, Rng]]:
    """States of games that are played by the playout, each with a generator."""
    for number in range(games):
        rng = rng_of(100 * seats + number)
        s = GAME.start(seats, GAME.pack({"path_bonus": bonus}, seats), rng)
        while not GAME.is_over(s):
            yield s, rng
            GAME.apply(s, playout(s, rng, [0] * GAME.max_legal), rng)


def paths(s: State, p: int) -> list[int]:
    """Points of the best path of each species, as the rules count them."""
    order, reach, back = [0] * MAX_TREES, [0] * MAX_TREES, [0] * (MAX_TREES + 1)
    by_value(s, p, order)
    return [best_path(s, p, species, order, reach, back) for species in range(N_SPECIES)]


@pytest.mark.parametrize("bonus", ["each", "uniform"])
class TestNotes:
    def test_the_best_paths_are_those_of_the_rules(self, bonus: str) -> None:
        seen = 0
        for s, _ in positions(bonus):
            notes = [0] * SIZE
            for p in range(s.seats):
                find_runs(s, p, notes)
                assert notes[p * NOTES + BEST : p * NOTES + BEST + N_SPECIES] == paths(s, p)
                seen += sum(paths(s, p)) > 0
        assert seen > 100

    def test_a_card_makes_the_path_that_is_there_once_it_is_planted(self, bonus: str) -> None:
        longer = 0
        for s, rng in positions(bonus):
            if s.phase == PLANT:
                notes, runs, me = [0] * SIZE, [0] * RUNS, s.turn
                look(s, OWN_HABITS, notes)
                before = paths(s, me)
                for card in s.hand[me][: s.n_hand[me]]:
                    for place in s.free[me][: s.n_free[me]]:
                        join(s, me, card, place, notes, runs)
                        after = s.clone()
                        GAME.apply(after, PLANT_CARD + card * CELLS + place, rng)
                        made = paths(after, me)
                        kind = card // 8
                        through = path_through(s, card, kind, runs)
                        assert made[kind] == max(before[kind], through)
                        longer += made[kind] > before[kind]
        assert longer > 100

    def test_the_rights_of_all_hands_are_chances(self, bonus: str) -> None:
        for s, _ in positions(bonus, seats=4, games=1):
            notes = [0] * SIZE
            look(s, OWN_HABITS, notes)
            assert all(0 <= chance <= UNIT for chance in notes[RIGHT : RIGHT + N_SPECIES])


def test_places_beside_one_and_the_same_tree_count_once() -> None:
    s = GAME.start(2, GAME.pack({}, 2), rng_of(1))
    rng = rng_of(2)
    places = [0] * MAX_FREE
    while s.n_tree[0] < 1:
        GAME.apply(s, playout(s, rng, [0] * GAME.max_legal), rng)
    assert s.n_free[0] == 4
    assert [differing(s, 0, first, places) for first in range(4)] == [1, 1, 1, 1]
    assert places[0] == s.free[0][3]


@pytest.mark.parametrize("bonus", ["each", "uniform"])
@pytest.mark.parametrize("policy", [playout, propose])
def test_a_seat_plays_the_same_whatever_is_hidden_from_it(policy: Playout, bonus: str) -> None:
    decisions = 0
    for s, rng in positions(bonus, seats=3, games=2):
        worlds = [GAME.imagine(s, s.turn, rng) for _ in range(2)]
        assert worlds[0].to_bytes() != worlds[1].to_bytes() or s.n_deck < 2
        first, second = (policy(world, rng_of(7), [0] * GAME.max_legal) for world in worlds)
        assert first == second
        decisions += 1
    assert decisions > 100


@pytest.mark.parametrize("bonus", ["each", "uniform"])
def test_a_table_is_worth_the_same_whatever_is_hidden(bonus: str) -> None:
    weights, worths = list(WEIGHTS.values()), set()
    for s, rng in positions(bonus, seats=3, games=1):
        for p in range(s.seats):
            first, second = (evaluate(GAME.imagine(s, p, rng), p, weights) for _ in range(2))
            assert first == second
            worths.add(first)
    assert len(worths) > 50


@pytest.mark.parametrize("bonus", ["each", "uniform"])
def test_each_bonus_has_weights_of_its_own(bonus: str) -> None:
    s = GAME.start(2, GAME.pack({"path_bonus": bonus}, 2), rng_of(1))
    rows = [row for name, row in HABITS.items() if ("@" in name) == (bonus == "uniform")]
    for turns, knot in ((0, 0), (MANY, KNOTS - 1), (2 * MANY, KNOTS - 1)):
        now = [0] * ROWS
        in_time(s, turns, OWN_HABITS, 0, now)
        assert now[: len(rows)] == [row[knot] for row in rows]
    others = [name.partition("@")[0] for name in HABITS if "@" in name]
    assert others[:-1] == [name for name in HABITS if "@" not in name]


def test_the_uniform_weights_stand_behind_the_usual_ones() -> None:
    assert list(WEIGHTS)[UNIFORM:] == list(UNIFORM_WEIGHTS)
    s = GAME.start(2, GAME.pack({"path_bonus": "uniform"}, 2), rng_of(1))
    rng, weights = rng_of(3), list(WEIGHTS.values())
    for _ in range(60):
        GAME.apply(s, playout(s, rng, [0] * GAME.max_legal), rng)
    before = evaluate(s, 0, weights)
    assert evaluate(s, 0, [0.0] * UNIFORM + weights[UNIFORM:]) == before
    assert evaluate(s, 0, weights[:UNIFORM] + [2 * weight for weight in weights[UNIFORM:]]) != before


class TestPathsOfOneSpecies:
    """Option `uniform`: four trees of one species count double."""

    def notes(self, turns: int) -> list[int]:
        notes = [0] * SIZE
        notes[TURNS], notes[HABIT + PURE_LACKS] = turns * UNIT, 50
        return notes

    def test_a_fourth_tree_makes_all_of_them_count_double(self) -> None:
        assert lengthened(3 * TREE, 0, 0, self.notes(1)) == 8 * UNIT

    def test_ends_count_once(self) -> None:
        assert lengthened(4 * TREE + 1, 2, 0, self.notes(1)) == (10 + 1 + 2) * UNIT

    def test_every_tree_that_is_lacking_halves_the_hope(self) -> None:
        assert lengthened(2 * TREE, 0, 1, self.notes(5)) == 8 * UNIT // 2
        assert lengthened(TREE, 0, 2, self.notes(5)) == 8 * UNIT // 4

    def test_there_must_be_values_and_turns_for_what_is_lacking(self) -> None:
        assert lengthened(2 * TREE, 0, 0, self.notes(5)) == 0
        assert lengthened(2 * TREE, 0, 1, self.notes(1)) == 0
