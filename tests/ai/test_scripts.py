"""Scripted opponents: each in its own game alone, legal, and blind to what its seat cannot know."""

import importlib.util
import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ai import cache
from ai.arena import bot_in_arena, line_up, play_arena
from ai.choose import choose
from ai.knowledge.arboretum_scripts_ground import Ground
from ai.knowledge.lookup import scripts_of
from ai.search.budgets import BOTS, UnknownBot, bot_of
from services.ai.roster import ROSTER
from services.rules.contract import Game
from services.rules.games.arboretum.components import CELLS, MAX_TREES, VALUES
from services.rules.games.arboretum.moves import PLANT_CARD, apply
from services.rules.games.arboretum.scoring import N_SPECIES, best_path, by_value
from services.rules.games.arboretum.state import EACH, OVER, PLANT, UNIFORM, State
from services.rules.kernel import MARKED, Rng
from services.rules.registry import GAMES
from tests.ai.modes import plain
from tests.support.games import rng
from tests.support.pomona import ROOT, environment

ARBORETUM = GAMES["arboretum"]
SCRIPTED = [(slug, name) for slug, game in GAMES.items() for name in scripts_of(game)]
READINGS = ("each", "uniform")


def whole_games(game: Game[Any], seats: int, reading: str, key: str, n: int = 1) -> Iterator[Any]:
    """The states of random games."""
    for number in range(n):
        chance = rng("scripts", key, seats, reading, number)
        state = game.start(seats, game.pack({"path_bonus": reading}, seats), chance)
        room = [0] * game.max_legal
        while not game.is_over(state):
            yield state
            game.apply(state, game.random_action(state, chance, room), chance)


# Who is known where


def test_arboretum_has_the_script_that_wins_arenas() -> None:
    assert SCRIPTED == [("arboretum", "spite")]
    assert (bot_of("spite", ARBORETUM).name, bot_of("spite", ARBORETUM).kind) == ("spite", "script")


@pytest.mark.parametrize("slug", sorted(GAMES.keys() - {"arboretum"}))
def test_a_script_is_unknown_in_any_other_game(slug: str) -> None:
    with pytest.raises(UnknownBot, match=f"there is no bot 'spite' in {GAMES[slug].title}; bots are random, "):
        bot_of("spite", GAMES[slug])


def test_a_script_is_unknown_without_a_game() -> None:
    with pytest.raises(UnknownBot, match="there is no bot 'spite'; bots are random, "):
        bot_of("spite")


def test_who_asks_for_a_wrong_bot_is_told_of_the_scripts_of_the_game() -> None:
    with pytest.raises(UnknownBot, match=r"'wizard' in Arboretum; bots are random, .*, spite$"):
        bot_of("wizard", ARBORETUM)


@pytest.mark.parametrize("wrong", ["spite:", "spite:5"])
def test_a_script_takes_no_iterations(wrong: str) -> None:
    with pytest.raises(UnknownBot, match="spite plays by fixed rules"):
        bot_of(wrong, ARBORETUM)


def test_a_script_weighs_nothing_and_so_cannot_cheat() -> None:
    with pytest.raises(UnknownBot, match="the true state is of no use"):
        bot_in_arena("cheat:spite", ARBORETUM)


@pytest.mark.parametrize(("slug", "name"), SCRIPTED)
def test_a_script_sits_at_no_table_of_people(slug: str, name: str) -> None:
    assert name in scripts_of(GAMES[slug])
    assert name not in ROSTER
    assert name not in BOTS


def test_the_arena_seats_a_script_and_plays_it_the_same_way_again() -> None:
    bots = line_up(["spite", "random"], 2, ARBORETUM)
    first, again = (play_arena(ARBORETUM, bots, 4, 1, {"path_bonus": "uniform"}) for _ in range(2))
    assert first[0].points == again[0].points
    assert (first[0].wins, first[0].iterations, first[0].short) == (4, 0, 0)  # greedy too wins every game of 200


# What is compiled


@pytest.mark.parametrize(("slug", "name"), SCRIPTED)
def test_no_script_is_part_of_what_is_compiled(slug: str, name: str) -> None:
    file = Path(inspect.getfile(scripts_of(GAMES[slug])[name])).resolve()
    compiled = cache.source_files(GAMES[slug])
    assert ROOT / "ai" / "knowledge" / "lookup.py" in compiled
    assert file not in compiled
    assert [path for path in compiled if path.name.startswith(f"{slug}_scripts")] == []


def test_a_script_marks_no_rules() -> None:
    assert [rule.__module__ for rule in MARKED if rule.__module__.startswith("ai.knowledge.arboretum_scripts")] == []


