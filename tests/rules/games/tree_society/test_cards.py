"""The cards as data: what is certain of the printed ones, the stand-in's anchors, and a file that replaces it."""

import copy
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from services.rules.errors import ComponentsError
from services.rules.games.tree_society.cards import FRUIT_CARDS, GUILD_CARDS
from services.rules.games.tree_society.components import (
    ACTIONS,
    BOX_CARDS,
    FRUIT_KINDS,
    FRUITS,
    GUILDS,
    check,
)
from services.rules.games.tree_society.effects import COINS_PER_BANNER, HALF, LEVEL_LESS, NAMES

from .page import PAGE, with_tables
from .thrifty import games

ROOT = Path(__file__).parents[4]
DATA: dict[str, Any] = {"fruit_cards": FRUIT_CARDS, "guild_cards": GUILD_CARDS}


def test_there_are_75_fruit_cards_of_five_fruits_25_of_them_for_three_or_four_seats() -> None:  # components 2
    assert sum(kind.copies for kind in FRUIT_KINDS) == 50
    assert sum(kind.more_copies for kind in FRUIT_KINDS) == 25
    per_fruit = Counter[int]()
    per_action = Counter[int]()
    for kind in FRUIT_KINDS:
        per_fruit[kind.fruit] += kind.copies + kind.more_copies
        per_action[kind.action] += kind.copies + kind.more_copies
    assert per_fruit == dict.fromkeys(range(len(FRUITS)), 15)
    assert per_action == dict.fromkeys(range(len(ACTIONS)), 15)


def test_the_stand_in_has_15_coin_icons_and_chest_cards_of_2_and_1() -> None:  # A18
    icons = [kind for kind in FRUIT_KINDS if kind.icon]
    assert sum(kind.copies + kind.more_copies for kind in icons) == 15
    assert sum(kind.copies for kind in icons) == 10
    assert Counter(kind.fruit for kind in icons) == dict.fromkeys(range(5), 3)
    assert Counter(kind.action for kind in icons) == dict.fromkeys(range(5), 3)
    chests = Counter[int]()
    for kind in FRUIT_KINDS:
        chests[kind.chest] += kind.copies + kind.more_copies
    assert (chests[2], chests[1]) == (12, 3)


def test_there_are_13_architects_and_12_cards_of_each_other_guild() -> None:  # components 3
    assert Counter(card.guild for card in BOX_CARDS) == {0: 13, 1: 12, 2: 12, 3: 12, 4: 12, 5: 12}
    assert [number for number, card in enumerate(BOX_CARDS, 1) if card.starting] == [1, 2, 3, 4]


def test_card_24_has_two_banners() -> None:  # Q35
    assert BOX_CARDS[24 - 1].banners == 2


def test_starting_cards_cost_1_3_4_and_score_1_2_5() -> None:  # A4
    for card in BOX_CARDS[:4]:
        assert [level.cost for level in card.levels] == [1, 3, 4]
        assert [level.points for level in card.levels] == [1, 2, 5]


def test_the_examples_of_the_rulebook_are_in_the_stand_in() -> None:  # A18
    half, banners = BOX_CARDS[5 - 1].levels[1], BOX_CARDS[18 - 1].levels[2]
    assert (half.cost, half.effect) == (3, HALF)
    assert (banners.cost, banners.effect) == (4, COINS_PER_BANNER)


def test_the_stand_in_is_calibrated() -> None:  # A18; components 6
    sums = [sum(level.cost for level in card.levels) for card in BOX_CARDS if not card.starting]
    assert round(sum(sums) / len(sums), 1) in (12.6, 12.7)
    assert {level.cost for card in BOX_CARDS for level in card.levels} == set(range(1, 8))
    without = sum(level.effect == 0 for card in BOX_CARDS if GUILDS[card.guild] == "writers" for level in card.levels)
    variable = sum(level.counted > 0 for card in BOX_CARDS if GUILDS[card.guild] == "writers" for level in card.levels)
    assert without - variable == 12
    used = {level.effect for card in BOX_CARDS for level in card.levels}
    assert used == set(range(len(NAMES)))


@pytest.mark.parametrize(("seats", "rounds"), [(2, 9.5), (3, 8.0), (4, 7.1)])
def test_games_of_sensible_seats_last_and_score_as_the_stand_in_was_made_for(seats: int, rounds: float) -> None:
    """Components 6: 9.5, 8.0 and 7.1 rounds, about 30 points, the fruit deck never empty."""
    figures = games(seats, 40)
    assert abs(figures.rounds - rounds) < 1
    assert all(25 < points < 35 for points in figures.points)
    assert figures.least_fruit > 0


