"""The whole product with its matches on a Redis cluster: web processes, workers and sweepers, as they are deployed."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from api.client import Client, Json, Refused, Table, Unreachable
from services.rules.feed import Feed
from services.rules.keys import match_key
from services.rules.match import FALLBACK
from services.rules.registry import GAMES
from services.shared.embedded import Embedded
from services.shared.settings import Settings, SettingsError
from tests.restart.people import Evening, Tries
from tests.restart.test_restart import check
from tests.support.clusters import Nodes
from tests.support.house import APP, House, settings_for
from tests.support.running import SWEEPER, WORKER, running
from tests.support.waiting import eventually
from tests.support.web import Web
from worker.doctor import findings

SECRET = "s" * 32


@pytest.fixture
def house(nodes: Nodes, redis_server: Embedded, tmp_path: Path) -> Iterator[House]:
    """The services on an empty cluster, their queue on a server beside it."""
    nodes.empty()
    with housed(nodes, redis_server, tmp_path) as made:
        made.broker.flushall()
        yield made


@contextmanager
def housed(nodes: Nodes, broker: Embedded, folder: Path, **more: object) -> Iterator[House]:
    told = {"secrets": (SECRET,), "archive": False, "leaderboard_games": 1, **more}
    made = House(settings_for(nodes.url, folder, broker_url=broker.url, **told))
    yield made
    made.close()


@contextmanager
def deployed(settings: Settings) -> Iterator[Web]:
    """A web process, a worker and a sweeper."""
    with ExitStack() as deployment:
        web = deployment.enter_context(Web(settings, settings.data / "web"))
        deployment.enter_context(running(settings, WORKER))
        deployment.enter_context(running(settings, SWEEPER))
        yield web


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_all_games_are_played_whole_and_heard_by_stream_and_long_poll(house: House) -> None:
    with deployed(house.settings) as web:
        for game in GAMES:
            played = Evening(web.url, game, Random(game), Tries()).play(with_a_hint=True)
            check(house, web.url, played)
            (hint,) = (asked.answer["job"] for asked in played.others if asked.path == "/v1/hints")
            assert eventually(lambda: house.jobs.look(APP, hint).ended, 60)  # noqa: B023 - waited for here
        assert eventually(lambda: wrong(house.settings, web.url) == {}, 40), wrong(house.settings, web.url)


def wrong(settings: Settings, *urls: str) -> dict[str, str]:
    """What the doctor finds that does not hang on who used this machine before."""
    return {each.name: each.found for each in findings(settings, urls) if not each.well and each.name != "compiler"}


def test_people_who_wait_are_paired_rated_and_listed(house: House) -> None:
    settings = house.settings
    with Web(settings, settings.data / "web") as web, running(settings, SWEEPER), Client(web.url) as client:
        people = [client.change("/v1/players", {"name": name}).body for name in ("Ada", "Grace")]
        wish = {"game": "arboretum", "seats": {"min": 2, "max": 2}}
        tickets = [client.change("/v1/tickets", wish, each["token"]).body["ticket"] for each in people]

        def look(number: int) -> Json:
            return dict(client.send("GET", f"/v1/tickets/{tickets[number]}", token=people[number]["token"]).body)

        assert eventually(lambda: [look(0)["state"], look(1)["state"]] == ["matched", "matched"], 30)
        seats = [look(0), look(1)]
        assert seats[0]["match"] == seats[1]["match"]
        loser = Table(client, seats[0]["match"], seats[0]["token"])
        loser.resign(loser.look()["version"])

        def board() -> list[str]:
            found = client.send("GET", "/v1/leaderboards/arboretum").body["items"]
            return [line["player"] for line in found]

        winner, other = people[1]["player"]["player"], people[0]["player"]["player"]
        assert eventually(lambda: board() == [winner, other], 30), board()


def test_a_sweeper_plays_for_a_bot_whose_worker_is_away(house: House) -> None:
    matches = [house.create("person", "greedy") for _ in range(6)]
    for match in matches:
        house.play(match)
        house.grow_old(match, 3600)
        house.make_due(match)
    with running(house.settings, SWEEPER):
        assert eventually(lambda: all(map(house.person_is_to_act, matches)), 60)
    assert all(FALLBACK in {entry.by for entry in house.consistent(match)} for match in matches)


def test_who_listens_to_a_match_hears_on_when_its_bucket_has_moved(house: House, nodes: Nodes) -> None:
    match = house.create("person", "person")
    with Feed(nodes.url).listen(APP, match) as listener:
        for _ in range(2):
            while listener.wait(1):
                """What came before, and the readers that begin."""
            house.play(match)
            assert listener.wait(10)
            nodes.move(match_key(APP, match))


def test_requests_are_counted_together(house: House) -> None:
    settings = replace(house.settings, limit_new=3)
    with (
        Web(settings, settings.data / "one") as one,
        Web(settings, settings.data / "other") as other,
        Client(one.url, patience=0) as here,
        Client(other.url, patience=0) as there,
    ):
        for client in (here, there, here):
            client.change("/v1/players", {"name": "Ada"})
        with pytest.raises(Refused) as refused:
            there.change("/v1/players", {"name": "Ada"})
    assert (refused.value.status, refused.value.problem["params"]["limit"]) == (429, "new")
    assert 0 < refused.value.problem["params"]["retry_after"] <= 60


@pytest.mark.timeout(300)
def test_a_match_goes_on_and_its_stream_too_after_a_master_has_failed(redis_server: Embedded, tmp_path: Path) -> None:
    with Nodes.run(tmp_path / "nodes", replica=True) as nodes, housed(nodes, redis_server, tmp_path) as house:
        house.broker.flushall()
        matches = [house.create("person", "greedy") for _ in range(4)]
        while nodes.nodes[0].port not in {nodes.master_of(match_key(APP, match)).port for match in matches}:
            matches.append(house.create("person", "greedy"))  # one at least is on the master that will fail
            assert len(matches) < 100
        with deployed(house.settings) as web, Client(web.url) as client:
            heard: dict[str, list[Json]] = {match: [] for match in matches}
            for match in matches:
                threading.Thread(target=follow, args=(client.url, match, heard[match]), daemon=True).start()
                house.play(match)
            assert all(house.answered(match, 60) for match in matches)
            nodes.fail()
            assert eventually(lambda: web.status("/readyz") == 200, 60)
            for match in matches:
                house.play(match)
            assert all(house.answered(match, 90) for match in matches)
            for match in matches:
                versions = [entry.version for entry in house.consistent(match)]
                assert eventually(lambda: [each["version"] for each in heard[match]] == versions, 30)  # noqa: B023


def follow(url: str, match: str, heard: list[Json]) -> None:
    """Write down all events of a match, as long as somebody tells them."""
    with suppress(Unreachable, Refused), Client(url) as client:
        for event in Table(client, match).follow():
            heard.append(event)  # noqa: PERF402 - one by one, as they come


def test_without_a_broker_of_its_own_nothing_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POMONA_REDIS_URL", "redis+cluster://one,two:7")
    with pytest.raises(SettingsError, match=r"^POMONA_BROKER_URL \(URL\): Must be set [^\n]*$"):
        Settings.read()
    monkeypatch.setenv("POMONA_BROKER_URL", "redis://one")
    assert Settings.read().redis_url == "redis+cluster://one,two:7"
