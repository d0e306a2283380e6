"""Recorded games: what they say must come out again, or the rules have changed and `rules_version` must change too."""

import json
from pathlib import Path
from typing import Any

import pytest

from services.rules.contract import Game
from services.rules.errors import BadMove, BadOption, BadSeats, RulesVersionUnknown
from services.rules.playthrough import record, replay
from services.rules.registry import GAMES
from tests.support.games import Table, tables

FOLDER = Path(__file__).parents[1] / "playthroughs"

every_table = pytest.mark.parametrize("table", tables(0), ids=lambda table: f"{table.slug}-{table.seats}")


def file_of(slug: str, seats: int) -> Path:
    return FOLDER / f"{slug}-{seats}.jsonl"


def recorded(slug: str, seats: int) -> list[str]:
    return file_of(slug, seats).read_text(encoding="utf-8").splitlines()


@every_table
def test_a_recorded_game_comes_out_again_line_by_line(table: Table) -> None:
    """Missing? Record it: make -s playthrough GAME=<game> SEATS=<n> > tests/playthroughs/<game>-<n>.jsonl."""
    lines = recorded(table.slug, table.seats)
    for again, line in zip(replay(lines), lines, strict=True):
        assert json.loads(again) == json.loads(line)
        assert again == line


@every_table
def test_a_recorded_game_was_played_to_its_end_by_all_seats(table: Table) -> None:
    first, *moves, last = map(json.loads, recorded(table.slug, table.seats))
    assert first["created"]["game"] == table.slug
    assert first["created"]["rules_version"] == table.game.rules_version
    assert {entry["seat"] for entry in moves} == set(range(table.seats))
    assert {entry["move"]["type"] for entry in moves} <= {move.type for move in table.game.moves}
    assert last["result"]["reason"] == "played"
    assert len(last["result"]["scores"]) == len(last["result"]["places"]) == table.seats


def test_every_record_is_of_a_game_that_is_played() -> None:
    known = {file_of(slug, seats) for slug, game in GAMES.items() for seats in game.seats}
    assert set(FOLDER.iterdir()) <= known


@every_table
def test_recording_twice_gives_the_same_lines_and_another_seed_others(table: Table) -> None:
    lines = list(record(table.game, table.seats, 7, table.choices()))
    assert list(record(table.game, table.seats, 7, table.choices())) == lines
    assert list(record(table.game, table.seats, 8, table.choices())) != lines
    assert list(replay(lines)) == lines


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_record_of_other_rules_is_not_replayed(game: Game[Any]) -> None:
    lines = recorded(game.slug, game.seats[0])
    opening = json.loads(lines[0])
    opening["created"]["rules_version"] += " and something"
    with pytest.raises(RulesVersionUnknown):
        list(replay([json.dumps(opening), *lines[1:]]))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_record_in_which_a_move_is_left_out_or_doubled_is_not_told_as_it_stands(game: Game[Any]) -> None:
    lines = recorded(game.slug, game.seats[-1])
    for wrong in ([*lines[:5], *lines[6:]], [*lines[:6], *lines[5:]]):
        assert not told_again(wrong)


def told_again(lines: list[str]) -> bool:
    """Whether a record comes out as it stands."""
    try:
        return list(replay(lines)) == lines
    except (ValueError, KeyError, BadMove):
        return False


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_seats_that_a_game_has_not_are_refused_before_the_first_line(game: Game[Any]) -> None:
    for seats in {0, -1, max(game.seats) + 1}:
        with pytest.raises(BadSeats):
            record(game, seats)


def test_wrong_options_are_refused_before_the_first_line() -> None:
    with pytest.raises(BadOption):
        record(GAMES["arboretum"], 2, options={"path_bonus": "both"})