def test_a_script_is_independent_of_the_evaluation_it_measures() -> None:
    loaded = "import sys, ai.knowledge.arboretum_scripts; print(*(m for m in sys.modules if m.startswith('ai.knowl')))"
    done = subprocess.run(
        [sys.executable, "-c", loaded], cwd=ROOT, env=environment(), capture_output=True, text=True, check=True
    )
    assert "ai.knowledge.arboretum_scripts" in done.stdout.split()
    assert importlib.util.find_spec("ai.knowledge.arboretum") is not None
    assert "ai.knowledge.arboretum" not in done.stdout.split()


# How it plays


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("seats", ARBORETUM.seats)
def test_what_it_plays_is_legal_in_whole_random_games(seats: int, reading: str) -> None:
    script, phases = scripts_of(ARBORETUM)["spite"], set()
    for state in whole_games(ARBORETUM, seats, reading, "legal"):
        phases.add(state.phase)
        seen = ARBORETUM.seen(state, state.turn)
        before = seen.to_bytes()
        assert ARBORETUM.is_legal(state, script(seen))
        assert seen.to_bytes() == before
    assert phases == set(range(OVER))


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("seats", ARBORETUM.seats)
def test_it_does_not_read_what_its_seat_cannot_know(seats: int, reading: str) -> None:
    script, differ = scripts_of(ARBORETUM)["spite"], 0
    for number, state in enumerate(whole_games(ARBORETUM, seats, reading, "blind")):
        if number % 4 == number // 4 % 4:  # every phase comes up
            worlds = [ARBORETUM.imagine(state, state.turn, rng("blind", number, i)) for i in range(2)]
            differ += worlds[0].to_bytes() != worlds[1].to_bytes()
            # Whole states, not redacted ones: it must not even look.
            assert len({script(world) for world in [state, *worlds]}) == 1
    assert differ > 8


def test_the_seed_of_a_decision_does_not_matter_to_a_script() -> None:
    bot = bot_of("spite", ARBORETUM)
    for number, state in enumerate(whole_games(ARBORETUM, 2, "each", "seed")):
        if number % 9 == 0:
            seen = ARBORETUM.seen(state, state.turn)
            assert len({choose(ARBORETUM, seen, bot, seed, engine=plain("arboretum")).action for seed in range(3)}) == 1


def paths_by_the_rules(state: State, p: int) -> dict[int, int]:
    order, reach, back = [0] * MAX_TREES, [0] * MAX_TREES, [0] * (MAX_TREES + 1)
    by_value(state, p, order)
    points = ((species, best_path(state, p, species, order, reach, back)) for species in range(N_SPECIES))
    return {species: best for species, best in points if best}


def staircase(reading: int, trees: list[tuple[int, int]]) -> State:
    """An arboretum of one row, from species and values."""
    state: State = ARBORETUM.start(2, ARBORETUM.pack({}, 2), rng("staircase"))
    state.path_bonus, state.n_tree[0] = reading, len(trees)
    for k, (species, value) in enumerate(trees):
        state.tree[0][k], state.x[0][k] = species * VALUES + value - 1, k
    ARBORETUM.rebuild(state)
    return state


@pytest.mark.parametrize(
    ("reading", "trees", "points"),
    [
        (UNIFORM, [(0, 1), (0, 3), (0, 5), (0, 8)], 11),  # four cards double, a 1 and an 8
        (UNIFORM, [(0, 2), (0, 3), (0, 5)], 3),
        (UNIFORM, [(0, 2), (1, 3), (0, 5), (0, 8)], 6),
        (EACH, [(0, 2), (1, 3), (0, 5), (0, 8)], 9),  # a point more for each of the species
        (EACH, [(0, 1)], None),
    ],
)
def test_it_counts_a_path_as_the_rules_do(reading: int, trees: list[tuple[int, int]], points: int | None) -> None:
    state = staircase(reading, trees)
    assert Ground(state, 0).best.get(0) == points
    assert Ground(state, 0).best == paths_by_the_rules(state, 0)


@pytest.mark.parametrize("reading", READINGS)
def test_it_foresees_the_paths_of_a_tree_more(reading: str) -> None:
    for state in whole_games(ARBORETUM, 2, reading, "grow", 3):
        if state.phase == PLANT:
            me, ground = state.turn, Ground(state, state.turn)
            assert ground.best == paths_by_the_rules(state, me)
            for card in state.hand[me][: state.n_hand[me]]:
                for cell, low, high in ground.places(card):
                    after, foreseen = state.clone(), dict(ground.best)
                    for species, points in ground.grow(card, low, high)[0].items():
                        foreseen[species] = max(points, foreseen.get(species, 0))
                    apply(after, PLANT_CARD + card * CELLS + cell, Rng())
                    assert foreseen == paths_by_the_rules(after, me)