def test_no_card_is_left_with_an_ongoing_effect_that_never_holds() -> None:
    assert all(card.levels[2].effect < LEVEL_LESS for card in BOX_CARDS)


def test_the_page_lists_every_card_as_it_is() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert with_tables(text) == text


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    data = copy.deepcopy(DATA)
    change(data)
    return data


def put(*path: Any) -> Callable[[dict[str, Any]], object]:
    """Put the last of these at the place that the others lead to."""

    def change(data: Any) -> None:
        *way, last, value = path
        for step in way:
            data = data[step]
        data[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        (lambda data: data.pop("fruit_cards"), "/fruit_cards"),
        (put("more", []), "/more"),
        (put("fruit_cards", {}), "/fruit_cards"),
        (put("fruit_cards", 0, 0, "pear"), "/fruit_cards/0/0"),
        (put("fruit_cards", 0, 1, "eat"), "/fruit_cards/0/1"),
        (put("fruit_cards", 0, 2, 1), "/fruit_cards/0/2"),  # coins for the chest on another action
        (put("fruit_cards", 6, 2, 0), "/fruit_cards/6/2"),  # none on this one
        (put("fruit_cards", 0, 3, 2), "/fruit_cards/0/3"),
        (put("fruit_cards", 0, 4, 0), "/fruit_cards"),
        (put("fruit_cards", 0, 5, 2), "/fruit_cards"),
        (lambda data: data["fruit_cards"].append(data["fruit_cards"][0]), "/fruit_cards"),
        (lambda data: data["guild_cards"].pop(), "/guild_cards"),
        (put("guild_cards", 0, 0, "bakers"), "/guild_cards/0/0"),
        (put("guild_cards", 13, 0, "architects"), "/guild_cards"),
        (put("guild_cards", 0, 1, 2), "/guild_cards/0/1"),
        (put("guild_cards", 0, 2, 4), "/guild_cards/0/2"),
        (put("guild_cards", 0, 3, [1]), "/guild_cards/0/3"),
        (put("guild_cards", 0, 3, 0, 10), "/guild_cards/0/3/0"),
        (put("guild_cards", 0, 3, 1, ["coins", 1, 0]), "/guild_cards/0/3/1"),  # variable points on level 1
        (put("guild_cards", 0, 4, 2, "fly"), "/guild_cards/0/4/2"),
        (put("guild_cards", 0, 4, 3, -1), "/guild_cards/0/4/3"),
        (put("guild_cards", 0, 4, [3, 2, "less"]), "/guild_cards/0/4"),
        (put("guild_cards", 0, 5, [4, 5, "keep", 4]), "/guild_cards/0/5/2"),
        (put("guild_cards", 5, 5, 1, ["trees", 1, 0]), "/guild_cards/5/5/1/0"),
        (put("guild_cards", 0, 6, "first"), "/guild_cards/0/6"),
        (lambda data: data["guild_cards"][0].pop(), "/guild_cards"),
        (lambda data: data["guild_cards"][20].append("starting"), "/guild_cards"),
    ],
)
def test_wrong_data_is_refused_with_the_place(change: Callable[[dict[str, Any]], object], pointer: str) -> None:
    with pytest.raises(ComponentsError) as refused:
        check(changed(change))
    assert refused.value.pointer == pointer
    assert str(refused.value)


def played_with(path: Path) -> subprocess.CompletedProcess[str]:
    """A fresh process that imports the game with this file and plays a random game."""
    script = (
        "from services.rules.registry import GAMES; from services.rules.playthrough import record;"
        "game = GAMES['tree_society']; print(game.rules_version); print(list(record(game, 2))[-1])"
    )
    environment = {**os.environ, "POMONA_COMPONENTS_TREE_SOCIETY": str(path)}
    command = [sys.executable, "-c", script]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def test_a_file_replaces_the_cards_and_marks_the_rules_version(tmp_path: Path) -> None:  # decision 14
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(DATA), encoding="utf-8")
    assert played_with(path).stdout.splitlines()[0] == "1"
    path.write_text(json.dumps(changed(put("guild_cards", 20, 3, 0, 7))), encoding="utf-8")
    played = played_with(path)
    version, result = played.stdout.splitlines()
    assert version.startswith("1+")
    assert len(version) == len("1+") + 8
    assert "scores" in json.loads(result)["result"]


def test_a_file_with_wrong_cards_is_refused_in_one_line_when_the_game_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(changed(put("guild_cards", 20, 3, 0, 99))), encoding="utf-8")
    refused = played_with(path)
    assert refused.returncode != 0
    said = refused.stderr.strip().splitlines()[-1]
    assert f"{path} at /guild_cards/20/3/0: must be a whole number from 0 to 9" in said
