"""Games: what they are played with, and the score calculator for real tables."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from services.rules.registry import GAMES
from tests.api.playing import Http

POSITION = {
    "colours": ["A", "B", "C", "D", "E", "F"],
    "hands": [["A6"], ["C4", "D4"]],
    "tableaux": [[["A2", 0, 0], ["B4", 1, 0], ["A5", 1, 1]], [["C1", 0, 0], ["C2", 1, 0]]],
}


def test_every_game_is_listed_with_its_seats(http: Http) -> None:
    lines = http.get("/v1/games").json["items"]
    assert [(line["game"], line["seats"]) for line in lines] == [(g.slug, list(g.seats)) for g in GAMES.values()]


def test_the_options_of_a_game_are_a_json_schema_that_its_defaults_fit(http: Http) -> None:
    for game in GAMES.values():
        schema = http.get(f"/v1/games/{game.slug}").json["options"]
        jsonschema.Draft202012Validator.check_schema(schema)
        for seats in game.seats:
            options = game.unpack(game.pack({}, seats), seats)
            jsonschema.validate(options, schema)
            with pytest.raises(jsonschema.ValidationError):
                jsonschema.validate(options | {"no such option": 1}, schema)


def test_a_game_names_its_move_types_and_the_bots_that_play_it(http: Http) -> None:
    game = http.get("/v1/games/arboretum").json
    assert [move["properties"]["type"]["const"] for move in game["moves"]] == [
        "arboretum.draw", "arboretum.plant", "arboretum.discard",
    ]  # fmt: skip
    assert {bot["name"] for bot in game["bots"]} >= {"random", "greedy", "mcts"}
    listed = [{"name": bot["name"], "description": bot["description"]} for bot in http.get("/v1/bots").json["items"]]
    assert listed == game["bots"]


def test_the_score_calculator_scores_a_position(http: Http) -> None:
    found = http.post("/v1/games/arboretum/score", POSITION)
    assert found.status_code == 200
    assert set(found.json) >= {"rights", "best", "totals", "distinct_colours", "winners"}


def test_the_reading_of_the_path_bonus_is_chosen_in_the_query(http: Http) -> None:
    trees = [[f"A{value}", value, 0] for value in (2, 3, 4)]
    position = {"hands": [["A7"], ["B1"]], "tableaux": [trees, []], "colours": ["A", "B"]}
    each = http.post("/v1/games/arboretum/score?path_bonus=each", position).json["totals"]
    uniform = http.post("/v1/games/arboretum/score?path_bonus=uniform", position).json["totals"]
    assert (each, uniform) == ([6, 0], [3, 0])


def test_an_option_that_the_game_does_not_have_is_refused(http: Http) -> None:
    answer = http.post("/v1/games/arboretum/score?colour=blue", POSITION)
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, "/options/colour")
    assert http.post("/v1/games/arboretum/score?path_bonus=each&path_bonus=each", POSITION).status_code == 400


@pytest.mark.parametrize(
    "position",
    [
        [], {}, 7, {"hands": [[], []], "tableaux": [[5], [6]]}, {"hands": [[], []], "tableaux": [[{}], [[]]]},
        {"hands": [[1], []], "tableaux": [[], []]}, POSITION | {"colours": [["A"]]}, POSITION | {"surprise": 1},
        POSITION | {"hands": [["A6"], ["A6"]]}, POSITION | {"tableaux": [[["A2", 0, 2**60]], [["A2", 0.5, 0]]]},
        POSITION | {"hands": [["-" * 30_000 + "9"], []]},
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_scored_is_refused(http: Http, position: Any) -> None:
    answer = http.raw("POST", "/v1/games/arboretum/score", json=position)
    assert (answer.status_code, answer.json["code"]) == (422, "bad_position"), answer.text
    assert answer.json["errors"][0]["pointer"] == "" or answer.json["errors"][0]["pointer"].startswith("/")


def test_the_shared_positions_are_scored_as_expected(http: Http) -> None:
    path = Path(__file__).parents[1] / "rules" / "games" / "arboretum" / "positions.json"
    for position in json.loads(path.read_text())["positions"][:8]:
        asked = {name: position[name] for name in ("hands", "tableaux", "colours", "players")}
        for reading, option in (("literal", "each"), ("published", "uniform")):
            found = http.post(f"/v1/games/arboretum/score?path_bonus={option}", asked).json
            expected = position["expected"][reading]
            assert {name: found[name] for name in expected} == expected
