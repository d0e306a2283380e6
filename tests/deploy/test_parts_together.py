"""The parts of the API behind the table of addresses are the API."""

import contextlib
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from services.shared.settings import PARTS, Settings
from tests.support.house import House
from tests.support.proxy import Proxy
from tests.support.running import WORKER, running
from tests.support.web import Web

SEATS = [{"kind": "person", "name": "Ada"}, {"kind": "bot", "bot": "greedy"}]


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_match_with_a_bot_and_its_stream_go_through_all_parts(house: House, tmp_path: Path) -> None:
    with contextlib.ExitStack() as parts:
        urls = {}
        for part in PARTS:
            web = Web(Settings(**{**vars(house.settings), "parts": (part,)}), tmp_path / part)
            urls[part] = [parts.enter_context(web).url]
        # A process that is gone is passed over, and so nobody notices.
        urls["rules"].append("http://127.0.0.1:1")
        proxy = parts.enter_context(Proxy(urls))
        parts.enter_context(running(house.settings, WORKER))
        with httpx.Client(base_url=proxy.url, timeout=60) as client:
            play(client)
            assert client.get("/metrics").status_code == 404
            assert client.get("/v1/tickets/x").json()["code"] == "token_wrong_kind", (
                "the part of tickets wants a player"
            )


def play(client: httpx.Client) -> None:
    """Play some moves, hear the bot's, and ask for a hint, which another part gives."""
    made = client.post("/v1/matches", json={"game": "arboretum", "seats": SEATS}).raise_for_status().json()
    client.headers["Authorization"] = f"Bearer {made['tokens'][0]}"
    path, stream = f"/v1/matches/{made['match']}", f"/v1/streams/matches/{made['match']}"
    chance, version = Random(1), 1
    for _ in range(8):
        view: dict[str, Any] = client.get(path).raise_for_status().json()
        if view["to_act"] == 0:
            moves = client.get(f"{path}/moves").raise_for_status().json()["items"]
            client.post(f"{path}/moves", json=chance.choice(moves)["body"]).raise_for_status()
        heard = client.get(stream, params={"after": version, "wait": 25}).raise_for_status().json()
        version = heard["version"]
    assert version > 8
    bots = client.get("/v1/bots").raise_for_status().json()["items"]
    assert "greedy" in {bot["name"] for bot in bots}
