"""Every game from the first move to the last over HTTP, a person against bots, at each number of seats."""

from collections.abc import Iterator
from typing import Any

import pytest

from api.client import Client, Json, Table
from services.rules.match import PLAYED
from services.rules.registry import GAMES
from tests.support.pomona import running

TABLES = [(slug, seats) for slug, game in GAMES.items() for seats in game.seats]
GUILD_SETS = (
    (2, ["merchants", "writers", "botanists", "explorers"]),
    (3, ["architects", "bankers", "botanists", "explorers"]),
    (4, ["bankers", "merchants", "writers", "explorers"]),
)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("whole") / "data") as (_, address):
        yield address


def play(table: Table, most: int) -> Json:
    """Take a legal move whenever it is the person's turn, at most so often; the last view."""
    view, moves = table.look(), 0
    while view["status"] == "playing":
        if view["your_turn"]:
            moves += 1
            assert moves <= most
            legal = table.moves()
            view = table.play(legal[7 * moves % len(legal)]["body"]["move"], view["version"])
        else:
            table.wait(view["version"])
            view = table.look()
    return view


def whole_match(url: str, slug: str, seats: int, **more: Any) -> None:
    """A person and bots play a match to its end, with all that must then be told."""
    bots = [{"kind": "bot", "bot": "greedy" if seats == 2 else "random"}] * (seats - 1)
    with Client(url) as client:
        match, tokens = client.create(slug, [{"kind": "person", "name": "Ada"}, *bots], **more)
        view = play(client.table(match, tokens[0]), GAMES[slug].max_steps)
        assert view["result"]["reason"] == "played"
        assert len(view["result"]["scores"]) == len(view["result"]["places"]) == seats
        assert view["state"]["scores"] == view["result"]["scores"]
        spectator = client.table(match)
        assert spectator.look()["result"] == view["result"]
        moved = {entry["seat"] for entry in spectator.history() if entry["type"] == PLAYED}
        assert moved == set(range(seats))


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("slug", "seats"), TABLES, ids=[f"{slug}-{seats}" for slug, seats in TABLES])
def test_a_whole_match_is_played_over_http_against_bots(slug: str, seats: int, url: str) -> None:
    whole_match(url, slug, seats)


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("seats", "guilds"), GUILD_SETS, ids=[f"{seats}" for seats, _ in GUILD_SETS])
def test_a_whole_match_of_tree_society_is_played_with_other_guilds(seats: int, guilds: list[str], url: str) -> None:
    whole_match(url, "tree_society", seats, options={"guilds": guilds})
