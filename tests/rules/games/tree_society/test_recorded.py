"""Recorded games of several guild sets, in which every level of every guild card is built, come out again."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from services.rules.games.tree_society import GAME
from services.rules.games.tree_society.components import CARD_NAMES
from services.rules.playthrough import replay

from .recorder import files, levels_built, told_digest


@cache
def replayed(path: Path) -> tuple[list[str], dict[str, Any]]:
    """(the lines of the replayed game, the last line of the record)."""
    *lines, last = path.read_text(encoding="utf-8").splitlines()
    return list(replay(lines)), json.loads(last)


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_recorded_game_comes_out_again(path: Path) -> None:
    """Changed? Then the rules have changed: raise `rules_version`, and record anew with `recorder`."""
    lines, last = replayed(path)
    assert json.loads(lines[0])["created"]["rules_version"] == GAME.rules_version
    assert json.loads(lines[-1])["result"] == last["result"]
    assert told_digest(lines) == last["told"]


def test_every_level_of_every_card_of_all_six_guilds_is_built_in_the_recorded_games() -> None:
    built = set()
    for path in files():
        lines, _ = replayed(path)
        built |= levels_built([json.loads(line) for line in lines[1:-1]])
    assert built == {(card, level) for card in CARD_NAMES for level in (1, 2, 3)}


def test_the_recorded_games_are_of_every_number_of_seats_and_of_several_guild_sets() -> None:
    openings = [json.loads(replayed(path)[0][0])["created"] for path in files()]
    assert {len(opening["seats"]) for opening in openings} == {2, 3, 4}
    assert len({tuple(opening["options"]["guilds"]) for opening in openings}) == 3


def test_every_sort_of_move_is_played_in_the_recorded_games() -> None:
    moves = {json.loads(line)["move"]["type"] for path in files() for line in replayed(path)[0][1:-1]}
    assert moves == {move.type for move in GAME.moves} - {"tree_society.discard"}
